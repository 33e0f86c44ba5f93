import type { ProjectRow } from '@watchpost/contract';
import { Button, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { projectTimeZone, serverNow, useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useObservable } from '../lib/ObservableValue.ts';
import { pollWhenNotLive, useRealtimeStatus } from '../lib/realtime.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useFullScreen } from '../lib/useFullScreen.ts';
import { rankOf, useFreshProjects, useMapTiles } from '../projects/index.ts';
import { useToday } from '../ui/days/index.ts';
import { type BoardProject, DataScreenBoard, DataScreenFrame, standInWords } from './DataScreenBoard.tsx';
import { dataScreenText } from './text.ts';

/** What a wall has room for, readable from 5 m. */
const alarmsAtOnce = 8;
const energyDays = 7;
const alarmPollMs = 30_000;
const energyPollMs = 300_000;

const isWatched = ({ State }: ProjectRow): boolean => State === 'valid';

/**
 * The projects of a data screen for a wall: where they are, what is wrong, what they use. Route /dataScreen; `?id=` is one of the company's
 * screens, without it all projects that the reader opens.
 */
export function DataScreenPage() {
  const t = useText(dataScreenText);
  const { company, projects: allProjects } = useSession();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const now = useNow(1000);
  const dates = useDates();
  const timeZone = useObservable(projectTimeZone);
  const fullScreen = useFullScreen();
  const status = useRealtimeStatus();
  const heardAt = useLastHeard(status === 'offline');
  const maySetUp = useMay('dataScreenEdit', 'displaysPair');
  const screens = useCall('getDataScreens', { query: { CompanyId: company.CompanyId } }, { scope: 'company' }).data
    ?.ScreenList;
  const screenId = idInAddress(params, 'id');
  const screen = screens?.find(({ ScreenId }) => ScreenId === screenId) ?? null;
  const projects = useMemo(() => {
    if (screen === null || screen.AllProjects) return allProjects;
    const shown = new Set(screen.ProjectList.map(({ ProjectId }) => ProjectId));
    return allProjects.filter(({ ProjectId }) => shown.has(ProjectId));
  }, [screen, allProjects]);
  const only = screen && !screen.AllProjects ? projects.map(({ ProjectId }) => ProjectId) : undefined;
  const alarms = useCall(
    'getAlarmMessageByUserId',
    only?.length === 0
      ? null
      : {
          query: {
            companyId: company.CompanyId,
            pageIndex: 1,
            pageSize: alarmsAtOnce,
            ...(only && { subareaIdList: only }),
          },
        },
    { scope: 'company', refetchInterval: pollWhenNotLive(alarmPollMs) },
  );
  const energy = useEnergy(only);
  const tiles = useMapTiles();
  useFreshProjects();
  const stateOf = (project: ProjectRow): string =>
    project.State === 'disabled'
      ? t.disabled
      : project.State === 'expired'
        ? t.expired
        : project.AlarmCount > 0
          ? t.alarmCount(project.AlarmCount)
          : standInWords(project.BeyondCount, project.OfflineCount, t);
  const sorted = [...projects].sort((a, b) => rankOf(a) - rankOf(b) || b.AlarmCount - a.AlarmCount);
  const rows = alarms.data?.Data;

  return (
    <DataScreenFrame
      stale={status === 'offline'}
      header={
        <>
          <h1>
            {company.CompanyName} · {screen?.Name ?? t.title}
          </h1>
          <span
            role="status"
            className={`data-screen-${status === 'live' ? 'state' : status === 'polling' ? 'polling' : 'lost'}`}
          >
            {status === 'live' ? t.live : status === 'polling' ? t.polling : t.lost(dates.dateTimeSeconds(heardAt))}
          </span>
          <time>{dates.dateTimeSeconds(now)}</time>
          {screens && screens.length > 0 ? (
            <Select
              aria-label={t.chooseScreen}
              className="data-screen-choice"
              value={screen?.ScreenId ?? 0}
              options={[
                { value: 0, label: t.everything },
                ...screens.map(({ ScreenId, Name }) => ({ value: ScreenId, label: Name })),
              ]}
              onChange={(id) => setParams(id === 0 ? {} : { id: String(id) }, { replace: true })}
            />
          ) : null}
          {maySetUp ? <Button onClick={() => void navigate('/dataScreen/screens')}>{t.setUp}</Button> : null}
          {fullScreen ? (
            <Button onClick={fullScreen.toggle}>{fullScreen.on ? t.leaveFullScreen : t.fullScreen}</Button>
          ) : null}
          <Button onClick={() => void navigate('/map/index')}>{t.back}</Button>
        </>
      }
    >
      <DataScreenBoard
        projects={sorted.map(
          (project): BoardProject => ({
            id: project.ProjectId,
            name: project.ProjectName,
            latitude: project.Latitude,
            longitude: project.Longitude,
            level: project.AlarmLevel,
            alarmCount: project.AlarmCount,
            isWatched: isWatched(project),
            isBeyond: project.BeyondCount > 0,
            words: stateOf(project),
          }),
        )}
        alarms={
          rows?.map((alarm) => ({
            id: alarm.AlarmId,
            level: alarm.ALARM_LEVEL,
            device: alarm.MName || alarm.PointName,
            sentence: alarm.ALARM_DESCRIBE,
            project: alarm.ProjectName,
            at: alarm.ALARM_EPOCH,
          })) ?? (only?.length === 0 ? [] : null)
        }
        alarmTotal={only?.length === 0 ? 0 : (alarms.data?.TotalCount ?? null)}
        energy={energy}
        tiles={tiles}
        timeZone={timeZone}
        now={now}
      />
    </DataScreenFrame>
  );
}

/** What the projects used in the last week; null for who may not see it. */
function useEnergy(only: readonly number[] | undefined) {
  const may = useMay('companyAnalysis', 'companyAnalysisData');
  const today = useToday();
  const start = dayjs(today)
    .subtract(energyDays - 1, 'day')
    .format('YYYY-MM-DD');
  const page = useCall(
    'getEnergyByProject',
    may ? { body: { Start: start, End: today, SortType: 'energy', IsAsc: false } } : null,
    { scope: 'company', refetchInterval: energyPollMs },
  );
  if (!may || !page.data) return null;
  return page.data.Data.filter(({ ProjectId, Wh }) => Wh > 0 && (only?.includes(ProjectId) ?? true)).map(
    ({ ProjectId, ProjectName, Wh }) => ({ id: ProjectId, name: ProjectName, wh: Wh }),
  );
}

/** When the server was last heard before the connection was lost, epoch ms. */
function useLastHeard(isLost: boolean): number {
  const [heardAt, setHeardAt] = useState(serverNow);
  const now = useNow(5000);
  useEffect(() => {
    if (!isLost) setHeardAt(now);
  }, [isLost, now]);
  return heardAt;
}
