import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type AllCalls,
  type CallData,
  type CallInput,
  type CallName,
  type CallSpec,
  calls,
  commonErrors,
  type DownloadRow,
  dayMs,
  downloadErrors,
  exportKinds,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmExporters } from '../alarms/index.ts';
import { operationExporter } from '../logs/operationExporter.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import { readSheet } from '../platform/excel/readSheet.ts';
import { silentLog } from '../platform/log/log.ts';
import { createStorage, type Storage } from '../platform/storage/storage.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { exportedSheet } from '../testing/exportedSheet.ts';
import { aCompany, aDownload, aMember, aPastAlarm, aProject, limitMember } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { deleteOldDownloads } from './deleteOldDownloads.ts';
import type { AnyExporter } from './exporter.ts';
import { makeDownloadJob } from './makeDownload.ts';

let app: TestApplication;
let storage: Storage;
const told: number[] = [];
beforeAll(async () => {
  app = await startTestApplication();
  storage = createStorage(`${app.dataDir}/downloads`);
  app.application.events.on({}, 'downloadFinished', ({ userId }) => void told.push(userId));
});
afterAll(() => app.stop());

let companyId: number;
let storeId: number;
let bossId: number;
let boss: string;
/** Of the same company, without any right. */
let colleague: string;
let stranger: string;
beforeEach(async () => {
  const { db } = app.database;
  companyId = await aCompany(db);
  storeId = await aProject(db, companyId, { name: '一号店' });
  bossId = await aMember(db, companyId, -1, {
    permissions: ['companyLogs', 'allProjects', 'membersView', 'alarmManage'],
    nickname: '王总',
  });
  boss = await tokenFor(db, bossId);
  colleague = await tokenFor(db, await aMember(db, companyId, storeId, { permissions: [] }));
  const other = await aCompany(db);
  stranger = await tokenFor(db, await aMember(db, other, -1, { permissions: ['companyLogs'] }));
});

async function ask<Name extends CallName>(
  token: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  language: 'zh' | 'en' = 'en',
) {
  const { status, envelope, file, headers } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as CallData<AllCalls[Name]>, file, headers };
}

/** This many lines in our company's log. */
async function operations(count: number, values: { name?: string; projectId?: number } = {}): Promise<void> {
  await app.database.pool.query(
    `INSERT INTO operation_log (at, company_id, project_id, user_id, user_name, call, address, user_agent, subject_kind, subject_name, after)
     SELECT '2026-11-21T03:00:00Z'::timestamptz + n * interval '1 second', $1, $2, $3, '王总', 'editProject', '10.0.0.1', 'Firefox', 'project', $4 || n, '{"name":"冷库"}'
     FROM generate_series(1, $5) n`,
    [companyId, values.projectId ?? null, bossId, values.name ?? '=1+', count],
  );
}
const request = (token: string, body: object = {}, language?: 'zh' | 'en') =>
  ask(
    token,
    'requestExport',
    { body: { Kind: 'operationLog', Input: { body: body as Record<string, unknown> } } },
    language,
  );
const list = async (token: string, body: CallInput<AllCalls['getDownloadPage']>['body'] = {}, language?: 'zh' | 'en') =>
  (await ask(token, 'getDownloadPage', { body }, language)).data;
const finished = async (token: string, id: number, language?: 'zh' | 'en'): Promise<DownloadRow> =>
  expect
    .poll(async () => (await list(token, {}, language)).Data.find((row) => row.DownloadId === id), soon)
    .toSatisfy((row: DownloadRow | undefined) => row?.State === 'done' || row?.State === 'failed')
    .then(async () => (await list(token, {}, language)).Data.find((row) => row.DownloadId === id)!);

describe('an export', () => {
  test('holds every row of the filtered list, in the language it was asked in and the company’s time', async () => {
    await operations(2500);
    await operations(3, { name: 'store ', projectId: storeId });
    const { status, data } = await request(boss, { Text: '=1+', PageSize: 10 }, 'zh');
    expect(status).toBe(200);
    const row = await finished(boss, data.DownloadId, 'zh');
    expect(row).toMatchObject({
      DownloadType: 2,
      Title: '操作日志',
      State: 'done',
      IsGenerate: 1,
      IsRead: 0,
      Progress: 100,
      RowCount: 2500,
      FailureReason: null,
    });
    expect(row.FileName).toMatch(/^操作日志 \d{4}-\d\d-\d\d \d{4}\.xlsx$/);
    expect(row.ExpiresEpoch! - row.FinishedEpoch!).toBe(7 * dayMs);
    const { file, headers } = await ask(boss, 'getDownloadFile', { query: { downloadId: row.DownloadId } });
    expect(file?.byteLength).toBe(row.Size);
    expect(headers.get('cache-control')).toBe('no-store');
    const sheet = await readSheet(file!, { maxRows: 5000 });
    expect(sheet.header.slice(0, 5)).toEqual(['时间', '操作人', '操作', '对象类型', '对象']);
    expect(sheet.rows).toHaveLength(2500);
    const texts = sheet.rows[0]?.cells.map((cell) => ('value' in cell ? cell.value : null));
    // 03:00 in Greenwich is 11:00 in Shanghai; what begins with = is text.
    expect(texts?.slice(0, 2)).toEqual(['2026-11-21 11:41:40', '王总']);
    expect(texts?.slice(3, 9)).toEqual(['项目', '=1+2500', null, null, '名称：冷库', '10.0.0.1']);
    expect(told).toContain(bossId);
  });

  test('is in the operation log, with what was filtered', async () => {
    await operations(1);
    await request(boss, { Text: 'x' });
    const line = await app.database.db
      .selectFrom('operation_log')
      .where('company_id', '=', companyId)
      .where('call', '=', 'requestExport')
      .select(['user_id', 'after'])
      .executeTakeFirst();
    expect(line).toEqual({ user_id: bossId, after: { exportKind: 'operationLog', filter: { Text: 'x' } } });
  });

  test('of nothing says so instead of giving an empty file', async () => {
    const { data } = await request(boss, { Text: 'nothing of that name' });
    const row = await finished(boss, data.DownloadId);
    expect([row.State, row.FailureReason, row.Url]).toEqual(['failed', downloadErrors.nothingToExport.en, '']);
    expect((await finished(boss, data.DownloadId, 'zh')).FailureReason).toBe(downloadErrors.nothingToExport.zh);
    expect((await ask(boss, 'getDownloadFile', { query: { downloadId: row.DownloadId } })).message).toBe(
      downloadErrors.notReady.en,
    );
  });

  test('of alarms is for managers of alarms, as their files are: other viewers read the lists', async () => {
    const viewer = await tokenFor(
      app.database.db,
      await aMember(app.database.db, companyId, storeId, { permissions: ['monitorView'] }),
    );
    expect((await ask(viewer, 'getAlarmAct', { query: {}, body: {} })).status).toBe(200);
    for (const Kind of ['alarms', 'confirmedAlarms', 'pendingAlarms', 'alarmHistory'] as const) {
      const { status, message } = await ask(viewer, 'requestExport', { body: { Kind, Input: { body: {} } } });
      expect([Kind, status, message]).toEqual([Kind, 403, commonErrors.noPermission.en]);
    }
  });

  test('of hidden alarms says why each is hidden, until when and by whom, and by whose clock; of confirmed ones it is called so', async () => {
    const { db, pool } = app.database;
    const alarm = await aPastAlarm(db, { companyId, projectId: storeId });
    const { rows } = await pool.query(
      `INSERT INTO alarm_shelf (company_id, project_id, kind, reason, from_at, until_at, created_by, created_at)
       VALUES ($1, $2, 'maintenance', 'Compressor service', now() - interval '1 hour', now() + interval '1 hour', $3, now()) RETURNING id`,
      [companyId, storeId, bossId],
    );
    const hide = 'UPDATE alarm SET returned_at = NULL, hidden_by = $2, hidden_since = raised_at WHERE id = $1';
    await pool.query(hide, [alarm, rows[0].id]);
    const { header, texts } = await exportedSheet(app.url, { token: boss }, 'hiddenAlarms', { ProjectId: storeId });
    expect(header).toEqual(expect.arrayContaining(['Raised (Asia/Shanghai)', 'Source', 'Point, slave or gateway']));
    const said = texts[0]!.slice(header.indexOf('Hidden as'));
    expect([said[0], said[1], said[4]]).toEqual(['Maintenance window', 'Compressor service', '王总']);
    await pool.query('UPDATE alarm SET hidden_by = NULL WHERE id = $1', [alarm]);
    const confirmed = await exportedSheet(app.url, { token: boss }, 'confirmedAlarms', { ProjectId: storeId });
    expect(confirmed.texts).toHaveLength(1);
  });

  test('asks for no less than the call that returns the same list as a file, for each list', () => {
    for (const [kind, spec] of Object.entries(exportKinds)) {
      const { call, file } = spec as { call: string; file?: string };
      const specOf = (name: string) => (calls as Record<string, CallSpec>)[name]!;
      const own = specOf(call);
      const twins = Object.keys(calls).filter(
        (name) =>
          specOf(name).data === 'file' &&
          name !== call &&
          specOf(name).path.includes(own.path.split('/').at(-1)!.replace(/^Get/, '')),
      );
      if (file === undefined) expect([kind, twins]).toEqual([kind, []]);
      else expect(specOf(file).data).toBe('file');
    }
  });

  test('is refused at once to a caller who may not read the list, and when its filter is none', async () => {
    expect((await request(colleague)).message).toBe(commonErrors.noPermission.en);
    expect((await request(stranger, { ProjectId: storeId })).message).toBe(commonErrors.notYourProject.en);
    expect((await request(stranger, { CompanyId: companyId })).status).toBe(403);
    const wrong = await request(boss, { PageSize: 'many', StartTime: 'yesterday' }, 'zh');
    expect([wrong.status, wrong.message]).toEqual([400, expect.stringMatching(/^输入有误：/)]);
    const unknown = await makeCall(
      app.url,
      'requestExport',
      { body: { Kind: 'passwords', Input: {} } },
      { token: boss },
    );
    expect(unknown.status).toBe(400);
    expect((await list(boss)).TotalCount).toBe(0);
  });

  test('stands in its owner’s own queue: ten of one keep nobody else’s waiting', async () => {
    await operations(1);
    const { data } = await request(boss);
    const { rows } = await app.database.pool.query(
      'SELECT queue_name FROM graphile_worker._private_job_queues WHERE queue_name LIKE $1',
      ['downloads of %'],
    );
    expect(rows.map(({ queue_name }) => queue_name)).toContain(`downloads of ${bossId}`);
    await finished(boss, data.DownloadId);
  });

  test('waits its turn: nobody has more than ten under way', async () => {
    const { db } = app.database;
    for (let i = 0; i < 10; i += 1) {
      const id = await aDownload(db, companyId, bossId);
      await db.updateTable('download').set({ state: 'waiting' }).where('id', '=', id).execute();
    }
    const { status, message } = await request(boss);
    expect([status, message]).toEqual([429, downloadErrors.tooManyWaiting.en.replace('{count}', '10')]);
    // Nor do two share the last place: the second one waits for the first, and counts it.
    await app.database.pool.query(
      "DELETE FROM download WHERE id = (SELECT max(id) FROM download WHERE user_id = $1 AND state = 'waiting')",
      [bossId],
    );
    const first = await app.database.pool.connect();
    await first.query('BEGIN');
    await first.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`downloads of user ${bossId}`]);
    const second = request(boss);
    await expect.poll(() => lockWaits(app.database.pool), soon).toBeGreaterThan(0);
    await first.query(
      `INSERT INTO download (user_id, company_id, kind, title_zh, title_en, language, parameters, state, requested_at)
       SELECT user_id, company_id, kind, title_zh, title_en, language, parameters, 'waiting', requested_at
       FROM download WHERE user_id = $1 LIMIT 1`,
      [bossId],
    );
    await first.query('COMMIT');
    first.release();
    expect((await second).status).toBe(429);
  });
});

describe('the job behind it', () => {
  const job = (exporters: AnyExporter[] = [operationExporter({ db: app.database.db })]) => {
    const made = makeDownloadJob({
      db: app.database.db,
      clock: systemClock,
      log: silentLog,
      events: app.application.events,
      downloadStorage: storage,
      exporters,
    });
    return {
      run: (payload: unknown, stopping = new AbortController().signal) => made.run(payload, stopping),
    };
  };
  /** A wish that no queue knows of. */
  async function wish(parameters: object = { body: {} }): Promise<number> {
    const id = await aDownload(app.database.db, companyId, bossId);
    await app.database.db
      .updateTable('download')
      .set({
        state: 'waiting',
        progress: 0,
        parameters: JSON.stringify(parameters),
        expires_at: null,
        finished_at: null,
      })
      .where('id', '=', id)
      .execute();
    return id;
  }
  const stateOf = async (id: number) => (await list(boss)).Data.find((row) => row.DownloadId === id);
  const fileOf = async (id: number) => {
    const found = await storage.read(String(id));
    return found && buffer(found.content);
  };

  test('looks at the rights again: a user who lost them gets no file, but the reason', async () => {
    await operations(3);
    const id = await wish();
    await app.database.db.deleteFrom('role_entry').where('user_id', '=', bossId).execute();
    await job().run({ downloadId: id });
    expect(await stateOf(id)).toMatchObject({ State: 'failed', FailureReason: commonErrors.noPermission.en });
    expect(await fileOf(id)).toBeNull();
  });

  test('is not fetched by a user who may no longer read its list', async () => {
    await operations(1);
    const { data } = await request(boss);
    await finished(boss, data.DownloadId);
    const fetch = () => ask(boss, 'getDownloadFile', { query: { downloadId: data.DownloadId } });
    expect((await fetch()).status).toBe(200);
    await app.database.db.deleteFrom('role_entry').where('user_id', '=', bossId).execute();
    const refused = await fetch();
    expect([refused.status, refused.message]).toEqual([403, commonErrors.noPermission.en]);
  });

  test('is resumed from any byte of it, by users who may have it', async () => {
    await operations(30);
    const { data } = await request(boss);
    await finished(boss, data.DownloadId);
    const part = (headers: Record<string, string>) =>
      makeCall(app.url, 'getDownloadFile', { query: { downloadId: data.DownloadId } }, { token: boss, headers });
    const whole = await part({});
    const size = whole.file!.byteLength;
    const [etag, length] = [whole.headers.get('etag')!, whole.headers.get('content-length')];
    expect([whole.headers.get('accept-ranges'), Number(length)]).toEqual(['bytes', size]);
    const rest = await part({ range: 'bytes=100-', 'if-range': etag });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 100-${size - 1}/${size}`]);
    expect(rest.file).toEqual(whole.file!.subarray(100));
    expect((await part({ range: `bytes=${size}-` })).status).toBe(416);
    // Another file than the one that was begun, and ranges that nobody needs.
    const unanswered: Record<string, string>[] = [
      { range: 'bytes=100-', 'if-range': '"other"' },
      { range: 'bytes=0-9,20-29' },
    ];
    for (const headers of unanswered) {
      const again = await part(headers);
      expect([again.status, again.file!.byteLength]).toEqual([200, size]);
    }
    expect(
      (
        await makeCall(
          app.url,
          'getDownloadFile',
          { query: { downloadId: data.DownloadId } },
          { headers: { range: 'bytes=1-' } },
        )
      ).status,
    ).toBe(401);
  });

  test('is not fetched by a user who sees less now than when it was made', async () => {
    await operations(1);
    const { data } = await request(boss);
    await finished(boss, data.DownloadId);
    await limitMember(app.database.db, bossId, storeId, { deviceIds: [] });
    const refused = await ask(boss, 'getDownloadFile', { query: { downloadId: data.DownloadId } });
    expect([refused.status, refused.message]).toEqual([403, downloadErrors.seesLess.en]);
  });

  test('is not fetched by a user who saw the whole company then and sees one project now', async () => {
    const { db } = app.database;
    const { data } = await ask(boss, 'requestExport', { body: { Kind: 'members', Input: { body: {} } } });
    await finished(boss, data.DownloadId);
    await db.deleteFrom('role_entry').where('user_id', '=', bossId).execute();
    await aMember(db, companyId, storeId, { userId: bossId, permissions: ['projectConfig'] });
    const refused = await ask(boss, 'getDownloadFile', { query: { downloadId: data.DownloadId } });
    expect([refused.status, refused.message]).toEqual([403, downloadErrors.seesLess.en]);
  });

  test('gives nothing to a user who left the company, also when they belong to another one', async () => {
    await operations(3);
    const id = await wish();
    const { db } = app.database;
    await aMember(db, await aCompany(db), -1, { userId: bossId, permissions: ['companyLogs'] });
    await db.deleteFrom('membership').where('user_id', '=', bossId).where('company_id', '=', companyId).execute();
    await job().run({ downloadId: id });
    const row = await db.selectFrom('download').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect([row.state, row.failure_en]).toEqual(['failed', commonErrors.notYourCompany.en]);
  });

  test('begins anew after it was killed, and the file is whole', async () => {
    await operations(40);
    const id = await wish();
    await app.database.db
      .updateTable('download')
      .set({ state: 'running', progress: 55, attempts: 1 })
      .where('id', '=', id)
      .execute();
    await storage.write(String(id), Buffer.from('half a file of before'));
    await job().run({ downloadId: id });
    expect(await stateOf(id)).toMatchObject({ State: 'done', RowCount: 40 });
    expect((await readSheet((await fileOf(id))!, { maxRows: 100 })).rows).toHaveLength(40);
    // Asked once more, it leaves a finished file alone.
    const before = await stateOf(id);
    await job().run({ downloadId: id });
    expect(await stateOf(id)).toEqual(before);
  });

  test('is given up when it has killed the server three times: it does not do so for ever', async () => {
    await operations(3);
    const id = await wish();
    const running = app.database.db.updateTable('download').set({ state: 'running', attempts: 3 });
    await running.where('id', '=', id).execute();
    await job().run({ downloadId: id });
    expect(await stateOf(id)).toMatchObject({ State: 'failed', FailureReason: downloadErrors.exportFailed.en });
    expect(await fileOf(id)).toBeNull();
  });

  test('tries again when something of ours breaks, three times, and then says so', async () => {
    await operations(3);
    const id = await wish();
    const exporter = operationExporter({ db: app.database.db });
    const broken = {
      ...exporter,
      rows: () => {
        throw new Error('the disk is full');
      },
    };
    await expect(job([broken]).run({ downloadId: id })).rejects.toThrow('the disk is full');
    await expect(job([broken]).run({ downloadId: id })).rejects.toThrow('the disk is full');
    expect(await stateOf(id)).toMatchObject({ State: 'running' });
    await job([broken]).run({ downloadId: id });
    expect(await stateOf(id)).toMatchObject({ State: 'failed', FailureReason: downloadErrors.exportFailed.en });
    expect(await fileOf(id)).toBeNull();
  });

  test('holds each alarm once, also while people act on alarms during the reading', async () => {
    const { db, pool } = app.database;
    const first = await aPastAlarm(db, { companyId, projectId: storeId });
    const copied = ['company_id', 'project_id', 'rule_id', 'rule_definition', 'subject_kind', 'subject_name'];
    const columns = [...copied, 'kind', 'severity', 'worst_severity', 'sentence_zh', 'sentence_en'].join(', ');
    await pool.query(
      `INSERT INTO alarm (${columns}, subject_id, raised_at) SELECT ${columns}, n, raised_at + n * interval '1 ms' FROM alarm, generate_series(1, 1500) n WHERE id = $1`,
      [first],
    );
    const exporter = alarmExporters({ db, clock: systemClock } as never).find(({ kind }) => kind === 'alarms')!;
    if (!('rows' in exporter)) throw new Error('alarms are a list');
    const seen: number[] = [];
    const watched = {
      ...exporter,
      async *rows(question: never) {
        for await (const row of exporter.rows(question)) {
          const { id } = row as { id: number };
          // Who is first in the list of current alarms goes to its end, and some of the rest become urgent.
          if (seen.length === 0)
            await pool.query(
              `UPDATE alarm SET acknowledged_at = CASE WHEN id % 3 = 0 THEN raised_at END, severity = 1 + id % 2, worst_severity = 1
               WHERE company_id = $1 AND returned_at IS NULL`,
              [companyId],
            );
          seen.push(id);
          yield row;
        }
      },
    };
    const id = await wish({ query: { status: 0 }, body: { ProjectId: storeId } });
    await db.updateTable('download').set({ kind: 'alarms' }).where('id', '=', id).execute();
    await job([watched as never]).run({ downloadId: id });
    expect([seen.length, new Set(seen).size]).toEqual([1500, 1500]);
  });

  test('leaves room for jobs of each minute, with any number of files being made', async () => {
    await operations(1);
    const { pool } = app.database;
    const ids = [await wish(), await wish(), await wish(), await wish(), await wish(), await wish()];
    const holder = await pool.connect();
    try {
      // Every reader of the list waits.
      await holder.query('BEGIN; LOCK TABLE operation_log IN ACCESS EXCLUSIVE MODE');
      const queued = `SELECT graphile_worker.add_job('makeDownload', json_build_object('downloadId', id)) FROM unnest($1::int[]) id`;
      await pool.query(queued, [ids]);
      const running = async () => {
        const { rows } = await pool.query(`SELECT FROM download WHERE id = ANY($1) AND state = 'running'`, [ids]);
        return rows.length;
      };
      await expect.poll(running, soon).toBe(2);
      await pool.query(`SELECT graphile_worker.add_job('watchEvents')`);
      const waiting = async () => {
        const { rows } = await pool.query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'watchEvents'`);
        return rows.length;
      };
      await expect.poll(waiting, soon).toBe(0);
      expect(await running()).toBe(2);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    for (const id of ids) expect((await finished(boss, id)).State).toBe('done');
  });

  /** Makes a file that is begun and never goes on. */
  const unending = (content: Readable): AnyExporter => ({
    kind: 'operationLog',
    count: async () => 1,
    detail: async () => ({ zh: '', en: '' }),
    stillReads: async () => [],
    file: async () => ({ content, rowCount: () => 1, pointIds: [], name: '', extension: 'csv' }),
  });

  test('ends when the server stops, and is made after the next start as if it had not been begun', async () => {
    await operations(3);
    const id = await wish();
    const stopping = new AbortController();
    const content = new Readable({ read: () => stopping.abort(new Error('The server stops')) });
    await job([unending(content)]).run({ downloadId: id }, stopping.signal);
    expect(content.destroyed).toBe(true);
    expect(await finished(boss, id)).toMatchObject({ State: 'done', RowCount: 3 });
    const row = app.database.db.selectFrom('download').where('id', '=', id).select('attempts');
    expect(await row.executeTakeFirst()).toEqual({ attempts: 1 });
  });

  test('ends at once when its export is deleted, wherever it is', async () => {
    const id = await wish();
    const content = new Readable({ read: () => void ask(boss, 'deleteDownload', { body: [id] }) });
    await job([unending(content)]).run({ downloadId: id });
    expect([content.destroyed, await stateOf(id), await fileOf(id)]).toEqual([true, undefined, null]);
  });

  test('gives up when its export is deleted meanwhile', async () => {
    await operations(3);
    const id = await wish();
    const exporter = operationExporter({ db: app.database.db });
    const slow = {
      ...exporter,
      async *rows(question: never) {
        yield* exporter.rows(question);
        expect((await ask(boss, 'deleteDownload', { body: [id] })).status).toBe(200);
      },
    };
    await job([slow]).run({ downloadId: id });
    expect(await fileOf(id)).toBeNull();
    expect(await stateOf(id)).toBeUndefined();
  });
});

describe('the download centre', () => {
  test('is one’s own: colleagues and strangers see, fetch, read and delete nothing of it', async () => {
    const id = await aDownload(app.database.db, companyId, bossId);
    await storage.write(String(id), Buffer.from('secret'));
    for (const other of [colleague, stranger]) {
      expect((await list(other)).TotalCount).toBe(0);
      expect((await ask(other, 'getDownloadFile', { query: { downloadId: id } })).status).toBe(404);
      expect((await ask(other, 'deleteDownload', { body: [id] })).status).toBe(404);
      await ask(other, 'downloadRead', { body: [id] });
    }
    expect((await list(boss)).Data[0]).toMatchObject({ DownloadId: id, IsRead: 0 });
  });

  test('tells of finished files until their notice is closed', async () => {
    const { db } = app.database;
    const ids = [await aDownload(db, companyId, bossId), await aDownload(db, companyId, bossId)];
    const waiting = await aDownload(db, companyId, bossId);
    await db.updateTable('download').set({ state: 'waiting' }).where('id', '=', waiting).execute();
    const notices = async () =>
      (await list(boss, { IsGenerate: '1', IsRead: '0', PageIndex: 1, PageSize: 20 })).Data.map(
        (row) => row.DownloadId,
      );
    expect(await notices()).toEqual([...ids].reverse());
    await ask(boss, 'downloadRead', { body: [ids[0]!] });
    expect(await notices()).toEqual([ids[1]]);
    expect((await list(boss, { IsGenerate: '0' })).Data.map((row) => row.DownloadId)).toEqual([waiting]);
    expect((await list(boss, { IsRead: '1' })).Data.map((row) => row.DownloadId)).toEqual([ids[0]]);
    expect((await list(boss, { State: 'waiting' })).TotalCount).toBe(1);
    expect((await list(boss, { FileName: 'no such name' })).TotalCount).toBe(0);
  });

  test('deletes the file with the line', async () => {
    const id = await aDownload(app.database.db, companyId, bossId);
    await storage.write(String(id), Buffer.from('x'));
    expect((await ask(boss, 'deleteDownload', { body: [id] })).status).toBe(200);
    await expect.poll(() => storage.read(String(id)), soon).toBeNull();
    expect((await ask(boss, 'deleteDownload', { body: [id] })).status).toBe(404);
    expect((await ask(boss, 'deleteDownload', { body: [] })).status).toBe(400);
  });

  test('keeps a file for seven days, and its line for thirty', async () => {
    const { db } = app.database;
    const soonGone = await aDownload(db, companyId, bossId, { expiresAt: new Date(Date.now() - 1000) });
    const good = await aDownload(db, companyId, bossId);
    for (const id of [soonGone, good]) await storage.write(String(id), Buffer.from('x'));
    await storage.write('77777777', Buffer.from('left by a crash'));
    const [, expired] = (await list(boss)).Data;
    expect(expired).toMatchObject({ DownloadId: soonGone, State: 'expired', IsGenerate: 0, Url: '' });
    expect((await ask(boss, 'getDownloadFile', { query: { downloadId: soonGone } })).message).toBe(
      downloadErrors.expired.en,
    );

    const sweepAfter = (ms: number) => deleteOldDownloads({ db, clock: manualClock(Date.now() + ms), storage });
    const keeps = async (key: string) => {
      const found = await storage.read(key);
      found?.content.destroy();
      return found !== null;
    };
    await sweepAfter(2 * 3_600_000);
    expect([await keeps(String(soonGone)), await keeps(String(good)), await keeps('77777777')]).toEqual([
      false,
      true,
      false,
    ]);
    await sweepAfter(8 * dayMs);
    expect([await keeps(String(good)), (await list(boss)).TotalCount]).toEqual([false, 2]);
    await sweepAfter(31 * dayMs);
    expect((await list(boss)).TotalCount).toBe(0);
  });
});
