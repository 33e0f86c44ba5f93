import type { EnergyOfProject, ProjectRow } from '@watchpost/contract';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { serverNow, useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { pollWhenNotLive, useRealtimeStatus } from '../lib/realtime.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useFullScreen } from '../lib/useFullScreen.ts';
import { useMapTiles } from '../projects/index.ts';
import { useToday } from '../ui/days/index.ts';
import { SeverityMark } from '../ui/index.ts';
import { type MapSite, SiteMap } from '../ui/map/index.ts';
import './dataScreen.css';
import { dataScreenText } from './text.ts';

/** What a wall has room for, readable from 5 m. */
const alarmsAtOnce = 8;
const projectsAtOnce = 10;
const barsAtOnce = 6;
const energyDays = 7;
const alarmPollMs = 30_000;
const energyPollMs = 300_000;

const isWatched = ({ State }: ProjectRow): boolean => State === 'valid';
/** Those in alarm first, the worst on top; what nobody watches last. */
const rankOf = (project: ProjectRow): number =>
  !isWatched(project) ? 9 : project.AlarmCount > 0 ? (project.AlarmLevel ?? 4) : 8;

/** All of a company for a wall: where its projects are, what is wrong, what they use. Route /dataScreen. */
export function DataScreenPage() {
  const t = useText(dataScreenText);
  const { company, projects } = useSession();
  const navigate = useNavigate();
  const now = useNow(1000);
  const dates = useDates();
  const fullScreen = useFullScreen();
  const status = useRealtimeStatus();
  const heardAt = useLastHeard(status === 'offline');
  const alarms = useCall(
    'getAlarmMessageByUserId',
    { query: { companyId: company.CompanyId, pageIndex: 1, pageSize: alarmsAtOnce } },
    { scope: 'company', refetchInterval: pollWhenNotLive(alarmPollMs) },
  );
  const watched = projects.filter(isWatched);
  const inAlarm = watched.filter(({ AlarmCount }) => AlarmCount > 0);
  const sorted = useMemo(
    () => [...projects].sort((a, b) => rankOf(a) - rankOf(b) || b.AlarmCount - a.AlarmCount),
    [projects],
  );
  const stateOf = (project: ProjectRow): string =>
    project.State === 'disabled'
      ? t.disabled
      : project.State === 'expired'
        ? t.expired
        : project.AlarmCount > 0
          ? t.alarmCount(project.AlarmCount)
          : t.normal;
  const sites = projects.flatMap((project): MapSite[] =>
    project.Latitude === null || project.Longitude === null
      ? []
      : [
          {
            id: project.ProjectId,
            name: project.ProjectName,
            latitude: project.Latitude,
            longitude: project.Longitude,
            level: isWatched(project) ? project.AlarmLevel : null,
            alarmCount: project.AlarmCount,
            muted: !isWatched(project),
            words: stateOf(project),
          },
        ],
  );
  const tiles = useMapTiles();
  const rows = alarms.data?.Data ?? [];

  return (
    <div className={status === 'offline' ? 'data-screen data-screen-stale' : 'data-screen'}>
      <header>
        <h1>
          {company.CompanyName} · {t.title}
        </h1>
        <span
          role="status"
          className={`data-screen-${status === 'live' ? 'state' : status === 'polling' ? 'polling' : 'lost'}`}
        >
          {status === 'live' ? t.live : status === 'polling' ? t.polling : t.lost(dates.dateTimeSeconds(heardAt))}
        </span>
        <time>{dates.dateTimeSeconds(now)}</time>
        {fullScreen ? (
          <Button onClick={fullScreen.toggle}>{fullScreen.on ? t.leaveFullScreen : t.fullScreen}</Button>
        ) : null}
        <Button onClick={() => void navigate('/map/index')}>{t.back}</Button>
      </header>
      <div className="data-screen-side">
        <dl className="data-screen-figures" aria-label={t.figures}>
          <Figure name={t.projects} value={projects.length} />
          <Figure name={t.inAlarm} value={inAlarm.length} isBad={inAlarm.length > 0} />
          <Figure name={t.openAlarms} value={alarms.data?.TotalCount ?? null} isBad={rows.length > 0} />
          <Figure name={t.notWatched} value={projects.length - watched.length} />
        </dl>
        <section aria-label={t.byState}>
          <h2>{t.byState}</h2>
          <ul className="data-screen-list">
            {sorted.slice(0, projectsAtOnce).map((project) => (
              <li key={project.ProjectId}>
                <span>
                  {isWatched(project) && project.AlarmCount > 0 ? (
                    <SeverityMark level={project.AlarmLevel ?? 4} size={16} />
                  ) : null}{' '}
                  {project.ProjectName}
                </span>
                <span>{stateOf(project)}</span>
              </li>
            ))}
          </ul>
          {sorted.length > projectsAtOnce ? t.more(sorted.length - projectsAtOnce) : null}
          {sorted.length === 0 ? t.none : null}
        </section>
      </div>
      <section className="data-screen-map" aria-label={t.map}>
        <SiteMap
          label={t.map}
          sites={sites}
          selectedId={null}
          tiles={tiles}
          onSelect={() => undefined}
          onSelectGroup={() => undefined}
        />
      </section>
      <div className="data-screen-side">
        <section aria-label={t.alarms}>
          <h2>{t.alarms}</h2>
          {rows.length === 0 && alarms.data ? t.noAlarms : null}
          <ul>
            {rows.slice(0, alarmsAtOnce).map((alarm) => (
              <li key={alarm.AlarmId} className="data-screen-alarm">
                <SeverityMark level={alarm.ALARM_LEVEL} size={16} /> {alarm.MName || alarm.PointName}:{' '}
                {alarm.ALARM_DESCRIBE}
                <small>
                  {alarm.ProjectName} · {dates.short(alarm.ALARM_EPOCH, now)}
                </small>
              </li>
            ))}
          </ul>
        </section>
        <Energy />
      </div>
    </div>
  );
}

function Figure({ name, value, isBad = false }: { name: string; value: number | null; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'data-screen-bad' : ''}>{formatNumber(value, 0)}</dd>
    </div>
  );
}

/** What the projects used in the last week; only for who may see it. */
function Energy() {
  const t = useText(dataScreenText);
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
  const rows: readonly EnergyOfProject[] = page.data.Data.filter(({ Wh }) => Wh > 0).slice(0, barsAtOnce);
  const most = Math.max(1, ...rows.map(({ Wh }) => Wh));
  return (
    <section aria-label={t.energy}>
      <h2>{t.energy}</h2>
      {rows.length === 0 ? t.noEnergy : null}
      <ul>
        {rows.map(({ ProjectId, ProjectName, Wh }) => (
          <li key={ProjectId} className="data-screen-alarm">
            {ProjectName} <small>{formatNumber(Wh / 1000, 0)} kWh</small>
            <span className="data-screen-bar" style={{ '--share': Wh / most } as CSSProperties} />
          </li>
        ))}
      </ul>
    </section>
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
