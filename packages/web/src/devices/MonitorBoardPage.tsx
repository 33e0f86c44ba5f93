import type { AlarmRow, DeviceRow } from '@watchpost/contract';
import { Alert, Button, Segmented } from 'antd';
import { type CSSProperties, lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AlarmDetailDialog, OpenAlarms, useAlarmInAddress } from '../alarms/index.ts';
import { useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import type { PageProps } from '../lib/page.ts';
import { usePreference } from '../lib/preferences.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay, useMaySetUp, useProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useMedia } from '../lib/useMedia.ts';
import { EmptyState, ErrorState, ListSkeleton, PageSkeleton, PageTitle } from '../ui/index.ts';
import { BoardFilters } from './BoardFilters.tsx';
import { BoardLook, type Grouping, type View } from './BoardLook.tsx';
import { type BoardQuery, boardQueryOf, isBoardFiltered, withBoardQuery } from './boardQuery.ts';
import { DeviceCard } from './DeviceCard.tsx';
import { cardValueOf, countsOf, severityRank, statusOf } from './deviceState.ts';
import { LiveStatus } from './LiveStatus.tsx';
import './MonitorBoardPage.css';
import { SummaryStrip } from './SummaryStrip.tsx';
import { scalesOf, type Trend } from './sparkline.ts';
import { text } from './text.ts';
import { useHeardNow } from './useHeardNow.ts';
import { devicesAtOnce, useLiveDevices } from './useLiveDevices.ts';
import { useSetUpCourse } from './useSetUpCourse.ts';

/** Only for those who chose the table: the kit's table is as large as the rest of the board. */
const DeviceTable = lazy(() => import('./DeviceTable.tsx').then((module) => ({ default: module.DeviceTable })));

/** Only while a project is being set up. */
const SetUpChecklist = lazy(() =>
  import('./SetUpChecklist.tsx').then((module) => ({ default: module.SetUpChecklist })),
);

/** How many open alarms the board keeps at hand; the list behind "all" has the rest. */
const alarmsAtOnce = 50;
const trendHours = 6;
/** A bucket of the trend lasts ten minutes; half of that is soon enough. */
const trendPollMs = 300_000;

/** So few devices leave room for more of each. */
const mostWideCards = 3;
const isView = (value: unknown): boolean => value === 'cards' || value === 'table';
const isGrouping = (value: unknown): boolean => value === 'class' || value === 'area';

/**
 * The devices of a project or of some of its subsystems, live, beside the alarms that wait. All /monitor/<subsystem> routes.
 *
 * @param above what stands above the devices while none are filtered out
 */
export function MonitorBoardPage({ subsystems, above }: PageProps & { above?: ReactNode }) {
  const t = useText(text);
  const project = useProject();
  if (project.State === 'disabled') return <EmptyState title={t.disabled} hint={t.disabledHint} />;
  if (project.Expired) {
    return <EmptyState title={t.expired} hint={t.expiredHint(project.ServiceEnd ?? '')} />;
  }
  return (
    <Board
      key={project.ProjectId}
      projectId={project.ProjectId}
      projectName={project.ProjectName}
      subsystems={subsystems}
      above={above}
    />
  );
}

function Board({
  projectId,
  projectName,
  subsystems,
  above,
}: {
  projectId: number;
  projectName: string;
  subsystems: readonly string[] | undefined;
  above: ReactNode;
}) {
  const t = useText(text);
  const { company } = useSession();
  const mayManage = useMay('alarmManage');
  const maySetUp = useMaySetUp();
  const [course] = useSetUpCourse(projectId);
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => boardQueryOf(params), [params]);
  const [opened, openAlarm] = useAlarmInAddress();
  const [view, setView] = usePreference<View>('monitor.view', 'cards', isView);
  const [grouping, setGrouping] = usePreference<Grouping>('monitor.groupBy', 'class', isGrouping);
  const [part, setPart] = useState<'devices' | 'alarms'>('devices');
  const wide = useMedia('(min-width: 1280px)');
  const phone = !useMedia('(min-width: 768px)');
  const now = useHeardNow(5_000);
  const minute = useNow(60_000);

  // One subsystem is asked for by its id; several, or all, are asked for together.
  const types = useCall('getBigSmallType', subsystems ? { query: { companyId: company.CompanyId, projectId } } : null, {
    staleTime: 60_000,
  });
  const wanted = subsystems ? types.data?.filter(({ BigTypeCode }) => subsystems.includes(BigTypeCode)) : undefined;
  const bigTypeId = wanted?.length === 1 ? wanted[0]?.BigTypeId : undefined;
  const ready = subsystems === undefined || types.data !== undefined;

  const [tooMany, setTooMany] = useState(false);
  const list = useLiveDevices(
    projectId,
    { bigTypeId, ...(tooMany ? { name: query.text.trim(), smallTypeId: query.classId ?? undefined } : {}) },
    ready,
  );
  if (!tooMany && (list.data?.TotalCount ?? 0) > devicesAtOnce) setTooMany(true);

  const devices = useMemo(
    () => list.data?.Data.filter(({ BigTypeCode }) => !subsystems || subsystems.includes(BigTypeCode)),
    [list.data, subsystems],
  );
  const trends = useCall(
    'getCard',
    devices && devices.length > 0
      ? {
          body: {
            ProjectId: projectId,
            Hours: trendHours,
            ...(subsystems ? { ModelTreeIdList: devices.map(({ Mtid }) => Mtid) } : {}),
          },
        }
      : null,
    { staleTime: trendPollMs, refetchInterval: trendPollMs, placeholderData: (before) => before },
  );
  const alarms = useCall(
    'getAlarmAct',
    mayManage
      ? { query: {}, body: { ProjectId: projectId, SortType: 'level', IsAsc: true, PageSize: alarmsAtOnce } }
      : null,
    { refetchInterval: pollWhenNotLive(30_000) },
  );

  const trendOf = useMemo(
    () => new Map<number, Trend>(trends.data?.map(({ Mtid, Series }) => [Mtid, Series])),
    [trends.data],
  );
  // Not the devices themselves: each live value makes new ones, and every card would draw again.
  const classKey = devices?.map(({ Mtid, SmallTypeId }) => `${Mtid} ${SmallTypeId}`).join();
  const scaleOf = useMemo(() => {
    const classOf = new Map(classKey?.split(',').map((pair) => pair.split(' ').map(Number) as [number, number]));
    return scalesOf(
      (trends.data ?? []).map(({ Mtid, Series }) => ({ classId: classOf.get(Mtid) ?? 0, series: Series })),
    );
  }, [trends.data, classKey]);
  const alarmOf = useMemo(() => worstByDevice(alarms.data?.Data ?? []), [alarms.data]);
  const newest = useMemo(() => newestTime(devices ?? []), [devices]);
  const classes = useMemo(() => classesOf(devices ?? []), [devices]);
  const counts = useMemo(() => countsOf(devices ?? [], now), [devices, now]);
  const shown = useMemo(() => filtered(devices ?? [], query, now), [devices, query, now]);
  const isRoomy = shown.length <= mostWideCards;

  const change = useCallback(
    (next: Partial<BoardQuery>) =>
      setParams((before) => withBoardQuery(before, { ...boardQueryOf(before), ...next }), { replace: true }),
    [setParams],
  );

  const total = bigTypeId === undefined && subsystems ? (devices?.length ?? 0) : (list.data?.TotalCount ?? 0);
  const title = (
    <PageTitle
      subtitle={devices ? `${projectName} · ${t.devices(total)}` : projectName}
      actions={
        <>
          {devices && devices.length > 0 ? (
            <BoardLook grouping={grouping} onGroup={setGrouping} view={view} onView={setView} />
          ) : null}
          <LiveStatus newest={newest} />
        </>
      }
    />
  );

  /** Of the whole project, also on the board of a subsystem that has none. */
  const inProject = subsystems
    ? types.data?.reduce((sum, { DeviceCount }) => sum + DeviceCount, 0)
    : list.data?.TotalCount;
  const showsSetUp =
    maySetUp &&
    inProject !== undefined &&
    !isBoardFiltered(query) &&
    (course === 'begun' || (course === null && inProject === 0));

  const content = () => {
    const error = list.error ?? types.error;
    if (error && !devices)
      return <ErrorState error={error} onRetry={() => void (types.error ? types : list).refetch()} />;
    if (!devices) return <PageSkeleton cards={9} />;
    if (devices.length === 0 && !isBoardFiltered(query))
      return showsSetUp ? null : (
        <EmptyState
          title={t.none}
          hint={t.noneHint}
          action={maySetUp ? <Link to={links.gateways}>{t.toGateways}</Link> : undefined}
        />
      );
    return (
      <>
        <BoardFilters query={query} onChange={change} classes={classes} counts={counts} />
        {list.data && list.data.TotalCount > list.data.Data.length ? (
          <Alert type="info" showIcon title={t.firstOf(list.data.Data.length, list.data.TotalCount)} />
        ) : null}
        {isBoardFiltered(query) ? null : above}
        {shown.length === 0 ? (
          <EmptyState
            title={t.noneMatching}
            action={<Button onClick={() => change({ text: '', status: null, classId: null })}>{t.clearFilters}</Button>}
          />
        ) : view === 'table' && !phone ? (
          <Suspense fallback={<ListSkeleton rows={8} />}>
            <DeviceTable
              devices={shown}
              alarmOf={alarmOf}
              trendOf={trendOf}
              scaleOf={scaleOf}
              now={now}
              minute={minute}
              onOpenAlarm={openAlarm}
            />
          </Suspense>
        ) : (
          <div className={isRoomy ? 'board-groups board-groups-wide' : 'board-groups'}>
            {grouped(shown, grouping, t.noArea, now).map((group) => (
              <section
                key={group.key}
                className="board-group"
                style={{ '--devices': group.devices.length } as CSSProperties}
              >
                <h2>
                  {group.name} <span>{t.count(group.devices.length)}</span>
                </h2>
                <div className="board-cards">
                  {group.devices.map((device) => (
                    <DeviceCard
                      key={device.Mtid}
                      device={device}
                      alarm={alarmOf.get(device.Mtid)}
                      trend={trendOf.get(device.Mtid)}
                      state={cardValueOf(device, now)}
                      scale={scaleOf.get(device.SmallTypeId) ?? null}
                      minute={minute}
                      wide={isRoomy}
                      onOpenAlarm={openAlarm}
                    />
                  ))}
                </div>
              </section>
            ))}
          </div>
        )}
      </>
    );
  };

  const panel = mayManage ? (
    <OpenAlarms
      alarms={alarms.data?.Data}
      total={alarms.data?.TotalCount ?? 0}
      ofWholeProject={subsystems !== undefined}
      error={alarms.error}
      onRetry={() => void alarms.refetch()}
      onOpen={openAlarm}
    />
  ) : null;

  return (
    <div className="board">
      {title}
      {showsSetUp ? (
        <Suspense fallback={null}>
          <SetUpChecklist projectId={projectId} devices={inProject} />
        </Suspense>
      ) : null}
      <SummaryStrip projectId={projectId} devices={devices} total={total} wholeProject={!subsystems} now={now} />
      {!wide && panel ? (
        <Segmented<'devices' | 'alarms'>
          block
          aria-label={t.tabs}
          value={part}
          onChange={setPart}
          options={[
            { value: 'devices', label: t.tabDevices },
            { value: 'alarms', label: t.tabAlarms(alarms.data?.TotalCount ?? 0) },
          ]}
        />
      ) : null}
      <div className={wide && panel ? 'board-split' : 'board-whole'}>
        {wide || !panel || part === 'devices' ? <div className="board-devices">{content()}</div> : null}
        {panel && (wide || part === 'alarms') ? <aside className="board-alarms">{panel}</aside> : null}
      </div>
      <AlarmDetailDialog alarmId={opened} onClose={() => openAlarm(null)} />
    </div>
  );
}

/** The most pressing open alarm of each device: the list comes by level; what is still active goes before what has returned. */
export function worstByDevice(alarms: readonly AlarmRow[]): Map<number, AlarmRow> {
  const worst = new Map<number, AlarmRow>();
  for (const alarm of alarms) {
    if (alarm.Mtid === null) continue;
    const known = worst.get(alarm.Mtid);
    const better =
      !known ||
      (alarm.Active && !known.Active) ||
      (alarm.Active === known.Active &&
        (alarm.Level < known.Level || (alarm.Level === known.Level && alarm.ALARM_EPOCH < known.ALARM_EPOCH)));
    if (better) worst.set(alarm.Mtid, alarm);
  }
  return worst;
}

function newestTime(devices: readonly DeviceRow[]): number | null {
  let newest: number | null = null;
  for (const { Points } of devices) {
    for (const { Time } of Points) if (Time !== null && (newest === null || Time > newest)) newest = Time;
  }
  return newest;
}

const classesOf = (devices: readonly DeviceRow[]) =>
  [...new Map(devices.map((device) => [device.SmallTypeId, device.SmallTypeName]))].map(([id, name]) => ({ id, name }));

/** Those that match, worst first; equal ones stay as the site is laid out. */
export function filtered(devices: readonly DeviceRow[], query: BoardQuery, now: number): DeviceRow[] {
  const words = query.text.trim().toLowerCase();
  return devices
    .filter(
      (device) =>
        (query.status === null || statusOf(device, now).includes(query.status)) &&
        (query.classId === null || device.SmallTypeId === query.classId) &&
        (words === '' ||
          [device.MName, device.SmallTypeName, device.LocationName ?? ''].some((name) =>
            name.toLowerCase().includes(words),
          )),
    )
    .sort((a, b) => severityRank(a, now) - severityRank(b, now));
}

interface Group {
  readonly key: string;
  readonly name: string;
  readonly devices: DeviceRow[];
}

/** Groups with an alarm first, the worst on top; the others stay where people look for them, in the order of the site. */
export function grouped(devices: readonly DeviceRow[], grouping: Grouping, noArea: string, now: number): Group[] {
  const groups = new Map<number, Group>();
  for (const device of devices) {
    const [id, name] =
      grouping === 'class'
        ? [device.SmallTypeId, device.SmallTypeName]
        : [device.LocationId ?? 0, device.LocationName ?? noArea];
    const group = groups.get(id);
    if (group) group.devices.push(device);
    else groups.set(id, { key: `${grouping} ${id}`, name, devices: [device] });
  }
  const inAlarm = ({ devices }: Group) => Math.min(4, ...devices.map((device) => severityRank(device, now)));
  return [...groups]
    .sort(([a, one], [b, other]) => inAlarm(one) - inAlarm(other) || (a === 0 ? 1 : b === 0 ? -1 : a - b))
    .map(([, group]) => group);
}
