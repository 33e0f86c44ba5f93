import { holdsAny } from '@watchpost/contract';
import type { AppRoute } from './routeTable.ts';

/** What decides whether a route opens. */
export interface RouteViewer {
  /** Ids held for the company or for the current project. */
  readonly permissions: ReadonlySet<number>;
  /** Of the current project; null without one. */
  readonly industry: number | null;
}

/** Whether the user may open the route here and now. Spec §6. */
export function mayOpen(route: AppRoute, viewer: RouteViewer): boolean {
  if (route.industries && (viewer.industry === null || !route.industries.includes(viewer.industry))) return false;
  if (route.access === 'public' || route.access === 'session') return true;
  return holdsAny(viewer.permissions, route.access);
}

/** The end of a path below which everything belongs to the route. */
const anythingBelow = '/{path*}';

/** Screens open by their exact path, however the letters are cased: old links are written both ways. */
export const findRoute = (routes: readonly AppRoute[], pathname: string): AppRoute | undefined => {
  const wanted = pathname.replace(/\/+$/, '').toLowerCase();
  return routes.find(({ path }) =>
    path.endsWith(anythingBelow)
      ? wanted.startsWith(path.slice(0, -anythingBelow.length).toLowerCase().concat('/'))
      : path.toLowerCase() === wanted,
  );
};
