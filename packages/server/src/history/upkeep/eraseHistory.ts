import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { decodeSegment, encodeSegment } from '../codec/segmentCodec.ts';
import { deleteHours, findAnalogPoints, readSealed, sealedDays, upsertDays } from '../days.store.ts';
import { dayOf, dayOfHour, dayStart, hoursPerDay } from '../days.ts';
import { hourStart } from '../hours.ts';
import { firstIndexAtOrAfter, mergeSamples, SampleBuffer, type SampleColumns, sliceSamples } from '../samples.ts';
import { DamagedRows } from '../seal/DamagedRows.ts';
import type { FindIntervals } from '../seal/sealDays.ts';
import { writeRollups } from '../seal/writeRollups.ts';
import { lockTurn, upsertLatest } from '../store.ts';
import { type ByHand, logByHand } from './byHand.ts';
import { Overwritten } from './Overwritten.ts';
import { addToChange, deleteDay, forgetLatest, insertChange } from './upkeep.store.ts';

const daysPerBatch = 200;

/**
 * Erases the sealed samples of a point in [from, to) with their share of the roll-ups, and records what was erased; all or
 * nothing. Unsealed samples stay: erase again an hour later to remove those too.
 *
 * @returns the number of erased samples
 */
export function eraseHistory(
  db: Pool,
  pointId: number,
  range: { from: number; to: number },
  { now, ...who }: ByHand,
  findIntervals: FindIntervals = findAnalogPoints,
): Promise<number> {
  return inTransaction(db, async (client) => {
    await lockTurn(client, 'sealing');
    const id = await insertChange(client, { at: now, kind: 'erased', pointId, detail: { ...range, ...who } });
    const gone = new Overwritten(client, id);
    const samples = await eraseInTransaction(client, pointId, range, findIntervals, gone);
    await addToChange(client, id, { samples, kept: gone.kept });
    if (samples > 0) await logByHand(client, 'eraseHistory', { pointId, samples, ...range }, { now, ...who });
    return samples;
  });
}

/** As `eraseHistory`, inside a transaction that holds the sealing turn. */
export async function eraseInTransaction(
  client: ClientBase,
  pointId: number,
  { from, to }: { from: number; to: number },
  findIntervals: FindIntervals,
  gone?: Overwritten,
): Promise<number> {
  const sealed = await sealedDays(client, [pointId]);
  if (sealed === null || !(from < to)) return 0;
  const first = Math.max(sealed.first, dayOf(from));
  const last = Math.min(sealed.last, dayOf(to - 1));
  const intervals = await findIntervals(client, [pointId]);
  const damaged = new DamagedRows();
  let erased = 0;
  for (let start = first; start <= last; start += daysPerBatch) {
    const end = Math.min(last, start + daysPerBatch - 1);
    const parts = await readSealed(client, [pointId], [start], [end]);
    const days = Map.groupBy(parts, ({ hour }) => dayOfHour(hour));
    for (const [day, ofDay] of days) {
      const before = samplesOf(ofDay, (part, encoded) => damaged.read({ pointId, ...part }, encoded));
      const after = without(before, from, to);
      await gone?.keep(day, sliceSamples(before, firstIndexAtOrAfter(before, from), firstIndexAtOrAfter(before, to)));
      erased += before.length - after.length;
      await damaged.putAside(client);
      await deleteHours(
        client,
        ofDay.map(() => pointId),
        ofDay.filter(({ hours }) => hours !== hoursPerDay).map(({ hour }) => hour),
      );
      if (after.length === 0) await deleteDay(client, pointId, day);
      else {
        await upsertDays(client, { pointIds: [pointId], days: [day], encoded: [encodeSegment(dayStart(day), after)] });
      }
    }
    if (days.size > 0) await writeRollups(client, new Map([[pointId, new Set(days.keys())]]), intervals);
  }
  if (erased > 0) await renewLatest(client, pointId, intervals);
  return erased;
}

/** What parts of one point say together, the later part winning. */
export function samplesOf(
  parts: readonly { hour: number; hours: number; encoded: Buffer }[],
  read: (part: { hour: number; hours: number }, encoded: Buffer) => SampleColumns = ({ hour }, encoded) =>
    decodeSegment(hourStart(hour), encoded),
): SampleColumns {
  let samples: SampleColumns = new SampleBuffer(0);
  for (const { hour, hours, encoded } of parts) samples = mergeSamples(samples, read({ hour, hours }, encoded));
  return samples;
}

function without({ length, measuredAt, values, quality }: SampleColumns, from: number, to: number): SampleColumns {
  const kept = new SampleBuffer(length);
  for (let i = 0; i < length; i++) {
    const at = measuredAt[i]!;
    if (at < from || at >= to) kept.push(at, values[i]!, quality[i]!);
  }
  return kept;
}

/**
 * The newest sealed reading may be among what was erased. Days that turn out to be damaged are put aside, with their share of the
 * roll-ups.
 *
 * @param intervals of analog points, ms; without the point's its roll-ups stay as they are
 */
export async function renewLatest(
  client: ClientBase,
  pointId: number,
  intervals: ReadonlyMap<number, number>,
): Promise<void> {
  await forgetLatest(client, pointId);
  const emptied = new Set<number>();
  const newest = await newestSealed(client, pointId, emptied);
  if (newest !== null) await upsertLatest(client, [{ pointId, ...newest }]);
  if (emptied.size > 0) await writeRollups(client, new Map([[pointId, emptied]]), intervals);
}

/** Puts aside what it cannot read on the way. @param emptied takes the days of which something was put aside */
async function newestSealed(
  client: ClientBase,
  pointId: number,
  emptied: Set<number>,
): Promise<{ measuredAt: number; value: number; quality: number } | null> {
  const damaged = new DamagedRows();
  for (;;) {
    const sealed = await sealedDays(client, [pointId]);
    if (sealed === null) return null;
    const samples = samplesOf(await readSealed(client, [pointId], [sealed.last], [sealed.last]), (part, encoded) =>
      damaged.read({ pointId, ...part }, encoded),
    );
    const isDamaged = (await damaged.putAside(client)) > 0;
    if (isDamaged) emptied.add(sealed.last);
    const last = samples.length - 1;
    // Of a day that is damaged as a whole nothing is left; the newest is in the one before.
    if (last < 0 && isDamaged) continue;
    if (last < 0) return null;
    return { measuredAt: samples.measuredAt[last]!, value: samples.values[last]!, quality: samples.quality[last]! };
  }
}
