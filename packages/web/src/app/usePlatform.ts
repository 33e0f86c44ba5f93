import { holdsAny, type PermissionName } from '@watchpost/contract';
import { useEffect, useMemo } from 'react';
import { observableValue, useObservable } from '../lib/ObservableValue.ts';
import { useSession } from '../lib/session.ts';
import { menuFacts } from './buildMenu.ts';
import { type PlatformName, platforms } from './platforms.ts';
import { isPlatformOn, mayOpen, viewerOf } from './routeAccess.ts';
import { type AppRoute, routes } from './routeTable.ts';

const platformNames = Object.keys(platforms) as PlatformName[];

/** Screens that stand on every platform leave the one before in place. */
const last = observableValue<PlatformName>('BUSINESS');

/** The platform of the route, else the one that was shown before; never one that the company does not have. */
export function usePlatform(route: AppRoute | null): PlatformName {
  const before = useObservable(last);
  const { flags } = viewerOf(useSession());
  const wanted = route?.platform ?? before;
  const platform = isPlatformOn(wanted, flags) ? wanted : 'BUSINESS';
  useEffect(() => last.set(platform), [platform]);
  return platform;
}

const inOrder = (a: AppRoute, b: AppRoute) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0);

/** The first screen of each platform that the company has and the user may open. */
export function usePlatformPaths(): ReadonlyMap<PlatformName, string> {
  const session = useSession();
  return useMemo(() => {
    const { permissions, project } = session;
    const viewer = viewerOf(session);
    const facts = menuFacts(session);
    const mayHere = (route: AppRoute): boolean =>
      (route.needsProject === false || project !== null) &&
      mayOpen(route, viewer) &&
      (route.menu?.when === undefined || facts[route.menu.when]) &&
      (!route.menu?.only || holdsAny(permissions, route.menu.only as readonly PermissionName[]));
    const paths = new Map<PlatformName, string>();
    for (const name of platformNames) {
      const first = routes.filter((route) => route.platform === name && route.menu && mayHere(route)).sort(inOrder)[0];
      if (first) paths.set(name, first.path);
    }
    return paths;
  }, [session]);
}
