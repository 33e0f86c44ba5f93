import type {
  AttachmentStep,
  Bilingual,
  ClockKind,
  ClockState,
  CostKind,
  PauseReason,
  ServiceCalendarName,
} from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant, UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { ClockRow } from './clocksOf.ts';

/** What kind of order a row is of. */
export type OrderKind = 'repair' | 'maintenance' | 'commissioning';

/** An order that was found for the tenant. */
export interface OrderRef {
  readonly kind: OrderKind;
  readonly id: number;
  readonly projectId: number;
}

/**
 * The next number of a company's series of a day, as the last statement of a transaction: its row stays locked until the commit,
 * and a rollback takes the number back. The company is that of a project that was found for the tenant.
 */
export async function takeNumber(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  { companyId, kind, day }: { companyId: number; kind: 'R' | 'M' | 'C' | 'K'; day: string },
): Promise<string> {
  await sql`SET LOCAL lock_timeout = '2s'`.execute(transaction);
  const { rows } = await sql<{ last: number }>`
    INSERT INTO number_series AS n (company_id, kind, day, last) VALUES (${companyId}, ${kind}, ${day}::date, 1)
    ON CONFLICT (company_id, kind, day) DO UPDATE SET last = n.last + 1 RETURNING last`.execute(transaction);
  return `${kind}${day.replaceAll('-', '')}-${String(rows[0]!.last).padStart(4, '0')}`;
}

export interface DoneRequest {
  call: string;
  order_id: number;
}

/** Takes a request's key; answers what was done with it before, or null. Two at a time wait for each other. */
export async function claimRequest(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { key, call, orderId, at }: { key: string; call: string; orderId: number; at: Date },
): Promise<DoneRequest | null> {
  const { rows } = await sql`
    INSERT INTO work_request (user_id, client_key, call, order_kind, order_id, at)
    VALUES (${tenant.userId}, ${key}::uuid, ${call}, 'repair', ${orderId}, ${at})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(transaction);
  if (rows.length > 0) return null;
  const found = await sql<DoneRequest>`
    SELECT call, order_id FROM work_request WHERE user_id = ${tenant.userId} AND client_key = ${key}::uuid`.execute(
    transaction,
  );
  return found.rows[0] ?? null;
}

/** The order that a request made. */
export async function noteMade(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  key: string,
  orderId: number,
): Promise<void> {
  await sql`UPDATE work_request SET order_id = ${orderId} WHERE user_id = ${tenant.userId} AND client_key = ${key}::uuid`.execute(
    transaction,
  );
}

export interface JournalEntry {
  readonly at: Date;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly action: string;
  readonly fromState: number | null;
  readonly toState: number | null;
  readonly text: Bilingual;
  readonly position?: { readonly latitude: number; readonly longitude: number } | null;
  readonly userAgent?: string;
}

export async function insertJournal(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  entry: JournalEntry,
): Promise<void> {
  await sql`
    INSERT INTO work_journal (project_id, order_kind, order_id, at, user_id, user_name, action, from_state, to_state, text_zh, text_en,
      latitude, longitude, user_agent)
    VALUES (${order.projectId}, ${order.kind}, ${order.id}, ${entry.at}, ${entry.userId}, ${entry.userName}, ${entry.action},
      ${entry.fromState}, ${entry.toState}, ${entry.text.zh}, ${entry.text.en}, ${entry.position?.latitude ?? null},
      ${entry.position?.longitude ?? null}, ${(entry.userAgent ?? '').slice(0, 300)})`.execute(transaction);
}

export interface JournalRow {
  at: Date;
  user_name: string | null;
  action: string;
  from_state: number | null;
  to_state: number | null;
  text_zh: string;
  text_en: string;
}

/** Of an order that was found for the tenant, newest first. */
export async function readJournal(_tenant: Tenant, db: DbOrTransaction, order: OrderRef): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    SELECT at, user_name, action, from_state, to_state, text_zh, text_en FROM work_journal
    WHERE order_kind = ${order.kind} AND order_id = ${order.id} ORDER BY id DESC LIMIT 1000`.execute(db);
  return rows;
}

export interface NewAttachment {
  readonly step: AttachmentStep;
  readonly fileId: string;
  /** Of which part of the order it is; none: of all of it. */
  readonly place?: string;
}

export async function insertAttachments(
  tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  files: readonly NewAttachment[],
  { at, userName }: { at: Date; userName: string },
): Promise<void> {
  for (const { step, fileId, place = null } of files)
    await sql`
      INSERT INTO work_attachment (project_id, order_kind, order_id, step, file_id, user_id, user_name, at, place)
      VALUES (${order.projectId}, ${order.kind}, ${order.id}, ${step}, ${fileId},
        ${tenant.kind === 'user' ? tenant.userId : null}, ${userName}, ${at}, ${place})`.execute(transaction);
}

export interface AttachmentRow {
  id: number;
  place: string | null;
  step: AttachmentStep;
  file_id: string;
  at: Date;
  user_name: string;
}

/** Of an order that was found for the tenant. */
export async function readAttachments(_tenant: Tenant, db: DbOrTransaction, order: OrderRef): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    SELECT id, place, step, file_id, at, user_name FROM work_attachment WHERE order_kind = ${order.kind} AND order_id = ${order.id}
    ORDER BY id`.execute(db);
  return rows;
}

/** Of an order that was found for the tenant. @returns whether the order had this picture */
export async function deleteAttachment(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`DELETE FROM work_attachment
    WHERE order_kind = ${order.kind} AND order_id = ${order.id} AND id = ${id} RETURNING 1`.execute(transaction);
  return rows.length > 0;
}

/** Pictures of an order become those of another one of its kind; both were found for the tenant. @returns how many */
export async function moveAttachments(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  from: OrderRef,
  toId: number,
): Promise<number> {
  const { rows } = await sql`UPDATE work_attachment SET order_id = ${toId}
    WHERE order_kind = ${from.kind} AND order_id = ${from.id} RETURNING 1`.execute(transaction);
  return rows.length;
}

export interface SignatureRow {
  role: string;
  name: string;
  /** Strokes, as the contract's `SignaturePath` has them. */
  path: string;
  /** Of what was signed, hexadecimal. */
  sha256: string;
  user_name: string;
  at: Date;
  /** What was said by signing, with the seal of the installation's key; left out or null: not sealed. */
  statement?: string | null;
  key_id?: number | null;
  seal?: Buffer | null;
}

/** By the time at which they signed, of an order that was found for the tenant. */
export async function readSignatures(_tenant: Tenant, db: DbOrTransaction, order: OrderRef): Promise<SignatureRow[]> {
  const { rows } =
    await sql<SignatureRow>`SELECT role, name, path, sha256, user_name, at, statement, key_id, seal FROM work_signature
    WHERE order_kind = ${order.kind} AND order_id = ${order.id} ORDER BY at, id`.execute(db);
  return rows;
}

/** Signs an order that was found for the tenant. @returns whether the role had not signed yet */
export async function insertSignature(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  signature: SignatureRow,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO work_signature (project_id, order_kind, order_id, role, name, path, sha256, user_id, user_name, at,
      statement, key_id, seal)
    VALUES (${order.projectId}, ${order.kind}, ${order.id}, ${signature.role}, ${signature.name}, ${signature.path}, ${signature.sha256},
      ${tenant.userId}, ${signature.user_name}, ${signature.at}, ${signature.statement ?? null}, ${signature.key_id ?? null},
      ${signature.seal ?? null})
    ON CONFLICT (order_kind, order_id, role) DO NOTHING RETURNING 1`.execute(transaction);
  return rows.length > 0;
}

/** What was signed is no longer so. The order was found for the tenant. */
export async function deleteSignatures(_tenant: Tenant, transaction: DbOrTransaction, order: OrderRef): Promise<void> {
  await sql`DELETE FROM work_signature WHERE order_kind = ${order.kind} AND order_id = ${order.id}`.execute(
    transaction,
  );
}

/** Pictures and everything else that hangs on an order that is deleted; its journal stays. The order is the tenant's. */
export async function deleteParts(_tenant: Tenant, transaction: DbOrTransaction, order: OrderRef): Promise<void> {
  for (const table of ['work_attachment', 'work_clock', 'work_pause', 'cost_line'])
    await sql`DELETE FROM ${sql.table(table)} WHERE order_kind = ${order.kind} AND order_id = ${order.id}`.execute(
      transaction,
    );
}

export interface StoredClock {
  order_id: number;
  kind: ClockKind;
  calendar: ServiceCalendarName;
  state: ClockState;
  started_at: Date;
  target_seconds: number;
  due_at: Date | null;
  met_at: Date | null;
  breached_at: Date | null;
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Writes how the clocks of an order stand; what was missed stays missed. */
export async function writeClocks(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  clocks: readonly ClockRow[],
): Promise<void> {
  for (const each of clocks)
    await sql`
      INSERT INTO work_clock AS c (project_id, order_kind, order_id, kind, calendar, state, started_at, target_seconds, due_at, met_at, breached_at)
      VALUES (${order.projectId}, ${order.kind}, ${order.id}, ${each.kind}, ${each.calendar}, ${each.state}, ${dateOf(each.startedAt)},
        ${each.targetSeconds}, ${dateOf(each.dueAt)}, ${dateOf(each.metAt)}, ${dateOf(each.breachedAt)})
      ON CONFLICT (order_kind, order_id, kind) DO UPDATE SET state = excluded.state, due_at = excluded.due_at, met_at = excluded.met_at,
        breached_at = coalesce(c.breached_at, excluded.breached_at)`.execute(transaction);
}

/** Of orders that were found for the tenant. */
export async function readClocks(
  _tenant: Tenant,
  db: DbOrTransaction,
  kind: OrderKind,
  orderIds: readonly number[],
): Promise<Map<number, StoredClock[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<StoredClock>`
    SELECT order_id, kind, calendar, state, started_at, target_seconds, due_at, met_at, breached_at FROM work_clock
    WHERE order_kind = ${kind} AND order_id = ANY(${[...orderIds]}::int[])
    ORDER BY order_id, array_position(ARRAY['response', 'arrival', 'resolution'], kind)`.execute(db);
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

export interface PauseRow {
  id: number;
  order_id: number;
  clock_kind: ClockKind | null;
  reason: PauseReason | 'acceptance';
  note: string;
  from_at: Date;
  until_at: Date | null;
  /** Null: it stops the clocks. */
  voided_by: string | null;
  void_reason: string | null;
}

/** Of orders that were found for the tenant, voided ones too. */
export async function readPauses(
  _tenant: Tenant,
  db: DbOrTransaction,
  kind: OrderKind,
  orderIds: readonly number[],
): Promise<Map<number, PauseRow[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<PauseRow>`
    SELECT id, order_id, clock_kind, reason, note, from_at, until_at, voided_by, void_reason FROM work_pause
    WHERE order_kind = ${kind} AND order_id = ANY(${[...orderIds]}::int[]) ORDER BY from_at, id`.execute(db);
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

/** A pause that lasts, or one that is over already. */
export async function insertPause(
  tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  pause: { clockKind: ClockKind | null; reason: PauseRow['reason']; note: string; from: Date; until: Date | null },
): Promise<void> {
  await sql`
    INSERT INTO work_pause (project_id, order_kind, order_id, clock_kind, reason, note, from_at, until_at, user_id)
    VALUES (${order.projectId}, ${order.kind}, ${order.id}, ${pause.clockKind}, ${pause.reason}, ${pause.note}, ${pause.from}, ${pause.until},
      ${tenant.kind === 'user' ? tenant.userId : null})`.execute(transaction);
}

/** Voids a pause of people that is over, once. The order was found for the tenant. @returns the pause; null: there is none to void */
export async function voidPause(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  { id, by, reason, at }: { id: number; by: string; reason: string; at: Date },
): Promise<Pick<PauseRow, 'reason' | 'from_at' | 'until_at'> | null> {
  const { rows } = await sql<Pick<PauseRow, 'reason' | 'from_at' | 'until_at'>>`
    UPDATE work_pause SET voided_at = ${at}, voided_by = ${by}, void_reason = ${reason}
    WHERE id = ${id} AND order_kind = ${order.kind} AND order_id = ${order.id} AND clock_kind IS NULL AND until_at IS NOT NULL
      AND voided_at IS NULL
    RETURNING reason, from_at, until_at`.execute(transaction);
  return rows[0] ?? null;
}

export async function endPauses(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE work_pause SET until_at = greatest(${at}::timestamptz, from_at)
    WHERE order_kind = ${order.kind} AND order_id = ${order.id} AND until_at IS NULL`.execute(transaction);
}

export interface NewCostLine {
  readonly kind: CostKind;
  readonly description: string;
  readonly quantityMilli: number;
  readonly unit: string;
  readonly priceFen: number;
  readonly amountFen: number;
}

export async function insertCosts(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  lines: readonly NewCostLine[],
): Promise<void> {
  for (const each of lines)
    await sql`
      INSERT INTO cost_line (project_id, order_kind, order_id, kind, description, quantity_milli, unit, price_fen, amount_fen)
      VALUES (${order.projectId}, ${order.kind}, ${order.id}, ${each.kind}, ${each.description}, ${each.quantityMilli}, ${each.unit},
        ${each.priceFen}, ${each.amountFen})`.execute(transaction);
}

export interface CostRow {
  kind: CostKind;
  description: string;
  quantity_milli: number;
  unit: string;
  price_fen: number;
  amount_fen: number;
}

/** Of an order that was found for the tenant. */
export async function readCosts(_tenant: Tenant, db: DbOrTransaction, order: OrderRef): Promise<CostRow[]> {
  const { rows } = await sql<CostRow>`
    SELECT kind, description, quantity_milli, unit, price_fen, amount_fen FROM cost_line
    WHERE order_kind = ${order.kind} AND order_id = ${order.id} ORDER BY id`.execute(db);
  return rows;
}
