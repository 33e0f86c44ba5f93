import { holdsAny, type PermissionName } from '@watchpost/contract';
import { useEffect, useMemo } from 'react';
import { observableValue, useObservable } from '../lib/ObservableValue.ts';
import { useSession } from '../lib/session.ts';
import { menuFacts } from './buildMenu.ts';
import { mayOpen, viewerOf } from './routeAccess.ts';
import { type AppRoute, type PlatformName, platforms, routes } from './routeTable.ts';

const platformNames = Object.keys(platforms) as PlatformName[];

/** Screens that stand on every platform leave the one before in place. */
const last = observableValue<PlatformName>('BUSINESS');

/** The platform of the route, else the one that was shown before. */
export function usePlatform(route: AppRoute | null): PlatformName {
  const before = useObservable(last);
  const platform = route?.platform ?? before;
  useEffect(() => last.set(platform), [platform]);
  return platform;
}

const inOrder = (a: AppRoute, b: AppRoute) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0);

/** Whether the company has the platform. Spec §1: some show only when their status flag is on. */
export function isPlatformOn(name: PlatformName, flags: Readonly<Record<string, boolean>>): boolean {
  const { flag } = platforms[name] as { readonly flag?: string };
  return flag === undefined || flags[flag] === true;
}

/** The first screen of each platform that the company has and the user may open. */
export function usePlatformPaths(): ReadonlyMap<PlatformName, string> {
  const session = useSession();
  return useMemo(() => {
    const { company, permissions, project } = session;
    const viewer = viewerOf(session);
    const facts = menuFacts(session);
    const mayHere = (route: AppRoute): boolean =>
      (route.needsProject === false || project !== null) &&
      mayOpen(route, viewer) &&
      (route.menu?.when === undefined || facts[route.menu.when]) &&
      (!route.menu?.only || holdsAny(permissions, route.menu.only as readonly PermissionName[]));
    const paths = new Map<PlatformName, string>();
    for (const name of platformNames) {
      if (!isPlatformOn(name, company.Flags)) continue;
      const first = routes.filter((route) => route.platform === name && route.menu && mayHere(route)).sort(inOrder)[0];
      if (first) paths.set(name, first.path);
    }
    return paths;
  }, [session]);
}
