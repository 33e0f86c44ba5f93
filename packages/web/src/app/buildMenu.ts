import { holdsAny } from '@watchpost/contract';
import type { Session } from '../lib/session.ts';
import type { PlatformName } from './platforms.ts';
import { mayOpen, type RouteViewer } from './routeAccess.ts';
import type { AppRoute } from './routeTable.ts';

export const menuGroups = ['monitoring', 'alarms', 'setUp'] as const;

/** One headed part of the menu: the same ones in the same order in every project. */
export interface MenuGroup {
  readonly name: (typeof menuGroups)[number];
  readonly entries: readonly MenuEntry[];
}

export type MenuEntry =
  | { readonly kind: 'item'; readonly route: AppRoute }
  | { readonly kind: 'subsystems'; readonly routes: readonly AppRoute[] };

export interface MenuInput extends RouteViewer {
  readonly platform: PlatformName;
  /** Codes of the subsystems the project has devices of. */
  readonly subsystems: ReadonlySet<string>;
  /** The user has more than one project, or one with a position: there is something for a map. */
  readonly placesToShow?: boolean;
  /** The company has a knowledge hub. */
  readonly knowledgeHub?: boolean;
}

/** The facts of the session that decide about conditional entries. */
export const menuFacts = ({ company, projects }: Pick<Session, 'company' | 'projects'>) => ({
  placesToShow: projects.length > 1 || projects.some(({ Latitude }) => Latitude !== null),
  knowledgeHub: company.KnowledgeHubUrl !== null,
});

const inOrder = (a: AppRoute, b: AppRoute) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0);

/**
 * The sidebar: what the user may open here, in the project's shape. Where the subsystems stand among what is monitored depends on
 * the industry (spec §2): 1 puts them first, 2 and 4 fold them into one group, 3 appends them.
 *
 * @returns groups that hold something
 */
export function buildMenu(routes: readonly AppRoute[], input: MenuInput): MenuGroup[] {
  const open = routes.filter(
    (route) =>
      route.menu !== undefined &&
      (route.menu.when === undefined || input[route.menu.when] === true) &&
      (!route.menu.only || holdsAny(input.permissions, route.menu.only)) &&
      (route.platform === null || route.platform === input.platform) &&
      (route.needsProject === false || input.industry !== null) &&
      (!route.subsystems || route.subsystems.some((code) => input.subsystems.has(code))) &&
      mayOpen(route, input),
  );
  const of = (...groups: NonNullable<AppRoute['menu']>['group'][]) =>
    groups.flatMap((group) => open.filter((route) => route.menu?.group === group).sort(inOrder));
  const items = (list: readonly AppRoute[]): MenuEntry[] => list.map((route) => ({ kind: 'item', route }));

  const monitor = of('monitor');
  const isFolded = monitor.length > 0 && (input.industry === 2 || input.industry === 4);
  const boards = monitor.filter(({ subsystems }) => subsystems);
  const others = monitor.filter(({ subsystems }) => !subsystems);
  const monitored = isFolded
    ? [{ kind: 'subsystems' as const, routes: monitor }]
    : items(input.industry === 3 ? [...others, ...boards] : [...boards, ...others]);
  return [
    { name: 'monitoring' as const, entries: [...monitored, ...items(of('overview'))] },
    { name: 'alarms' as const, entries: items(of('alarms')) },
    { name: 'setUp' as const, entries: items(of('project', 'company')) },
  ].filter(({ entries }) => entries.length > 0);
}

/** Every screen of the menu, however it is nested. */
export const screensOf = (menu: readonly MenuGroup[]): readonly AppRoute[] =>
  menu.flatMap(({ entries }) => entries.flatMap((entry) => (entry.kind === 'item' ? [entry.route] : entry.routes)));

/**
 * Where a session starts: on the map when it has places to show (spec §4), else at monitoring wherever that stands in the menu,
 * else at the first entry. Null: nothing may be opened.
 *
 * @param ofProject a project was chosen, so the map of all is not what is wanted
 */
export function firstPath(menu: readonly MenuGroup[], ofProject: boolean): string | null {
  const open = screensOf(menu);
  const map = open.find((route) => route.menu?.when === 'placesToShow');
  if (map && !ofProject) return map.path;
  const monitor = open.filter((route) => route.menu?.group === 'monitor');
  return (monitor.find(({ subsystems }) => subsystems) ?? monitor[0] ?? open[0])?.path ?? null;
}
