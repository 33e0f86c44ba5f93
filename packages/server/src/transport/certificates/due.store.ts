import type { CertificateReason } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant, Tenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Pause before a failed certificate is made again, ms. */
const retryMs = 3_600_000;

/** Late readings come in several messages, and which numbers of a memory they are is kept after them: one revision tells of all. */
const gatheringSeconds = 3;

/**
 * Orders the job that makes due certificates. Ordered several times before it begins, it runs once.
 *
 * @param when `gathered`: a moment after the first of these orders, unless it is ordered at once meanwhile
 */
export async function askForCertificates(
  _tenant: Tenant,
  db: DbOrTransaction,
  when: 'now' | 'gathered' = 'now',
): Promise<void> {
  const isNow = when === 'now';
  await sql`SELECT graphile_worker.add_job('issueCertificates', max_attempts := 3, job_key := 'issueCertificates',
    run_at := now() + make_interval(secs => ${isNow ? 0 : gatheringSeconds}),
    job_key_mode := ${isNow ? 'replace' : 'preserve_run_at'})`.execute(db);
}

/**
 * A second note gets a later time than the one a job has read, even within one microsecond of one clock. It clears an earlier failure.
 */
export const notedAgain = sql`
  noted_at = greatest(waybill_certificate_due.noted_at + interval '1 microsecond', excluded.noted_at), failure = NULL, failed_at = NULL`;

/** Notes that a closed waybill's certificate is to be made or looked at again; the job is asked for after the commit. */
export async function noteCertificateDue(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  waybillId: number,
  reason: CertificateReason,
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at) VALUES (${waybillId}, ${reason}, ${at})
    ON CONFLICT (waybill_id) DO UPDATE SET ${notedAgain}`.execute(transaction);
  await askForCertificates(_tenant, transaction);
}

/** Readings that came late: notes the closed waybills whose goods they are about. */
export async function noteLateReadings(
  _system: SystemTenant,
  db: DbOrTransaction,
  readings: readonly { pointId: number; from: number; to: number }[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ waybill_id: number }>`
    INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at)
    SELECT DISTINCT b.waybill_id, 'late', ${at}::timestamptz
    FROM unnest(${readings.map(({ pointId }) => pointId)}::int[], ${readings.map(({ from }) => new Date(from))}::timestamptz[],
      ${readings.map(({ to }) => new Date(to))}::timestamptz[]) AS s (point_id, from_at, to_at)
    JOIN point p ON p.id = s.point_id AND p.kind = 'tag' AND p.mqtt_key = 'temperature'
    JOIN sensor_tag t ON t.serial_number = p.mqtt_device JOIN waybill_tag b ON b.tag_id = t.id
    JOIN waybill w ON w.id = b.waybill_id AND w.status IN (3, 4)
    WHERE s.to_at >= b.bound_at AND s.from_at < b.unbound_at
    ORDER BY b.waybill_id
    ON CONFLICT (waybill_id) DO UPDATE SET ${notedAgain} RETURNING waybill_id`.execute(db);
  if (rows.length > 0) await askForCertificates(_system, db, 'gathered');
}

export interface DueRow {
  waybill_id: number;
  /** As PostgreSQL wrote it, to the microsecond. */
  noted_at: string;
}

/** Certificates that were not tried since they were noted, and those that failed an hour ago; oldest first. */
export async function dueCertificates(_system: SystemTenant, db: DbOrTransaction, now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    SELECT d.waybill_id, d.noted_at::text AS noted_at FROM waybill_certificate_due d
    WHERE d.failure IS NULL OR d.failed_at <= ${new Date(now.getTime() - retryMs)} ORDER BY d.noted_at`.execute(db);
  return rows;
}

export async function isCertificateDue(_tenant: Tenant, db: DbOrTransaction, waybillId: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM waybill_certificate_due WHERE waybill_id = ${waybillId}`.execute(db);
  return rows.length > 0;
}

/** Deletes a note that is done with. One that was made meanwhile stays. */
export async function forgetDue(
  _system: SystemTenant,
  db: DbOrTransaction,
  { waybill_id, noted_at }: DueRow,
): Promise<void> {
  await sql`
    DELETE FROM waybill_certificate_due WHERE waybill_id = ${waybill_id} AND noted_at = ${noted_at}::timestamptz`.execute(
    db,
  );
}

export async function keepDueFailure(
  _system: SystemTenant,
  db: DbOrTransaction,
  { waybill_id, noted_at }: DueRow,
  failure: string,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE waybill_certificate_due SET failure = ${failure.slice(0, 300)}, failed_at = ${at}
    WHERE waybill_id = ${waybill_id} AND noted_at = ${noted_at}::timestamptz`.execute(db);
}
