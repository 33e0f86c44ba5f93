import {
  type ComplianceProfileName,
  type Disposition,
  type FindingCause,
  type FindingKind,
  type FindingState,
  temperatureUnits,
} from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { system, type Tenant, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, oneOf, pageOfRows, type RowRange } from '../platform/db/listQuery.ts';
import type { OwnProfile } from './ownProfiles/figuresOf.ts';
import { ownProfileOf } from './ownProfiles/ownProfileOf.store.ts';
import { namesOfPoint, type PointNames, wholeProject } from './proof/proof.store.ts';

// ---- points under a profile

export interface AssignablePoint {
  point_id: number;
  name: string;
  name_en: string | null;
  unit: string;
  device_id: number;
  device_name: string;
  device_name_en: string | null;
  is_assigned: boolean;
}

/** Analog points of a project that are measured and serve a device. */
export async function assignablePoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<AssignablePoint[]> {
  const { rows } = await sql<AssignablePoint>`
    SELECT p.id AS point_id, p.name, p.name_en, p.unit, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en,
      EXISTS (SELECT FROM compliance_assignment a WHERE a.point_id = p.id AND a.until IS NULL) AS is_assigned
    FROM point p JOIN point_type t ON t.id = p.point_type_id AND t.value_type = 'analog'
    JOIN LATERAL (SELECT d.id, d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
      WHERE dp.point_id = p.id ORDER BY d.id LIMIT 1) d ON true
    WHERE p.project_id = ${projectId} AND ${wholeProject(tenant, 'p.project_id')} AND p.kind IN ('modbus', 'mqtt', 'tag') AND NOT p.writable
    ORDER BY d.name, d.id, p.name, p.id`.execute(db);
  return rows;
}

export interface AssignmentRow extends PointNames {
  id: number;
  project_id: number;
  company_id: number;
  time_zone: string;
  point_id: number;
  profile: ComplianceProfileName;
  /** Null: under the standard as it is. */
  own: OwnProfile | null;
  /** Of the own profile, where that version begins later; until then an earlier one counts. */
  next_version: number | null;
  low_limit: number | null;
  high_limit: number | null;
  since: Date;
  until: Date | null;
}

const assignmentColumns = sql`a.id, p.project_id, project.company_id, project.time_zone, a.point_id, a.low_limit, a.high_limit, a.until,
  names.*`;
const assignmentTables = sql`compliance_assignment a JOIN point p ON p.id = a.point_id JOIN project ON project.id = p.project_id
  ${namesOfPoint(system, 'a.point_id')}`;

/**
 * What points of a project are under now, or shall be from a later moment on. Of a point whose profile gets a new version the one that
 * counts now, under the id of the later assignment.
 */
export async function assignmentsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  now: Date,
): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    SELECT ${assignmentColumns},
      a.profile, coalesce(today.since, a.since) AS since,
      CASE WHEN today.id IS NULL THEN ${ownProfileOf(system, 'a.profile_version_id')} ELSE ${ownProfileOf(system, 'today.profile_version_id')} END AS own,
      CASE WHEN today.id IS NOT NULL THEN (SELECT v.version FROM compliance_profile_version v WHERE v.id = a.profile_version_id) END AS next_version
    FROM ${assignmentTables}
    LEFT JOIN LATERAL (SELECT t.* FROM compliance_assignment t WHERE t.point_id = a.point_id AND a.since > ${now}
      AND t.profile_version_id IS NOT NULL AND t.since <= ${now} AND t.until = a.since ORDER BY t.id DESC LIMIT 1) today ON true
    WHERE p.project_id = ${projectId} AND ${wholeProject(tenant, 'p.project_id')} AND a.until IS NULL
    ORDER BY names.device_name, names.point_name, a.id`.execute(db);
  return rows;
}

/** Which of the points are under one of these profiles now. */
export async function pointsUnder(
  _tenant: Tenant,
  db: DbOrTransaction,
  profiles: readonly ComplianceProfileName[],
  pointIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ point_id: number }>`
    SELECT DISTINCT point_id FROM compliance_assignment
    WHERE point_id = ANY(${[...pointIds]}::int[]) AND profile = ANY(${[...profiles]}::text[])
      AND since <= ${now} AND (until IS NULL OR until > ${now})`.execute(db);
  return new Set(rows.map(({ point_id }) => point_id));
}

/** Those of the assignments that are in force, locked until the transaction ends. */
export async function lockAssignments(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    SELECT ${assignmentColumns}, a.profile, ${ownProfileOf(system, 'a.profile_version_id')} AS own, NULL::int AS next_version, a.since
    FROM ${assignmentTables}
    WHERE a.id = ANY(${[...ids]}::int[]) AND a.until IS NULL AND ${wholeProject(tenant, 'p.project_id')}
    ORDER BY a.id FOR UPDATE OF a`.execute(transaction);
  return rows;
}

export async function insertAssignments(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  pointIds: readonly number[],
  values: {
    profile: ComplianceProfileName;
    /** Of the company's own profile; absent: the standard as it is. */
    versionId?: number | null;
    low: number | null;
    high: number | null;
    since: Date;
    at: Date;
    by: number | null;
  },
): Promise<void> {
  await sql`INSERT INTO compliance_assignment (point_id, profile, profile_version_id, low_limit, high_limit, since, created_at, created_by)
    SELECT id, ${values.profile}, ${values.versionId ?? null}::int, ${values.low}::float8, ${values.high}::float8, ${values.since}, ${values.at}, ${values.by}::int
    FROM unnest(${[...pointIds]}::int[]) AS id`.execute(transaction);
}

/** Points are put under a profile one call after the other until the transaction ends. */
export async function lockPointsForProfiles(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  projectId: number,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870781, ${projectId})`.execute(transaction);
}

/** One that has not begun goes as if it had never been. @param until the end of this day */
export async function endAssignments(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  rows: readonly { id: number; since: Date; until: Date }[],
): Promise<void> {
  for (const { id, since, until } of rows) {
    if (since >= until) await sql`DELETE FROM compliance_assignment WHERE id = ${id}`.execute(transaction);
    else await sql`UPDATE compliance_assignment SET until = ${until} WHERE id = ${id}`.execute(transaction);
  }
}

export interface ConformityFacts {
  point_id: number;
  interval_seconds: number;
  sealed_day: string | null;
  open: number;
  to_confirm: number;
  certificate: { number: string; valid_until: string; max_error: number } | null;
  unanswered: number;
  kept_days: number | null;
  device_id: number | null;
  /** Temperature points of its device that are under the same standard. */
  probes: number;
  /** Strategies that watch it, each with its most severe level. */
  strategies: { strategyId: number; severity: number }[];
  /** Sealed days that did not match when they were last verified. */
  broken_days: number;
}

/** What decides the lights of points. @param today by the clock of their project */
export async function conformityFacts(
  _tenant: Tenant,
  db: DbOrTransaction,
  points: readonly { pointId: number; answerMinutes: number; profile: ComplianceProfileName }[],
  { now, since }: { now: Date; since: Date },
): Promise<Map<number, ConformityFacts>> {
  const { rows } = await sql<ConformityFacts>`
    SELECT k.point_id, coalesce(p.sampling_interval_seconds, 60) AS interval_seconds,
      (SELECT max(s.day)::text FROM record_seal s WHERE s.point_id = k.point_id) AS sealed_day,
      f.open, f.to_confirm,
      (SELECT jsonb_build_object('number', c.number, 'valid_until', c.valid_until, 'max_error', c.max_error)
        FROM calibration_certificate c WHERE c.point_id = k.point_id ORDER BY c.valid_until DESC, c.id DESC LIMIT 1) AS certificate,
      (SELECT count(*)::int FROM alarm a WHERE a.point_id = k.point_id AND NOT a.never_shown AND a.acknowledged_at IS NULL
        AND a.raised_at >= ${since} AND a.raised_at < ${now}::timestamptz - make_interval(mins => k.minutes)) AS unanswered,
      r.kept_days, d.device_id,
      (SELECT count(DISTINCT n.point_id)::int FROM compliance_assignment n JOIN device_point np ON np.point_id = n.point_id AND np.device_id = d.device_id
        JOIN point probe ON probe.id = n.point_id AND probe.unit = ANY(${[...temperatureUnits]}::text[])
        WHERE n.until IS NULL AND n.profile = k.profile) AS probes,
      coalesce((SELECT jsonb_agg(jsonb_build_object('strategyId', w.strategy_id, 'severity', w.severity)) FROM (
        SELECT r.strategy_id, min((level #>> '{}')::int) AS severity FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id
        JOIN alarm_strategy st ON st.id = r.strategy_id AND st.enabled
        CROSS JOIN LATERAL jsonb_path_query(r.definition, '$.**.severity') level
        WHERE s.subject_kind = 'point' AND s.subject_id = k.point_id GROUP BY 1) w), '[]') AS strategies,
      (SELECT count(*)::int FROM seal_check c WHERE c.project_id = p.project_id AND c.broken_since IS NOT NULL
        AND c.problems @> jsonb_build_array(jsonb_build_object('pointId', k.point_id))) AS broken_days
    FROM unnest(${points.map(({ pointId }) => pointId)}::int[], ${points.map((point) => point.answerMinutes)}::int[],
      ${points.map(({ profile }) => profile)}::text[]) AS k (point_id, minutes, profile)
    JOIN point p ON p.id = k.point_id LEFT JOIN kept_history r ON r.project_id = p.project_id
    LEFT JOIN LATERAL (SELECT min(dp.device_id) AS device_id FROM device_point dp WHERE dp.point_id = k.point_id) d ON true
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE f.explained_at IS NULL)::int AS open,
        count(*) FILTER (WHERE f.explained_at IS NOT NULL AND f.confirmed_at IS NULL)::int AS to_confirm
      FROM record_finding f WHERE f.point_id = k.point_id AND f.from_at >= ${since}) f`.execute(db);
  return new Map(rows.map((row) => [row.point_id, row]));
}

// ---- excursions and gaps

export interface FindingRow extends PointNames {
  id: number;
  project_id: number;
  company_id: number;
  point_id: number;
  kind: FindingKind;
  state: FindingState;
  day: string;
  /** By which it was judged; null: the point or its assignment is gone. */
  profile: ComplianceProfileName | null;
  own: OwnProfile | null;
  from_at: Date;
  to_at: Date;
  low_limit: number | null;
  high_limit: number | null;
  extreme: number | null;
  degree_minutes: number | null;
  cause: FindingCause | null;
  explanation: string | null;
  disposition: Disposition | null;
  explained_by: number | null;
  explained_name: string | null;
  explained_at: Date | null;
  confirmed_name: string | null;
  confirmed_at: Date | null;
}

const stateOfFinding: RawBuilder<FindingState> = sql<FindingState>`(CASE WHEN f.explained_at IS NULL THEN 'open'
  WHEN f.confirmed_at IS NULL THEN 'toConfirm' ELSE 'closed' END)`;
const findingColumns = sql`f.id, f.project_id, project.company_id, f.point_id, f.kind, ${stateOfFinding} AS state, f.day::text AS day,
  judged.profile, ${ownProfileOf(system, 'judged.profile_version_id')} AS own, f.from_at, f.to_at, f.low_limit, f.high_limit, f.extreme, f.degree_minutes, f.cause, f.explanation, f.disposition, f.explained_by,
  explainer.name AS explained_name, f.explained_at, confirmer.name AS confirmed_name, f.confirmed_at, names.*`;
const findingTables = sql`record_finding f JOIN project ON project.id = f.project_id
  LEFT JOIN person explainer ON explainer.user_id = f.explained_by LEFT JOIN person confirmer ON confirmer.user_id = f.confirmed_by
  LEFT JOIN LATERAL (SELECT a.profile, a.profile_version_id FROM compliance_assignment a WHERE a.point_id = f.point_id
    AND a.since <= f.from_at AND (a.until IS NULL OR a.until >= f.to_at) ORDER BY a.id DESC LIMIT 1) judged ON true
  ${namesOfPoint(system, 'f.point_id')}`;

export async function pageFindings(
  tenant: UserTenant,
  db: DbOrTransaction,
  {
    projectId,
    kinds,
    states,
    ascending,
  }: {
    projectId: number;
    kinds?: readonly FindingKind[] | undefined;
    states?: readonly FindingState[] | undefined;
    ascending: boolean;
  },
  range: RowRange,
): Promise<{ rows: FindingRow[]; total: number }> {
  const where = allOf(
    sql`f.project_id = ${projectId}`,
    wholeProject(tenant, 'f.project_id'),
    kinds && kinds.length > 0 && oneOf('f.kind', kinds),
    states && states.length > 0 && sql`${stateOfFinding} = ANY(${[...states]}::text[])`,
  );
  const order = sql.raw(ascending ? 'ASC' : 'DESC');
  return pageOfRows<FindingRow>(db, range, {
    columns: findingColumns,
    from: findingTables,
    counted: sql`record_finding f`,
    where,
    order: sql`f.from_at ${order}, f.id ${order}`,
  });
}

/** Findings of points in a range of days, by time. */
export async function findingsOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    SELECT ${findingColumns} FROM ${findingTables}
    WHERE f.point_id = ANY(${[...pointIds]}::int[]) AND f.day BETWEEN ${from}::date AND ${until}::date ORDER BY f.from_at, f.id`.execute(
    db,
  );
  return rows;
}

/** Those of the findings that the tenant may see, locked until the transaction ends. */
export async function lockFindings(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    SELECT ${findingColumns} FROM ${findingTables}
    WHERE f.id = ANY(${[...ids]}::int[]) AND ${wholeProject(tenant, 'f.project_id')} ORDER BY f.id FOR UPDATE OF f`.execute(
    transaction,
  );
  return rows;
}

export async function explainFindings(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  values: { cause: FindingCause; explanation: string; disposition: Disposition | null; by: number; at: Date },
): Promise<void> {
  await sql`UPDATE record_finding SET cause = ${values.cause}, explanation = ${values.explanation},
      disposition = CASE WHEN kind = 'excursion' THEN ${values.disposition}::text END, explained_by = ${values.by}, explained_at = ${values.at}
    WHERE id = ANY(${[...ids]}::int[]) AND confirmed_at IS NULL`.execute(transaction);
}

export async function confirmFindings(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  { by, at }: { by: number; at: Date },
): Promise<void> {
  await sql`UPDATE record_finding SET confirmed_by = ${by}, confirmed_at = ${at}
    WHERE id = ANY(${[...ids]}::int[]) AND confirmed_at IS NULL`.execute(transaction);
}

// ---- certificates

export interface CertificateValues {
  point_id: number;
  number: string;
  laboratory: string;
  done_on: string;
  valid_until: string;
  max_error: number;
}

export interface CertificateRow extends CertificateValues, PointNames {
  id: number;
  project_id: number;
  company_id: number;
  time_zone: string;
  /** Its paper; null: none is kept. */
  file: { id: string; name: string; contentType: string; size: number; sha256: string } | null;
}

const certificateColumns = sql`c.id, c.point_id, p.project_id, project.company_id, project.time_zone, c.number, c.laboratory,
  c.done_on::text AS done_on, c.valid_until::text AS valid_until, c.max_error,
  (SELECT jsonb_build_object('id', u.id, 'name', u.name, 'contentType', u.content_type, 'size', u.size_bytes,
    'sha256', encode(c.file_sha256, 'hex')) FROM uploaded_file u WHERE u.id = c.file_id) AS file, names.*`;
const certificateTables = sql`calibration_certificate c JOIN point p ON p.id = c.point_id JOIN project ON project.id = p.project_id
  ${namesOfPoint(system, 'c.point_id')}`;

export async function certificatesOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    SELECT ${certificateColumns} FROM ${certificateTables}
    WHERE p.project_id = ${projectId} AND ${wholeProject(tenant, 'p.project_id')} ORDER BY c.valid_until, c.id`.execute(
    db,
  );
  return rows;
}

/** Certificates of points that were valid on some day of a range. */
export async function certificatesDuring(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    SELECT ${certificateColumns} FROM ${certificateTables}
    WHERE c.point_id = ANY(${[...pointIds]}::int[]) AND c.done_on <= ${until}::date AND c.valid_until >= ${from}::date
    ORDER BY c.point_id, c.done_on, c.id`.execute(db);
  return rows;
}

/** Last day of the newest certificate of each point, past or not, `YYYY-MM-DD`; points without one are left out. */
export async function certifiedUntil(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ point_id: number; until: string }>`
    SELECT point_id, max(valid_until)::text AS until FROM calibration_certificate
    WHERE point_id = ANY(${[...pointIds]}::int[]) GROUP BY point_id`.execute(db);
  return new Map(rows.map(({ point_id, until }) => [point_id, until]));
}

export async function lockCertificates(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    SELECT ${certificateColumns} FROM ${certificateTables}
    WHERE c.id = ANY(${[...ids]}::int[]) AND ${wholeProject(tenant, 'p.project_id')} ORDER BY c.id FOR UPDATE OF c`.execute(
    transaction,
  );
  return rows;
}

/** @returns its id; null: there is one of this number */
export async function insertCertificate(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  values: CertificateValues,
  { by, at }: { by: number | null; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO calibration_certificate (point_id, number, laboratory, done_on, valid_until, max_error, created_at, created_by)
    VALUES (${values.point_id}, ${values.number}, ${values.laboratory}, ${values.done_on}::date, ${values.valid_until}::date,
      ${values.max_error}, ${at}, ${by}) ON CONFLICT DO NOTHING RETURNING id`.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Keeps the paper of a certificate; an earlier one is swept away with the unused files. */
export async function keepCertificateFile(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  id: number,
  file: { id: string; sha256: Buffer },
): Promise<void> {
  await sql`UPDATE calibration_certificate SET file_id = ${file.id}, file_sha256 = ${file.sha256} WHERE id = ${id}`.execute(
    transaction,
  );
}

/** Whether the same paper stands for a certificate of another number, in a project that the tenant sees as a whole. */
export async function isFileOfOther(
  tenant: UserTenant,
  db: DbOrTransaction,
  { number, sha256 }: { number: string; sha256: Buffer },
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM calibration_certificate c JOIN point p ON p.id = c.point_id
    WHERE c.file_sha256 = ${sha256} AND c.number <> ${number} AND ${wholeProject(tenant, 'p.project_id')} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Which of the certificates a published pack names. */
export async function certificatesInPacks(
  _tenant: Tenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM calibration_certificate c WHERE c.id = ANY(${[...ids]}::int[]) AND EXISTS (SELECT FROM compliance_pack k
      WHERE k.status = 2 AND c.point_id = ANY(k.point_ids) AND c.done_on <= k.until_day AND c.valid_until >= k.from_day)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function deleteCertificates(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM calibration_certificate WHERE id = ANY(${[...ids]}::int[])`.execute(transaction);
}

/** Whether a point belongs to a project that the tenant sees as a whole. */
export async function isOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointId: number,
  projectId: number,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM point p WHERE p.id = ${pointId} AND p.project_id = ${projectId}
    AND ${wholeProject(tenant, 'p.project_id')}`.execute(db);
  return rows.length > 0;
}
