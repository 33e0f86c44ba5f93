import { type ReactNode, useEffect } from 'react';
import { defineText, useText } from '../../lib/defineText.ts';
import { switchLanguage, useLanguage } from '../../lib/language.ts';
import { chooseTheme, useTheme } from '../../lib/theme.ts';
import './PublicPage.css';

const text = defineText({
  brand: { zh: 'Watchpost 哨站', en: 'Watchpost' },
  promise: {
    zh: '每台设备、每一度、每条报警，尽在眼前。',
    en: 'Every device, every degree, every alarm.',
  },
  otherLanguage: { zh: 'English', en: '中文' },
  light: { zh: '浅色', en: 'Light' },
  dark: { zh: '深色', en: 'Dark' },
  toLight: { zh: '切换为浅色', en: 'Switch to light' },
  toDark: { zh: '切换为深色', en: 'Switch to dark' },
});

/** The frame of every page before sign-in: how it looks, who we are, one card, and where else to go. */
export function PublicPage({ title, links, children }: { title: string; links?: ReactNode; children: ReactNode }) {
  const t = useText(text);
  useEffect(() => {
    document.title = `${title} · Watchpost 哨站`;
  }, [title]);
  return (
    <div className="public">
      <header className="public-top">
        <Appearance />
      </header>
      <main className="public-main">
        <div className="public-brand">
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <div>
            <p className="public-name">{t.brand}</p>
            <p className="public-promise">{t.promise}</p>
          </div>
        </div>
        <section className="public-card" aria-labelledby="public-title">
          <h1 id="public-title">{title}</h1>
          {children}
        </section>
        {links ? <nav className="public-links">{links}</nav> : null}
      </main>
    </div>
  );
}

/** What the server refused, and what people should know before they begin; announced when it changes. */
export const Alert = ({ refusal, notice }: { refusal: string | null; notice?: string | null }) => (
  <div role="alert" className="public-alert">
    {refusal ? <p className="public-refusal">{refusal}</p> : notice ? <p className="public-notice">{notice}</p> : null}
  </div>
);

export const SubmitButton = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <button type="submit" className="public-submit" aria-disabled={busy}>
    {children}
  </button>
);

function Appearance() {
  const t = useText(text);
  const language = useLanguage();
  const theme = useTheme();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  return (
    <>
      <button
        type="button"
        aria-label={otherTheme === 'light' ? t.toLight : t.toDark}
        onClick={() => chooseTheme(otherTheme)}
      >
        {t[otherTheme]}
      </button>
      <button
        type="button"
        lang={language === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => switchLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        {t.otherLanguage}
      </button>
    </>
  );
}
