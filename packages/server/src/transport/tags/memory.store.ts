import { sql } from 'kysely';
import type { SystemTenant, Tenant } from '../../access/index.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import { askForCertificates, notedAgain } from '../certificates/due.store.ts';
import { type MemoryRange, type MemorySample, runOf, withSamples } from './memoryRanges.ts';
import type { ClockSync } from './tagClock.ts';

/** What a gateway hears of one tag: its clock, and numbered samples of its memory. */
export interface TagContact {
  readonly serialNumber: string;
  /** Null: its clock was not read. */
  readonly clock: ClockSync | null;
}

/** So many comparisons of a clock say everything about samples that a tag still has. */
const keptSyncs = 200;
/** Messages that follow each other so closely are one upload. */
const uploadPauseMs = 10 * 60_000;

/** In ascending order; of the newest contacts. */
export async function syncsOf(_tenant: Tenant, db: DbOrTransaction, tagId: number): Promise<ClockSync[]> {
  const { rows } = await sql<{ gateway_time: Date; tag_time: Date }>`
    SELECT gateway_time, tag_time FROM tag_clock WHERE tag_id = ${tagId} ORDER BY gateway_time DESC LIMIT ${keptSyncs}`.execute(
    db,
  );
  return rows
    .map(({ gateway_time, tag_time }) => ({ gatewayTime: gateway_time.getTime(), tagTime: tag_time.getTime() }))
    .reverse();
}

/** Keeps what the clocks of tags said, and answers what is known of each now. */
export async function noteContacts(
  _system: SystemTenant,
  db: Db,
  gatewayId: number,
  contacts: readonly TagContact[],
): Promise<ReadonlyMap<string, readonly ClockSync[]>> {
  const known = new Map<string, readonly ClockSync[]>();
  for (const { serialNumber, clock } of contacts) {
    const tag = await db
      .selectFrom('sensor_tag')
      .select('id')
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst();
    if (!tag) continue;
    if (clock)
      await sql`
        INSERT INTO tag_clock (tag_id, gateway_time, tag_time, gateway_id)
        VALUES (${tag.id}, ${new Date(clock.gatewayTime)}, ${new Date(clock.tagTime)}, ${gatewayId}) ON CONFLICT DO NOTHING`.execute(
        db,
      );
    known.set(serialNumber, await syncsOf(_system, db, tag.id));
  }
  return known;
}

/** Ranges of every run of a tag, by number. */
export async function rangesOf(_tenant: Tenant, db: DbOrTransaction, tagId: number): Promise<MemoryRange[]> {
  const { rows } = await sql<{ run: number; first: number; last: number; first_at: Date; last_at: Date }>`
    SELECT run, first_sequence::float8 AS first, last_sequence::float8 AS last, first_at, last_at FROM tag_memory_range
    WHERE tag_id = ${tagId} ORDER BY run, first_sequence`.execute(db);
  return rows.map(({ run, first, last, first_at, last_at }) => ({
    ...{ run, first, last },
    firstAt: first_at.getTime(),
    lastAt: last_at.getTime(),
  }));
}

export interface TagUpload {
  began_at: Date;
  received_at: Date;
  first_sequence: number;
  last_sequence: number;
  added: number;
  gateway_name: string | null;
  gateway_name_en: string | null;
}

/** Newest first. */
export async function uploadsOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  tagId: number,
  limit: number,
): Promise<TagUpload[]> {
  const { rows } = await sql<TagUpload>`
    SELECT u.began_at, u.received_at, u.first_sequence::float8 AS first_sequence, u.last_sequence::float8 AS last_sequence, u.added,
      g.name AS gateway_name, g.name_en AS gateway_name_en
    FROM tag_upload u LEFT JOIN gateway g ON g.id = u.gateway_id
    WHERE u.tag_id = ${tagId} ORDER BY u.received_at DESC, u.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Keeps which numbers of a tag's memory were received, once their readings are durable; the same upload twice changes nothing. Closed
 * waybills whose goods the tag lay among, and whose memory was not read since, get their certificate looked at again.
 */
export async function keepMemory(
  _system: SystemTenant,
  db: Db,
  gatewayId: number,
  { serialNumber, samples }: { serialNumber: string; samples: readonly MemorySample[] },
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await sql<{ id: number }>`
      SELECT id FROM sensor_tag WHERE serial_number = ${serialNumber} FOR UPDATE`.execute(transaction);
    const tagId = found.rows[0]?.id;
    if (tagId === undefined || samples.length === 0) return;
    const all = await rangesOf(_system, transaction, tagId);
    const run = runOf(all, samples);
    const known = all.filter((range) => range.run === run);
    const { ranges, added } = withSamples(known, samples, run);
    const before = new Set(known.map(keyOf));
    const after = new Set(ranges.map(keyOf));
    const gone = known.filter((range) => !after.has(keyOf(range)));
    const fresh = ranges.filter((range) => !before.has(keyOf(range)));
    await sql`
      DELETE FROM tag_memory_range WHERE tag_id = ${tagId} AND run = ${run}
        AND first_sequence = ANY(${gone.map(({ first }) => first)}::bigint[])`.execute(transaction);
    await sql`
      INSERT INTO tag_memory_range (tag_id, run, first_sequence, last_sequence, first_at, last_at)
      SELECT ${tagId}, ${run}, n.* FROM unnest(${fresh.map(({ first }) => first)}::bigint[], ${fresh.map(({ last }) => last)}::bigint[],
        ${fresh.map(({ firstAt }) => new Date(firstAt))}::timestamptz[], ${fresh.map(({ lastAt }) => new Date(lastAt))}::timestamptz[]) AS n`.execute(
      transaction,
    );
    const numbers = samples.map(({ sequence }) => sequence);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const previous = await sql<{ received_at: Date | null }>`
      SELECT max(received_at) AS received_at FROM tag_upload WHERE tag_id = ${tagId}`.execute(transaction);
    const since = new Date(at.getTime() - uploadPauseMs);
    const goesOn = await sql`
      UPDATE tag_upload SET received_at = ${at}, first_sequence = least(first_sequence, ${first}::bigint),
        last_sequence = greatest(last_sequence, ${last}::bigint), added = added + ${added}
      WHERE id = (SELECT max(id) FROM tag_upload WHERE tag_id = ${tagId}) AND gateway_id = ${gatewayId} AND received_at > ${since}
      RETURNING 1`.execute(transaction);
    if (goesOn.rows.length === 0)
      await sql`
        INSERT INTO tag_upload (tag_id, gateway_id, began_at, received_at, first_sequence, last_sequence, added)
        VALUES (${tagId}, ${gatewayId}, ${at}, ${at}, ${first}, ${last}, ${added})`.execute(transaction);
    const due = await sql`
      INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at)
      SELECT b.waybill_id, 'late', ${at}::timestamptz FROM waybill_tag b JOIN waybill w ON w.id = b.waybill_id AND w.status IN (3, 4)
      WHERE b.tag_id = ${tagId} AND b.unbound_at > coalesce(${previous.rows[0]?.received_at ?? null}::timestamptz, '-infinity')
      GROUP BY b.waybill_id
      ON CONFLICT (waybill_id) DO UPDATE SET ${notedAgain} RETURNING 1`.execute(transaction);
    if (due.rows.length > 0) await askForCertificates(transaction);
  });
}

const keyOf = ({ first, last, firstAt, lastAt }: MemoryRange): string => [first, last, firstAt, lastAt].join();
