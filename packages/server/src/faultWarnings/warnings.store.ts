import type { WarningEnd, WarningKind } from '@watchpost/contract';
import type pg from 'pg';
import type { SystemTenant } from '../access/index.ts';
import { warningKey } from './warningKey.ts';

type Client = Pick<pg.Pool, 'query'>;

export interface OpenWarning {
  readonly id: number;
  readonly device_id: number;
  readonly point_id: number;
  readonly kind: WarningKind;
  readonly severity: number;
  readonly past_value: number | null;
  readonly like_past: number | null;
  readonly limit_value: number | null;
  /** When its figures last said so. */
  readonly seen_at: Date;
}

/** Points with open warnings of these kinds. */
export async function pointsWithOpen(
  _system: SystemTenant,
  client: Client,
  kinds: readonly WarningKind[],
): Promise<number[]> {
  const { rows } = await client.query<{ point_id: number }>(
    'SELECT DISTINCT point_id FROM fault_warning WHERE ended_at IS NULL AND kind = ANY($1::text[])',
    [[...kinds]],
  );
  return rows.map(({ point_id }) => point_id);
}

/** The open warnings of these kinds. One look at a time holds them until its transaction ends. */
export async function lockOpen(
  _system: SystemTenant,
  client: Client,
  kinds: readonly WarningKind[],
): Promise<Map<string, OpenWarning>> {
  const { rows } = await client.query<OpenWarning>(
    `SELECT id, device_id, point_id, kind, severity, past_value, like_past, limit_value, seen_at FROM fault_warning
     WHERE ended_at IS NULL AND kind = ANY($1::text[]) ORDER BY id FOR UPDATE`,
    [[...kinds]],
  );
  return new Map(rows.map((row) => [warningKey(row.device_id, row.point_id, row.kind), row]));
}

/** What the service department made of warnings of one point and kind. */
export interface Leniency {
  /** How many times as far out as others it must be. */
  readonly factor: number;
  readonly mutedUntil: number;
}

/** How long "false" counts, and by how much it raises the factor each time. */
const rememberedDays = 180;
const factorPerFalse = 1.5;
const highestFactor = 4;

/** By device, point and kind; without an entry there was no feedback. `confirmed` and `done` undo what was false before. */
export async function readLeniency(
  _system: SystemTenant,
  client: Client,
  at: Date,
  mutedDays: number,
): Promise<(deviceId: number, pointId: number, kind: WarningKind) => Leniency> {
  const { rows } = await client.query<{
    device_id: number;
    point_id: number;
    kind: WarningKind;
    times: number;
    last: Date;
  }>(
    `WITH said AS (
       SELECT w.device_id, w.point_id, w.kind, f.feedback, f.at FROM fault_warning w
       JOIN LATERAL (SELECT feedback, at FROM fault_warning_feedback f WHERE f.warning_id = w.id ORDER BY f.id DESC LIMIT 1) f ON true
       WHERE f.at > $1::timestamptz - make_interval(days => $2) AND f.at <= $1)
     SELECT device_id, point_id, kind, count(*)::int AS times, max(at) AS last FROM said s WHERE feedback = 'false' AND NOT EXISTS (
       SELECT 1 FROM said r WHERE r.device_id = s.device_id AND r.point_id = s.point_id AND r.kind = s.kind AND r.feedback IN ('confirmed', 'done') AND r.at > s.at)
     GROUP BY device_id, point_id, kind`,
    [at, rememberedDays],
  );
  const said = new Map(
    rows.map(({ device_id, point_id, kind, times, last }) => [
      warningKey(device_id, point_id, kind),
      {
        factor: Math.min(highestFactor, factorPerFalse ** times),
        mutedUntil: last.getTime() + mutedDays * 86_400_000,
      },
    ]),
  );
  return (deviceId, pointId, kind) =>
    said.get(warningKey(deviceId, pointId, kind)) ?? { factor: 1, mutedUntil: Number.NEGATIVE_INFINITY };
}

/** What is known of a warning at one look. */
export interface WarningFacts {
  readonly deviceId: number;
  readonly pointId: number;
  readonly kind: WarningKind;
  readonly severity: number;
  readonly value: number;
  readonly likeValue: number | null;
  readonly likePast: number | null;
  readonly likeCount: number;
  readonly likeIds: readonly number[];
  readonly pastValue: number | null;
  readonly limit: number | null;
  readonly expectedAt: number | null;
  readonly soonest: number | null;
  readonly latest: number | null;
  readonly evidenceFrom: number;
  readonly evidenceTo: number;
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Begins a warning or continues it; one that continues keeps the values from before it, and its worst level. */
export async function writeWarnings(
  _system: SystemTenant,
  client: Client,
  found: readonly WarningFacts[],
  at: Date,
): Promise<void> {
  for (const each of found)
    await client.query(
      `INSERT INTO fault_warning AS w (device_id, point_id, kind, severity, started_at, seen_at, value, like_value, like_count, past_value,
         limit_value, expected_at, expected_from, expected_to, evidence_from, evidence_to, like_ids, like_past)
       SELECT d.id, p.id, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::int[], $17 FROM device d, point p WHERE d.id = $1 AND p.id = $2
       ON CONFLICT (device_id, point_id, kind) WHERE ended_at IS NULL DO UPDATE SET severity = least(w.severity, excluded.severity),
         seen_at = excluded.seen_at, value = excluded.value, like_value = excluded.like_value, like_count = excluded.like_count, like_ids = excluded.like_ids,
         limit_value = excluded.limit_value, expected_at = excluded.expected_at, expected_from = excluded.expected_from,
         expected_to = excluded.expected_to, evidence_to = excluded.evidence_to`,
      [
        each.deviceId,
        each.pointId,
        each.kind,
        each.severity,
        at,
        each.value,
        each.likeValue,
        each.likeCount,
        each.pastValue,
        each.limit,
        dateOf(each.expectedAt),
        dateOf(each.soonest),
        dateOf(each.latest),
        new Date(each.evidenceFrom),
        new Date(each.evidenceTo),
        [...each.likeIds],
        each.likePast,
      ],
    );
}

export async function endWarnings(
  _system: SystemTenant,
  client: Client,
  ids: readonly number[],
  reason: WarningEnd,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    'UPDATE fault_warning SET ended_at = greatest($2::timestamptz, started_at), end_reason = $3 WHERE id = ANY($1::bigint[]) AND ended_at IS NULL',
    [[...ids], at, reason],
  );
}

/** Deletes warnings that ended before then. */
export async function deleteOldWarnings(_system: SystemTenant, client: Client, before: Date): Promise<void> {
  await client.query('DELETE FROM fault_warning WHERE ended_at < $1', [before]);
}
