import type {
  DemoDevice,
  DemoGateway,
  DemoMember,
  DemoPoint,
  DemoPointType,
  DemoProject,
  DemoSlave,
  DemoSubsystem,
} from '@watchpost/demo';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import { forgetAllHistory } from '../history/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Stands from the first row of a seed to its last; what it covers nobody has seen yet. */
const seedingMark = 'seeding';

/**
 * `begun`: a seed of ours was killed half-way. `filled`: there are companies, whoever made them; they are never touched.
 */
export async function seedingState(_system: SystemTenant, db: DbOrTransaction): Promise<'empty' | 'begun' | 'filled'> {
  const mark = await db.selectFrom('setting').where('name', '=', seedingMark).select('name').executeTakeFirst();
  if (mark) return 'begun';
  return (await db.selectFrom('company').select('id').limit(1).executeTakeFirst()) ? 'filled' : 'empty';
}

export async function beginSeeding(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await db.insertInto('setting').values({ name: seedingMark, value: 'yes' }).execute();
}

/** A fresh database has no statistics, and guesses badly until its own housekeeping comes by. */
export async function analyze(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await sql`ANALYZE`.execute(db);
}

export async function finishSeeding(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', seedingMark).execute();
}

/** Clears away a seed that was killed: nobody can have signed in before it ended. */
export async function removeSeed(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await forgetAllHistory(_system, db);
  await sql`TRUNCATE company, app_user RESTART IDENTITY CASCADE`.execute(db);
  await finishSeeding(_system, db);
}

export async function insertCompany(
  _system: SystemTenant,
  db: DbOrTransaction,
  company: { name: string; nameEn: string; industry: number; isOperator: boolean },
): Promise<number> {
  const row = await db
    .insertInto('company')
    .values({
      name: company.name,
      name_en: company.nameEn,
      industry: company.industry,
      is_operator: company.isOperator,
      flags: JSON.stringify({ enterpriseService: true, dataAnalysis: true }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A member with a company-wide role and, where given, one in each of his projects. */
export async function insertMember(
  _system: SystemTenant,
  db: DbOrTransaction,
  member: {
    companyId: number;
    userId: number;
    name: string;
    department: string | null;
    companyRoleId: number;
    projectRoleId: number | null;
    projectIds: readonly number[];
  },
): Promise<void> {
  const { companyId, userId, name, department, companyRoleId, projectRoleId, projectIds } = member;
  await db
    .insertInto('membership')
    .values({ company_id: companyId, user_id: userId, real_name: name, department })
    .execute();
  await db
    .insertInto('role_entry')
    .values({ user_id: userId, role_id: companyRoleId, company_id: companyId, project_id: -1 })
    .execute();
  if (projectRoleId !== null && projectIds.length > 0) {
    await db
      .insertInto('role_entry')
      .values(
        projectIds.map((id) => ({ user_id: userId, role_id: projectRoleId, company_id: companyId, project_id: id })),
      )
      .execute();
  }
}

export async function insertScope(
  _system: SystemTenant,
  db: DbOrTransaction,
  scope: {
    userId: number;
    projectId: number;
    deviceIds: readonly number[] | null;
    canWrite: boolean;
    alarmLevels: readonly number[];
  },
): Promise<void> {
  await db
    .insertInto('member_scope')
    .values({
      user_id: scope.userId,
      project_id: scope.projectId,
      devices: scope.deviceIds === null ? 'all' : 'listed',
      alarm_levels: [...scope.alarmLevels],
    })
    .execute();
  if (scope.deviceIds?.length) {
    await db
      .insertInto('member_device')
      .values(
        scope.deviceIds.map((id) => ({
          user_id: scope.userId,
          project_id: scope.projectId,
          device_id: id,
          can_write: scope.canWrite,
        })),
      )
      .execute();
  }
}

export async function describeUser(
  _system: SystemTenant,
  db: DbOrTransaction,
  userId: number,
  member: DemoMember,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ mobile: member.mobile, email: member.email, department: member.department })
    .where('id', '=', userId)
    .execute();
}

export async function insertSubarea(
  _system: SystemTenant,
  db: DbOrTransaction,
  subarea: {
    companyId: number;
    parentId: number | null;
    kind: 'partition' | 'project' | 'area';
    name: string;
    nameEn: string;
    position: number;
  },
): Promise<number> {
  const row = await db
    .insertInto('subarea')
    .values({
      company_id: subarea.companyId,
      parent_id: subarea.parentId,
      kind: subarea.kind,
      name: subarea.name,
      name_en: subarea.nameEn,
      position: subarea.position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertProject(
  _system: SystemTenant,
  db: DbOrTransaction,
  project: { id: number; companyId: number; facts: DemoProject; serviceStart: string; serviceEnd: string },
): Promise<void> {
  const { id, companyId, facts, serviceStart, serviceEnd } = project;
  await db
    .insertInto('project')
    .values({
      id,
      company_id: companyId,
      code: facts.code,
      industry: facts.industry,
      address: facts.address,
      latitude: facts.latitude,
      longitude: facts.longitude,
      time_zone: facts.timeZone,
      service_start: serviceStart,
      service_end: serviceEnd,
    })
    .execute();
}

export interface ClassIds {
  get(classCode: string): number | undefined;
}

export async function insertSubsystems(
  _system: SystemTenant,
  db: DbOrTransaction,
  subsystems: readonly DemoSubsystem[],
): Promise<ClassIds> {
  const ids = new Map<string, number>();
  for (const [position, subsystem] of subsystems.entries()) {
    const { id } = await db
      .insertInto('subsystem')
      .values({ code: subsystem.code, name_zh: subsystem.name, name_en: subsystem.nameEn, position })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ position }))
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [place, deviceClass] of subsystem.classes.entries()) {
      const row = await db
        .insertInto('device_class')
        .values({
          subsystem_id: id,
          code: deviceClass.code,
          name_zh: deviceClass.name,
          name_en: deviceClass.nameEn,
          position: place,
        })
        .onConflict((conflict) => conflict.column('code').doUpdateSet({ position: place }))
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.set(deviceClass.code, row.id);
    }
  }
  return ids;
}

export async function insertPointTypes(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  types: readonly DemoPointType[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .insertInto('point_type')
    .values(
      types.map((type) => ({
        company_id: companyId,
        code: type.code,
        name_zh: type.name,
        name_en: type.nameEn,
        value_type: type.valueType,
        units: [...type.units],
        status_values: JSON.stringify(type.statusValues),
      })),
    )
    .returning(['id', 'code'])
    .execute();
  return new Map(rows.map(({ code, id }) => [code, id]));
}

export async function insertDevice(
  _system: SystemTenant,
  db: DbOrTransaction,
  device: {
    companyId: number;
    projectId: number;
    areaId: number | null;
    classId: number;
    position: number;
    facts: DemoDevice;
  },
): Promise<number> {
  const row = await db
    .insertInto('device')
    .values({
      company_id: device.companyId,
      project_id: device.projectId,
      area_id: device.areaId,
      device_class_id: device.classId,
      code: device.facts.code,
      name: device.facts.name,
      name_en: device.facts.nameEn,
      brand: device.facts.brand,
      model: device.facts.model,
      position: device.position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertGateway(
  _system: SystemTenant,
  db: DbOrTransaction,
  gateway: {
    companyId: number;
    projectId: number;
    facts: DemoGateway;
    userName: string | null;
    passwordHash: string | null;
    address: string | null;
  },
): Promise<number> {
  const { facts } = gateway;
  const row = await db
    .insertInto('gateway')
    .values({
      company_id: gateway.companyId,
      project_id: gateway.projectId,
      serial_number: facts.serialNumber,
      name: facts.name,
      name_en: facts.nameEn,
      protocol: facts.protocol,
      user_name: gateway.userName,
      password_hash: gateway.passwordHash,
      address: gateway.address,
      registration_mode: facts.protocol === 'DTU' ? facts.registration.mode : 'once',
      registration_identity: facts.protocol === 'DTU' ? facts.registration.text : facts.serialNumber,
      heartbeat: Buffer.from(facts.protocol === 'DTU' ? facts.heartbeat.hex : '', 'hex'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The demo's own gateway goes where the simulator listens now; one that was given another machine's address stays there. */
export async function moveDemoGateway(
  _system: SystemTenant,
  db: DbOrTransaction,
  serialNumber: string,
  address: string | null,
): Promise<void> {
  await db
    .updateTable('gateway')
    .set({ address })
    .where('serial_number', '=', serialNumber)
    .where('protocol', '=', 'MODBUS_TCP')
    .where((eb) => eb.or([eb('address', 'is', null), eb('address', 'like', '127.0.0.1:%')]))
    .where('address', 'is distinct from', address)
    .execute();
}

export async function insertSlave(
  _system: SystemTenant,
  db: DbOrTransaction,
  gatewayId: number,
  slave: DemoSlave,
): Promise<number> {
  const row = await db
    .insertInto('slave')
    .values({
      gateway_id: gatewayId,
      address: slave.address,
      name: slave.name,
      category: slave.category,
      baud_rate: slave.serial.baudRate,
      data_bits: slave.serial.dataBits,
      parity: slave.serial.parity,
      stop_bits: slave.serial.stopBits,
      max_registers: slave.maxRegisters,
      max_gap: slave.maxGap,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function insertPoint(
  _system: SystemTenant,
  db: DbOrTransaction,
  point: {
    companyId: number;
    projectId: number;
    gatewayId: number;
    slaveId: number | null;
    pointTypeId: number;
    deviceId: number;
    position: number;
    isMain: boolean;
    facts: DemoPoint;
  },
): Promise<number> {
  const { facts } = point;
  const { source } = facts;
  const { id } = await db
    .insertInto('point')
    .values({
      company_id: point.companyId,
      project_id: point.projectId,
      gateway_id: point.gatewayId,
      slave_id: point.slaveId,
      point_type_id: point.pointTypeId,
      name: facts.name,
      name_en: facts.nameEn,
      unit: facts.unit,
      decimals: facts.decimals,
      level: facts.level,
      writable: facts.writable,
      sampling_interval_seconds: facts.samplingIntervalSeconds,
      range_low: facts.rangeLow,
      range_high: facts.rangeHigh,
      modbus:
        source.kind === 'modbus'
          ? JSON.stringify({
              functionCode: source.functionCode,
              address: source.register,
              format: source.format,
              byteOrder: source.byteOrder,
              bit: source.bit,
              scaling: source.scaling,
              errorValues: source.errorValues,
              statusRegister: null,
            })
          : null,
      mqtt_device: source.kind === 'mqtt' ? source.deviceName : null,
      mqtt_key: source.kind === 'mqtt' ? source.key : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('device_point')
    .values({
      project_id: point.projectId,
      device_id: point.deviceId,
      point_id: id,
      position: point.position,
      main: point.isMain,
    })
    .execute();
  return id;
}

/** @returns its id. What it is for is what its first point is, on its first device. */
export async function insertStrategy(
  _system: SystemTenant,
  db: DbOrTransaction,
  strategy: {
    companyId: number;
    projectId: number;
    name: string;
    nameEn: string;
    remarks: string;
    remarksEn: string;
    repeatMinutes: number | null;
    escalateMinutes: number | null;
    notifyOnClear: boolean;
    rules: readonly {
      definition: object;
      subjects: readonly { kind: 'point' | 'slave' | 'gateway'; id: number; definition?: object | null }[];
    }[];
  },
): Promise<number> {
  const { id } = await db
    .insertInto('alarm_strategy')
    .values({
      company_id: strategy.companyId,
      project_id: strategy.projectId,
      name: strategy.name,
      name_en: strategy.nameEn,
      remarks: strategy.remarks,
      remarks_en: strategy.remarksEn,
      repeat_minutes: strategy.repeatMinutes,
      escalate_minutes: strategy.escalateMinutes,
      notify_on_clear: strategy.notifyOnClear,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const rule of strategy.rules) {
    const row = await db
      .insertInto('alarm_rule')
      .values({ strategy_id: id, definition: JSON.stringify(rule.definition) })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (rule.subjects.length === 0) continue;
    await db
      .insertInto('alarm_rule_subject')
      .values(
        rule.subjects.map(({ kind, id, definition }) => ({
          rule_id: row.id,
          subject_kind: kind,
          subject_id: id,
          definition: definition ? JSON.stringify(definition) : null,
        })),
      )
      .execute();
  }
  const point = strategy.rules.flatMap(({ subjects }) => subjects).find(({ kind }) => kind === 'point');
  if (point)
    await sql`
      UPDATE alarm_strategy s SET point_type_id = p.point_type_id, device_class_id = d.device_class_id
      FROM point p LEFT JOIN device_point dp ON dp.point_id = p.id LEFT JOIN device d ON d.id = dp.device_id
      WHERE s.id = ${id} AND p.id = ${point.id}`.execute(db);
  return id;
}

/** Keeps what a strategy says, without its points, as a template of its company, from which it was made. */
export async function insertTemplateOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  strategyId: number,
  { name, nameEn }: { name: string; nameEn: string },
): Promise<void> {
  await sql`
    WITH template AS (
      INSERT INTO alarm_strategy_template (company_id, name, name_en, remarks, remarks_en, device_class_id, point_type_id,
                                           definitions, escalate_minutes, repeat_minutes, notify_on_clear)
      SELECT s.company_id, ${name}::text, ${nameEn}::text, s.remarks, s.remarks_en, s.device_class_id, s.point_type_id,
             (SELECT jsonb_agg(r.definition ORDER BY r.id) FROM alarm_rule r WHERE r.strategy_id = s.id),
             s.escalate_minutes, s.repeat_minutes, s.notify_on_clear
      FROM alarm_strategy s WHERE s.id = ${strategyId} AND s.device_class_id IS NOT NULL RETURNING id)
    UPDATE alarm_strategy SET template_id = template.id FROM template WHERE alarm_strategy.id = ${strategyId}`.execute(
    db,
  );
}

/** Who is told of a strategy's alarms. */
export async function insertContacts(
  _system: SystemTenant,
  db: DbOrTransaction,
  strategyId: number,
  contacts: readonly {
    userId: number;
    step: number;
    severities: readonly number[];
    channels: readonly string[];
    period: { weekdays: readonly number[]; fromMinute: number; untilMinute: number } | null;
  }[],
): Promise<void> {
  if (contacts.length === 0) return;
  await db
    .insertInto('alarm_strategy_contact')
    .values(
      contacts.map(({ userId, step, severities, channels, period }) => ({
        strategy_id: strategyId,
        user_id: userId,
        step,
        severities: [...severities],
        channels: [...channels],
        weekdays: [...(period?.weekdays ?? [1, 2, 3, 4, 5, 6, 7])],
        from_minute: period?.fromMinute ?? null,
        until_minute: period?.untilMinute ?? null,
      })),
    )
    .execute();
}

/** Lets the demo's past alarms look as if somebody had been on duty: confirmed and handled some minutes after they came. */
export async function handlePastAlarms(
  _system: SystemTenant,
  db: DbOrTransaction,
  people: { companyId: number; userId: number; before: Date },
): Promise<void> {
  await sql`
    UPDATE alarm SET
      acknowledged_at = raised_at + make_interval(secs => 60 + (id * 97) % 540), acknowledged_by = ${people.userId},
      handled_at = raised_at + make_interval(secs => 900 + (id * 131) % 1800), handled_by = ${people.userId},
      follow_up = CASE kind WHEN 'state' THEN 'noProcessingRequired' WHEN 'communicationLoss' THEN 'observing' ELSE 'humanIntervention' END,
      comment = CASE kind WHEN 'state' THEN '已关门' WHEN 'communicationLoss' THEN '停电，已恢复' ELSE '已通知维保检查' END,
      measures = CASE kind WHEN 'state' THEN '提醒装卸人员随手关门' WHEN 'communicationLoss' THEN '重启网关' ELSE '清理蒸发器结霜，检查风扇' END,
      analysis_result = CASE kind WHEN 'state' THEN '装卸作业' WHEN 'communicationLoss' THEN '园区停电' ELSE '风扇结冰' END,
      first_comment_at = raised_at + make_interval(secs => 900 + (id * 131) % 1800),
      next_repeat_at = NULL
    WHERE company_id = ${people.companyId} AND returned_at IS NOT NULL AND returned_at < ${people.before}`.execute(db);
  await sql`
    INSERT INTO alarm_journal (alarm_id, at, kind, severity, text_zh, text_en, user_id)
    SELECT a.id, step.at, step.kind, a.severity, step.zh, step.en, ${people.userId}
    FROM alarm a CROSS JOIN LATERAL (VALUES
      (a.acknowledged_at, 'acknowledged', '已确认', 'Confirmed'),
      (a.handled_at, 'handled', a.comment, 'Handled')) AS step(at, kind, zh, en)
    WHERE a.company_id = ${people.companyId} AND a.handled_by = ${people.userId} AND a.handled_at IS NOT NULL
    ORDER BY step.at`.execute(db);
}

/**
 * What people of the demo hide: the loading dock while it is washed every Sunday night, and the device that was last set up in
 * the museum, which is being rebuilt.
 */
export async function hideSomeAlarms(
  _system: SystemTenant,
  db: DbOrTransaction,
  people: { companyId: number; userId: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO alarm_shelf (company_id, project_id, kind, device_id, reason, from_at, until_at, weekdays, from_minute, until_minute, review_on, created_by, created_at)
    SELECT p.company_id, d.project_id, what.kind, d.id, what.reason, ${people.now}, what.until_at, what.weekdays, what.from_minute, what.until_minute,
           what.review_on, ${people.userId}, ${people.now}
    FROM project p JOIN device d ON d.project_id = p.id JOIN device_class c ON c.id = d.device_class_id
    JOIN LATERAL (
      SELECT 'maintenance' AS kind, '每周日凌晨冲洗月台' AS reason, ${people.now}::timestamptz + interval '300 days' AS until_at,
             ARRAY[7]::smallint[] AS weekdays, 60 AS from_minute, 180 AS until_minute, NULL::date AS review_on
      WHERE c.code = 'dock'
      UNION ALL
      SELECT 'outOfService', '展柜改造，暂停使用', NULL, NULL, NULL, NULL, (${people.now}::timestamptz + interval '14 days')::date
      WHERE d.id = (SELECT max(last.id) FROM device last JOIN project museum ON museum.id = last.project_id WHERE museum.industry = 4 AND museum.company_id = p.company_id)
    ) what ON true
    WHERE p.company_id = ${people.companyId}`.execute(db);
}
