import { type AlarmHealth, alarmRates, alarmTargets, alarmTimeBuckets, canJudgeTopTen } from '@watchpost/contract';
import type { ReactNode } from 'react';
import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { colon } from '../../lib/punctuation.ts';
import { SeverityMark } from '../../ui/index.ts';
import { text } from './text.ts';

type Verdict = 'good' | 'fair' | 'poor';
const judge = (value: number, good: number, fair = good): Verdict =>
  value <= good ? 'good' : value <= fair ? 'fair' : 'poor';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly verdict?: Verdict;
}

/** What the standards measure, each beside its target. */
export function Figures({ health }: { health: AlarmHealth }) {
  const t = useText(text);
  const dates = useDates();
  const { alarmsPerDay, floodPercent, topTenPercent, chattering, standing } = alarmTargets;
  const maxInTen = alarmRates.flood * health.Operators;
  const figures: Figure[] = [
    { name: t.total, value: formatNumber(health.Total), note: t.before(health.PreviousTotal) },
    {
      name: t.perDay,
      value: formatNumber(health.PerDay, health.PerDay < 10 ? 1 : 0),
      note: t.target(`≤ ${alarmsPerDay}`),
      verdict: judge(health.PerDay, alarmsPerDay, alarmsPerDay * 2),
    },
    {
      name: t.perTen,
      value: formatNumber(health.PerTenMinutes, 2),
      note: t.target('≤ 1'),
      verdict: judge(health.PerTenMinutes, 1, 2),
    },
    {
      name: t.peak,
      value: formatNumber(health.Peak?.Count ?? 0),
      // Counts all alarms, as floods do, with a limit for so many operators.
      note: (
        <>
          {t.target(`≤ ${maxInTen}`)}
          {health.Peak ? ' · ' : null}
          {health.Peak ? <time>{dates.dateTime(health.Peak.EPOCH)}</time> : null}
        </>
      ),
      verdict: judge(health.Peak?.Count ?? 0, maxInTen),
    },
    {
      name: t.flood,
      value: `${formatNumber(health.FloodPercent, 1)} %`,
      note: `${t.target(`< ${floodPercent} %`)} · ${t.floodTimes(health.FloodCount)}`,
      verdict: judge(health.FloodPercent, floodPercent),
    },
    {
      name: t.topTen,
      value: `${formatNumber(health.TopTenPercent)} %`,
      ...(canJudgeTopTen(health)
        ? { note: t.target(`≤ ${topTenPercent} %`), verdict: judge(health.TopTenPercent, topTenPercent, 20) }
        : { note: t.tooFew }),
    },
    {
      name: t.chattering,
      value: formatNumber(health.ChatteringCount),
      note: t.target(String(chattering)),
      verdict: judge(health.ChatteringCount, chattering),
    },
    {
      name: t.standing,
      value: formatNumber(health.StandingCount),
      note: t.target(`< ${standing}`),
      verdict: judge(health.StandingCount, standing - 1),
    },
    {
      name: t.response,
      value: dates.duration(health.MedianResponseSeconds),
      note: t.unconfirmed(health.Unconfirmed),
    },
  ];
  return (
    <ul className="health-figures" aria-label={t.figures}>
      {figures.map(({ name, value, note, verdict }) => (
        <li key={name}>
          <span className="health-name">{name}</span>
          <span className="health-value tabular">{value}</span>
          <small>
            {verdict ? <b className={`health-verdict health-verdict-${verdict}`}>{t[verdict]}</b> : null} {note}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** Of the windows of ten minutes, how many were how busy. */
export function Windows({ health }: { health: AlarmHealth }) {
  const t = useText(text);
  const parts = [
    { key: 'acceptable', label: t.acceptable, percent: health.AcceptablePercent },
    { key: 'manageable', label: t.manageable, percent: health.ManageablePercent },
    { key: 'demanding', label: t.demanding, percent: health.DemandingPercent },
    { key: 'overloaded', label: t.overloaded, percent: health.OverloadedPercent },
  ];
  return (
    <section>
      <h2>{t.windows}</h2>
      <div className="health-windows" aria-hidden="true">
        {parts.map(({ key, percent }) => (
          <span key={key} className={`health-window health-window-${key}`} style={{ flexGrow: percent }} />
        ))}
      </div>
      <dl className="health-rows">
        {parts.map(({ key, label, percent }) => (
          <div key={key}>
            <dt>
              <i className={`health-window-${key}`} aria-hidden="true" />
              {label}
            </dt>
            <dd className="tabular">{formatNumber(percent, 1)} %</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Alarms by day, the levels above each other. */
export function DayBars({ health }: { health: AlarmHealth }) {
  const t = useText(text);
  const most = Math.max(1, ...health.DayList.map(({ Urgent, Important, General }) => Urgent + Important + General));
  const every = Math.ceil(health.DayList.length / 8);
  return (
    <section>
      <h2>{t.byDay}</h2>
      <ol className="health-days">
        {health.DayList.map(({ Day, Urgent, Important, General }, place) => {
          const total = Urgent + Important + General;
          const height = (count: number) => `${(count / most) * 100}%`;
          return (
            <li key={Day} title={`${Day}${colon()}${total}`}>
              <span className="visually-hidden">{`${Day}${colon()}${total}`}</span>
              <span className="health-day" aria-hidden="true">
                {health.DayList.length <= 10 && total > 0 ? <b>{total}</b> : null}
                <i className="health-urgent" style={{ height: height(Urgent) }} />
                <i className="health-important" style={{ height: height(Important) }} />
                <i className="health-general" style={{ height: height(General) }} />
              </span>
              <small aria-hidden="true">{place % every === 0 ? Day.slice(5) : ''}</small>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function Levels({ health }: { health: AlarmHealth }) {
  const t = useText(text);
  return (
    <section>
      <h2>{t.levels}</h2>
      <dl className="health-rows">
        {health.LevelList.map(({ Level, Count, Percent }) => {
          const most = alarmTargets.levelPercent[Level];
          return (
            <div key={Level}>
              <dt>
                <SeverityMark level={Level} variant="word" />
                {most === undefined ? null : <small>{t.levelTarget(most)}</small>}
              </dt>
              <dd className="tabular">
                {Count} <small>{formatNumber(Percent)} %</small>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** The time buckets of the specification. */
export function Buckets({
  title,
  list,
  rest = null,
}: {
  title: string;
  list: AlarmHealth['DurationList'];
  /** Those that are not answered yet. */
  rest?: number | null;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const most = Math.max(1, rest ?? 0, ...list.map(({ Count }) => Count));
  const rows = [
    ...list.map(({ Bucket, Count }) => ({
      key: Bucket as string,
      label: inWords(alarmTimeBuckets.find(({ key }) => key === Bucket)!),
      count: Count,
    })),
    ...(rest === null ? [] : [{ key: 'rest', label: t.notConfirmed, count: rest }]),
  ];
  return (
    <section>
      <h2>{title}</h2>
      <dl className="health-rows">
        {rows.map(({ key, label, count }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="tabular">
              <span className="health-bar" style={{ width: `${(count / most) * 90}px` }} aria-hidden="true" />
              {count}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
