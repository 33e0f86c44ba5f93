import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { logOut } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { switchLanguage, useLanguage } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useAccount } from '../lib/session.ts';
import { chooseTheme, useTheme } from '../lib/theme.ts';
import { PageSkeleton } from '../ui/index.ts';
import { lazyPage, lazyPart } from './loadPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { profilePage } from './routeTable.ts';
import { text } from './text.ts';

const Identity = lazyPart(() => import('../account/IdentityDialog.tsx').then((m) => m.IdentityDialog));

/** For a signed-in user without a company: the next steps, and the personal settings. */
export function WithoutCompany() {
  const { pathname } = useLocation();
  return pathname.toLowerCase() === links.profile.toLowerCase() ? <OwnSettings /> : <NoCompany />;
}

function NoCompany() {
  const t = useText(text);
  const { user } = useAccount();
  const { Deactivated } = user;
  const navigate = useNavigate();
  const language = useLanguage();
  const theme = useTheme();
  return (
    <main className="full-page no-company">
      <p className="brand">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {t.brand}
      </p>
      <h1>{Deactivated ? t.deactivated : t.noCompany}</h1>
      <p>{Deactivated ? t.deactivatedHint : t.noCompanyHint}</p>
      <p className="no-company-ways">
        {Deactivated ? null : (
          <Button type="primary" href={links.companyRegister}>
            {t.applyForCompany}
          </Button>
        )}
        <Button
          href={links.profile}
          onClick={(event) => {
            event.preventDefault();
            navigate(links.profile);
          }}
        >
          {t.profile}
        </Button>
        <Button onClick={() => void logOut().catch(() => undefined)}>{t.logOut}</Button>
      </p>
      <p className="no-company-ways">
        <Button
          type="text"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => switchLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          {t.otherLanguage}
        </Button>
        <Button type="text" onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? t.light : t.dark}
        </Button>
      </p>
    </main>
  );
}

function OwnSettings() {
  const t = useText(text);
  const Page = lazyPage(profilePage);
  return (
    <main className="without-company">
      <div className="title-bar">
        <Link to={links.start} aria-label={t.back} title={t.back}>
          <ArrowLeftOutlined />
        </Link>
        <h1>{t.profile}</h1>
      </div>
      <PageBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Page path={links.profile} title={{ zh: text.profile.zh, en: text.profile.en }} subsystems={undefined} />
          <Identity />
        </Suspense>
      </PageBoundary>
    </main>
  );
}
