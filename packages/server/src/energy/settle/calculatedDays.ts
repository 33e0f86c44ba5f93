import { system } from '../../access/index.ts';
import { startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { daysOfTerms, type TermDay, type termsOf } from './calculated.store.ts';
import { heldDays, type NamedDays, priceHeld } from './heldPrices.ts';
import { type EnergyDay, versionOfDay, weekdayOf } from './priceDay.ts';
import type { QuarterFlag } from './quarters.ts';
import { calendarOf, type SettledMeter, tariffsOfProject } from './settle.store.ts';

/** From best to worst. */
const worst: readonly QuarterFlag[] = ['m', 'e', 'x'];

/**
 * Sums of meters, quarter by quarter, each times its factor and rounded to the Wh. A quarter is known no better than the worst of its
 * terms; a term of which nothing is known counts nothing, and the quarter is missing.
 */
export function sumOfTerms(terms: readonly { factor: number; day: Pick<TermDay, 'wh' | 'flags'> | null }[]): {
  wh: number[];
  flags: string;
} {
  const length = Math.max(0, ...terms.map(({ day }) => day?.wh.length ?? 0));
  const flags = Array.from({ length }, (_, i) => {
    const places = terms.map(({ day }) => worst.indexOf((day?.flags[i] ?? 'x') as QuarterFlag));
    return worst[Math.max(...places)]!;
  });
  const wh = flags.map((flag, i) =>
    flag === 'x' ? 0 : Math.round(terms.reduce((sum, { factor, day }) => sum + factor * day!.wh[i]!, 0)),
  );
  return { wh, flags: flags.join('') };
}

/** Settled days, those of them replaced that were computed anew. */
function instead(settled: readonly TermDay[], days: ReadonlyMap<number, readonly EnergyDay[]>): TermDay[] {
  const found = [...days].flatMap(([meter_id, some]) =>
    some.map(({ day, quarters, flags, expected, suspectWh }) => ({
      meter_id,
      day,
      wh: [...quarters],
      flags,
      expected,
      suspect_wh: suspectWh,
    })),
  );
  const keyOf = ({ meter_id, day }: TermDay) => `${meter_id} ${day}`;
  const replaced = new Set(found.map(keyOf));
  return [...settled.filter((row) => !replaced.has(keyOf(row))), ...found];
}

/**
 * Days of a meter that is calculated from others, of what is settled of them, from a day on. They are priced as any other; none is
 * earlier than its present terms.
 *
 * @param anew days of its terms that are about to take the place of those that are settled, and until when; with those that are named
 * @returns and until when all of them are settled, epoch ms; null: one of them is not yet
 */
export async function calculatedDays(
  { db }: Pick<EnergyDeps, 'db'>,
  meter: SettledMeter,
  terms: Awaited<ReturnType<typeof termsOf>>,
  fromDay: string,
  anew: { days: ReadonlyMap<number, readonly EnergyDay[]>; to: string; named: NamedDays } | null = null,
): Promise<{ days: EnergyDay[]; through: number | null }> {
  const { id, project_id, time_zone: timeZone, terms_from } = meter;
  const from = terms_from !== null && terms_from > fromDay ? terms_from : fromDay;
  const settledDays = await daysOfTerms(
    system,
    db,
    terms.map(({ of_meter_id }) => of_meter_id),
    from,
  );
  const rows = anew ? instead(settledDays, anew.days).filter(({ day }) => day >= from && day <= anew.to) : settledDays;
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const last = [...byDay.keys()].toSorted().at(-1);
  const versions = await tariffsOfProject(system, db, project_id);
  const calendar = last === undefined ? new Map() : await calendarOf(system, db, project_id, from, last);
  const held = await heldDays({ db }, meter, from, anew?.named);
  const days = [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, some]) => {
      const { wh, flags } = sumOfTerms(
        terms.map(({ of_meter_id, factor }) => ({
          factor,
          day: some.find(({ meter_id }) => meter_id === of_meter_id) ?? null,
        })),
      );
      return priceHeld(
        {
          day,
          from: startOfDay(day, timeZone).getTime(),
          quarters: wh,
          flags,
          expected: Math.max(...some.map(({ expected }) => expected)),
          suspectWh: some.reduce((sum, { suspect_wh }) => sum + suspect_wh, 0),
        },
        held.get(day),
        { version: versionOfDay(versions, id, day), dayKind: calendar.get(day) ?? weekdayOf(day), timeZone },
      );
    });
  const settled = terms.map(({ settled_through }) => settled_through?.getTime() ?? null);
  return { days, through: settled.includes(null) ? null : Math.min(...(settled as number[])) };
}
