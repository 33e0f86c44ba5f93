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
  /** A, of its highest minute once it has settled. */
  readonly current: number | null;
  /** kPa, means once it has settled. */
  readonly suction: number | null;
  readonly dischargePressure: number | null;
  /** °C of the air in the first minutes and in the last, and what it is to be. */
  readonly room: { readonly before: number; readonly after: number; readonly setpoint: number | null } | null;
  readonly alarms: number;
}

/** What the maker says its model runs at. A in 1/100, pressures in kPa; null: not asked for. */
export interface RunLimits {
  readonly nameplate_current: number | null;
  readonly suction_from: number | null;
  readonly suction_to: number | null;
  readonly discharge_from: number | null;
  readonly discharge_to: number | null;
}

/** kPa, both ends allowed; null: no end. */
type Range = readonly [from: number | null, to: number | null];
const within = (value: number, [from, to]: Range): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** The words of a range of pressure with at least one end. */
export function allowedPressure([from, to]: Range): string {
  if (from === null) return `≤ ${to! / 1000} MPa`;
  return to === null ? `≥ ${from / 1000} MPa` : `${from / 1000}–${to / 1000} MPa`;
}

type Verdict = BootWatchCheck['Verdict'];
const judged = (known: boolean, isGood: boolean): Verdict => (known ? (isGood ? 'ok' : 'failed') : 'unknown');

/**
 * Holds the figures of a first hour against its limits. A unit without a point for a check is not judged by it, and what its model's
 * standard does not ask for is no check.
 */
export function judgeFirstHour(figures: FirstHourFigures, asked: RunLimits | null): BootWatchCheck[] {
  const { heard, ranMs, starts, discharge, superheat, alarms } = figures;
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
    ...currentCheck(figures.current, asked?.nameplate_current ?? null),
    ...pressureCheck('suction', figures.suction, [asked?.suction_from ?? null, asked?.suction_to ?? null]),
    ...pressureCheck('dischargePressure', figures.dischargePressure, [
      ...([asked?.discharge_from ?? null, asked?.discharge_to ?? null] as const),
    ]),
    roomCheck(figures.room),
    { Check: 'alarms', Verdict: judged(heard, alarms === 0), Found: String(alarms), Allowed: '0' },
  ];
}

function currentCheck(found: number | null, nameplate: number | null): BootWatchCheck[] {
  if (nameplate === null) return [];
  // In hundredths: 1.1 times 10 A is 11 A.
  const limit = Math.round(nameplate * bootWatchLimits.maxCurrentFactor) / 100;
  return [
    {
      Check: 'current',
      Verdict: judged(found !== null, found !== null && found <= limit),
      Found: found === null ? '' : `${found.toFixed(1)} A`,
      Allowed: `≤ ${limit} A`,
    },
  ];
}

function pressureCheck(Check: 'suction' | 'dischargePressure', found: number | null, range: Range): BootWatchCheck[] {
  if (range[0] === null && range[1] === null) return [];
  return [
    {
      Check,
      Verdict: judged(found !== null, found !== null && within(found, range)),
      Found: found === null ? '' : `${(found / 1000).toFixed(3)} MPa`,
      Allowed: allowedPressure(range),
    },
  ];
}

/** A room must become colder, unless it is as cold as it is to be. */
function roomCheck(room: FirstHourFigures['room']): BootWatchCheck {
  const Check = 'room' as const;
  if (room === null) return { Check, Verdict: 'unknown', Found: '', Allowed: '> 0 K' };
  const { before, after, setpoint } = room;
  const coldAt = setpoint === null ? null : setpoint + bootWatchLimits.coldWithin;
  if (coldAt !== null && after <= coldAt && after >= before)
    return { Check, Verdict: 'ok', Found: `${after.toFixed(1)} °C`, Allowed: `≤ ${coldAt.toFixed(1)} °C` };
  const fall = before - after;
  return { Check, Verdict: judged(true, fall > 0), Found: `${fall.toFixed(1)} K`, Allowed: '> 0 K' };
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
