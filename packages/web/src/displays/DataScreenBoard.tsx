import type { CSSProperties, ReactNode } from 'react';
import { formatTimeShort } from '../lib/dates.ts';
import { type Text, useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { colon } from '../lib/punctuation.ts';
import { SeverityMark } from '../ui/index.ts';
import { type MapSite, type MapTiles, SiteMap } from '../ui/map/index.ts';
import './dataScreen.css';
import { dataScreenText } from './text.ts';

/** What a wall has room for, readable from 5 m. */
const projectsAtOnce = 10;
const barsAtOnce = 6;

export interface BoardProject {
  readonly id: number;
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Null: no open alarm. */
  readonly level: number | null;
  readonly alarmCount: number;
  readonly isWatched: boolean;
  /** A device is beyond its limits, in alarm or not. */
  readonly isBeyond: boolean;
  /** Its state in words. */
  readonly words: string;
}

/** A project without an alarm, in words: it is normal only while no device is beyond its limits or offline. */
export const standInWords = (beyond: number, offline: number, words: Text<typeof dataScreenText>): string =>
  [beyond > 0 ? words.beyond(beyond) : '', offline > 0 ? words.offline(offline) : ''].filter(Boolean).join(' · ') ||
  words.normal;

export interface BoardAlarm {
  readonly id: number;
  readonly level: number;
  readonly device: string;
  readonly sentence: string;
  readonly project: string;
  readonly at: number;
}

/** A data screen as such: the frame of `/dataScreen` and of walls. */
export function DataScreenFrame({
  stale,
  header,
  swapped = false,
  shift = { x: 0, y: 0 },
  children,
}: {
  /** Nothing new arrives: what stands there is of before. */
  stale: boolean;
  header: ReactNode;
  swapped?: boolean;
  shift?: { readonly x: number; readonly y: number };
  children: ReactNode;
}) {
  return (
    <div className={`data-screen${stale ? ' data-screen-stale' : ''}${swapped ? ' data-screen-swapped' : ''}`}>
      <div className="data-screen-inner" style={{ '--x': `${shift.x}px`, '--y': `${shift.y}px` } as CSSProperties}>
        <header>{header}</header>
        {children}
      </div>
    </div>
  );
}

/** All of a screen's projects: state, map, alarms and energy. */
export function DataScreenBoard({
  projects,
  alarms,
  alarmTotal,
  energy,
  tiles,
  timeZone,
  now,
}: {
  projects: readonly BoardProject[];
  /** Null: not known yet. */
  alarms: readonly BoardAlarm[] | null;
  alarmTotal: number | null;
  energy: readonly { readonly id: number; readonly name: string; readonly wh: number }[] | null;
  tiles: MapTiles | null;
  timeZone: string;
  now: number;
}) {
  const t = useText(dataScreenText);
  const watched = projects.filter(({ isWatched }) => isWatched);
  const inAlarm = watched.filter(({ alarmCount }) => alarmCount > 0);
  const sites = projects.flatMap((project): MapSite[] =>
    project.latitude === null || project.longitude === null
      ? []
      : [
          {
            id: project.id,
            name: project.name,
            latitude: project.latitude,
            longitude: project.longitude,
            level: project.isWatched ? project.level : null,
            alarmCount: project.alarmCount,
            muted: !project.isWatched,
            beyond: project.isBeyond,
            words: project.words,
          },
        ],
  );
  return (
    <>
      <div className="data-screen-side">
        <dl className="data-screen-figures" aria-label={t.figures}>
          <Figure name={t.projects} value={projects.length} />
          <Figure name={t.inAlarm} value={inAlarm.length} isBad={inAlarm.length > 0} />
          <Figure name={t.openAlarms} value={alarmTotal} isBad={(alarmTotal ?? 0) > 0} />
          <Figure name={t.notWatched} value={projects.length - watched.length} />
        </dl>
        <section aria-label={t.byState}>
          <h2>{t.byState}</h2>
          <ul className="data-screen-list">
            {projects.slice(0, projectsAtOnce).map((project) => (
              <li key={project.id}>
                <span>
                  {project.isWatched && project.alarmCount > 0 ? (
                    <SeverityMark level={project.level ?? 4} size={16} />
                  ) : null}{' '}
                  {project.name}
                </span>
                <span>{project.words}</span>
              </li>
            ))}
          </ul>
          {projects.length > projectsAtOnce ? t.more(projects.length - projectsAtOnce) : null}
          {projects.length === 0 ? t.none : null}
        </section>
      </div>
      <section className="data-screen-map">
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
          {alarms?.length === 0 ? t.noAlarms : null}
          <AlarmRows alarms={alarms ?? []} timeZone={timeZone} now={now} />
        </section>
        {energy ? (
          <section aria-label={t.energy}>
            <h2>{t.energy}</h2>
            {energy.length === 0 ? t.noEnergy : null}
            <ul>
              {energy.slice(0, barsAtOnce).map(({ id, name, wh }) => (
                <li key={id} className="data-screen-alarm">
                  {name} <small>{formatNumber(wh / 1000, 0)} kWh</small>
                  <span
                    className="data-screen-bar"
                    style={{ '--share': wh / Math.max(1, ...energy.map((each) => each.wh)) } as CSSProperties}
                  />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </>
  );
}

export function AlarmRows({ alarms, timeZone, now }: { alarms: readonly BoardAlarm[]; timeZone: string; now: number }) {
  return (
    <ul>
      {alarms.map((alarm) => (
        <li key={alarm.id} className="data-screen-alarm">
          <SeverityMark level={alarm.level} size={16} /> {alarm.device}
          {colon()}
          {alarm.sentence}
          <small>
            {alarm.project} · {formatTimeShort(alarm.at, timeZone, now)}
          </small>
        </li>
      ))}
    </ul>
  );
}

export function Figure({ name, value, isBad = false }: { name: string; value: number | null; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'data-screen-bad' : ''}>{formatNumber(value, 0)}</dd>
    </div>
  );
}
