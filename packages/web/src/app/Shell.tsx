import { useQueryClient } from '@tanstack/react-query';
import type { ProjectRow } from '@watchpost/contract';
import { Button } from 'antd';
import { Activity, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AlarmPopups, useAlarmChanges } from '../alarms/index.ts';
import { DownloadNotices } from '../downloads/index.ts';
import { askAgain } from '../lib/askAgain.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { usePreference } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, NoPermission, PageSkeleton, useFocusReturn, useHotkeys } from '../ui/index.ts';
import { buildMenu, firstPath, type MenuGroup, menuFacts, screensOf } from './buildMenu.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Forbidden } from './ForbiddenPage.tsx';
import { Header } from './Header.tsx';
import { HotkeyHelp } from './HotkeyHelp.tsx';
import { lazyPart } from './loadPage.tsx';
import { NoProject } from './NoProject.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageStack } from './PageStack.tsx';
import { type PlatformName, platforms } from './platforms.ts';
import { mayOpen, viewerOf } from './routeAccess.ts';
import { type AppRoute, routes } from './routeTable.ts';
import { Sidebar } from './Sidebar.tsx';
import { subsystemsOf } from './subsystemsOf.ts';
import { text } from './text.ts';
import { startWishOf } from './useGoToProject.ts';
import { usePlatform, usePlatformPaths } from './usePlatform.ts';
import { useWindowWidth, type WindowWidth } from './useWindowWidth.ts';

/** Stands ready for the dangerous calls; what it shows is large. */
const Identity = lazyPart(() => import('../account/IdentityDialog.tsx').then((m) => m.IdentityDialog));

/** Comes when it is called for. */
const CommandPalette = lazyPart(() => import('./CommandPalette.tsx').then((m) => m.CommandPalette));

/** Comes after the page. */
const ReportNotices = lazyPart(() => import('../reports/ReportNotices.tsx').then((m) => m.ReportNotices));

/** Only phones need it, and what it is made of is large. */
const PhoneMenu = lazyPart(() => import('./PhoneMenu.tsx').then((m) => m.PhoneMenu));

const noGroups: readonly MenuGroup[] = [];
const noScreens: readonly AppRoute[] = [];

/**
 * Everything around the page. `start`: the address that leads to the first screen the user may open. `forbidden`: the one
 * where unknown paths end.
 */
export function Shell({ route: address }: { route: AppRoute | 'start' | 'forbidden' }) {
  const t = useText(text);
  const session = useSession();
  const { project, projects } = session;
  const navigate = useNavigate();
  const location = useLocation();
  const route = typeof address === 'string' ? null : address;
  const [help, setHelp] = useState(false);
  const [isSearching, search] = useState(false);
  const platform = usePlatform(route);
  // Without an address the session starts on the business platform. Spec §4.
  const menu = useMenu(address === 'start' ? 'BUSINESS' : platform);

  useFocusReturn();
  useAlarmChanges(projects.map(({ ProjectId }) => ProjectId));
  useHotkeys([{ keys: '?', what: text.help, run: () => setHelp(true) }]);
  useGoKeys(menu.entries);
  usePaletteKey(() => search(true));

  const viewer = viewerOf(session);
  const content = () => {
    if (address === 'forbidden') {
      return (
        <div className="page">
          <Forbidden />
        </div>
      );
    }
    if (project === null && route?.needsProject !== false) return <NoProject />;
    if (route && mayOpen(route, viewer)) return <PageStack route={route} projectId={project?.ProjectId ?? null} />;
    if (route) {
      return <NoPermission action={<Button onClick={() => navigate('/')}>{t.toFirstPage}</Button>} />;
    }
    if (menu.loading) return <PageSkeleton />;
    if (menu.error) return <ErrorState error={menu.error} onRetry={menu.retry} />;
    const wish = startWishOf(location.state);
    if (wish && screensOf(menu.entries).some(({ path }) => path === wish.path)) {
      return <LeadOn to={wish.path + wish.search} />;
    }
    const first = firstPath(menu.entries, projects.length < 2 || namesProject(location.state));
    return first ? <LeadOn to={first} /> : <NoPermission title={t.nothingAllowed} hint={t.switchProjectHint} />;
  };

  return (
    <Frame
      route={route}
      platform={belongsToNone(route) ? null : platform}
      menu={menu.entries}
      onHelp={() => setHelp(true)}
      onSearch={() => search(true)}
    >
      <ConnectionBanner />
      {project && (route ?? { needsProject: true }).needsProject !== false ? <StateBanner project={project} /> : null}
      <main id="content" className="content" tabIndex={-1}>
        <ProjectOfAddress>{content()}</ProjectOfAddress>
      </main>
      <HotkeyHelp open={help} onClose={() => setHelp(false)} />
      {isSearching ? (
        <PageBoundary>
          <Suspense fallback={null}>
            <CommandPalette screens={menu.everywhere} onClose={() => search(false)} />
          </Suspense>
        </PageBoundary>
      ) : null}
      <AlarmPopups />
      <DownloadNotices />
      <PageBoundary>
        <Suspense fallback={null}>
          <ReportNotices />
        </Suspense>
      </PageBoundary>
      <Identity />
    </Frame>
  );
}

/**
 * Whether the browser is still where the screen says. Somebody who clicks while a project is being switched is elsewhere at once,
 * but the screen stays the old one until the page they asked for is loaded: then nothing may lead them back.
 */
const isStillAt = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  window.location.pathname === pathname && window.location.search === search;

/** Leads on from the start address. */
function LeadOn({ to }: { to: string }) {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (isStillAt(location)) void navigate(to, { replace: true });
  }, [location, navigate, to]);
  return null;
}

/** What keeps the project's present values from being shown; on its own pages only. */
function StateBanner({ project: { ProjectName, State, Expired, ServiceEnd } }: { project: ProjectRow }) {
  const t = useText(text);
  if (State !== 'disabled' && !Expired) return null;
  return (
    <p className="banner banner-important" role="alert">
      {State === 'disabled' ? t.projectDisabled(ProjectName) : t.projectExpired(ProjectName, ServiceEnd ?? '')}
    </p>
  );
}

/** The address named a project before it was taken over from there. */
const namesProject = (state: unknown): boolean => (state as { namedProject?: boolean } | null)?.namedProject === true;

/** Header and sidebar, in the shape that the window's width allows. */
function Frame({
  route,
  platform,
  menu,
  onHelp,
  onSearch,
  children,
}: {
  route: AppRoute | null;
  platform: PlatformName | null;
  menu: readonly MenuGroup[];
  onHelp: () => void;
  onSearch: () => void;
  children: React.ReactNode;
}) {
  const t = useText(text);
  const width = useWindowWidth();
  const platformPaths = usePlatformPaths();
  const [drawer, setDrawer] = useState(false);
  // Chosen for wide and for narrow windows by itself: crossing the threshold closes or opens the sidebar.
  const [kept, keep] = usePreference<Readonly<Partial<Record<WindowWidth, boolean>>>>('menu.open', {});
  const open = width === 'phone' ? drawer : (kept[width] ?? width === 'wide');
  const setOpen = (next: boolean) => (width === 'phone' ? setDrawer(next) : keep({ ...kept, [width]: next }));
  const hasSidebar = !route?.hideSidebar;
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.skipToContent}
      </a>
      <Header
        compact={width === 'phone'}
        menuOpen={open}
        onToggleMenu={() => setOpen(!open)}
        onHelp={onHelp}
        onSearch={onSearch}
        platform={platform}
        platformPaths={platformPaths}
      />
      <div className="shell-body">
        {hasSidebar && width !== 'phone' ? (
          <div className={open ? 'sidebar' : 'sidebar sidebar-closed'}>
            <Sidebar menu={menu} rail={!open} />
          </div>
        ) : null}
        <div className="shell-main">{children}</div>
      </div>
      {hasSidebar && width === 'phone' ? (
        <PageBoundary>
          <Suspense fallback={null}>
            <PhoneMenu
              open={open}
              menu={menu}
              platform={platform}
              platformPaths={platformPaths}
              onClose={() => setDrawer(false)}
            />
          </Suspense>
        </PageBoundary>
      ) : null}
    </div>
  );
}

/** Whether the screen belongs to no platform: personal settings and files. */
const belongsToNone = (route: AppRoute | null): boolean => route?.platform === null && route.hideSidebar === true;

function useMenu(platform: PlatformName) {
  const session = useSession();
  const { company, project, switching } = session;
  const types = useCall(
    'getBigSmallType',
    project ? { query: { companyId: company.CompanyId, projectId: project.ProjectId } } : null,
    { staleTime: 60_000, placeholderData: (before) => before },
  );
  const menus = useMemo(() => {
    if (project && !types.data) return null;
    const input = { ...viewerOf(session), subsystems: subsystemsOf(project, types.data), ...menuFacts(session) };
    const menuOf = (name: PlatformName) => buildMenu(routes, { ...input, platform: name });
    const everywhere = (Object.keys(platforms) as PlatformName[]).flatMap((name) => screensOf(menuOf(name)));
    return { entries: menuOf(platform), everywhere: [...new Set(everywhere)] };
  }, [platform, session, project, types.data]);
  return {
    entries: menus?.entries ?? noGroups,
    /** Screens of every platform. */
    everywhere: menus?.everywhere ?? noScreens,
    // What the menu of another project would lead to may be missing here.
    loading: project !== null && (switching === true || types.isPending || types.isPlaceholderData),
    error: types.data ? null : types.error,
    retry: () => void types.refetch(),
  };
}

/** Wherever one types, it is no letter of a word. */
function usePaletteKey(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** `g` then the entry's number in the sidebar; `g a` for the alarms is what people remember. */
function useGoKeys(menu: readonly MenuGroup[]): void {
  const navigate = useNavigate();
  const targets = screensOf(menu).slice(0, 9);
  useHotkeys(
    targets.map((route, index) => ({
      keys: route.path === '/alarmManage/index' ? 'g a' : `g ${index + 1}`,
      what: { zh: text.goTo.zh(route.title.zh), en: text.goTo.en(route.title.en) },
      run: () => navigate(route.path),
    })),
  );
}

/**
 * A link may name its project (`?project=5`): the shell goes there first, so that no page asks in the wrong project. One that
 * this browser has not heard of may be new: the list of projects is read again before the name is dropped.
 */
function ProjectOfAddress({ children }: { children: React.ReactNode }) {
  const { project, projects, switchProject } = useSession();
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const { state } = location;
  const queryClient = useQueryClient();
  const [unknown, setUnknown] = useState<number | null>(null);
  const named = idInAddress(search, 'project');
  const present = search.has('project');
  const isKnown = projects.some(({ ProjectId }) => ProjectId === named);
  const isMissing = named !== null && !isKnown && unknown !== named;

  useEffect(() => {
    if (!isMissing) return;
    let left = false;
    void askAgain(queryClient, ['getUserOwnProject']).then(() => {
      const answers = queryClient.getQueriesData<readonly ProjectRow[]>({ queryKey: ['getUserOwnProject'] });
      // Found: the session says so in a moment.
      const isFound = answers.some(([, projects]) => projects?.some(({ ProjectId }) => ProjectId === named));
      if (!left && !isFound) setUnknown(named);
    });
    return () => {
      left = true;
    };
  }, [isMissing, named, queryClient]);

  useEffect(() => {
    if (!present || isMissing || !isStillAt(location)) return;
    if (named !== null && isKnown && named !== project?.ProjectId) {
      switchProject(named);
      return;
    }
    setSearch(
      (before) => {
        before.delete('project');
        return before;
      },
      { replace: true, state: { ...(state as object | null), namedProject: true } },
    );
  }, [present, isMissing, isKnown, named, project, state, location, switchProject, setSearch]);

  return (
    <>
      {present ? <PageSkeleton /> : null}
      <Activity mode={present ? 'hidden' : 'visible'}>{children}</Activity>
    </>
  );
}
