import type { CallName, DashboardLayout, DeviceRow } from '@watchpost/contract';
import { Alert, Button, Checkbox } from 'antd';
import { lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { AlarmDetailDialog, OpenAlarms, pollWhileActive, useAlarmInAddress } from '../alarms/index.ts';
import {
  alarmLevelOf,
  countsOf,
  LiveStatus,
  mainPointOf,
  NotShownTag,
  severityRank,
  useHeardNow,
  useLiveDevices,
  useStarred,
} from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useMay, useProject, useSeesWholeProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ScreensContext } from '../people/index.ts';
import { levelShown } from '../points/index.ts';
import {
  EmptyState,
  ErrorState,
  ListSkeleton,
  PageTitle,
  SeverityMark,
  useNotify,
  useSave,
  Value,
} from '../ui/index.ts';
import './dashboard.css';
import { EnergyToday } from './EnergyToday.tsx';
import { nearOf } from './nearness.ts';
import { Adding } from './parts/Adding.tsx';
import { ClassTable } from './parts/ClassTable.tsx';
import { Curves } from './parts/Curves.tsx';
import { VisitorsToday } from './parts/VisitorsToday.tsx';
import { Totals } from './Totals.tsx';
import { dashboardText } from './text.ts';
import {
  type Board,
  moved,
  ordered,
  partsWithoutDevices,
  useBoard,
  usualHidden,
  usualOrder,
  type Widget,
} from './useBoard.ts';
import { WeatherAhead } from './WeatherAhead.tsx';

const alarmsAtOnce = 20;
const nearestShown = 10;
const mostShortcuts = 12;
const callsAboutDashboards: readonly CallName[] = ['getDashboardDefault'];
const standOnDevices: ReadonlySet<Widget> = new Set(['starred', 'nearest', 'areas', 'totals', 'values', 'curves']);

// What draws plans is loaded where there is one.
const PlanThumbnail = lazy(() => import('../plans/index.ts').then((m) => ({ default: m.PlanThumbnail })));

// So is what draws circuits, and what plays videos.
const ProjectDiagram = lazy(() => import('../diagrams/index.ts').then((m) => ({ default: m.ProjectDiagram })));
const CameraView = lazy(() => import('./parts/CameraView.tsx').then((m) => ({ default: m.CameraView })));

/** What a person wants to see first of a project. Route /dashboard/index. */
export function DashboardPage() {
  const { ProjectId } = useProject();
  return <Dashboard key={ProjectId} projectId={ProjectId} />;
}

interface Parts {
  readonly projectId: number;
  readonly devices: readonly DeviceRow[];
  readonly now: number;
  readonly board: Board;
  readonly change: (change: Partial<Board>) => void;
}

function Dashboard({ projectId }: { projectId: number }) {
  const t = useText(dashboardText);
  const { board, change, restore, follow } = useBoard(projectId);
  const [arranging, setArranging] = useState(false);
  const now = useHeardNow(5_000);
  const list = useLiveDevices(projectId, {}, true);
  const devices = useMemo(() => list.data?.Data ?? [], [list.data]);
  const { Industry } = useProject();
  const mayArrangeForAll = useMay('projectConfig');
  const ofEverybody = useCall('getDashboardDefault', { query: { projectId } });
  const ofProject = ofEverybody.data?.Layout ?? null;
  const order = ordered(usualOrder(Industry), (each) => each, board.order ?? ofProject?.Order);
  // What is not known to be there is not taken for absent.
  const knowsAll = list.data !== undefined && list.data.TotalCount <= devices.length;
  const usual = [...usualHidden(Industry), ...(knowsAll ? partsWithoutDevices(devices) : [])];
  const hidden = new Set<string>(board.hidden ?? ofProject?.Hidden ?? usual);
  const shown = arranging ? order : order.filter((widget) => !hidden.has(widget));
  const counts = useMemo(() => countsOf(devices, now), [devices, now]);
  const newest = Math.max(0, ...devices.flatMap(({ Points }) => Points.map(({ Time }) => Time ?? 0)));
  const parts: Parts = { projectId, devices, now, board, change };
  const contents: Record<Widget, () => ReactNode> = {
    alarms: () => <Alarms projectId={projectId} />,
    starred: () => <Starred {...parts} />,
    nearest: () => <Nearest {...parts} />,
    shortcuts: () => <Shortcuts {...parts} />,
    areas: () => <Areas {...parts} />,
    plan: () => <Plans projectId={projectId} devices={devices} now={now} />,
    totals: () => <Totals devices={devices} now={now} />,
    energy: () => <EnergyToday projectId={projectId} />,
    diagram: () => (
      <ProjectDiagram
        projectId={projectId}
        chosen={board.diagram ?? null}
        onChoose={(diagram) => change({ diagram })}
      />
    ),
    visitors: () => <VisitorsToday projectId={projectId} />,
    values: () => (
      <ClassTable
        devices={devices}
        now={now}
        classId={board.valuesClass ?? null}
        onClass={(valuesClass) => change({ valuesClass })}
      />
    ),
    curves: () => <StarredCurves {...parts} />,
    camera: () => (
      <CameraView projectId={projectId} cameraKey={board.camera ?? null} onCamera={(camera) => change({ camera })} />
    ),
    weather: () => <WeatherAhead projectId={projectId} />,
  };
  /** Of those that stand on the devices, which may not be known yet. */
  const ofDevices = (widget: Widget, content: () => ReactNode) => {
    if (!standOnDevices.has(widget)) return content();
    if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
    return list.data ? content() : <ListSkeleton rows={4} />;
  };
  return (
    <div className="dashboard">
      <PageTitle
        subtitle={
          list.data ? (list.data.TotalCount === 0 ? t.none : t.situation(list.data.TotalCount, counts)) : undefined
        }
        actions={
          <>
            {arranging ? <Button onClick={restore}>{t.restore}</Button> : null}
            <Button onClick={() => setArranging(!arranging)}>{arranging ? t.done : t.arrange}</Button>
            <LiveStatus newest={newest === 0 ? null : newest} />
          </>
        }
      />
      {list.data && list.data.TotalCount > devices.length ? (
        <Alert type="info" title={t.firstOf(devices.length, list.data.TotalCount)} />
      ) : null}
      {ofEverybody.error && !ofEverybody.data ? (
        <ErrorState error={ofEverybody.error} onRetry={() => void ofEverybody.refetch()} />
      ) : null}
      {arranging && mayArrangeForAll ? (
        <ForEverybody
          projectId={projectId}
          layout={{ Order: [...order], Hidden: order.filter((widget) => hidden.has(widget)) }}
          isArranged={ofProject !== null}
          isKnown={ofEverybody.data !== undefined}
          onDone={follow}
        />
      ) : null}
      <div className={arranging ? 'dashboard-grid dashboard-arranging' : 'dashboard-grid'}>
        {shown.map((widget) => (
          <section key={widget} className={`dashboard-part dashboard-${widget}`} aria-label={t[widget]}>
            {arranging || widget !== 'alarms' ? (
              <header className="dashboard-head">
                <h2>{t[widget]}</h2>
                {arranging ? (
                  <span>
                    <Checkbox
                      aria-label={t.show(t[widget])}
                      checked={!hidden.has(widget)}
                      onChange={({ target }) =>
                        change({
                          hidden: target.checked ? [...hidden].filter((each) => each !== widget) : [...hidden, widget],
                        })
                      }
                    />
                    <Button
                      size="small"
                      aria-label={t.up(t[widget])}
                      onClick={() => change({ order: moved(order, widget, -1) })}
                    >
                      ↑
                    </Button>
                    <Button
                      size="small"
                      aria-label={t.down(t[widget])}
                      onClick={() => change({ order: moved(order, widget, 1) })}
                    >
                      ↓
                    </Button>
                  </span>
                ) : null}
              </header>
            ) : null}
            {arranging && hidden.has(widget) ? null : (
              <Suspense fallback={<ListSkeleton rows={4} />}>{ofDevices(widget, contents[widget])}</Suspense>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

/** What the person arranged becomes the dashboard of everybody who arranged nothing, or that is taken back. */
function ForEverybody({
  projectId,
  layout,
  isArranged,
  isKnown,
  onDone,
}: {
  projectId: number;
  layout: DashboardLayout;
  /** The project has a dashboard of its own. */
  isArranged: boolean;
  /** False: the dashboard of the project could not be read, so what stands here may not be a change of it. */
  isKnown: boolean;
  onDone: () => void;
}) {
  const t = useText(dashboardText);
  const notify = useNotify();
  const save = useSave(callsAboutDashboards);
  const keep = (Layout: DashboardLayout | null, said: string) =>
    void save('saveDashboardDefault', { body: { ProjectId: projectId, Layout } }, said).then(onDone, notify.failure);
  return (
    <div className="dashboard-for-all">
      {isArranged ? <Button onClick={() => keep(null, t.usualForAll)}>{t.takeFromAll}</Button> : null}
      <Button disabled={!isKnown} onClick={() => keep(layout, t.givenToAll)}>
        {t.giveToAll}
      </Button>
    </div>
  );
}

function Alarms({ projectId }: { projectId: number }) {
  const t = useText(dashboardText);
  const mayManage = useMay('alarmManage');
  const [opened, open] = useAlarmInAddress();
  const alarms = useCall(
    'getAlarmAct',
    mayManage
      ? { query: {}, body: { ProjectId: projectId, SortType: 'level', IsAsc: true, PageSize: alarmsAtOnce } }
      : null,
    { refetchInterval: pollWhileActive },
  );
  if (!mayManage) return <EmptyState title={t.noAlarmRight} />;
  return (
    <>
      <OpenAlarms
        alarms={alarms.data?.Data}
        total={alarms.data?.TotalCount ?? 0}
        error={alarms.error}
        onRetry={() => void alarms.refetch()}
        onOpen={open}
      />
      <AlarmDetailDialog alarmId={opened} onClose={() => open(null)} />
    </>
  );
}

function Starred({ projectId, devices, now }: Parts) {
  const t = useText(dashboardText);
  const { ids, toggle } = useStarred(projectId);
  const starred = ids.flatMap((id) => devices.filter(({ Mtid }) => Mtid === id));
  return (
    <>
      {starred.length === 0 ? (
        <p className="dashboard-faint">{t.noStarred}</p>
      ) : (
        <ul className="dashboard-tiles">
          {starred.map((device) => {
            const point = mainPointOf(device);
            const level = alarmLevelOf(device);
            return (
              <li key={device.Mtid}>
                <span className="dashboard-tile-head">
                  <Link to={links.device(device.Mtid)}>{device.MName}</Link>
                  <Button
                    size="small"
                    type="text"
                    aria-label={t.unstar(device.MName)}
                    onClick={() => toggle(device.Mtid)}
                  >
                    ★
                  </Button>
                </span>
                {point ? <Value value={point} size="large" level={levelShown(point)} showAge /> : dash}
                {level ? <SeverityMark level={level} variant="tag" /> : <NotShownTag device={device} now={now} />}
              </li>
            );
          })}
        </ul>
      )}
      <Adding
        label={t.addStar}
        options={devices
          .filter(({ Mtid }) => !ids.includes(Mtid))
          .map(({ Mtid, MName }) => ({ value: Mtid, label: MName }))}
        onPick={toggle}
      />
    </>
  );
}

function Nearest({ devices, now }: Parts) {
  const t = useText(dashboardText);
  const near = devices
    .flatMap((device) => nearOf(device, now) ?? [])
    .sort((a, b) => a.distance - b.distance)
    .slice(0, nearestShown);
  if (near.length === 0) return <p className="dashboard-faint">{t.noNearest}</p>;
  return (
    <ul className="dashboard-rows">
      {near.map(({ device, point, lower, upper, from, to }) => {
        const share = (value: number) => ((value - from) / (to - from)) * 100;
        const words = (value: number | null) => (value === null ? dash : formatNumber(value, point.Decimals));
        const value = formatWithUnit(point.Value, point.Unit, point.Decimals);
        return (
          <li key={device.Mtid}>
            <Link to={links.device(device.Mtid)}>{device.MName}</Link>
            <span
              className="dashboard-band"
              role="img"
              aria-label={t.band(value, words(lower), words(upper))}
              title={t.band(value, words(lower), words(upper))}
            >
              <i style={{ left: `${share(lower ?? from)}%`, right: `${100 - share(upper ?? to)}%` }} />
              <b style={{ left: `${share(point.Value!)}%` }} />
            </span>
            <Value value={point} level={levelShown(point)} />
          </li>
        );
      })}
    </ul>
  );
}

function StarredCurves({ projectId, devices, now }: Parts) {
  const { ids } = useStarred(projectId);
  return <Curves projectId={projectId} devices={devices} starred={ids} now={now} />;
}

/** The screens of the menu, as this person has them here. */
function useScreens(devices: readonly DeviceRow[]): readonly { path: string; label: string }[] {
  const inWords = useBilingual();
  const { permissions, projects } = useSession();
  const project = useProject();
  const isLimited = !useSeesWholeProject();
  const screens = useContext(ScreensContext);
  const subsystems = new Set(devices.map(({ BigTypeCode }) => BigTypeCode));
  const all =
    screens
      ?.menusOf({
        permissions,
        industry: project.Industry,
        isLimited,
        subsystems,
        placesToShow: projects.length > 1,
      })
      .flatMap(({ titles }) => titles) ?? [];
  return [...new Map(all.map(({ path, title }) => [path, { path, label: inWords(title) }])).values()];
}

function Shortcuts({ devices, board, change }: Parts) {
  const t = useText(dashboardText);
  const screens = useScreens(devices);
  const chosen = board.shortcuts ?? [];
  const shown = chosen.flatMap((path) => screens.filter((screen) => screen.path === path));
  return (
    <>
      {shown.length === 0 ? <p className="dashboard-faint">{t.noShortcuts}</p> : null}
      <ul className="dashboard-rows">
        {shown.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
            <Button
              size="small"
              type="text"
              aria-label={t.removeShortcut(label)}
              onClick={() => change({ shortcuts: chosen.filter((each) => each !== path) })}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      {chosen.length < mostShortcuts ? (
        <Adding
          label={t.addShortcut}
          options={screens
            .filter(({ path }) => !chosen.includes(path))
            .map(({ path, label }) => ({ value: path, label }))}
          onPick={(path) => change({ shortcuts: [...chosen, path] })}
        />
      ) : null}
    </>
  );
}

function Areas({ devices, now, board, change }: Parts) {
  const t = useText(dashboardText);
  const [editing, setEditing] = useState(false);
  const all = [...Map.groupBy(devices, ({ LocationId }) => LocationId ?? 0)].map(([id, group]) => ({
    id,
    name: group[0]!.LocationName ?? t.noArea,
    group: group.toSorted((a, b) => severityRank(a, now) - severityRank(b, now)),
  }));
  const areas = ordered(all, ({ id }) => id, board.areaOrder);
  const ids = areas.map(({ id }) => id);
  const hidden = board.hiddenAreas ?? [];
  const shown = editing ? areas : areas.filter(({ id }) => !hidden.includes(id));
  return (
    <>
      <Button size="small" className="dashboard-corner" onClick={() => setEditing(!editing)}>
        {editing ? t.done : t.editAreas}
      </Button>
      {shown.length === 0 ? <p className="dashboard-faint">{t.noAreas}</p> : null}
      <ul className="dashboard-rows">
        {shown.map(({ id, name, group }) => {
          const worst = alarmLevelOf(group[0]!);
          const counts = countsOf(group, now);
          return (
            <li key={id}>
              {editing ? (
                <>
                  <Checkbox
                    checked={!hidden.includes(id)}
                    onChange={({ target }) =>
                      change({ hiddenAreas: target.checked ? hidden.filter((each) => each !== id) : [...hidden, id] })
                    }
                  >
                    {name}
                  </Checkbox>
                  <span className="dashboard-moves">
                    <Button
                      size="small"
                      aria-label={t.up(name)}
                      onClick={() => change({ areaOrder: moved(ids, id, -1) })}
                    >
                      ↑
                    </Button>
                    <Button
                      size="small"
                      aria-label={t.down(name)}
                      onClick={() => change({ areaOrder: moved(ids, id, 1) })}
                    >
                      ↓
                    </Button>
                  </span>
                </>
              ) : (
                <>
                  <span className="dashboard-name">
                    {name} <small>{t.devices(group.length)}</small>
                  </span>
                  {worst ? (
                    <SeverityMark level={worst} variant="tag">
                      {t.areaState(counts)}
                    </SeverityMark>
                  ) : (
                    <span className="dashboard-faint">{t.areaState(counts)}</span>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The first plan as it stands, and the names of the others. */
function Plans({ projectId, devices, now }: Pick<Parts, 'projectId' | 'devices' | 'now'>) {
  const t = useText(dashboardText);
  const plans = useCall('getPlanList', { query: { projectId } });
  if (plans.error && !plans.data) return <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />;
  if (!plans.data) return <ListSkeleton rows={2} />;
  if (plans.data.length === 0) return <p className="dashboard-faint">{t.noPlan}</p>;
  return (
    <>
      <Suspense fallback={<ListSkeleton rows={4} />}>
        <PlanThumbnail planId={plans.data[0]!.PlanId} devices={devices} now={now} />
      </Suspense>
      <ul className="dashboard-rows">
        {plans.data.map(({ PlanId, PlanName, LocationName, DeviceCount }) => (
          <li key={PlanId}>
            <Link to={links.plan(PlanId)}>
              {PlanName} · {LocationName}
            </Link>
            <span className="dashboard-faint">{t.devices(DeviceCount)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
