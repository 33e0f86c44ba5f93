import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, Route, Routes, useLocation } from 'react-router';
import { PageFrame } from './PageFrame.tsx';
import type { AppRoute } from './routeTable.ts';

interface Kept {
  readonly route: AppRoute;
  /** Where the page was when it was last seen: a hidden page must not follow the address of the visible one. */
  readonly location: Location;
}

/**
 * Shows the page of the route, and keeps the cached ones that were seen before: hidden, without effects (so they neither poll
 * nor subscribe), with their state, address and scroll position.
 */
export function PageStack({ route }: { route: AppRoute }) {
  const location = useLocation();
  const [kept, setKept] = useState<readonly Kept[]>([]);

  const known = kept.find((each) => each.route.path === route.path);
  if (route.cached && known?.location !== location) {
    const entry = { route, location };
    setKept(known ? kept.map((each) => (each === known ? entry : each)) : [...kept, entry]);
  }

  return (
    <>
      {kept.map((each) => (
        <Activity key={each.route.path} mode={each.route.path === route.path ? 'visible' : 'hidden'}>
          <Page route={each.route} location={each.location} />
        </Activity>
      ))}
      {route.cached ? null : <Page key={route.path} route={route} location={location} />}
    </>
  );
}

function Page({ route, location }: Kept) {
  const scrollTop = useRef(0);
  // Effects of an Activity run when it is shown and are cleaned up when it is hidden.
  useLayoutEffect(() => {
    window.scrollTo(0, scrollTop.current);
  }, []);
  useEffect(() => {
    const remember = () => {
      scrollTop.current = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  return (
    <div className="page">
      <Routes location={location}>
        <Route path="*" element={<PageFrame route={route} />} />
      </Routes>
    </div>
  );
}
