import { type GatewayProtocol, type PermissionName, permissionIds, type RuleDefinition } from '@watchpost/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { system } from '../access/index.ts';
import { keepRuleVersions } from '../alarms/ruleVersions/ruleVersions.store.ts';
import type { Tables } from '../platform/db/tables.generated.ts';

type Db = Kysely<Tables>;

/** Names and serial numbers need only differ; a test that cares gives its own. */
let made = 0;
const next = (): number => ++made;

export async function aCompany(db: Db, values: { name?: string; timeZone?: string } = {}): Promise<number> {
  const name = values.name ?? `Company ${next()}`;
  const row = await db
    .insertInto('company')
    .values({ name, industry: 1, time_zone: values.timeZone ?? 'Asia/Shanghai' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function aProject(
  db: Db,
  companyId: number,
  values: {
    name?: string;
    timeZone?: string;
    serviceEnd?: string | null;
    parentId?: number;
    disabledAt?: Date;
    deletedAt?: Date;
  } = {},
): Promise<number> {
  const deleted_at = values.deletedAt ?? null;
  const place = await db
    .insertInto('subarea')
    .values({
      company_id: companyId,
      parent_id: values.parentId ?? null,
      kind: 'project',
      name: values.name ?? `Project ${next()}`,
      deleted_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('project')
    .values({
      id: place.id,
      company_id: companyId,
      industry: 1,
      time_zone: values.timeZone ?? 'Asia/Shanghai',
      service_end: values.serviceEnd ?? null,
      disabled_at: values.disabledAt ?? null,
      deleted_at,
    })
    .execute();
  return place.id;
}

export async function anArea(db: Db, projectId: number, name = `Area ${next()}`): Promise<number> {
  const project = await db
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const row = await db
    .insertInto('subarea')
    .values({ company_id: project.company_id, parent_id: projectId, kind: 'area', name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function aPartition(
  db: Db,
  companyId: number,
  values: { name?: string; parentId?: number } = {},
): Promise<number> {
  const row = await db
    .insertInto('subarea')
    .values({
      company_id: companyId,
      parent_id: values.parentId ?? null,
      kind: 'partition',
      name: values.name ?? `Partition ${next()}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A user who cannot sign in; `aMember` gives them a role. */
export async function aUser(
  db: Db,
  values: { account?: string; nickname?: string; mobile?: string } = {},
): Promise<number> {
  const account = values.account ?? `user${next()}`;
  const row = await db
    .insertInto('app_user')
    .values({ account, password_hash: 'none', nickname: values.nickname ?? account, mobile: values.mobile ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function aRole(
  db: Db,
  companyId: number,
  values: { scope?: 'company' | 'project'; permissions?: readonly PermissionName[] } = {},
): Promise<number> {
  const role = await db
    .insertInto('role')
    .values({ company_id: companyId, name: `Role ${next()}`, scope: values.scope ?? 'project' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = permissionIds(values.permissions ?? ['monitorView', 'alarmManage', 'alarmHandle']);
  if (ids.length > 0) {
    await db
      .insertInto('role_permission')
      .values(ids.map((permission_id) => ({ role_id: role.id, permission_id })))
      .execute();
  }
  return role.id;
}

/** An active member of a project (`-1`: of the whole company), by default one who sees and handles its alarms. */
export async function aMember(
  db: Db,
  companyId: number,
  projectId: number,
  values: { userId?: number; nickname?: string; permissions?: readonly PermissionName[]; active?: boolean } = {},
): Promise<number> {
  const userId = values.userId ?? (await aUser(db, values.nickname === undefined ? {} : { nickname: values.nickname }));
  const scope = projectId === -1 ? 'company' : 'project';
  const roleId = await aRole(db, companyId, { scope, ...(values.permissions && { permissions: values.permissions }) });
  await db
    .insertInto('membership')
    .values({ company_id: companyId, user_id: userId, active: values.active ?? true })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .execute();
  await db
    .insertInto('role_entry')
    .values({ user_id: userId, role_id: roleId, company_id: companyId, project_id: projectId })
    .execute();
  return userId;
}

/** Limits what a member sees in a project. */
export async function limitMember(
  db: Db,
  userId: number,
  projectId: number,
  scope: {
    deviceIds?: readonly number[];
    writableIds?: readonly number[];
    alarmLevels?: readonly number[];
    canWrite?: boolean;
  },
): Promise<void> {
  await db
    .insertInto('member_scope')
    .values({
      user_id: userId,
      project_id: projectId,
      devices: scope.deviceIds ? 'listed' : 'all',
      alarm_levels: [...(scope.alarmLevels ?? [1, 2, 3, 4])],
      ...(scope.canWrite === undefined ? {} : { can_write: scope.canWrite }),
    })
    .execute();
  for (const device_id of scope.deviceIds ?? []) {
    const can_write = scope.writableIds?.includes(device_id) ?? false;
    await db
      .insertInto('member_device')
      .values({ user_id: userId, project_id: projectId, device_id, can_write })
      .execute();
  }
}

const ownersOf = (db: Db, projectId: number) =>
  db
    .selectFrom('project')
    .where('id', '=', projectId)
    .select(['id as project_id', 'company_id'])
    .executeTakeFirstOrThrow();

export async function aGateway(
  db: Db,
  projectId: number,
  values: { name?: string; nameEn?: string; protocol?: GatewayProtocol; serialNumber?: string } = {},
): Promise<number> {
  const serialNumber = values.serialNumber ?? `G${String(next()).padStart(9, '0')}`;
  const row = await db
    .insertInto('gateway')
    .values({
      ...(await ownersOf(db, projectId)),
      serial_number: serialNumber,
      registration_identity: serialNumber,
      name: values.name ?? `Gateway ${serialNumber}`,
      name_en: values.nameEn ?? null,
      protocol: values.protocol ?? 'DTU',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function aSlave(
  db: Db,
  gatewayId: number,
  values: { address?: number; name?: string } = {},
): Promise<number> {
  const address = values.address ?? (next() % 255) + 1;
  const row = await db
    .insertInto('slave')
    .values({ gateway_id: gatewayId, address, name: values.name ?? `Slave ${address}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function aPointType(
  db: Db,
  companyId: number,
  values: { code?: string; status?: readonly { value: number; zh: string; en: string }[] } = {},
): Promise<number> {
  const row = await db
    .insertInto('point_type')
    .values({
      company_id: companyId,
      code: values.code ?? `type${next()}`,
      name_zh: '温度',
      name_en: 'Temperature',
      value_type: values.status ? 'status' : 'analog',
      status_values: JSON.stringify(values.status ?? []),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function aPoint(
  db: Db,
  gatewayId: number,
  values: {
    name?: string;
    nameEn?: string;
    slaveId?: number;
    deviceId?: number;
    pointTypeId?: number;
    unit?: string;
    decimals?: number;
    samplingIntervalSeconds?: number;
  } = {},
): Promise<number> {
  const owner = await db
    .selectFrom('gateway')
    .where('id', '=', gatewayId)
    .select(['company_id', 'project_id'])
    .executeTakeFirstOrThrow();
  const row = await db
    .insertInto('point')
    .values({
      ...owner,
      gateway_id: gatewayId,
      slave_id: values.slaveId ?? null,
      point_type_id: values.pointTypeId ?? (await aPointType(db, owner.company_id)),
      name: values.name ?? `Point ${next()}`,
      name_en: values.nameEn ?? null,
      unit: values.unit ?? '°C',
      decimals: values.decimals ?? 1,
      sampling_interval_seconds: values.samplingIntervalSeconds ?? 60,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (values.deviceId !== undefined) {
    await serve(db, row.id, values.deviceId);
  }
  return row.id;
}

/** A point may serve several devices of its project. */
export async function serve(db: Db, point_id: number, device_id: number): Promise<void> {
  const { project_id } = await db
    .selectFrom('point')
    .where('id', '=', point_id)
    .select('project_id')
    .executeTakeFirstOrThrow();
  await db.insertInto('device_point').values({ project_id, device_id, point_id, main: false }).execute();
}

export async function aDevice(
  db: Db,
  projectId: number,
  values: {
    name?: string;
    nameEn?: string;
    areaId?: number;
    /** Of the catalogue; left out: a class of its own. */
    classCode?: string;
  } = {},
): Promise<number> {
  const classId = values.classCode ? await classOfCatalogue(db, values.classCode) : await ownClass(db);
  const row = await db
    .insertInto('device')
    .values({
      ...(await ownersOf(db, projectId)),
      device_class_id: classId,
      area_id: values.areaId ?? null,
      name: values.name ?? `Device ${next()}`,
      name_en: values.nameEn ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function classOfCatalogue(db: Db, code: string): Promise<number> {
  const { id } = await db.selectFrom('device_class').where('code', '=', code).select('id').executeTakeFirstOrThrow();
  return id;
}

async function ownClass(db: Db): Promise<number> {
  const code = `class${next()}`;
  const subsystem = await db
    .insertInto('subsystem')
    .values({ code, name_zh: '制冷', name_en: 'Refrigeration' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const deviceClass = await db
    .insertInto('device_class')
    .values({ code, subsystem_id: subsystem.id, name_zh: '冷库', name_en: 'Cold room' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return deviceClass.id;
}

export async function aStrategy(
  db: Db,
  projectId: number,
  values: { name?: string; nameEn?: string; repeatMinutes?: number; notifyOnClear?: boolean; enabled?: boolean } = {},
): Promise<number> {
  const row = await db
    .insertInto('alarm_strategy')
    .values({
      ...(await ownersOf(db, projectId)),
      name: values.name ?? `Strategy ${next()}`,
      name_en: values.nameEn ?? null,
      enabled: values.enabled ?? true,
      repeat_minutes: values.repeatMinutes ?? null,
      notify_on_clear: values.notifyOnClear ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A rule of a strategy on these subjects, for example `{ points: [12] }`, as if it had always stood. */
export async function aRule(
  db: Db,
  strategyId: number,
  definition: RuleDefinition,
  on: { points?: readonly number[]; slaves?: readonly number[]; gateways?: readonly number[] },
): Promise<number> {
  const rule = await db
    .insertInto('alarm_rule')
    .values({ strategy_id: strategyId, definition: JSON.stringify(definition) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subjects = [
    ...(on.points ?? []).map((subject_id) => ({ subject_kind: 'point', subject_id })),
    ...(on.slaves ?? []).map((subject_id) => ({ subject_kind: 'slave', subject_id })),
    ...(on.gateways ?? []).map((subject_id) => ({ subject_kind: 'gateway', subject_id })),
  ];
  if (subjects.length > 0) {
    await db
      .insertInto('alarm_rule_subject')
      .values(subjects.map((subject) => ({ rule_id: rule.id, ...subject })))
      .execute();
  }
  await keepRuleVersions(system, db, [strategyId], new Date(0));
  return rule.id;
}

/** A maintenance window of a device, planned for the day after tomorrow unless given. */
export async function aShelf(
  db: Db,
  window: { projectId: number; deviceId: number; reason?: string; from?: Date; until?: Date },
): Promise<number> {
  const { projectId, deviceId, reason = 'Planned work' } = window;
  const from = window.from ?? new Date(Date.now() + 2 * 86_400_000);
  const project = await db
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('alarm_shelf')
    .values({
      company_id: project.company_id,
      project_id: projectId,
      kind: 'maintenance',
      device_id: deviceId,
      reason,
      from_at: from,
      until_at: window.until ?? new Date(from.getTime() + 3_600_000),
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An alarm that is over, of an hour ago and ten minutes long unless given. */
export async function aPastAlarm(
  db: Db,
  {
    companyId,
    projectId,
    ...alarm
  }: {
    companyId: number;
    projectId: number;
    deviceId?: number;
    areaId?: number;
    name?: string;
    severity?: number;
    /** Absent: it never was more severe. */
    worstSeverity?: number;
    raisedAt?: Date;
    minutes?: number;
  },
): Promise<number> {
  const { raisedAt = new Date(Date.now() - 3_600_000), minutes = 10, name = 'Room temperature' } = alarm;
  const { id } = await db
    .insertInto('alarm')
    .values({
      company_id: companyId,
      project_id: projectId,
      rule_id: 0,
      rule_definition: '{}',
      subject_kind: 'point',
      subject_id: 0,
      device_id: alarm.deviceId ?? null,
      area_id: alarm.areaId ?? null,
      subject_name: name,
      kind: 'limit',
      severity: alarm.severity ?? 2,
      worst_severity: alarm.worstSeverity ?? alarm.severity ?? 2,
      raised_at: raisedAt,
      returned_at: new Date(raisedAt.getTime() + minutes * 60_000),
      acknowledged_at: raisedAt,
      sentence_zh: '−12 °C，高于上限 −15 °C',
      sentence_en: '−12 °C above high limit −15 °C',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A fault warning that holds, with what the service department said of it. */
export async function aWarning(
  db: Db,
  { deviceId, pointId, level, remark }: { deviceId: number; pointId: number; level: number; remark: string },
): Promise<number> {
  const at = new Date(Date.now() - 3_600_000);
  const { id } = await db
    .insertInto('fault_warning')
    .values({
      device_id: deviceId,
      point_id: pointId,
      kind: 'drift',
      severity: level,
      started_at: at,
      seen_at: at,
      value: 2,
      past_value: 0,
      evidence_from: new Date(at.getTime() - 86_400_000),
      evidence_to: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('fault_warning_feedback').values({ warning_id: id, feedback: 'watching', remark, at }).execute();
  // Of these days equipment was compared: the job that does so would find nothing that speaks for this warning, and end it.
  const today = Math.floor(at.getTime() / 86_400_000);
  await sql`
    INSERT INTO device_figure_day (day, taken_at) SELECT day, ${at} FROM generate_series(${today - 40}::int, ${today + 2}::int) day
    ON CONFLICT DO NOTHING`.execute(db);
  return id;
}

/** A finished export in a user's download centre, of which the file itself is missing. */
export async function aDownload(
  db: Db,
  companyId: number,
  userId: number,
  values: { title?: string; expiresAt?: Date } = {},
): Promise<number> {
  const title = values.title ?? `Download ${next()}`;
  const now = Date.now();
  const { id } = await db
    .insertInto('download')
    .values({
      company_id: companyId,
      user_id: userId,
      kind: 'operationLog',
      title_zh: title,
      title_en: title,
      language: 'en',
      parameters: '{}',
      state: 'done',
      progress: 100,
      row_count: 1,
      size_bytes: 8,
      file_name: `${title}.xlsx`,
      requested_at: new Date(now),
      finished_at: new Date(now),
      expires_at: values.expiresAt ?? new Date(now + 7 * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
