import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntdApp, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, useLocation } from 'react-router';
import { maybeSignedIn } from '../lib/accessToken.ts';
import { onSessionEnd } from '../lib/client.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import '../lib/leaveGate.ts';
import { links } from '../lib/links.ts';
import { useTheme } from '../lib/theme.ts';
import { newQueryClient } from '../lib/useCall.ts';
import { useMedia } from '../lib/useMedia.ts';
import { themeConfig } from '../ui/antdTheme.ts';
import { Starting } from '../ui/Starting.tsx';
import { missingPath } from './ForbiddenPage.tsx';
import { lazyPage } from './loadPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { findRoute } from './routeAccess.ts';
import { routes } from './routeTable.ts';
import { SessionGate } from './SessionGate.tsx';
import { Shell } from './Shell.tsx';
import './shell.css';

dayjs.locale(getLanguage() === 'zh' ? 'zh-cn' : 'en');

/** Leaves for the login page, which is a document of its own: nothing of the session survives in memory. */
const leaveForLogin = (why: 'expired' | 'loggedOut' | 'absent') => {
  const here = window.location.pathname + window.location.search;
  const isNowhere = here === '/' || here === links.forbidden;
  const to = why === 'loggedOut' || isNowhere ? links.login() : links.login(here);
  window.location.assign(why === 'expired' ? `${to}${to.includes('?') ? '&' : '?'}reason=expired` : to);
};

/** The product inside its providers: queries, router, kit, language, theme. */
export function App() {
  const [queryClient] = useState(newQueryClient);
  const language = useLanguage();
  const theme = useTheme();
  const still = useMedia('(prefers-reduced-motion: reduce)');

  useEffect(() => onSessionEnd(leaveForLogin), []);
  useEffect(() => {
    dayjs.locale(language === 'zh' ? 'zh-cn' : 'en');
  }, [language]);

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        locale={language === 'zh' ? zhCN : enUS}
        theme={themeConfig(theme, still)}
        button={{ autoInsertSpace: false }}
      >
        <AntdApp component={false} message={{ maxCount: 3 }}>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
        </AntdApp>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

/**
 * Public screens stand alone; everything else needs a session and stands in the shell. Unknown paths go to the 403 page
 * (spec §2), which keeps the menu for signed-in users.
 */
function Screens() {
  const { pathname } = useLocation();
  const route = findRoute(routes, pathname);
  if (!route && pathname !== '/') return <Navigate to={links.forbidden} replace state={missingPath(pathname)} />;
  const isForbidden = route?.path === links.forbidden;
  if (route?.access === 'public' && !(isForbidden && maybeSignedIn())) {
    const Page = lazyPage(route.page);
    return (
      <PageBoundary>
        <Suspense fallback={<Starting />}>
          <Page path={route.path} title={route.title} subsystems={undefined} />
        </Suspense>
      </PageBoundary>
    );
  }
  return (
    <SessionGate>
      <Shell route={isForbidden ? 'forbidden' : (route ?? 'start')} />
    </SessionGate>
  );
}
