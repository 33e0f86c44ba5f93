import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { encodeSegment } from '../codec/segmentCodec.ts';
import { deleteHours, findDays, findHoursOfDays, upsertDays } from '../days.store.ts';
import { dayOfHour, dayStart, firstHourOf, hoursPerDay } from '../days.ts';
import { mergeSamples, SampleBuffer, type SampleColumns } from '../samples.ts';
import { DamagedRows } from './DamagedRows.ts';
import { writeRollups } from './writeRollups.ts';

/** Some milliseconds of packing between two turns of the event loop, which has gateways to answer. */
const samplesPerTurn = 50_000;

/**
 * Makes one row of each (point, day) inside the caller's transaction: of what the day's row holds already, of its hours, which
 * are newer and go away, and of the samples given now, which are newer still. Then their roll-ups.
 *
 * The caller holds the sealing turn.
 *
 * @param days each pair once; `samples` null when only what is there is to be merged
 * @param intervals sampling interval of each analog point, ms
 */
export async function writeDays(
  client: ClientBase,
  days: readonly { pointId: number; day: number; samples: SampleColumns | null }[],
  intervals: ReadonlyMap<number, number>,
): Promise<void> {
  const pointIds = days.map(({ pointId }) => pointId);
  const numbers = days.map(({ day }) => day);
  const hours = await findHoursOfDays(client, pointIds, numbers);
  const hoursOf = Map.groupBy(hours, ({ pointId, hour }) => `${pointId} ${dayOfHour(hour)}`);
  const rows = await findDays(client, pointIds, numbers);
  const rowOf = new Map(rows.map((row) => [`${row.pointId} ${row.day}`, row.encoded]));
  const damaged = new DamagedRows();
  const encoded: Uint8Array[] = [];
  let packed = 0;
  for (const { pointId, day, samples } of days) {
    const key = `${pointId} ${day}`;
    const later = new SampleBuffer(1440);
    for (const { hour, encoded } of hoursOf.get(key) ?? []) {
      damaged.readInto({ pointId, hour, hours: 1 }, encoded, later);
    }
    const row = rowOf.get(key);
    const ofDay = row && damaged.read({ pointId, hour: firstHourOf(day), hours: hoursPerDay }, row);
    const there = ofDay === undefined ? later : mergeSamples(ofDay, later);
    const merged = samples === null ? there : mergeSamples(there, samples);
    encoded.push(encodeSegment(dayStart(day), merged));
    packed += merged.length;
    if (packed < samplesPerTurn) continue;
    packed = 0;
    await nextTurn();
  }
  await damaged.putAside(client);
  await upsertDays(client, { pointIds, days: numbers, encoded });
  await deleteHours(
    client,
    hours.map(({ pointId }) => pointId),
    hours.map(({ hour }) => hour),
  );
  const touched = new Map<number, Set<number>>();
  for (const { pointId, day } of days) {
    const known = touched.get(pointId);
    if (known) known.add(day);
    else touched.set(pointId, new Set([day]));
  }
  await writeRollups(client, touched, intervals);
}
