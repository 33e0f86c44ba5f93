import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeSegment } from '../codec/segmentCodec.ts';
import { unlessDamaged } from '../codec/unlessDamaged.ts';
import { readSealed, sealedBeforeHour } from '../days.store.ts';
import { dayOf } from '../days.ts';
import { hourOf, hourStart } from '../hours.ts';
import type { Sql } from '../store.ts';

/** Points whose day is unpacked between two turns of the event loop: some tens of milliseconds. */
const pointsPerTurn = 50;

/**
 * Those of the points of which something sealed was measured before a time, epoch ms. Which hours have samples shows without
 * unpacking anything until they are merged into their day; of a point that has no earlier hour or day, that one day is unpacked.
 */
export async function measuredBefore(sql: Sql, pointIds: readonly number[], before: number): Promise<Set<number>> {
  const known = new Set(await sealedBeforeHour(sql, pointIds, hourOf(before)));
  const open = pointIds.filter((id) => !known.has(id));
  const day = dayOf(before);
  for (let start = 0; start < open.length; start += pointsPerTurn) {
    const some = open.slice(start, start + pointsPerTurn);
    const days = some.map(() => day);
    for (const { stretch, hour, encoded } of await readSealed(sql, some, days, days)) {
      if (hourStart(hour) >= before || known.has(some[stretch]!)) continue;
      const samples = unlessDamaged(() => decodeSegment(hourStart(hour), encoded));
      if (samples && samples.length > 0 && samples.measuredAt[0]! < before) known.add(some[stretch]!);
    }
    await nextTurn();
  }
  return known;
}
