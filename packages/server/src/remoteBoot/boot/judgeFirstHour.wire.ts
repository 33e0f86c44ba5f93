import {
  type Bilingual,
  type BootWatchCheck,
  type BootWatchState,
  bootWatchChecks,
  bootWatchLimits,
} from '@watchpost/contract';

/** What is known of a stretch of time in which a unit ran; null: nothing. */
export interface FirstHourFigures {
  /** Whether good data came at all. */
  readonly heard: boolean;
  readonly ranMs: number | null;
  /** The most of one of its run states. */
  readonly starts: number | null;
  /** °C. */
  readonly discharge: number | null;
  /** K, the mean once it has settled. */
  readonly superheat: number | null;
  /** K by which the air has become colder, from the first minutes to the last. */
  readonly roomFall: number | null;
  readonly alarms: number;
}

type Verdict = BootWatchCheck['Verdict'];
const judged = (known: boolean, isGood: boolean): Verdict => (known ? (isGood ? 'ok' : 'failed') : 'unknown');

/** Holds the figures of a first hour against its limits. A unit without a point for a check is not judged by it. */
export function judgeFirstHour(figures: FirstHourFigures): BootWatchCheck[] {
  const { heard, ranMs, starts, discharge, superheat, roomFall, alarms } = figures;
  const { maxStarts, maxDischargeCelsius, minSuperheat, maxSuperheat } = bootWatchLimits;
  return [
    { Check: 'data', Verdict: judged(heard, true), Found: '', Allowed: '' },
    {
      Check: 'runs',
      Verdict: judged(heard && ranMs !== null, ranMs !== null && ranMs > 0),
      Found: ranMs === null ? '' : `${Math.round(ranMs / 60_000)} min`,
      Allowed: '> 0 min',
    },
    {
      Check: 'starts',
      Verdict: judged(starts !== null, starts !== null && starts <= maxStarts),
      Found: starts === null ? '' : String(starts),
      Allowed: `≤ ${maxStarts}`,
    },
    {
      Check: 'discharge',
      Verdict: judged(discharge !== null, discharge !== null && discharge <= maxDischargeCelsius),
      Found: discharge === null ? '' : `${discharge.toFixed(1)} °C`,
      Allowed: `≤ ${maxDischargeCelsius} °C`,
    },
    {
      Check: 'superheat',
      Verdict: judged(superheat !== null, superheat !== null && superheat >= minSuperheat && superheat <= maxSuperheat),
      Found: superheat === null ? '' : `${superheat.toFixed(1)} K`,
      Allowed: `${minSuperheat}–${maxSuperheat} K`,
    },
    {
      Check: 'room',
      Verdict: judged(roomFall !== null, roomFall !== null && roomFall > 0),
      Found: roomFall === null ? '' : `${roomFall.toFixed(1)} K`,
      Allowed: '> 0 K',
    },
    { Check: 'alarms', Verdict: judged(heard, alarms === 0), Found: String(alarms), Allowed: '0' },
  ];
}

const verdictOn = (checks: readonly BootWatchCheck[], check: BootWatchCheck['Check']): Verdict | undefined =>
  checks.find(({ Check }) => Check === check)?.Verdict;

/** Whether good data came at all. */
export const hasData = (checks: readonly BootWatchCheck[]): boolean => verdictOn(checks, 'data') === 'ok';

/** Failed by one check; good only if data came and it is known to have run. */
export function verdictOfHour(checks: readonly BootWatchCheck[]): Exclude<BootWatchState, 'watching'> {
  if (checks.some(({ Verdict }) => Verdict === 'failed')) return 'failed';
  return hasData(checks) && verdictOn(checks, 'runs') === 'ok' ? 'ok' : 'unknown';
}

/** Names of the checks that failed; empty: none did. */
export function failedChecks(checks: readonly BootWatchCheck[]): Bilingual {
  const failed = checks.filter(({ Verdict }) => Verdict === 'failed').map(({ Check }) => bootWatchChecks[Check]);
  return { zh: failed.map(({ zh }) => zh).join('、'), en: failed.map(({ en }) => en).join(', ') };
}
