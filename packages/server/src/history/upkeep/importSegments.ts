import { dayMs } from '@watchpost/contract';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { findAnalogPoints, readSealed } from '../days.store.ts';
import { dayOf, dayStart } from '../days.ts';
import { hourOf } from '../hours.ts';
import { firstIndexAtOrAfter, inTimeOrder, SampleBuffer, type SampleColumns, sliceSamples } from '../samples.ts';
import { DamagedRows } from '../seal/DamagedRows.ts';
import type { FindIntervals } from '../seal/sealDays.ts';
import { writeDays } from '../seal/writeDays.ts';
import { writeSegments } from '../seal/writeSegments.ts';
import { hasSegments, lockTurn } from '../store.ts';
import { type ByHand, logByHand } from './byHand.ts';
import { samplesOf } from './eraseHistory.ts';
import { Overwritten } from './Overwritten.ts';
import { addToChange, insertChange, isImportForbidden } from './upkeep.store.ts';

const daysPerBatch = 100;

/**
 * Writes a point's past straight into sealed days, past the log: for seeds, imports and back-fills, not for live readings
 * (browsers and alarms hear nothing of it). Merges with history that is there; of two samples of the same time the imported
 * one stays, unless the live one is not sealed yet. All or nothing.
 *
 * @param columns in any order; a `ReadingColumns` fits, its point ids are not looked at
 */
export async function importSegments(
  db: Pool,
  pointId: number,
  columns: SampleColumns,
  findIntervals: FindIntervals = findAnalogPoints,
): Promise<void> {
  await inTransaction(db, async (client) => {
    await lockTurn(client, 'sealing');
    await importInTransaction(client, pointId, inTimeOrder(columns), findIntervals);
  });
}

/** The records of the point are proof under GSP, which forbids to bring readings in from elsewhere. */
export class ImportForbidden extends Error {
  constructor(pointId: number) {
    super(`Point ${pointId} is under GSP in this time, which forbids to bring readings in from elsewhere (annex 3).`);
  }
}

/**
 * Fills in a point's past by hand, and leaves a trace of it with what it replaced; else like `importSegments`.
 *
 * @throws ImportForbidden of points under GSP in that time
 */
export async function fillHistory(
  db: Pool,
  pointId: number,
  columns: SampleColumns,
  { now, ...who }: ByHand,
  findIntervals: FindIntervals = findAnalogPoints,
): Promise<void> {
  const samples = inTimeOrder(columns);
  await inTransaction(db, async (client) => {
    await lockTurn(client, 'sealing');
    if (samples.length > 0) {
      const whole = { from: samples.measuredAt[0]!, to: samples.measuredAt[samples.length - 1]! };
      if (await isImportForbidden(client, pointId, whole)) throw new ImportForbidden(pointId);
    }
    const range = { from: samples.measuredAt[0], to: samples.measuredAt[samples.length - 1] };
    const detail = { samples: samples.length, ...range, ...who };
    const id = await insertChange(client, { at: now, kind: 'filled', pointId, detail });
    const replaced = new Overwritten(client, id);
    await keepReplaced(client, pointId, samples, replaced);
    await importInTransaction(client, pointId, samples, findIntervals);
    await addToChange(client, id, { replaced: replaced.samples, kept: replaced.kept });
    if (samples.length === 0) return;
    const [from, to] = [samples.measuredAt[0]!, samples.measuredAt[samples.length - 1]!];
    await logByHand(client, 'fillHistory', { pointId, samples: samples.length, from, to }, { now, ...who });
  });
}

/** Keeps, day by day, the sealed samples that stand where one of the given comes and says something else. */
async function keepReplaced(
  client: ClientBase,
  pointId: number,
  samples: SampleColumns,
  replaced: Overwritten,
): Promise<void> {
  const damaged = new DamagedRows();
  for (let start = 0; start < samples.length; ) {
    const day = dayOf(samples.measuredAt[start]!);
    const rest = sliceSamples(samples, start, samples.length);
    const end = start + firstIndexAtOrAfter(rest, dayStart(day) + dayMs);
    const before = samplesOf(await readSealed(client, [pointId], [day], [day]), (part, encoded) =>
      damaged.read({ pointId, ...part }, encoded),
    );
    await damaged.putAside(client);
    const other = new SampleBuffer(0);
    for (let i = start, b = 0; i < end; i++) {
      while (b < before.length && before.measuredAt[b]! < samples.measuredAt[i]!) b++;
      if (b === before.length || before.measuredAt[b] !== samples.measuredAt[i]) continue;
      const isSame = Object.is(before.values[b], samples.values[i]) && before.quality[b] === samples.quality[i];
      if (!isSame) other.push(before.measuredAt[b]!, before.values[b]!, before.quality[b]!);
    }
    await replaced.keep(day, other);
    start = end;
  }
}

/** Inside a transaction that holds the sealing turn. */
async function importInTransaction(
  client: ClientBase,
  pointId: number,
  samples: SampleColumns,
  findIntervals: FindIntervals,
): Promise<void> {
  if (samples.length === 0) return;
  const lastDay = dayOf(samples.measuredAt[samples.length - 1]!);
  const intervals = await findIntervals(client, [pointId]);
  let days: { pointId: number; day: number; samples: SampleColumns }[] = [];
  let start = 0;
  while (dayOf(samples.measuredAt[start]!) < lastDay) {
    const day = dayOf(samples.measuredAt[start]!);
    const rest = sliceSamples(samples, start, samples.length);
    const end = start + firstIndexAtOrAfter(rest, dayStart(day) + dayMs);
    days.push({ pointId, day, samples: sliceSamples(samples, start, end) });
    start = end;
    if (days.length < daysPerBatch) continue;
    await writeDays(client, days, intervals);
    days = [];
  }
  if (days.length > 0) await writeDays(client, days, intervals);
  // The last day may go on: hours, until it is over.
  const merge = await hasSegments(client, pointId, hourOf(dayStart(lastDay)), hourOf(dayStart(lastDay + 1)) - 1);
  await writeSegments(client, [{ pointId, samples: sliceSamples(samples, start, samples.length) }], { merge });
}
