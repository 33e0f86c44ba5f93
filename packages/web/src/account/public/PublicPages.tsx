import { isReportPage, isSignPage, isVerifyPage, type PublicPagePath } from '@watchpost/contract';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { defineText, useText } from '../../lib/defineText.ts';
import { Starting } from '../../ui/Starting.tsx';
import { LoginPage } from './LoginPage.tsx';

const text = defineText({
  failed: {
    zh: '页面未能加载：网络中断，或系统刚刚更新。',
    en: 'The page could not be loaded: the network failed, or the product was just updated.',
  },
  retry: { zh: '重新加载', en: 'Load again' },
});

const pages: Record<PublicPagePath, ComponentType> = {
  '/login': LoginPage,
  '/forgetPwd': lazy(() => import('./ForgotPasswordPage.tsx').then((m) => ({ default: m.ForgotPasswordPage }))),
  '/companyRegister': lazy(() =>
    import('./CompanyApplicationPage.tsx').then((m) => ({ default: m.CompanyApplicationPage })),
  ),
  '/invite': lazy(() => import('./InvitationPage.tsx').then((m) => ({ default: m.InvitationPage }))),
  '/inviteSuccess': lazy(() =>
    import('./InvitationAcceptedPage.tsx').then((m) => ({ default: m.InvitationAcceptedPage })),
  ),
  '/other': lazy(() => import('./OtherSystemPage.tsx').then((m) => ({ default: m.OtherSystemPage }))),
};

const ReportPage = lazy(() => import('./ReportPage.tsx').then((m) => ({ default: m.ReportPage })));

const SignPage = lazy(() => import('./SignPage.tsx').then((m) => ({ default: m.SignPage })));

const VerifyPage = lazy(() => import('./verify/VerifyPage.tsx').then((m) => ({ default: m.VerifyPage })));

/** The screen before sign-in that stands at this path, however it is cased. They lead to each other by plain links. */
export function PublicPages({ path }: { path: string }) {
  const wanted = path.replace(/\/+$/, '').toLowerCase();
  const found = Object.entries(pages).find(([each]) => each.toLowerCase() === wanted);
  const Page = isReportPage(path)
    ? ReportPage
    : isSignPage(path)
      ? SignPage
      : isVerifyPage(path)
        ? VerifyPage
        : (found?.[1] ?? LoginPage);
  return (
    <LoadBoundary>
      <Suspense fallback={<Starting />}>
        <Page />
      </Suspense>
    </LoadBoundary>
  );
}

/** What of a page did not arrive, or stopped working, is loaded anew with the document. */
class LoadBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <LoadFailed /> : this.props.children;
  }
}

function LoadFailed() {
  const t = useText(text);
  return (
    <main className="public-failed" role="alert">
      <p>{t.failed}</p>
      <button type="button" className="public-other" onClick={() => window.location.reload()}>
        {t.retry}
      </button>
    </main>
  );
}
