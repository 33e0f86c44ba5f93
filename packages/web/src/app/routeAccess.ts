import { countingWhereLimited, holdsAny, type Permission, type PermissionName, permissions } from '@watchpost/contract';
import type { Session } from '../lib/session.ts';
import { type PlatformName, platforms } from './platforms.ts';
import type { AppRoute } from './routeTable.ts';

/** What decides whether a route opens. */
export interface RouteViewer {
  /** Ids held for the company or for the current project. */
  readonly permissions: ReadonlySet<number>;
  /** Of the current project; null without one. */
  readonly industry: number | null;
  /** Only some devices of the current project are visible to the user. */
  readonly isLimited: boolean;
  /** The user's company runs this installation: some permissions mean something only there. */
  readonly ofOperator: boolean;
  readonly companyId: number;
  /** The flags of the user's company; see `companyFlags`. */
  readonly flags: Readonly<Record<string, boolean>>;
}

/** Whether the company has the platform. Spec §1: some are there only when their status flag is on. */
export function isPlatformOn(name: PlatformName, flags: RouteViewer['flags']): boolean {
  const { flag } = platforms[name] as { readonly flag?: string };
  return flag === undefined || flags[flag] === true;
}

/** Whether the company has the screen at all, apart from the user's permissions. */
export const isInCompany = (route: AppRoute, { companyId, flags }: Pick<RouteViewer, 'companyId' | 'flags'>): boolean =>
  (route.platform === null || isPlatformOn(route.platform, flags)) && (route.companies?.includes(companyId) ?? true);

/** Whether the user may open the route here and now. Spec §6. */
export function mayOpen(route: AppRoute, viewer: RouteViewer): boolean {
  if (!isInCompany(route, viewer)) return false;
  if (route.industries && (viewer.industry === null || !route.industries.includes(viewer.industry))) return false;
  if (route.access === 'public' || route.access === 'session') return true;
  const meant = route.access.filter((name) => viewer.ofOperator || !isOfOperator(name));
  const counting = viewer.isLimited ? countingWhereLimited(meant) : meant;
  return counting.length > 0 && holdsAny(viewer.permissions, counting);
}

/** The viewer whom a session makes. */
export const viewerOf = ({ permissions: held, project, company, limitedProjects }: Session): RouteViewer => ({
  permissions: held,
  industry: project?.Industry ?? null,
  isLimited: project !== null && limitedProjects.has(project.ProjectId),
  ofOperator: company.IsOperator,
  companyId: company.CompanyId,
  flags: company.Flags,
});

const isOfOperator = (name: PermissionName): boolean => (permissions[name] as Permission).ofOperator === true;

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
