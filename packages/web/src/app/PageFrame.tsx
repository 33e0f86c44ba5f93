import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { PageSkeleton } from '../ui/index.ts';
import { documentTitle, PageBackContext, TitleBarContext } from '../ui/PageTitle.tsx';
import { lazyPage } from './loadPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import type { AppRoute } from './routeTable.ts';
import { text } from './text.ts';

/** One page with its title bar: back button, title from the route, and what the page adds through `PageTitle`. */
export function PageFrame({ route }: { route: AppRoute }) {
  const t = useText(text);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const [title, setTitle] = useState<HTMLElement | null>(null);
  const [subtitle, setSubtitle] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ title, subtitle, actions }), [title, subtitle, actions]);
  const routeTitle = inWords(route.title);

  useEffect(() => {
    document.title = documentTitle(routeTitle);
  }, [routeTitle]);

  const goBack = () => {
    // The first entry of this tab has nowhere to go back to.
    if ((window.history.state as { idx?: number } | null)?.idx) navigate(-1);
    else if (route.back) navigate(route.back);
  };

  return (
    <TitleBarContext value={slots}>
      {route.customHeader ? null : (
        <div className="title-bar">
          {route.back ? (
            <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t.back} title={t.back} onClick={goBack} />
          ) : null}
          <h1>
            {/* The page's own title, when it gives one, hides the route's. */}
            <span ref={setTitle} className="title-bar-own" />
            <span className="title-bar-route">{routeTitle}</span>
          </h1>
          <div ref={setSubtitle} className="title-bar-subtitle" />
          <div ref={setActions} className="title-bar-actions" />
        </div>
      )}
      <PageBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <PageBackContext value={route.back ?? null}>
            <LoadedPage route={route} />
          </PageBackContext>
        </Suspense>
      </PageBoundary>
    </TitleBarContext>
  );
}

/** Asks for the page at each mount, so that trying again after a failure loads anew. */
function LoadedPage({ route }: { route: AppRoute }) {
  const Page = lazyPage(route.page);
  return <Page path={route.path} title={route.title} subsystems={route.subsystems} />;
}
