import type { ClientBase } from 'pg';
import { deleteHours, findDays, findHoursOfDays, upsertDays } from './days.store.ts';
import { dayOfHour, dayStart } from './days.ts';
import { hourStart } from './hours.ts';
import { rollUp } from './rollUp.ts';
import { mergeSamples, SampleBuffer, type SampleColumns } from './samples.ts';
import { decodeSegment, decodeSegmentInto, encodeSegment } from './segmentCodec.ts';

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
  const before = new Map(
    (await findDays(client, pointIds, numbers)).map(({ pointId, day, encoded }) => [
      `${pointId} ${day}`,
      decodeSegment(dayStart(day), encoded),
    ]),
  );
  const later = new Map<string, SampleBuffer>();
  for (const { pointId, hour, encoded } of hours) {
    const key = `${pointId} ${dayOfHour(hour)}`;
    let buffer = later.get(key);
    if (buffer === undefined) {
      buffer = new SampleBuffer(1440);
      later.set(key, buffer);
    }
    decodeSegmentInto(hourStart(hour), encoded, buffer);
  }
  const none = new SampleBuffer(0);
  const encoded = days.map(({ pointId, day, samples }) => {
    const key = `${pointId} ${day}`;
    const there = mergeSamples(before.get(key) ?? none, later.get(key) ?? none);
    return encodeSegment(dayStart(day), samples === null ? there : mergeSamples(there, samples));
  });
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
  await rollUp(client, touched, intervals);
}
