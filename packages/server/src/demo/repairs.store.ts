import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface DemoPerson {
  readonly userId: number;
  readonly name: string;
}

export interface PersonRow {
  user_id: number;
  name: string;
  role: string;
}

/** People of a company by the English name of a role they have in it. */
export async function peopleByRole(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
): Promise<Map<string, DemoPerson>> {
  const { rows } = await sql<PersonRow>`
    SELECT DISTINCT ON (r.name_en) m.user_id, coalesce(m.real_name, u.nickname) AS name, r.name_en AS role
    FROM membership m JOIN app_user u ON u.id = m.user_id JOIN role_entry e ON e.user_id = m.user_id AND e.company_id = m.company_id
    JOIN role r ON r.id = e.role_id WHERE m.company_id = ${companyId} ORDER BY r.name_en, m.user_id`.execute(db);
  return new Map(rows.map(({ role, user_id, name }) => [role, { userId: user_id, name }]));
}

export interface PastAlarm {
  id: number;
  project_id: number;
  device_id: number;
  device_name: string;
  device_name_en: string | null;
  point_id: number | null;
  limit_value: number | null;
  extreme: number | null;
  severity: number;
  raised_at: Date;
  returned_at: Date;
  text: string;
}

/** Alarms of devices that were over before a moment, one a device and day, the newest first. */
export async function repairedAlarms(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  before: Date,
): Promise<PastAlarm[]> {
  const { rows } = await sql<PastAlarm>`
    SELECT * FROM (
      SELECT DISTINCT ON (a.device_id, a.raised_at::date) a.id, a.project_id, a.device_id, a.device_name, a.device_name_en, a.point_id,
        a.limit_value, a.extreme, a.worst_severity AS severity, a.raised_at, a.returned_at, a.subject_name || '超出限值' AS text
      FROM alarm a WHERE a.company_id = ${companyId} AND a.kind = 'limit' AND a.device_id IS NOT NULL AND a.point_id IS NOT NULL
        AND a.worst_severity <= 3 AND a.returned_at > a.raised_at + interval '90 minutes' AND a.returned_at < ${before}
      ORDER BY a.device_id, a.raised_at::date, a.worst_severity, a.id) one ORDER BY raised_at DESC LIMIT 12`.execute(
    db,
  );
  return rows;
}

export interface DemoDevice {
  id: number;
  project_id: number;
  name: string;
  name_en: string | null;
}

/** Devices of the first project of a company, in their order. */
export async function devicesToRepair(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
): Promise<DemoDevice[]> {
  const { rows } = await sql<DemoDevice>`
    SELECT d.id, d.project_id, d.name, d.name_en FROM device d
    WHERE d.project_id = (SELECT min(id) FROM project WHERE company_id = ${companyId}) ORDER BY d.id LIMIT 12`.execute(
    db,
  );
  return rows;
}

/** A repair order as it stands; answers its id. */
export async function insertDemoOrder(
  _system: SystemTenant,
  db: DbOrTransaction,
  order: Readonly<Record<string, unknown>>,
): Promise<number> {
  const columns = Object.keys(order);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO repair_order (${sql.join(columns.map((column) => sql.ref(column)))})
    VALUES (${sql.join(columns.map((column) => sql`${order[column]}`))}) RETURNING id`.execute(db);
  return rows[0]!.id;
}

export async function linkDemoAlarm(
  _system: SystemTenant,
  db: DbOrTransaction,
  orderId: number,
  alarm: Pick<PastAlarm, 'id' | 'point_id' | 'limit_value' | 'extreme' | 'raised_at' | 'returned_at'>,
  isUpper: boolean,
): Promise<void> {
  await sql`INSERT INTO repair_alarm (order_id, alarm_id) VALUES (${orderId}, ${alarm.id})`.execute(db);
  if (alarm.point_id === null) return;
  await sql`
    INSERT INTO repair_point (order_id, point_id, high, low, state, since_at, worst_value, worst_at)
    VALUES (${orderId}, ${alarm.point_id}, ${isUpper ? alarm.limit_value : null}, ${isUpper ? null : alarm.limit_value}, 'verified',
      ${alarm.returned_at}, ${alarm.extreme}, ${alarm.raised_at})`.execute(db);
}

/** The main point of a device with its limits, for an order that is open. */
export async function watchMainPoint(
  _system: SystemTenant,
  db: DbOrTransaction,
  orderId: number,
  deviceId: number,
): Promise<void> {
  const limit = (band: string, choice: 'min' | 'max') => sql`(
    SELECT ${sql.raw(choice)}((r.definition->'bands'->${band}->>'limit')::float8) FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id
    WHERE s.subject_kind = 'point' AND s.subject_id = dp.point_id)`;
  await sql`
    INSERT INTO repair_point (order_id, point_id, high, low)
    SELECT ${orderId}, dp.point_id, ${limit('high', 'min')}, ${limit('low', 'max')} FROM device_point dp
    WHERE dp.device_id = ${deviceId} AND dp.main`.execute(db);
}

/** Says in codes of the catalogue what an order says in words, as far as they fit the class of its device. */
export async function codeDemoOrder(
  _system: SystemTenant,
  db: DbOrTransaction,
  orderId: number,
  codes: { readonly symptom?: string; readonly mechanism?: string; readonly cause?: string; readonly remedy?: string },
): Promise<void> {
  const of = (kind: string, code: string | undefined) => sql`(
    SELECT f.id FROM fault_code f LEFT JOIN device d ON d.id = r.device_id
    WHERE f.company_id IS NULL AND f.kind = ${kind} AND f.code = ${code ?? ''}
      AND (f.device_class_id IS NULL OR f.device_class_id = d.device_class_id) ORDER BY f.device_class_id NULLS LAST LIMIT 1)`;
  await sql`
    UPDATE repair_order r SET symptom_id = ${of('symptom', codes.symptom)}, mechanism_id = ${of('mechanism', codes.mechanism)},
      cause_id = ${of('cause', codes.cause)}, remedy_id = ${of('remedy', codes.remedy)} WHERE r.id = ${orderId}`.execute(
    db,
  );
}

/** Gives an order to a team of the company by its name. */
export async function giveToTeam(
  _system: SystemTenant,
  db: DbOrTransaction,
  orderId: number,
  team: string,
): Promise<void> {
  await sql`
    UPDATE repair_order r SET team_id = t.id, team_name = t.name FROM maintenance_team t, project p
    WHERE r.id = ${orderId} AND p.id = r.project_id AND t.company_id = p.company_id AND t.name = ${team}`.execute(db);
}

/** Makes the people of a role of a company members of a team, whose orders are offered to them. */
export async function joinTeam(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  { role, team }: { role: string; team: string },
): Promise<void> {
  await sql`
    INSERT INTO maintenance_member (team_id, user_id, is_admin, mobile)
    SELECT t.id, e.user_id, false, '' FROM maintenance_team t, role_entry e JOIN role r ON r.id = e.role_id
    WHERE t.company_id = ${companyId} AND t.name = ${team} AND e.company_id = ${companyId} AND r.name_en = ${role}
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Stickers on the first devices of a company, and a report by one of them that waits for a dispatcher. */
export async function seedStickers(
  _system: SystemTenant,
  db: DbOrTransaction,
  devices: readonly (DemoDevice & { sticker: string })[],
  report: { receipt: string; orderId: number; at: Date; by: string },
): Promise<void> {
  for (const { id, project_id, sticker } of devices)
    await sql`
      INSERT INTO device_sticker (id, device_id, project_id, made_at, made_by)
      VALUES (${sticker}, ${id}, ${project_id}, ${report.at}::timestamptz - interval '20 days', ${report.by})`.execute(
      db,
    );
  const [first] = devices;
  if (first)
    await sql`
      INSERT INTO sticker_report (receipt, sticker_id, order_id, reported_at, told_at)
      VALUES (${report.receipt}, ${first.sticker}, ${report.orderId}, ${report.at}, ${report.at})`.execute(db);
}

/** What somebody was told of an order; it has gone out already. */
export async function insertDemoMessage(
  _system: SystemTenant,
  db: DbOrTransaction,
  message: { orderId: number; userId: number; at: Date; zh: string; en: string },
): Promise<void> {
  await sql`
    INSERT INTO repair_message (order_id, user_id, at, text_zh, text_en, sent_at)
    VALUES (${message.orderId}, ${message.userId}, ${message.at}, ${message.zh}, ${message.en}, ${message.at})`.execute(
    db,
  );
}
