import {
  type AllCalls,
  type CallData,
  type CallInput,
  type CallName,
  commonErrors,
  projectErrors,
  realtimeTopics,
} from '@watchpost/contract';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { alarmsOf, anEquippedCompany, type EquippedCompany, measure } from '../testing/equippedCompany.ts';
import { aCompany, aMember, aProject, limitMember } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { maintenanceOf } from '../testing/maintenanceOf.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';

let app: TestApplication;
let made = 0;
/** Every table that says whose its rows are. */
let tablesOfCompanies: string[];
beforeAll(async () => {
  app = await startTestApplication();
  const { rows } = await app.database.pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
     JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
     WHERE a.attname = 'company_id' AND NOT a.attisdropped AND EXISTS (
       SELECT 1 FROM pg_attribute b WHERE b.attrelid = c.oid AND b.attname IN ('project_id', 'id') AND NOT b.attisdropped)`,
  );
  tablesOfCompanies = rows.map(({ name }) => name);
});
afterAll(() => app.stop());

let old: EquippedCompany;
let newCompanyId: number;
/** Manages projects in both companies. */
let owner: string;
let ownerId: number;
/** Opens every project of the new company. */
let newcomer: string;
let alarmId: number;
/** Open orders and contracts in effect keep a project where it is. */
async function finishWork(companyId: number): Promise<void> {
  const { pool } = app.database;
  const here = 'project_id IN (SELECT id FROM project WHERE company_id = $1)';
  await pool.query(`UPDATE repair_order SET status = 7 WHERE status > 0 AND ${here}`, [companyId]);
  await pool.query(`DELETE FROM debug_order WHERE status = 'doing' AND ${here}`, [companyId]);
  await pool.query(`UPDATE maintenance_order SET state = 'done' WHERE state = 'started' AND ${here}`, [companyId]);
  await pool.query('UPDATE maintenance_contract SET terminated_at = now() WHERE company_id = $1', [companyId]);
}
beforeEach(async () => {
  const { db } = app.database;
  old = await anEquippedCompany(db, `Old${++made}`);
  await finishWork(old.companyId);
  newCompanyId = await aCompany(db);
  ownerId = await aMember(db, old.companyId, -1, { permissions: ['projectsEdit'] });
  await aMember(db, newCompanyId, -1, { userId: ownerId, permissions: ['projectsEdit'] });
  owner = await tokenFor(db, ownerId);
  const newcomerId = await aMember(db, newCompanyId, -1, {
    permissions: ['allProjects', 'monitorView', 'alarmManage'],
  });
  newcomer = await tokenFor(db, newcomerId);
  const { application } = app;
  const tell = (kind: 'gateway' | 'project' | 'point' | 'alarmStrategy', id: number) =>
    application.events.emit('configurationChanged', { companyId: old.companyId, kind, ids: [id] });
  tell('gateway', old.gatewayId);
  tell('project', old.projectId);
  for (const id of [old.pointId, old.confirmedPointId]) tell('point', id);
  tell('alarmStrategy', 0);
  await application.configurationSettled();
  const at = Date.now() - 60_000;
  const readings = [old.pointId, old.confirmedPointId].map((pointId) => ({ pointId, at, value: -5 }));
  await measure(application, readings);
  ({ alarmId } = await alarmsOf(db, old));
});

async function ask<Name extends CallName>(
  token: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  companyId?: number,
) {
  const headers: Record<string, string> = companyId === undefined ? {} : { 'company-id': String(companyId) };
  const { status, envelope } = await makeCall(app.url, name, input, { token, headers });
  return { status, message: envelope.Message, data: envelope.Data as CallData<AllCalls[Name]> };
}
const handOver = (token = owner, more: object = {}) =>
  ask(token, 'updateProjectCompany', {
    body: { CompanyId: newCompanyId, OldCompanyId: old.companyId, ProjectIdList: [old.projectId], ...more },
  });
/** How many rows of a project each company has, by table. */
async function rowsOf(projectId: number, companyId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tablesOfCompanies) {
    const { rows: columns } = await app.database.pool.query(
      "SELECT 1 FROM information_schema.columns WHERE table_name = $1 AND column_name = 'project_id'",
      [table],
    );
    const column = columns.length > 0 ? 'project_id' : table === 'project' || table === 'subarea' ? 'id' : null;
    // The log and what people made of the data stay with those who made them.
    if (column === null || table === 'operation_log' || table === 'download') continue;
    const { rows } = await app.database.pool.query(
      `SELECT count(*) AS n FROM ${table} WHERE company_id = $1 AND ${column} = $2`,
      [companyId, projectId],
    );
    if (rows[0].n > 0) counts[table] = rows[0].n;
  }
  return counts;
}

describe('a project that is handed over to another company', () => {
  test('leaves nothing behind in any table, and everything of it is in the new one', async () => {
    const before = await rowsOf(old.projectId, old.companyId);
    expect(Object.keys(before).sort()).toEqual(
      expect.arrayContaining([
        'alarm',
        'alarm_strategy',
        'device',
        'gateway',
        'notification',
        'point',
        'project',
        'role_entry',
        'subarea',
      ]),
    );
    expect((await handOver()).status).toBe(200);
    expect(await rowsOf(old.projectId, old.companyId)).toEqual({});
    // Rotas and webhooks were the old company's, and so is the secret in its units; what somebody had there is no right here.
    const { role_entry: _, duty_rota: __, company_webhook: ___, boot_unit: ____, ...moved } = before;
    expect(await rowsOf(old.projectId, newCompanyId)).toEqual(moved);
    const { rows: areas } = await app.database.pool.query('SELECT company_id FROM subarea WHERE parent_id = $1', [
      old.projectId,
    ]);
    expect(new Set(areas.map(({ company_id }) => company_id))).toEqual(new Set([newCompanyId]));
  });

  test('its history, devices and alarms are seen by the new company’s people and no longer by the old one’s', async () => {
    const formerly = await tokenFor(app.database.db, old.userId);
    const curve = (token: string) =>
      ask(token, 'getPointData', {
        query: {
          start: new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 16),
          end: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16),
          pointIdList: String(old.pointId),
          tmes: 0,
          ProjectId: old.projectId,
        },
      });
    const seenBy = async (token: string) => [
      (await curve(token)).status,
      (await ask(token, 'getAlarmDetail', { query: { alarmId } })).status,
      (await ask(token, 'getTableListRead', { body: { ProjectId: old.projectId } })).status,
    ];
    expect([await seenBy(formerly), await seenBy(newcomer)]).toEqual([
      [200, 200, 200],
      [403, 404, 403],
    ]);
    await handOver();
    expect([await seenBy(formerly), await seenBy(newcomer)]).toEqual([
      [403, 404, 403],
      [200, 200, 200],
    ]);
    expect((await ask(newcomer, 'getUserOwnProject', { query: {} })).data).toMatchObject([
      { ProjectId: old.projectId, AlarmCount: 2, parentId: null },
    ]);
  });

  test('point types come along: the same one is shared, another one of that code is copied', async () => {
    const { db, pool } = app.database;
    const typeOf = (id: number) =>
      pool
        .query('SELECT t.* FROM point_type t JOIN point p ON p.point_type_id = t.id WHERE p.id = $1', [id])
        .then(({ rows }) => rows[0]);
    const typesOfOld = async () =>
      (await pool.query('SELECT id FROM point_type WHERE company_id = $1 ORDER BY id', [old.companyId])).rows;
    const before = await typesOfOld();
    await pool.query(
      'UPDATE point_type t SET simulation = true FROM point p WHERE p.point_type_id = t.id AND p.id = $1',
      [old.confirmedPointId],
    );
    const [same, other] = [await typeOf(old.pointId), await typeOf(old.confirmedPointId)];
    const values = ({ id: _, status_values, ...row }: { id: number; status_values: unknown }) => ({
      ...row,
      status_values: JSON.stringify(status_values),
      company_id: newCompanyId,
    });
    const shared = await db
      .insertInto('point_type')
      .values(values(same) as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('point_type')
      .values({ ...(values(other) as never as object), value_type: 'status' } as never)
      .execute();
    await handOver();
    expect(await typeOf(old.pointId)).toMatchObject({ id: shared.id });
    // All values of a type go with it.
    expect(await typeOf(old.confirmedPointId)).toEqual({
      ...other,
      id: expect.any(Number),
      company_id: newCompanyId,
      code: `${other.code}-2`,
    });
    expect(await typesOfOld()).toEqual(before);
  });

  test('what the old company promised ends: entries, limits, invitations', async () => {
    const { db, pool } = app.database;
    await limitMember(db, old.userId, old.projectId, { deviceIds: [old.deviceId], alarmLevels: [2] });
    const invitation = async (projectIds: number[], companyRoleId: number | null) => {
      const { id } = await db
        .insertInto('invitation')
        .values({
          company_id: old.companyId,
          token_hash: Buffer.from(crypto.randomUUID()),
          company_role_id: companyRoleId,
          created_by: old.userId,
          created_at: new Date(),
          expires_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const project_id of projectIds)
        await db
          .insertInto('invitation_project')
          .values({ invitation_id: id, project_id, role_id: old.projectRoleId })
          .execute();
      return id;
    };
    const stays = await aProject(db, old.companyId);
    const ended = await invitation([old.projectId], null);
    const kept = [await invitation([old.projectId, stays], null), await invitation([old.projectId], old.companyRoleId)];
    await handOver();
    const left = await pool.query(
      'SELECT 1 FROM member_scope WHERE project_id = $1 UNION ALL SELECT 1 FROM member_device WHERE project_id = $1 UNION ALL SELECT 1 FROM role_entry WHERE project_id = $1 UNION ALL SELECT 1 FROM invitation_project WHERE project_id = $1',
      [old.projectId],
    );
    expect(left.rows).toEqual([]);
    const { rows } = await pool.query('SELECT id FROM invitation WHERE revoked_at IS NULL AND id = ANY($1)', [
      [ended, ...kept],
    ]);
    expect(rows.map(({ id }) => id).sort()).toEqual([...kept].sort());
  });

  test('stands in the operation logs of both companies', async () => {
    await handOver();
    const { rows } = await app.database.pool.query(
      "SELECT company_id, project_id, user_id, before, after FROM operation_log WHERE call = 'updateProjectCompany' AND project_id = $1 ORDER BY id",
      [old.projectId],
    );
    const [before, after] = [{ companyId: old.companyId }, { companyId: newCompanyId }];
    expect(rows).toMatchObject([
      { company_id: old.companyId, user_id: ownerId, before, after },
      { company_id: newCompanyId, user_id: ownerId, before, after },
    ]);
  });

  test('its new name shows in the new company alone, and there no user of the old one is named', async () => {
    const { db } = app.database;
    const maker = await aMember(db, old.companyId, -1, { nickname: 'Maker of the old company' });
    await db.updateTable('project').set({ created_by: maker }).where('id', '=', old.projectId).execute();
    expect((await handOver()).status).toBe(200);
    const ProjectName = `Secret of the new company ${made}`;
    const renamed = { body: { SubareaId: old.projectId, ProjectName } };
    const editor = await aMember(db, newCompanyId, -1, { permissions: ['projectsEdit', 'allProjects', 'companyLogs'] });
    const newReader = await tokenFor(db, editor);
    expect((await ask(newReader, 'editProject', renamed)).status).toBe(200);

    const oldReader = await tokenFor(db, await aMember(db, old.companyId, -1, { permissions: ['companyLogs'] }));
    const oldLog = await ask(oldReader, 'getOperationLogPage', { body: {} });
    expect(oldLog.data.Data.map(({ CallName, ProjectId }) => [CallName, ProjectId])).toContainEqual([
      'Hand projects over to another company',
      old.projectId,
    ]);
    expect(JSON.stringify(oldLog.data)).not.toContain('Secret');
    const newLog = await ask(newReader, 'getOperationLogPage', { body: {} });
    expect(newLog.data.Data.map((line) => line.ProjectName)).toEqual([ProjectName, ProjectName]);
    const { data } = await ask(newReader, 'getProject', { query: { subareaId: old.projectId } });
    expect(data.CreateName).toBeNull();
  });

  test('goes on alarming under the new company with the next reading', async () => {
    await handOver();
    await app.application.configurationSettled();
    const at = Date.now();
    await measure(app.application, [{ pointId: old.pointId, at: at - 20_000, value: -20 }]);
    await measure(app.application, [{ pointId: old.pointId, at: at - 10_000, value: -4 }]);
    const { rows } = await app.database.pool.query(
      'SELECT company_id, returned_at IS NULL AS is_open FROM alarm WHERE point_id = $1 ORDER BY id',
      [old.pointId],
    );
    expect(rows).toEqual([
      { company_id: newCompanyId, is_open: false },
      { company_id: newCompanyId, is_open: true },
    ]);
  });

  /** Somebody waits in the database for what another transaction holds. */
  const somebodyWaits = () => expect.poll(() => lockWaits(app.database.pool), soon).toBeGreaterThan(0);

  test('takes along an alarm that is being written meanwhile', async () => {
    const { pool } = app.database;
    const writer = await pool.connect();
    // As the evaluator does it: it holds the project's row until its alarm is committed.
    await writer.query('BEGIN');
    await writer.query('SELECT 1 FROM project WHERE id = $1 FOR SHARE', [old.projectId]);
    const handed = handOver();
    await somebodyWaits();
    await writer.query(
      `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity, raised_at, returned_at, sentence_zh, sentence_en)
       SELECT $2, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity, raised_at, raised_at, 'late', 'late'
       FROM alarm WHERE id = $1`,
      [alarmId, old.companyId],
    );
    await writer.query('COMMIT');
    writer.release();
    expect((await handed).status).toBe(200);
    expect(await rowsOf(old.projectId, old.companyId)).toEqual({});
    expect((await rowsOf(old.projectId, newCompanyId)).alarm).toBe(3);
  });

  test('gets an alarm that is raised while it changes hands under the new company', async () => {
    const { pool } = app.database;
    await measure(app.application, [{ pointId: old.pointId, at: Date.now() - 30_000, value: -20 }]);
    const mover = await pool.connect();
    await mover.query('BEGIN');
    await mover.query('UPDATE project SET company_id = $2 WHERE id = $1', [old.projectId, newCompanyId]);
    const raised = measure(app.application, [{ pointId: old.pointId, at: Date.now() - 20_000, value: -4 }]);
    await somebodyWaits();
    await mover.query('COMMIT');
    mover.release();
    await raised;
    const { rows } = await pool.query('SELECT company_id FROM alarm WHERE point_id = $1 AND returned_at IS NULL', [
      old.pointId,
    ]);
    expect(rows).toEqual([{ company_id: newCompanyId }]);
  });
});

describe('handing over is refused', () => {
  test('to who does not manage projects in both companies', async () => {
    const { db } = app.database;
    for (const companyId of [old.companyId, newCompanyId]) {
      const onlyHere = await tokenFor(db, await aMember(db, companyId, -1, { permissions: ['projectsEdit'] }));
      const { status, message } = await handOver(onlyHere);
      expect([status, message]).toEqual([403, commonErrors.notYourCompany.en]);
    }
    const half = await aMember(db, old.companyId, -1, { permissions: ['projectsView'] });
    await aMember(db, newCompanyId, -1, { userId: half, permissions: ['projectsEdit'] });
    expect((await handOver(await tokenFor(db, half))).message).toBe(commonErrors.noPermission.en);
    expect(await rowsOf(old.projectId, newCompanyId)).toEqual({});
  });

  test('without a recent proof of identity', async () => {
    const unproven = await tokenFor(app.database.db, ownerId, undefined, { proven: false });
    expect((await handOver(unproven)).status).toBe(428);
  });

  test('by a user who loses the right in the old company while the call is on its way', async () => {
    const { db, pool } = app.database;
    let answered: ReturnType<typeof handOver> | null = null;
    await db.transaction().execute(async (transaction) => {
      // As everybody who changes people of the company.
      await transaction.selectFrom('company').where('id', '=', old.companyId).select('id').forNoKeyUpdate().execute();
      answered = handOver();
      await expect.poll(() => lockWaits(pool), soon).toBeGreaterThan(0);
      const ofOld = transaction.deleteFrom('role_entry').where('company_id', '=', old.companyId);
      await ofOld.where('user_id', '=', ownerId).execute();
    });
    expect((await answered!).status).toBe(403);
  });

  test('when the new company has a project of that name, and then nothing has moved', async () => {
    await aProject(app.database.db, newCompanyId, { name: `Old${made} Store` });
    const { status, message } = await handOver();
    expect([status, message]).toEqual([409, projectErrors.projectNameTaken.en.replace('{name}', `Old${made} Store`)]);
    expect(await rowsOf(old.projectId, newCompanyId)).toEqual({});
  });

  test('while orders are open or a contract is in effect, by name; then visits that are over go along', async () => {
    const { db, pool } = app.database;
    await maintenanceOf(db, { companyId: old.companyId, projectId: old.projectId, userId: old.userId }, 'Gone');
    const { id: repairId } = await db
      .insertInto('repair_order')
      .values({
        ...{ project_id: old.projectId, number: 'R20261130-0001', status: 1, severity: 2, source: 'manual' },
        ...{ fault_content: 'Warm', service_type: 'onSite', applicant_name: 'Lin', contact_phone: '13800000000' },
        ...{ created_at: new Date(), submitted_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await pool.query(
      `INSERT INTO debug_order (project_id, number, install_unit, machine_type, person_name, region, address, note, status, created_at)
       VALUES ($1, 'D-1', '', '', '', '', '', '', 'doing', now())`,
      [old.projectId],
    );
    const refused = await handOver();
    expect(refused.status).toBe(409);
    for (const name of ['repair order R20261130-0001', 'contract Gone contract (Gone ', ' more.'])
      expect(refused.message).toContain(name);
    const visits = () =>
      pool
        .query(
          `SELECT o.state, o.contract_id, o.contract_name, o.team_name IS NOT NULL AS has_team,
             (SELECT count(*)::int FROM maintenance_sheet s WHERE s.order_id = o.id) AS sheets
           FROM maintenance_order o WHERE o.project_id = $1 AND o.state IN ('done', 'started') ORDER BY o.id`,
          [old.projectId],
        )
        .then(({ rows }) => rows);
    const before = await visits();
    expect(before.every(({ sheets }) => sheets === 1)).toBe(true);
    await pool.query('UPDATE maintenance_contract SET terminated_at = now() WHERE company_id = $1', [old.companyId]);
    await pool.query('UPDATE repair_order SET status = 7 WHERE id = $1', [repairId]);
    await pool.query('DELETE FROM debug_order WHERE project_id = $1', [old.projectId]);
    expect((await handOver()).message).toContain('visit Gone contract 2026-11-01');
    await pool.query("UPDATE maintenance_order SET state = 'done' WHERE project_id = $1 AND state = 'started'", [
      old.projectId,
    ]);
    expect((await handOver()).status).toBe(200);
    expect(await visits()).toEqual(
      before.map((visit) => ({
        ...visit,
        ...{ state: 'done', contract_id: null, contract_name: expect.stringMatching(/ contract$/), has_team: true },
      })),
    );
    const readers = await Promise.all(
      [old.companyId, newCompanyId].map(async (companyId) =>
        tokenFor(db, await aMember(db, companyId, -1, { permissions: ['maintenanceView', 'allProjects'] })),
      ),
    );
    const seen = await Promise.all(
      readers.map(async (token) => (await ask(token, 'getMaintenanceOrderPage', { body: {} })).data.Data),
    );
    expect(seen.map(({ length }) => length)).toEqual([0, before.length]);
    expect(seen[1]![0]).toMatchObject({
      ContractName: expect.stringMatching(/ contract$/),
      ContractId: null,
      TeamId: null,
      ActionList: [],
    });
    const { rows } = await pool.query('SELECT contact_phone FROM repair_order WHERE id = $1', [repairId]);
    expect(rows).toEqual([{ contact_phone: null }]);
  });

  test('to the company it is in, of a deleted project, and of one that is somebody else’s', async () => {
    expect((await handOver(owner, { CompanyId: old.companyId })).message).toBe(projectErrors.sameCompany.en);
    expect((await handOver(owner, { ProjectIdList: [old.deletedProjectId] })).status).toBe(404);
    const elsewhere = await aProject(app.database.db, await aCompany(app.database.db));
    expect((await handOver(owner, { ProjectIdList: [old.projectId, elsewhere] })).status).toBe(404);
    expect(await rowsOf(old.projectId, newCompanyId)).toEqual({});
  });

  test('offers the companies in which the user manages projects, without the present one', async () => {
    await aMember(app.database.db, await aCompany(app.database.db), -1, {
      userId: ownerId,
      permissions: ['projectsView'],
    });
    const { data } = await ask(owner, 'getAccessCompany', { body: { CompanyId: old.companyId } });
    expect(data.map(({ CompanyId }) => CompanyId)).toEqual([newCompanyId]);
  });
});

describe('while a browser looks at a project', () => {
  let browser: MqttClient;
  type Measured = [pointId: number, value: number, ...rest: unknown[]];
  const heard: Measured[] = [];
  /** The values of one point among them; what else a value carries is not asked here. */
  const valuesOf = (point: number, among = heard) => among.flatMap(([id, value]) => (id === point ? [value] : []));
  async function look() {
    heard.length = 0;
    const token = await tokenFor(app.database.db, old.userId);
    browser = mqtt.connect(`${app.url.replace('http', 'ws')}/mqtt`, {
      username: 'bearer',
      password: token,
      protocolVersion: 4,
      reconnectPeriod: 0,
    });
    await new Promise<void>((resolve, reject) => {
      browser.once('connect', () => resolve());
      browser.once('error', reject);
    });
    browser.on('message', (_topic, payload) => heard.push(...(JSON.parse(payload.toString()).values ?? [])));
    await browser.subscribeAsync(realtimeTopics.deviceValues.topic(old.projectId, old.deviceId));
  }
  let value = -10;
  const measured = async (pointId = old.pointId) => {
    value -= 0.5;
    await measure(app.application, [{ pointId, at: Date.now(), value }]);
    return value;
  };
  const hears = async () => {
    const sent = await measured();
    await expect.poll(() => valuesOf(old.pointId), soon).toContain(sent);
  };
  /** Nothing of it reaches the browser, though it is recorded: what comes after it is allowed again comes alone. */
  const silences = async (how: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    await look();
    await hears();
    await how();
    await app.application.configurationSettled();
    const hidden = await measured(old.confirmedPointId);
    await undo();
    await app.application.configurationSettled();
    await hears();
    expect(valuesOf(old.confirmedPointId)).not.toContain(hidden);
    browser.end(true);
  };
  const edit = (body: object) =>
    ask(owner, 'editProject', { body: { SubareaId: old.projectId, ...body } }, old.companyId);
  const disable = (yes: boolean) =>
    ask(owner, 'disableProject', { query: { subareaId: old.projectId, disable: yes, companyId: old.companyId } });

  test('it is disabled: live values end, and go on when it is enabled', () =>
    silences(
      () => disable(true),
      () => disable(false),
    ));

  test('its service is ended by an edit: live values end, and go on when it is prolonged', () =>
    silences(
      () => edit({ ServiceEnd: '2020-01-01' }),
      () => edit({ ServiceEnd: '2099-01-01' }),
    ));

  test('it is deleted: live values end, and go on when it is restored', () =>
    silences(
      () => ask(owner, 'deleteProject', { query: { projectIdList: String(old.projectId), companyId: old.companyId } }),
      () => ask(owner, 'recoverProject', { body: { ProjectIdList: [old.projectId], CompanyId: old.companyId } }),
    ));

  test('it is renamed: live values go on, and lists are read again, not everything', async () => {
    await look();
    const told: number[] = [];
    const listener = {};
    app.application.events.on(listener, 'accessChanged', ({ userIds }) => told.push(...userIds));
    const topic = realtimeTopics.companyNews.topic(old.companyId);
    await browser.subscribeAsync(topic);
    const news = new Promise<unknown>((resolve) =>
      browser.on('message', (name, payload) => name === topic && resolve(JSON.parse(payload.toString()))),
    );
    await edit({ ProjectName: `Renamed ${made}` });
    await app.application.configurationSettled();
    expect([await news, told]).toEqual([{ kinds: ['project'] }, []]);
    await edit({ ServiceEnd: '2098-01-01' });
    expect(told).toContain(old.userId);
    app.application.events.removeOwner(listener);
    await app.application.configurationSettled();
    await hears();
    browser.end(true);
  });

  test('it is handed over: its former member hears nothing more, at once', async () => {
    await look();
    await hears();
    await handOver();
    await app.application.configurationSettled();
    const sent = await measured();
    const formerly = browser;
    // The newcomer hears it, so it has been told.
    const others: Measured[] = [];
    const other = mqtt.connect(`${app.url.replace('http', 'ws')}/mqtt`, {
      username: 'bearer',
      password: newcomer,
      protocolVersion: 4,
      reconnectPeriod: 0,
    });
    await new Promise<void>((resolve) => other.once('connect', () => resolve()));
    other.on('message', (_topic, payload) => others.push(...JSON.parse(payload.toString()).values));
    await other.subscribeAsync(realtimeTopics.deviceValues.topic(old.projectId, old.deviceId));
    const next = await measured();
    await expect.poll(() => valuesOf(old.pointId, others), soon).toContain(next);
    expect(valuesOf(old.pointId)).not.toContain(sent);
    expect(valuesOf(old.pointId)).not.toContain(next);
    formerly.end(true);
    other.end(true);
  });

  test('a disabled project pops nothing up, and its alarms are recorded all the same', async () => {
    await disable(true);
    await app.application.configurationSettled();
    const before = await popups();
    const at = Date.now();
    await measure(app.application, [{ pointId: old.pointId, at: at - 2000, value: -25 }]);
    await measure(app.application, [{ pointId: old.pointId, at: at - 1000, value: -3 }]);
    await expect
      .poll(async () => (await app.database.pool.query('SELECT 1 FROM alarm_announcement')).rowCount, soon)
      .toBe(0);
    const { rows } = await app.database.pool.query('SELECT 1 FROM alarm WHERE point_id = $1', [old.pointId]);
    expect(rows).toHaveLength(2);
    expect(await popups()).toEqual(before);
    const shown = await ask(await tokenFor(app.database.db, old.userId), 'getAlarmPlayScreenPage', { body: {} });
    expect(shown.data.TotalCount).toBe(0);
  });
  const popups = async () =>
    (await app.database.pool.query('SELECT id FROM notification WHERE project_id = $1 ORDER BY id', [old.projectId]))
      .rows;
});
