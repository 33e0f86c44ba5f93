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
  /** Numbers of its samples by the tag's time, epoch ms. */
  readonly numbers: ReadonlyMap<number, number>;
}

/** What dates the samples of one message. */
export interface Dating {
  /** Contacts that count for a sample by the tag's time, in ascending order. */
  readonly contactsFor: (tagTime: number) => readonly ClockSync[];
  /** The newest contact that dates what came for the first time, epoch ms; null: there is none. */
  readonly datedUntil: number | null;
}

interface DatingRow {
  first: number;
  last: number;
  tag_from: Date;
  tag_to: Date;
  dated_until: Date | null;
}

/** Datings of a tag that may be about some of these numbers. */
async function datingsOf(db: DbOrTransaction, tagId: number, numbers: readonly number[]): Promise<DatingRow[]> {
  if (numbers.length === 0) return [];
  const [first, last] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
  const { rows } = await sql<DatingRow>`
    SELECT first_sequence::float8 AS first, last_sequence::float8 AS last, tag_from, tag_to, dated_until FROM tag_dating
    WHERE tag_id = ${tagId} AND first_sequence <= ${last}::bigint AND last_sequence >= ${first}::bigint ORDER BY id`.execute(
    db,
  );
  return rows;
}

/** The dating that a sample had when it first came. */
const datingFor = (rows: readonly DatingRow[], sequence: number, tagTime: number): DatingRow | undefined =>
  rows.find(
    ({ first, last, tag_from, tag_to }) =>
      sequence >= first && sequence <= last && tagTime >= tag_from.getTime() && tagTime <= tag_to.getTime(),
  );

/** So many contacts before a sample's own say everything about when it was measured. */
const datingContacts = 200;
/** Messages that follow each other so closely are one upload. */
const uploadPauseMs = 10 * 60_000;
/** As many as a whole memory of 20,000 samples has of which each second is missing. */
const rangesOfTag = 10_000;
/** A contact that is sent again may be dated by when it came: within this the same reading of a tag's clock is the same contact. */
const sameContactMs = 2 * 60_000;

interface SyncRow {
  gateway_time: Date;
  tag_time: Date;
}
const syncOf = ({ gateway_time, tag_time }: SyncRow): ClockSync => ({
  gatewayTime: gateway_time.getTime(),
  tagTime: tag_time.getTime(),
});

/** The newest contacts of a tag up to a moment, in ascending order. @param until null: all */
export async function newestSyncs(
  _tenant: Tenant,
  db: DbOrTransaction,
  tagId: number,
  limit: number,
  until: Date | null = null,
): Promise<ClockSync[]> {
  const { rows } = await sql<SyncRow>`
    SELECT gateway_time, tag_time FROM tag_clock WHERE tag_id = ${tagId} AND gateway_time <= coalesce(${until}::timestamptz, 'infinity')
    ORDER BY gateway_time DESC LIMIT ${limit}`.execute(db);
  return rows.map(syncOf).reverse();
}

/** Everything that says how a tag's clock went in a stretch: contacts in it, the last before it and the first after it; ascending. */
export async function syncsDuring(
  _tenant: Tenant,
  db: DbOrTransaction,
  tagId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ClockSync[]> {
  const { rows } = await sql<SyncRow>`
    SELECT gateway_time, tag_time FROM tag_clock WHERE tag_id = ${tagId}
      AND gateway_time >= coalesce((SELECT max(gateway_time) FROM tag_clock WHERE tag_id = ${tagId} AND gateway_time < ${new Date(from)}),
        '-infinity')
      AND gateway_time <= coalesce((SELECT min(gateway_time) FROM tag_clock WHERE tag_id = ${tagId} AND gateway_time >= ${new Date(to)}),
        'infinity')
    ORDER BY gateway_time`.execute(db);
  return rows.map(syncOf);
}

/** When a contact was first dated; null: it is new. */
async function knownContact(db: DbOrTransaction, tagId: number, clock: ClockSync): Promise<Date | null> {
  const { rows } = await sql<SyncRow>`
    SELECT gateway_time, tag_time FROM tag_clock WHERE tag_id = ${tagId} AND tag_time = ${new Date(clock.tagTime)}
      AND gateway_time BETWEEN ${new Date(clock.gatewayTime - sameContactMs)} AND ${new Date(clock.gatewayTime + sameContactMs)}
    ORDER BY gateway_time LIMIT 1`.execute(db);
  return rows[0]?.gateway_time ?? null;
}

/**
 * Keeps what the clocks of tags said at contacts. Samples are dated by the contacts up to their own, and those that came before by the
 * contacts that dated them then: the same upload gets the same times however late it is sent again, also without a contact of its own.
 *
 * @returns what dates the samples, by the number of the tag
 */
export async function noteContacts(
  _system: SystemTenant,
  db: Db,
  gatewayId: number,
  contacts: readonly TagContact[],
): Promise<ReadonlyMap<string, Dating>> {
  const known = new Map<string, Dating>();
  for (const { serialNumber, clock, numbers } of contacts) {
    const tag = await db
      .selectFrom('sensor_tag')
      .select('id')
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst();
    if (!tag) continue;
    let until: Date | null = null;
    if (clock) {
      until = (await knownContact(db, tag.id, clock)) ?? new Date(clock.gatewayTime);
      await sql`
        INSERT INTO tag_clock (tag_id, gateway_time, tag_time, gateway_id)
        VALUES (${tag.id}, ${until}, ${new Date(clock.tagTime)}, ${gatewayId}) ON CONFLICT DO NOTHING`.execute(db);
    }
    const newest = await newestSyncs(_system, db, tag.id, datingContacts, until);
    const rows = await datingsOf(db, tag.id, [...numbers.values()]);
    const earlier = new Map<number | null, readonly ClockSync[]>([[null, []]]);
    for (const { dated_until } of rows)
      if (dated_until !== null && !earlier.has(dated_until.getTime()))
        earlier.set(dated_until.getTime(), await newestSyncs(_system, db, tag.id, datingContacts, dated_until));
    known.set(serialNumber, {
      contactsFor: (tagTime) => {
        const row = datingFor(rows, numbers.get(tagTime) ?? -1, tagTime);
        return row ? earlier.get(row.dated_until?.getTime() ?? null)! : newest;
      },
      datedUntil: newest.at(-1)?.gatewayTime ?? null,
    });
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

/** When a tag's memory was last read; null: never. */
export async function lastReadOf(_tenant: Tenant, db: DbOrTransaction, tagId: number): Promise<Date | null> {
  const { rows } = await sql<{ read_at: Date | null }>`
    SELECT max(read_at) AS read_at FROM tag_upload WHERE tag_id = ${tagId}`.execute(db);
  return rows[0]!.read_at;
}

/**
 * Keeps which numbers of a tag's memory were received, once their readings are durable. An upload that is sent again proves nothing and
 * changes nothing. Closed waybills whose goods the tag lay among, and whose memory was not read since, get their certificate looked at
 * again.
 *
 * @param clock of the contact at which the memory was read; null: it counts as read at `at`, if it has new numbers
 * @param at when the message came
 */
export async function keepMemory(
  _system: SystemTenant,
  db: Db,
  gatewayId: number,
  {
    serialNumber,
    clock,
    samples,
    datedUntil,
  }: {
    serialNumber: string;
    clock: ClockSync | null;
    samples: readonly (MemorySample & { readonly tagTime: number })[];
    datedUntil: number | null;
  },
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await sql<{ id: number }>`
      SELECT id FROM sensor_tag WHERE serial_number = ${serialNumber} FOR UPDATE`.execute(transaction);
    const tagId = found.rows[0]?.id;
    if (tagId === undefined || samples.length === 0) return;
    await keepDating(transaction, tagId, samples, datedUntil, at);
    const all = await rangesOf(_system, transaction, tagId);
    const run = runOf(all, samples);
    const known = all.filter((range) => range.run === run);
    const { ranges, added } = withSamples(known, samples, run);
    const contact = clock && ((await knownContact(transaction, tagId, clock)) ?? new Date(clock.gatewayTime));
    const readAt = contact === null || contact > at ? at : contact;
    const previous = await lastReadOf(_system, transaction, tagId);
    if (added === 0 && previous !== null && (contact === null || readAt <= previous)) return;
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
    const surplus = all.length - gone.length + fresh.length - rangesOfTag;
    if (surplus > 0)
      await sql`
        DELETE FROM tag_memory_range WHERE ctid IN (
          SELECT ctid FROM tag_memory_range WHERE tag_id = ${tagId} ORDER BY last_at, run, first_sequence LIMIT ${surplus})`.execute(
        transaction,
      );
    const numbers = samples.map(({ sequence }) => sequence);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const since = new Date(at.getTime() - uploadPauseMs);
    const goesOn = await sql`
      UPDATE tag_upload SET received_at = ${at}, first_sequence = least(first_sequence, ${first}::bigint),
        last_sequence = greatest(last_sequence, ${last}::bigint), added = added + ${added},
        read_at = greatest(read_at, ${readAt}::timestamptz)
      WHERE id = (SELECT max(id) FROM tag_upload WHERE tag_id = ${tagId}) AND gateway_id = ${gatewayId} AND received_at > ${since}
      RETURNING 1`.execute(transaction);
    if (goesOn.rows.length === 0)
      await sql`
        INSERT INTO tag_upload (tag_id, gateway_id, began_at, received_at, read_at, first_sequence, last_sequence, added)
        VALUES (${tagId}, ${gatewayId}, ${at}, ${at}, ${readAt}, ${first}, ${last}, ${added})`.execute(transaction);
    const due = await sql`
      INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at)
      SELECT b.waybill_id, 'late', ${at}::timestamptz FROM waybill_tag b JOIN waybill w ON w.id = b.waybill_id AND w.status IN (3, 4)
      WHERE b.tag_id = ${tagId} AND b.unbound_at > coalesce(${previous}::timestamptz, '-infinity')
      GROUP BY b.waybill_id
      ON CONFLICT (waybill_id) DO UPDATE SET ${notedAgain} RETURNING 1`.execute(transaction);
    if (due.rows.length > 0) await askForCertificates(_system, transaction, 'gathered');
  });
}

/** Keeps by which contact new numbers were dated; those of one upload that follow each other are one row. */
async function keepDating(
  transaction: DbOrTransaction,
  tagId: number,
  samples: readonly (MemorySample & { readonly tagTime: number })[],
  datedUntil: number | null,
  at: Date,
): Promise<void> {
  const rows = await datingsOf(
    transaction,
    tagId,
    samples.map(({ sequence }) => sequence),
  );
  const fresh = samples.filter(({ sequence, tagTime }) => !datingFor(rows, sequence, tagTime));
  if (fresh.length === 0) return;
  const rangeOf = (numbers: readonly number[]): [number, number] => [
    numbers.reduce((a, b) => Math.min(a, b)),
    numbers.reduce((a, b) => Math.max(a, b)),
  ];
  const [first, last] = rangeOf(fresh.map(({ sequence }) => sequence));
  const [from, to] = rangeOf(fresh.map(({ tagTime }) => tagTime)).map((each) => new Date(each));
  const until = datedUntil === null ? null : new Date(datedUntil);
  const goesOn = await sql`
    UPDATE tag_dating SET last_sequence = ${last}::bigint, tag_to = ${to}::timestamptz, kept_at = ${at}
    WHERE id = (SELECT max(id) FROM tag_dating WHERE tag_id = ${tagId}) AND last_sequence = ${first}::bigint - 1 AND tag_to < ${from}::timestamptz
      AND dated_until IS NOT DISTINCT FROM ${until}::timestamptz RETURNING 1`.execute(transaction);
  if (goesOn.rows.length === 0)
    await sql`
      INSERT INTO tag_dating (tag_id, first_sequence, last_sequence, tag_from, tag_to, dated_until, kept_at)
      VALUES (${tagId}, ${first}, ${last}, ${from}, ${to}, ${until}, ${at})`.execute(transaction);
}

/**
 * Limits what is kept of contacts and uploads: the newest of each tag, none of a time long ago. What says how the clock stood when a tag
 * was bound to a waybill or taken off stays, so a certificate that is looked at again says the same; so do the contacts of an open
 * waybill, the newest contact, and the upload that was read last. Numbers and their datings go with their time, but for numbers of a time
 * when the tag was bound, and the newest numbers.
 *
 * @param before what is older goes, however few there are
 */
export async function trimTagMemories(
  _system: SystemTenant,
  db: DbOrTransaction,
  { contacts, uploads, datings, before }: { contacts: number; uploads: number; datings: number; before: Date },
): Promise<void> {
  await sql`
    WITH kept AS (
      SELECT t.id,
        (SELECT c.gateway_time FROM tag_clock c WHERE c.tag_id = t.id ORDER BY c.gateway_time DESC OFFSET ${contacts - 1} LIMIT 1) AS since,
        (SELECT max(c.gateway_time) FROM tag_clock c WHERE c.tag_id = t.id) AS newest
      FROM sensor_tag t),
    beside AS MATERIALIZED (
      SELECT b.tag_id, each.at FROM waybill_tag b CROSS JOIN LATERAL (VALUES (b.bound_at), (b.unbound_at)) AS edge (at)
      CROSS JOIN LATERAL (
        SELECT max(c.gateway_time) FROM tag_clock c WHERE c.tag_id = b.tag_id AND c.gateway_time < edge.at
        UNION ALL SELECT min(c.gateway_time) FROM tag_clock c WHERE c.tag_id = b.tag_id AND c.gateway_time >= edge.at) AS each (at)
      WHERE each.at IS NOT NULL)
    DELETE FROM tag_clock c USING kept
    WHERE c.tag_id = kept.id AND c.gateway_time < kept.newest AND (c.gateway_time < kept.since OR c.gateway_time < ${before})
      AND NOT EXISTS (SELECT FROM beside WHERE beside.tag_id = c.tag_id AND beside.at = c.gateway_time)
      AND NOT EXISTS (SELECT FROM waybill_tag b
        WHERE b.tag_id = c.tag_id AND b.unbound_at IS NULL AND c.gateway_time >= greatest(b.bound_at, ${before}))`.execute(
    db,
  );
  await sql`
    WITH kept AS (
      SELECT t.id,
        (SELECT u.received_at FROM tag_upload u WHERE u.tag_id = t.id ORDER BY u.received_at DESC OFFSET ${uploads - 1} LIMIT 1) AS since,
        (SELECT u.id FROM tag_upload u WHERE u.tag_id = t.id ORDER BY u.read_at DESC, u.id DESC LIMIT 1) AS last_read
      FROM sensor_tag t)
    DELETE FROM tag_upload u USING kept
    WHERE u.tag_id = kept.id AND u.id <> kept.last_read AND (u.received_at < kept.since OR u.received_at < ${before})`.execute(
    db,
  );
  await sql`
    WITH kept AS (
      SELECT t.id, (SELECT d.id FROM tag_dating d WHERE d.tag_id = t.id ORDER BY d.id DESC OFFSET ${datings - 1} LIMIT 1) AS since FROM sensor_tag t)
    DELETE FROM tag_dating d USING kept WHERE d.tag_id = kept.id AND (d.id < kept.since OR d.kept_at < ${before})`.execute(
    db,
  );
  await sql`
    WITH newest AS (SELECT tag_id, max(last_at) AS at FROM tag_memory_range GROUP BY tag_id)
    DELETE FROM tag_memory_range r USING newest WHERE newest.tag_id = r.tag_id AND r.last_at < newest.at AND r.last_at < ${before}
      AND NOT EXISTS (SELECT FROM waybill_tag b
        WHERE b.tag_id = r.tag_id AND r.last_at >= b.bound_at AND r.first_at < coalesce(b.unbound_at, 'infinity'))`.execute(
    db,
  );
}

const keyOf = ({ first, last, firstAt, lastAt }: MemoryRange): string => [first, last, firstAt, lastAt].join();
