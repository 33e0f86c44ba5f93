import type { WarningKind, warningEnds } from '@watchpost/contract';
import type pg from 'pg';
import type { SystemTenant } from '../../access/index.ts';
import { warningKey } from './warningKey.ts';

type Client = Pick<pg.Pool, 'query'>;
export type WarningEnd = (typeof warningEnds)[number];

export interface OpenWarning {
  readonly id: number;
  readonly device_id: number;
  readonly point_id: number;
  readonly kind: WarningKind;
  readonly severity: number;
  readonly past_value: number | null;
  readonly limit_value: number | null;
}

/** The open warnings of these kinds. One look at a time holds them until its transaction ends. */
export async function lockOpen(
  _system: SystemTenant,
  client: Client,
  kinds: readonly WarningKind[],
): Promise<Map<string, OpenWarning>> {
  const { rows } = await client.query<OpenWarning>(
    `SELECT id, device_id, point_id, kind, severity, past_value, limit_value FROM fault_warning
     WHERE ended_at IS NULL AND kind = ANY($1::text[]) ORDER BY id FOR UPDATE`,
    [[...kinds]],
  );
  return new Map(rows.map((row) => [warningKey(row.device_id, row.point_id, row.kind), row]));
}

/** What the service department made of warnings of one device and kind. */
export interface Leniency {
  /** So many times as far out as others it must be. */
  readonly factor: number;
  readonly mutedUntil: number;
}

/** "False" counts for so long, and makes it so much harder each time. */
const rememberedDays = 180;
const factorPerFalse = 1.5;
const highestFactor = 4;

/** By device and kind; of those that are in neither nothing was said. `confirmed` and `done` undo what was false before. */
export async function readLeniency(
  _system: SystemTenant,
  client: Client,
  at: Date,
  mutedDays: number,
): Promise<(deviceId: number, kind: WarningKind) => Leniency> {
  const { rows } = await client.query<{ device_id: number; kind: string; times: number; last: Date }>(
    `WITH said AS (
       SELECT w.device_id, w.kind, f.feedback, f.at FROM fault_warning w
       JOIN LATERAL (SELECT feedback, at FROM fault_warning_feedback f WHERE f.warning_id = w.id ORDER BY f.id DESC LIMIT 1) f ON true
       WHERE f.at > $1::timestamptz - make_interval(days => $2) AND f.at <= $1)
     SELECT device_id, kind, count(*)::int AS times, max(at) AS last FROM said s WHERE feedback = 'false' AND NOT EXISTS (
       SELECT 1 FROM said r WHERE r.device_id = s.device_id AND r.kind = s.kind AND r.feedback IN ('confirmed', 'done') AND r.at > s.at)
     GROUP BY device_id, kind`,
    [at, rememberedDays],
  );
  const said = new Map(
    rows.map(({ device_id, kind, times, last }) => [
      `${device_id} ${kind}`,
      {
        factor: Math.min(highestFactor, factorPerFalse ** times),
        mutedUntil: last.getTime() + mutedDays * 86_400_000,
      },
    ]),
  );
  return (deviceId, kind) => said.get(`${deviceId} ${kind}`) ?? { factor: 1, mutedUntil: Number.NEGATIVE_INFINITY };
}

/** What is known of a warning at one look. */
export interface WarningFacts {
  readonly deviceId: number;
  readonly pointId: number;
  readonly kind: WarningKind;
  readonly severity: number;
  readonly value: number;
  readonly likeValue: number | null;
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

/** Begins or goes on; of one that goes on the value before it and the worst level stay. */
export async function writeWarnings(
  _system: SystemTenant,
  client: Client,
  found: readonly WarningFacts[],
  at: Date,
): Promise<void> {
  for (const each of found)
    await client.query(
      `INSERT INTO fault_warning AS w (device_id, point_id, kind, severity, started_at, seen_at, value, like_value, like_count, past_value,
         limit_value, expected_at, expected_from, expected_to, evidence_from, evidence_to, like_ids)
       SELECT d.id, p.id, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::int[] FROM device d, point p WHERE d.id = $1 AND p.id = $2
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

/** What is over for so long nobody asks for any more. */
export async function deleteOldWarnings(_system: SystemTenant, client: Client, before: Date): Promise<void> {
  await client.query('DELETE FROM fault_warning WHERE ended_at < $1', [before]);
}
