import {
  type AllCalls,
  type CallData,
  type CallInput,
  type CallName,
  commonErrors,
  type PermissionName,
} from '@watchpost/contract';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { type ManualClock, manualClock } from '../platform/clock.ts';
import { type Database, type Db, openDatabase } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { silentLog } from '../platform/log/log.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { exportedSheet } from '../testing/exportedSheet.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, limitMember } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { canonicalJson } from './hashBatch.ts';
import { inOneWrite, type Operation } from './inOneWrite.ts';
import { sealLog } from './sealLog.ts';
import { insertOperations } from './store.ts';
import { verifyLog } from './verifyLog.ts';

let app: TestApplication;
/** Without a server, which would seal by itself in between. */
let still: Database;
let stillTestDatabase: TestDatabase;
beforeAll(async () => {
  app = await startTestApplication();
  stillTestDatabase = await testDatabase();
  still = openDatabase(stillTestDatabase.url, silentLog);
});
afterAll(async () => {
  await app.stop();
  await still.close();
  await stillTestDatabase.close();
});

let companyId: number;
let otherCompanyId: number;
let storeId: number;
let depotId: number;
let bossId: number;
/** Reads the company's log. */
let boss: string;
/** Reads the store's log only. */
let manager: string;
/** Reads the log of another company. */
let stranger: string;
let clock: ManualClock;
beforeEach(async () => {
  const { db } = app.database;
  clock = manualClock(Date.UTC(2026, 10, 21, 3, 0));
  companyId = await aCompany(db);
  otherCompanyId = await aCompany(db);
  storeId = await aProject(db, companyId, { name: '一号店' });
  depotId = await aProject(db, companyId, { name: 'Depot' });
  const logOf = (company: number, project: number, permissions: PermissionName[], nickname: string) =>
    aMember(db, company, project, { permissions, nickname });
  bossId = await logOf(companyId, -1, ['companyLogs', 'allProjects'], '王总');
  boss = await tokenFor(db, bossId);
  manager = await tokenFor(db, await logOf(companyId, storeId, ['projectLogs'], '林店长'));
  stranger = await tokenFor(db, await logOf(otherCompanyId, -1, ['companyLogs'], 'Stranger'));
});

async function ask<Name extends CallName>(
  token: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  language: 'zh' | 'en' = 'en',
): Promise<{ status: number; message: string; data: CallData<AllCalls[Name]> }> {
  const { status, envelope } = await makeCall(app.url, name, input, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as CallData<AllCalls[Name]> };
}
const page = async (token: string, body: CallInput<AllCalls['getOperationLogPage']>['body'], language?: 'zh' | 'en') =>
  ask(token, 'getOperationLogPage', { body }, language);
const subjects = async (token: string, body: CallInput<AllCalls['getOperationLogPage']>['body'] = {}) =>
  (await page(token, body)).data.Data.map(({ SubjectName }) => SubjectName);

/** Writes lines as a call would. */
const write = (call: string, ...operations: Partial<Operation>[]) => writeTo(app.database.db, call, ...operations);
const writeTo = (db: Db, call: string, ...operations: Partial<Operation>[]) =>
  inOneWrite(
    { db, clock },
    { call, caller: { userId: bossId }, address: '10.1.2.3', userAgent: 'Firefox', markLogged: () => {} },
    async ({ log }) => {
      for (const operation of operations) {
        log({ companyId, subject: { kind: 'project', id: 1, name: 'x' }, ...operation });
      }
    },
  );
const about = (name: string, projectId: number | null = null, company = companyId): Partial<Operation> => ({
  companyId: company,
  projectId,
  subject: { kind: 'project', id: projectId, name },
});

describe('the operation log', () => {
  test('says who did what to which thing, from where, before and after, in the words of the reader', async () => {
    const changed = { before: { name: 'Old', level: 1 }, after: { name: 'New', level: 2 } };
    await write('updateUserPreferences', { ...about('一号店', storeId), ...changed });
    const [row] = (await page(boss, {}, 'zh')).data.Data;
    expect(row).toMatchObject({
      UserId: bossId,
      UserName: '王总',
      Epoch: clock.now(),
      Call: 'updateUserPreferences',
      SubjectKindName: '项目',
      SubjectName: '一号店',
      ProjectName: '一号店',
      Address: '10.1.2.3',
      UserAgent: 'Firefox',
      Before: changed.before,
      After: changed.after,
      Sealed: false,
    });
    expect(row?.CallName).toMatch(/[\u4e00-\u9fff]/);
    const [english] = (await page(boss, {}, 'en')).data.Data;
    expect(english?.SubjectKindName).toBe('Project');
    expect(english?.CallName).toMatch(/^[ -~’]+$/);
  });

  test('is the company’s own: nobody else’s lines, nobody else’s eyes', async () => {
    await write('editProject', about('Ours', storeId));
    await write('editProject', about('Theirs', null, otherCompanyId));
    expect(await subjects(boss)).toEqual(['Ours']);
    expect(await subjects(stranger)).toEqual(['Theirs']);
    const refused = await page(stranger, { CompanyId: companyId });
    expect([refused.status, refused.message]).toEqual([403, commonErrors.notYourCompany.en]);
    expect((await page(stranger, { ProjectId: storeId })).status).toBe(403);
  });

  test('of a project is for who may read that one, of the whole company for who may read that', async () => {
    await write('editProject', about('Store', storeId), about('Depot', depotId), about('Company'));
    expect(await subjects(manager, { ProjectId: storeId })).toEqual(['Store']);
    expect((await page(manager, { ProjectId: depotId })).status).toBe(403);
    for (const name of ['getOperationLogFilters', 'verifyOperationLog'] as const) {
      expect((await ask(manager, name, { query: { projectId: depotId } })).status).toBe(403);
      expect((await ask(manager, name, { query: {} })).status).toBe(403);
      expect((await ask(manager, name, { query: { projectId: storeId } })).status).toBe(200);
    }
    expect((await page(manager, {})).status).toBe(403);
    expect(await subjects(boss)).toEqual(['Company', 'Depot', 'Store']);
    expect(await subjects(boss, { ProjectId: depotId })).toEqual(['Depot']);
  });

  test('of a project is closed to who sees only some devices of it, in the company’s log, too', async () => {
    const { db } = app.database;
    await write('editProject', about('Hidden freezer', storeId), about('Company'));
    const limited = await aMember(db, companyId, storeId, { permissions: ['projectLogs'] });
    await limitMember(db, limited, storeId, { deviceIds: [] });
    const ofProject = await page(await tokenFor(db, limited), { ProjectId: storeId });
    expect([ofProject.status, ofProject.message]).toEqual([403, commonErrors.wholeProjectNeeded.en]);
    await limitMember(db, bossId, storeId, { deviceIds: [] });
    expect(await subjects(boss)).toEqual(['Company']);
  });

  test('of a project stays closed in any spelling of its id, and with any other project named beside it', async () => {
    const closed = [
      [{}, { ProjectId: `${depotId}.0` }],
      [{}, { ProjectId: ` ${depotId}` }],
      [{ ProjectId: storeId }, { ProjectId: depotId }],
      [{ projectId: storeId }, { ProjectId: depotId }],
      [{}, { projectid: storeId, ProjectId: depotId }],
    ];
    for (const [query, body] of closed) {
      const input = { query, body };
      const { status, envelope } = await makeCall(app.url, 'getOperationLogPage', input, { token: manager });
      expect([status, envelope.Data], JSON.stringify(input)).toEqual([expect.toBeOneOf([400, 403]), null]);
    }
    const own = { query: { projectId: storeId }, body: { ProjectId: `${storeId}.0` } };
    expect((await makeCall(app.url, 'getOperationLogPage', own, { token: manager })).status).toBe(200);
  });

  test('is filtered by person, call, kind, thing, words and time of the project, and turned page by page', async () => {
    await write('editProject', about('Cold room 50%', storeId));
    clock.advance(60_000);
    await write('addRole', { subject: { kind: 'role', id: 9, name: 'Night_shift' } });
    expect(await subjects(boss, { UserIdList: [bossId] })).toEqual(['Night_shift', 'Cold room 50%']);
    expect(await subjects(boss, { UserIdList: [bossId + 100_000] })).toEqual([]);
    expect(await subjects(boss, { CallList: ['addRole'] })).toEqual(['Night_shift']);
    expect(await subjects(boss, { SubjectKindList: ['project'] })).toEqual(['Cold room 50%']);
    expect(await subjects(boss, { SubjectKindList: ['role'], SubjectId: '9' })).toEqual(['Night_shift']);
    for (const [Text, found] of [
      ['cold', ['Cold room 50%']],
      ['0%', ['Cold room 50%']],
      ['t_s', ['Night_shift']],
      ['d_r', []],
      ['10.1.2', ['Night_shift', 'Cold room 50%']],
      ['王', ['Night_shift', 'Cold room 50%']],
    ] as const) {
      expect([Text, await subjects(boss, { Text })]).toEqual([Text, found]);
    }
    // 11:00 in Shanghai is 03:00 in Greenwich; both ends count.
    expect(await subjects(boss, { StartTime: '2026-11-21 11:01' })).toEqual(['Night_shift']);
    expect(await subjects(boss, { EndTime: '2026-11-21 11:00' })).toEqual(['Cold room 50%']);
    expect(await subjects(boss, { StartTime: '2026-11-21 11:00:00', EndTime: '2026-11-21 11:01:00' })).toHaveLength(2);
    const second = await page(boss, { PageIndex: 2, PageSize: 1 });
    expect([second.data.Data[0]?.SubjectName, second.data.TotalCount]).toEqual(['Cold room 50%', 2]);
  });

  test('tells what there is to filter by', async () => {
    await write('editProject', about('Store', storeId));
    await write('addRole', about('x'));
    const { data } = await ask(boss, 'getOperationLogFilters', { query: {} }, 'zh');
    expect(data.Users).toEqual([{ Key: bossId, Value: '王总' }]);
    expect(data.Calls.map(({ Key }) => Key)).toEqual(['addRole', 'editProject']);
    const ofStore = await ask(manager, 'getOperationLogFilters', { query: { projectId: storeId } });
    expect(ofStore.data.Calls.map(({ Key }) => Key)).toEqual(['editProject']);
  });

  test('says what was done as people say it, not as a programmer is told', async () => {
    await write('loginByBody', about('a'));
    await write('addUserRoleSubarea', about('b'));
    await write('loginOrRegister', about('c'));
    const names = async (language: 'zh' | 'en') =>
      (await page(boss, {}, language)).data.Data.map((row) => row.CallName);
    expect(await names('en')).toEqual(['Log in with a code from a phone', 'Add a member', 'Log in']);
    expect(await names('zh')).toEqual(['短信验证码登录', '新增成员', '账号登录']);
  });

  test('says by name what numbers point at, to each company its own, and exports the same words', async () => {
    const foreign = await aProject(app.database.db, otherCompanyId, { name: 'Secret' });
    const third = await aCompany(app.database.db);
    const [was, is] = [
      { parentId: depotId, scope: 'project', companyId },
      {
        parentId: storeId,
        scope: 'company',
        companyId: otherCompanyId,
        filter: { SubareaId: foreign, companyId: third },
      },
    ];
    await write('editSubarea', { ...about('North'), before: was, after: is });
    const [row] = (await page(boss, {})).data.Data;
    expect(Object.keys(row?.Names ?? {}).sort()).toEqual(
      [`company ${companyId}`, `company ${otherCompanyId}`, `place ${depotId}`, `place ${storeId}`].sort(),
    );
    expect(row?.Names).toMatchObject({ [`place ${depotId}`]: 'Depot', [`place ${storeId}`]: '一号店' });
    const inChinese = await exportedSheet(app.url, { token: boss, language: 'zh' }, 'operationLog', {});
    // The export is in the log, too.
    const line = ({ texts }: typeof inChinese) => texts.find(([, , , , subject]) => subject === 'North')!;
    const [, , , , , , before, after] = line(inChinese);
    expect(before).toMatch(/^适用范围：单个项目；上级：Depot；企业：/);
    expect(after).toMatch(
      new RegExp(`^适用范围：整个企业；筛选条件：项目或分区 #${foreign}，企业 #${third}；上级：一号店；企业：`),
    );
    const inEnglish = await exportedSheet(app.url, { token: boss }, 'operationLog', {});
    expect(line(inEnglish)[6]).toMatch(/^Scope: a project; Parent: Depot; Company: /);
  });

  test('calls a thing as its reader does while it still has the name it had then, and by that name otherwise', async () => {
    const { db } = app.database;
    const gatewayId = await aGateway(db, storeId, { name: '机房采集器', nameEn: 'Plant DTU' });
    await aDevice(db, storeId, { name: '冷柜', nameEn: 'Case 1' });
    const id = await aPoint(db, gatewayId, { name: '温度', nameEn: 'Air' });
    const point = (name: string) => ({ projectId: storeId, subject: { kind: 'point', id, name } as const });
    await write('editPoint', { subject: { kind: 'gateway', id: gatewayId, name: '机房采集器' } });
    await write('editPoint', point('温度'), point('冷柜 · 温度'), point('不再叫这个'));
    const all = { CallList: ['editPoint'] };
    expect(await subjects(boss, all)).toEqual(['不再叫这个', 'Case 1 · Air', 'Air', 'Plant DTU']);
    const inChinese = (await page(boss, all, 'zh')).data.Data.map(({ SubjectName }) => SubjectName);
    expect(inChinese).toEqual(['不再叫这个', '冷柜 · 温度', '温度', '机房采集器']);
    // What is shown is what is searched, in the language of the one who searches.
    expect(await subjects(boss, { Text: 'air' })).toEqual(['Case 1 · Air', 'Air']);
    expect(await subjects(boss, { Text: 'Case 1' })).toEqual(['Case 1 · Air']);
    expect(await subjects(boss, { Text: 'plant' })).toEqual(['Plant DTU']);
    expect((await page(boss, { Text: 'plant' }, 'zh')).data.Data).toEqual([]);
  });

  test('takes as many lines as one call writes', async () => {
    const names = Array.from({ length: 5_100 }, (_, i) => `Store ${i}`);
    await write('batchSetProject', ...names.map((name) => about(name, storeId)));
    const first = (await page(boss, { PageSize: 1 })).data;
    expect([first.TotalCount, first.Data[0]?.SubjectName]).toEqual([5_100, 'Store 5099']);
  });

  test('keeps a line only together with what it tells about', async () => {
    const failing = inOneWrite(
      { db: app.database.db, clock },
      { call: 'editProject', caller: { userId: bossId }, address: '', userAgent: '', markLogged: () => {} },
      async ({ log }) => {
        log({ companyId, subject: { kind: 'project', id: 1, name: 'half' } });
        throw new Error('refused');
      },
    );
    await expect(failing).rejects.toThrow('refused');
    expect(await subjects(boss)).toEqual([]);
  });
});

test('a write that PostgreSQL ended because two waited for each other is done again, once, with its lines and what it tells', async () => {
  const told: number[] = [];
  let tries = 0;
  const context = { call: 'editProject', caller: { userId: bossId }, address: '', userAgent: '', markLogged: () => {} };
  const deps = { db: app.database.db, clock };
  const done = await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    tries += 1;
    const tried = tries;
    log({ companyId, subject: { kind: 'project', id: 1, name: `Try ${tried}` } });
    afterCommit(() => told.push(tried));
    if (tried === 1)
      await sql`DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`.execute(transaction);
    return tried;
  });
  expect([done, told, await subjects(boss)]).toEqual([2, [2], ['Try 2']]);
});

describe('nobody edits the log', () => {
  test.each([
    "UPDATE operation_log SET user_name = 'somebody else'",
    'DELETE FROM operation_log',
    'TRUNCATE operation_log',
    'UPDATE operation_log_batch SET row_count = 0',
    'DELETE FROM operation_log_batch',
    'TRUNCATE operation_log_batch',
  ])('%s is refused by the database itself', async (statement) => {
    await write('editProject', about('x'));
    await expect(app.database.pool.query(statement)).rejects.toThrow('only added to');
  });
});

describe('the chain of hashes', () => {
  const deps = () => ({ db: still.db, clock, log: silentLog });
  const broken = async () => (await verifyLog(deps())).broken;
  const newestBatch = async () =>
    (await still.pool.query('SELECT * FROM operation_log_batch ORDER BY id DESC LIMIT 1')).rows[0];
  /** As somebody who owns the database could. */
  const tamper = async (statement: string, values: unknown[] = []) => {
    const client = await still.pool.connect();
    try {
      await client.query('SET session_replication_role = replica');
      const { rowCount } = await client.query(statement, values);
      expect(rowCount).toBeGreaterThan(0);
      await client.query('SET session_replication_role = DEFAULT');
    } finally {
      client.release();
    }
  };
  const threeBatches = async () => {
    for (const name of ['one', 'two', 'three']) {
      await writeTo(still.db, 'editProject', {
        ...about(name),
        before: { b: 1, a: [1, { d: 1, c: 2 }] },
        after: { a: 'é' },
      });
      await sealLog(deps());
      clock.advance(60_000);
    }
    return newestBatch();
  };

  test('is unbroken while nobody touched anything', async () => {
    await threeBatches();
    await writeTo(still.db, 'editProject', about('not sealed yet'));
    expect(await broken()).toBeNull();
  });

  const middle = 'SELECT first_id FROM operation_log_batch WHERE id = $1';
  test.each([
    ['a name was changed', `UPDATE operation_log SET user_name = 'x' WHERE id = (${middle})`],
    ['what it was before was changed', `UPDATE operation_log SET before = '{"b":2}' WHERE id = (${middle})`],
    ['a time was changed', `UPDATE operation_log SET at = at - interval '1 hour' WHERE id = (${middle})`],
    ['a line was taken away', `DELETE FROM operation_log WHERE id = (${middle})`],
    ['a batch says something else', 'UPDATE operation_log_batch SET row_count = 2 WHERE id = $1'],
    ['a hash was changed', `UPDATE operation_log_batch SET hash = sha256('x') WHERE id = $1`],
  ])('names the first batch that is not as it was: %s', async (_what, statement) => {
    const third = await threeBatches();
    const second = third.id - 1;
    expect(await broken()).toBeNull();
    const keep = await still.pool.query(
      'SELECT row_to_json(l) AS line FROM operation_log l WHERE id = (SELECT first_id FROM operation_log_batch WHERE id = $1)',
      [second],
    );
    const batch = await still.pool.query('SELECT * FROM operation_log_batch WHERE id = $1', [second]);
    await tamper(statement, [second]);
    expect((await broken())?.batchId).toBe(second);
    // As it was, for the tests after this one.
    const { line } = keep.rows[0];
    await tamper('DELETE FROM operation_log WHERE id = $1', [line.id]).catch(() => {});
    await tamper(
      `INSERT INTO operation_log OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_record(NULL::operation_log, $1)`,
      [JSON.stringify(line)],
    );
    await tamper('UPDATE operation_log_batch SET row_count = $2, hash = $3 WHERE id = $1', [
      second,
      batch.rows[0].row_count,
      batch.rows[0].hash,
    ]);
    expect(await broken()).toBeNull();
  });

  test('a whole batch that was taken out of the middle, and a line that was slipped in, are found', async () => {
    const third = await threeBatches();
    const batch = (await still.pool.query('SELECT * FROM operation_log_batch WHERE id = $1', [third.id - 1])).rows[0];
    await tamper('DELETE FROM operation_log_batch WHERE id = $1', [batch.id]);
    expect((await broken())?.batchId).toBe(third.id);
    await tamper(`INSERT INTO operation_log_batch OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
      batch.id,
      batch.first_id,
      batch.last_id,
      batch.row_count,
      batch.sealed_at,
      batch.previous_hash,
      batch.hash,
    ]);
    expect(await broken()).toBeNull();
  });

  test('one line that was slipped between two sealed ones is found', async () => {
    await writeTo(still.db, 'editProject', about('before'));
    const gap = Number((await still.pool.query("SELECT nextval('operation_log_id_seq') AS id")).rows[0].id);
    await writeTo(still.db, 'editProject', about('after'));
    await sealLog(deps());
    expect(await broken()).toBeNull();
    await tamper(
      `INSERT INTO operation_log OVERRIDING SYSTEM VALUE
       SELECT $1, at, company_id, project_id, user_id, user_name, call, address, user_agent, subject_kind, subject_id, 'slipped in', before, after
       FROM operation_log WHERE id = $1::bigint - 1`,
      [gap],
    );
    expect((await broken())?.batchId).toBe((await newestBatch()).id);
    await tamper('DELETE FROM operation_log WHERE id = $1', [gap]);
    expect(await broken()).toBeNull();
  });

  test('no line is missing below the newest sealed one, even if another transaction takes long', async () => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = still.db.transaction().execute(async (transaction) => {
      await inOneWriteWithin(transaction, 'slow');
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    await writeTo(still.db, 'editProject', about('quick'));
    const quick = Number((await still.pool.query('SELECT max(id) AS id FROM operation_log')).rows[0].id);
    // Waits for the slow one, two seconds at most, and then leaves it to the next minute.
    await sealLog(deps());
    expect((await newestBatch())?.last_id ?? 0).toBeLessThan(quick);
    goOn.resolve();
    await slow;
    await sealLog(deps());
    expect(Number((await newestBatch()).last_id)).toBe(quick);
    expect(await broken()).toBeNull();
  });

  /** What `inOneWrite` does inside its transaction, without ending it. */
  async function inOneWriteWithin(transaction: Transaction<Tables>, name: string) {
    const from = { call: 'editProject', caller: { userId: bossId }, address: '', userAgent: '' };
    const operation = { companyId, subject: { kind: 'project', id: 1, name } } as const;
    await insertOperations(system, transaction, from, [operation], new Date(clock.now()));
  }

  test('the screen is told whether it is unbroken and since when, which lines are sealed, and nothing of other companies', async () => {
    await write('editProject', about('sealed'));
    await sealLog({ db: app.database.db, clock, log: silentLog });
    expect((await page(boss, {})).data.Data[0]).toMatchObject({ SubjectName: 'sealed', Sealed: true });
    const { status, data } = await ask(boss, 'verifyOperationLog', { query: {} });
    expect(status).toBe(200);
    expect(data).toMatchObject({ Unbroken: true, BrokenEpoch: null, BrokenBatchId: null });
    expect(Object.keys(data).sort()).toEqual([
      'BrokenBatchId',
      'BrokenEpoch',
      'CheckedEpoch',
      'SealedEpoch',
      'SinceEpoch',
      'Unbroken',
    ]);
  });
});

test('JSON is the same whichever way its keys were written', () => {
  expect(canonicalJson({ b: 1, a: { d: [1, null], c: 'é"' } })).toBe('{"a":{"c":"é\\"","d":[1,null]},"b":1}');
  expect(canonicalJson({ a: { c: 'é"', d: [1, null] }, b: 1 })).toBe(
    canonicalJson({ b: 1, a: { d: [1, null], c: 'é"' } }),
  );
});
