import { type WallAlarm, type WallView, wallAlarmsShown } from '@watchpost/contract';
import { formatByMinute, formatTimeShort } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { SeverityMark } from '../ui/index.ts';
import { AlarmRows, type BoardAlarm, DataScreenBoard, Figure, standInWords } from './DataScreenBoard.tsx';
import { dataScreenText, wallText } from './text.ts';

const boardAlarm = (alarm: WallAlarm): BoardAlarm => ({
  id: alarm.AlarmId,
  level: alarm.Level,
  device: alarm.DeviceName,
  sentence: alarm.Sentence,
  project: alarm.ProjectName,
  at: alarm.RaisedEpoch,
});

export function Overview({ view, now }: { view: WallView; now: number }) {
  const t = useText(dataScreenText);
  return (
    <DataScreenBoard
      projects={view.ProjectList.map((project) => ({
        id: project.ProjectId,
        name: project.ProjectName,
        latitude: project.Latitude,
        longitude: project.Longitude,
        level: project.AlarmLevel,
        alarmCount: project.AlarmCount,
        isWatched: project.Served,
        isBeyond: project.BeyondCount > 0,
        words: !project.Served
          ? t.notServed
          : project.AlarmCount > 0
            ? t.alarmCount(project.AlarmCount)
            : standInWords(project.BeyondCount, project.OfflineCount, t),
      }))}
      alarms={view.AlarmList.slice(0, 8).map(boardAlarm)}
      alarmTotal={view.AlarmTotal}
      energy={view.EnergyList.map(({ ProjectId, ProjectName, Wh }) => ({ id: ProjectId, name: ProjectName, wh: Wh }))}
      tiles={null}
      timeZone={view.TimeZone}
      now={now}
    />
  );
}

export function OneProject({ view, projectId, now }: { view: WallView; projectId: number; now: number }) {
  const t = useText(wallText);
  const words = useText(dataScreenText);
  const project = view.ProjectList.find(({ ProjectId }) => ProjectId === projectId);
  if (!project) return null;
  const alarms = view.AlarmList.filter(({ ProjectId }) => ProjectId === projectId);
  const energy = view.EnergyList.find(({ ProjectId }) => ProjectId === projectId);
  return (
    <section className="wall-station" aria-label={project.ProjectName}>
      <h2 className="wall-heading">{project.ProjectName}</h2>
      <dl className="data-screen-figures wall-figures">
        <Figure name={words.openAlarms} value={project.AlarmCount} isBad={project.AlarmCount > 0} />
        <Figure name={t.urgent} value={project.UrgentUnacknowledged} isBad={project.UrgentUnacknowledged > 0} />
        <Figure name={t.silent(project.Gateways)} value={project.SilentGateways} isBad={project.SilentGateways > 0} />
        <div>
          <dt>{words.energy}</dt>
          <dd>{energy ? `${formatNumber(energy.Wh / 1000, 0)} kWh` : '–'}</dd>
        </div>
      </dl>
      {project.SoonestLimitEpoch === null ? null : (
        <p className="wall-ahead">{t.limitAt(formatByMinute(project.SoonestLimitEpoch, view.TimeZone, now))}</p>
      )}
      {project.AlarmCount === 0 ? <p>{words.noAlarms}</p> : null}
      {project.BeyondCount > 0 || project.OfflineCount > 0 ? (
        <p>{standInWords(project.BeyondCount, project.OfflineCount, words)}</p>
      ) : null}
      {project.AlarmCount > alarms.length ? <p>{t.olderAlarms(project.AlarmCount - alarms.length)}</p> : null}
      <AlarmRows alarms={alarms.map(boardAlarm)} timeZone={view.TimeZone} now={now} />
    </section>
  );
}

export function AllAlarms({ view, isFlood, now }: { view: WallView; isFlood: boolean; now: number }) {
  const t = useText(wallText);
  const words = useText(dataScreenText);
  return (
    <section className="wall-station" aria-label={t.allAlarms(view.AlarmTotal)}>
      <h2 className="wall-heading">
        {t.allAlarms(view.AlarmTotal)}
        {isFlood ? <small role="alert"> {t.flood}</small> : null}
      </h2>
      {view.AlarmTotal === 0 ? words.noAlarms : null}
      <AlarmRows alarms={view.AlarmList.slice(0, wallAlarmsShown).map(boardAlarm)} timeZone={view.TimeZone} now={now} />
    </section>
  );
}

export function UrgentAlarm({
  alarm,
  waiting,
  view,
  now,
}: {
  alarm: WallAlarm;
  waiting: number;
  view: WallView;
  now: number;
}) {
  const t = useText(wallText);
  return (
    <section className="wall-station wall-urgent" role="alert">
      <p className="wall-urgent-mark">
        <SeverityMark level={alarm.Level} size={48} variant="word" />
      </p>
      <h2 className="wall-heading">{alarm.DeviceName}</h2>
      <p className="wall-sentence">{alarm.Sentence}</p>
      <p>
        {alarm.ProjectName} · {t.since(formatTimeShort(alarm.RaisedEpoch, view.TimeZone, now))}
      </p>
      <p>{waiting > 0 ? t.moreWait(waiting) : t.notAcknowledged}</p>
    </section>
  );
}
