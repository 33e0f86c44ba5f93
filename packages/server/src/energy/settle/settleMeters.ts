import { qualityOf } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import { clockOfEpoch, dayAfter, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { type EnergyDay, priceDay, versionOfDay, weekdayOf } from './priceDay.ts';
import { medianProfile, quartersOf } from './quarters.ts';
import { type RegisterEvent, type RegisterSample, registerEnergy, type Stretch } from './registerEnergy.ts';
import {
  beginWriting,
  calendarOf,
  decisionsOf,
  type InstallationRow,
  installationsOf,
  keepDays,
  keepSettled,
  measuredDaysBefore,
  metersToSettle,
  type SettledMeter,
  tariffsOfProject,
} from './settle.store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = 900_000;
/** Readings of a quarter that has just ended arrive within this time. */
const graceMs = 180_000;
/** Where the last reading before a moment is looked for, one after the other: a meter that was silent for long takes longer. */
const looksBackMs = [2 * hourMs, 26 * hourMs, 8 * dayMs, 62 * dayMs, 800 * dayMs];
/** Each night the days before are settled once more, should a late reading not have been noted. */
const nightlyDays = 3;

type Deps = Pick<EnergyDeps, 'db' | 'history' | 'historyShare'>;

const localDay = (at: number, timeZone: string): string => localOfEpoch(at, timeZone).slice(0, 10);
const longestStepMs = ({ interval_seconds }: InstallationRow): number =>
  Math.max(2 * interval_seconds * 1000, quarterMs);

async function goodSamples(
  { history, historyShare }: Deps,
  pointId: number,
  from: number,
  to: number,
  stopping: AbortSignal,
): Promise<RegisterSample[]> {
  if (to <= from) return [];
  const [raw] = await historyShare.long.run(serverItself, stopping, () => history.raw([pointId], from, to, stopping));
  const found: RegisterSample[] = [];
  for (let i = 0; raw && i < raw.length; i++) {
    const value = raw.values[i]!;
    if (qualityOf(raw.quality[i]!) !== 'bad' && Number.isFinite(value)) found.push({ at: raw.measuredAt[i]!, value });
  }
  return found;
}

/** The readings before a moment that the calculation begins with, not before another one. */
async function readingsBefore(
  deps: Deps,
  { point_id, installed_at }: InstallationRow,
  before: number,
  stopping: AbortSignal,
): Promise<RegisterSample[]> {
  const earliest = installed_at.getTime();
  for (const back of looksBackMs) {
    const from = Math.max(earliest, before - back);
    const found = point_id === null ? [] : await goodSamples(deps, point_id, from, before, stopping);
    if (found.length > 0 || from === earliest) return found;
  }
  return [];
}

/**
 * What passed through a meter from a day on until now, out of the readings alone: asked again it says the same, so it may be asked
 * as often as something changed. A gap that begins earlier and ends here moves the beginning to its own.
 */
export async function computeDays(
  deps: Deps,
  meter: SettledMeter,
  fromDay: string,
  now: number,
  stopping: AbortSignal,
): Promise<{ days: EnergyDay[]; events: RegisterEvent[]; through: number }> {
  const { db } = deps;
  const { time_zone: timeZone, project_id } = meter;
  const through = Math.floor((now - graceMs) / quarterMs) * quarterMs;
  const installations = await installationsOf(system, db, meter.id);
  const [firstInstallation] = installations;
  const nothing = { days: [], events: [], through };
  if (!firstInstallation) return nothing;
  const begin = firstInstallation.installed_at.getTime();
  const last = installations.at(-1)!;
  const gone = last.removed_at?.getTime() ?? Number.POSITIVE_INFINITY;
  let firstDay = fromDay > localDay(begin, timeZone) ? fromDay : localDay(begin, timeZone);
  const decided = await decisionsOf(system, db, meter.id);
  let stretches: Stretch[] = [];
  let events: RegisterEvent[] = [];
  for (;;) {
    const from = startOfDay(firstDay, timeZone).getTime();
    if (from >= through) return nothing;
    const meters = [];
    let gapFrom: number | null = null;
    for (const row of installations) {
      const [installed, removed] = [row.installed_at.getTime(), row.removed_at?.getTime() ?? null];
      if (removed !== null && removed <= from) continue;
      const before = installed < from ? await readingsBefore(deps, row, from, stopping) : [];
      const within =
        row.point_id === null
          ? []
          : await goodSamples(deps, row.point_id, Math.max(installed, from), Math.min(removed ?? now, now), stopping);
      const anchor = before.at(-1)?.at ?? (installed < from && row.start_reading !== null ? installed : null);
      const next = within[0]?.at ?? (row.end_reading === null ? null : removed);
      if (anchor !== null && next !== null && next > from && next - anchor > longestStepMs(row)) gapFrom = anchor;
      meters.push({
        installation: {
          from: installed,
          to: removed,
          whPerUnit: row.unit_wh * row.multiplier,
          count: row.register_count,
          capacity: row.capacity,
          startReading: before.length > 0 ? null : row.start_reading,
          endReading: row.end_reading,
        },
        samples: [...before, ...within],
      });
    }
    const gapDay = gapFrom === null ? firstDay : localDay(gapFrom, timeZone);
    if (gapDay < firstDay) {
      firstDay = gapDay;
      continue;
    }
    ({ stretches, events } = registerEnergy(meters, {
      maxWatts: meter.max_watts,
      intervalMs: (installations.find(({ removed_at }) => removed_at === null) ?? last).interval_seconds * 1000,
      decided,
    }));
    events = events.filter(({ at }) => at > from);
    break;
  }
  const lastDay = localDay(through - 1, timeZone);
  const [versions, calendar] = [
    await tariffsOfProject(system, db, project_id),
    await calendarOf(system, db, project_id, dayAfter(firstDay, -28), lastDay),
  ];
  const kindOf = (day: string): number => calendar.get(day) ?? weekdayOf(day);
  const profile = stretches.some(({ isEstimated }) => isEstimated)
    ? await usualDay(deps, meter, firstDay, kindOf)
    : undefined;
  const days: EnergyDay[] = [];
  for (let day = firstDay; day <= lastDay; day = dayAfter(day, 1)) {
    const from = startOfDay(day, timeZone).getTime();
    const to = Math.min(startOfDay(day, timeZone, 1).getTime(), through);
    const quarters = quartersOf(stretches, from, to, profile);
    const suspectWh = events
      .filter(({ at, state }) => state === 'open' && at > from && at <= to)
      .reduce((sum, event) => sum + event.suspectWh, 0);
    days.push(
      priceDay(
        {
          day,
          from,
          quarters: quarters.map(({ wh }) => wh),
          flags: quarters.map(({ flag }) => flag).join(''),
          expected: quarters.filter((quarter) => quarter.from + quarterMs > begin && quarter.from < gone).length,
          suspectWh: Math.abs(Math.round(suspectWh)),
        },
        { version: versionOfDay(versions, meter.id, day), dayKind: kindOf(day), timeZone },
      ),
    );
  }
  return { days, events, through };
}

/** The shape of a usual day of the four weeks before, of working days and of the others. */
async function usualDay(
  { db }: Deps,
  { id, time_zone }: SettledMeter,
  before: string,
  kindOf: (day: string) => number,
): Promise<(at: number) => number> {
  const measured = await measuredDaysBefore(system, db, id, before);
  const isFree = (day: string) => kindOf(day) > 5;
  const [working, free] = [false, true].map((each) =>
    medianProfile(measured.filter(({ day }) => isFree(day) === each).map(({ wh }) => wh)),
  );
  const any = medianProfile(measured.map(({ wh }) => wh));
  return (at) => {
    const clock = clockOfEpoch(at, time_zone);
    const profile = (isFree(new Date(clock).toISOString().slice(0, 10)) ? free : working) ?? any;
    return profile?.[Math.floor((clock % dayMs) / quarterMs)] ?? 1;
  };
}

/** Settles meters as far as time has come: today anew, and what changed since. @param ids null: all of them */
export async function settleMeters(
  deps: Deps & Pick<EnergyDeps, 'clock' | 'log'>,
  stopping: AbortSignal,
  ids: readonly number[] | null = null,
): Promise<void> {
  const { db, clock, log } = deps;
  for (const meter of await metersToSettle(system, db, ids)) {
    stopping.throwIfAborted();
    const { id, time_zone: zone, settled_through, dirty_from } = meter;
    const now = clock.now();
    if (settled_through && !dirty_from && settled_through.getTime() > now - graceMs - quarterMs) continue;
    const today = localDay(now, zone);
    const settled = settled_through ? localDay(settled_through.getTime(), zone) : '1970-01-01';
    const nightly = settled < today ? dayAfter(settled, -nightlyDays) : settled;
    const dirty = dirty_from ? localDay(dirty_from.getTime(), zone) : nightly;
    try {
      const { days, events, through } = await computeDays(
        deps,
        meter,
        dirty < nightly ? dirty : nightly,
        now,
        stopping,
      );
      await db.transaction().execute(async (transaction) => {
        // Somebody has recalculated it meanwhile, perhaps with other prices: the next run settles it.
        if (!(await beginWriting(system, transaction, [meter]))) return;
        await keepDays(system, transaction, id, days, events);
        await keepSettled(system, transaction, meter, through);
      });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, meterId: id }, 'A meter could not be settled; the others are');
    }
  }
}
