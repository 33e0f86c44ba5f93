import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, Route, Routes, useLocation } from 'react-router';
import { setKeptAddresses } from './keptAddresses.ts';
import { PageFrame } from './PageFrame.tsx';
import type { AppRoute } from './routeTable.ts';

interface Kept {
  readonly route: AppRoute;
  /** What was found in one project must not come back in another. */
  readonly projectId: number | null;
  /** Where the page was when it was last seen: a hidden page must not follow the address of the visible one. */
  readonly location: Location;
}

/**
 * Shows the page of the route, and keeps the cached ones that were seen before: hidden, without effects (so they neither poll
 * nor subscribe), with their state, address and scroll position. A change of project forgets the hidden ones.
 */
export function PageStack({ route, projectId }: { route: AppRoute; projectId: number | null }) {
  const location = useLocation();
  const [kept, setKept] = useState<readonly Kept[]>([]);

  const known = kept.find((each) => each.route.path === route.path);
  const ofProject = kept.filter((each) => each === known || each.projectId === projectId);
  const entry = { route, location, projectId };
  if (route.cached && (known?.location !== location || known.projectId !== projectId)) {
    setKept(known ? ofProject.map((each) => (each === known ? entry : each)) : [...ofProject, entry]);
  } else if (ofProject.length < kept.length) {
    setKept(ofProject);
  }

  useEffect(() => {
    setKeptAddresses(new Map(kept.map((each) => [each.route.path, each.location.pathname + each.location.search])));
    return () => setKeptAddresses(new Map());
  }, [kept]);

  return (
    <>
      {kept.map((each) => (
        <Activity key={each.route.path} mode={each.route.path === route.path ? 'visible' : 'hidden'}>
          <Page {...each} />
        </Activity>
      ))}
      {route.cached ? null : <Page key={route.path} {...entry} />}
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
