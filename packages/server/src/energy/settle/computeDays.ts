import { dayMs, quarterMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { clockOfEpoch, dayAfter, startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { heldDays, type NamedDays, priceHeld } from './heldPrices.ts';
import { localDay } from './localDay.ts';
import { type EnergyDay, versionOfDay, weekdayOf } from './priceDay.ts';
import { medianProfile, quartersOf } from './quarters.ts';
import { type ReadRegister, readRegisters } from './readRegisters.ts';
import { type RegisterEvent, registerEnergy, type Stretch } from './registerEnergy.ts';
import {
  calendarOf,
  decisionsOf,
  type InstallationRow,
  installationsOf,
  measuredDaysBefore,
  type SettledMeter,
  tariffsOfProject,
} from './settle.store.ts';

/** Readings of a quarter that has just ended arrive within this time. */
export const graceMs = 180_000;

type Deps = Pick<EnergyDeps, 'db' | 'history' | 'historyShare'>;

/** What a calculation found; all of it can be computed once more. */
export interface ComputedDays {
  readonly days: EnergyDay[];
  readonly events: RegisterEvent[];
  readonly registers: readonly ReadRegister[];
  /** Until when, an edge of a quarter, epoch ms. */
  readonly through: number;
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
  named: NamedDays | null = null,
): Promise<ComputedDays> {
  const through = Math.floor((now - graceMs) / quarterMs) * quarterMs;
  const installations = await installationsOf(system, deps.db, meter.id);
  const read = await readFromGap(deps, meter, installations, { fromDay, now, through }, stopping);
  if (!read) return { days: [], events: [], registers: [], through };
  const { firstDay, registers } = read;
  const present = installations.find(({ removed_at }) => removed_at === null) ?? installations.at(-1)!;
  const { stretches, events: seen } = registerEnergy(registers, {
    maxWatts: meter.max_watts,
    intervalMs: present.interval_seconds * 1000,
    decided: await decisionsOf(system, deps.db, meter.id),
  });
  const from = startOfDay(firstDay, meter.time_zone).getTime();
  const events = seen.filter(({ at }) => at > from);
  const days = await priceDays(deps, meter, { firstDay, through, installations, stretches, events, named });
  return { days, events, registers, through };
}

/** Reads registers from a day on, or from the day on which a gap begins that reaches into it; null: there is nothing to compute. */
async function readFromGap(
  deps: Deps,
  { time_zone: timeZone }: SettledMeter,
  installations: readonly InstallationRow[],
  { fromDay, now, through }: { fromDay: string; now: number; through: number },
  stopping: AbortSignal,
): Promise<{ firstDay: string; registers: ReadRegister[] } | null> {
  const [first] = installations;
  if (!first) return null;
  const installedDay = localDay(first.installed_at.getTime(), timeZone);
  let firstDay = fromDay > installedDay ? fromDay : installedDay;
  for (;;) {
    const from = startOfDay(firstDay, timeZone).getTime();
    if (from >= through) return null;
    const registers = await readRegisters(deps, installations, { from, now }, stopping);
    const gapFrom = registers.findLast((register) => register.gapFrom !== null)?.gapFrom ?? null;
    const gapDay = gapFrom === null ? firstDay : localDay(gapFrom, timeZone);
    if (gapDay >= firstDay) return { firstDay, registers };
    firstDay = gapDay;
  }
}

/** Days with their quarters, and their prices. */
async function priceDays(
  deps: Deps,
  meter: SettledMeter,
  {
    firstDay,
    through,
    installations,
    stretches,
    events,
    named,
  }: {
    firstDay: string;
    through: number;
    installations: readonly InstallationRow[];
    stretches: readonly Stretch[];
    events: readonly RegisterEvent[];
    named: NamedDays | null;
  },
): Promise<EnergyDay[]> {
  const { db } = deps;
  const { time_zone: timeZone, project_id } = meter;
  const begin = installations[0]!.installed_at.getTime();
  const gone = installations.at(-1)!.removed_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const lastDay = localDay(through - 1, timeZone);
  const versions = await tariffsOfProject(system, db, project_id);
  const calendar = await calendarOf(system, db, project_id, dayAfter(firstDay, -28), lastDay);
  const held = await heldDays(deps, meter, firstDay, named);
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
      priceHeld(
        {
          day,
          from,
          quarters: quarters.map(({ wh }) => wh),
          flags: quarters.map(({ flag }) => flag).join(''),
          expected: quarters.filter((quarter) => quarter.from + quarterMs > begin && quarter.from < gone).length,
          suspectWh: Math.abs(Math.round(suspectWh)),
        },
        held.get(day),
        { version: versionOfDay(versions, meter.id, day), dayKind: kindOf(day), timeZone },
      ),
    );
  }
  return days;
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
