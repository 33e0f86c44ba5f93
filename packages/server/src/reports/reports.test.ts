import { type PermissionName, permissionsOf, reportErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { insertAssignments } from '../compliance/index.ts';
import { watchEvents } from '../eventNotices/index.ts';
import { createHistoryShare, openHistory } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, limitMember } from '../testing/factories.ts';
import { makeReports } from './index.ts';
import { periodBefore, periodOf } from './period.ts';

const hour = 3_600_000;
/** Wednesday, 25 November 2026, 12:00 in Shanghai. */
const clock = manualClock(Date.UTC(2026, 10, 25, 4));
let app: TestApplication;
let companyId: number;
let projectId: number;
let maker: number;
let reader: number;
let limited: number;
let pointId: number;
const ask = askAs(() => app, clock);

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      const deviceId = await aDevice(db, projectId, { name: 'Freezer 1' });
      pointId = await aPoint(db, await aGateway(db, projectId), { deviceId, name: 'Air' });
      await db.updateTable('point').set({ modbus: '{}' }).where('id', '=', pointId).execute();
      const all: PermissionName[] = permissionsOf('company');
      maker = await aMember(db, companyId, -1, { permissions: all });
      reader = await aMember(db, companyId, -1, { permissions: ['reportsView', 'allProjects'] });
      limited = await aMember(db, companyId, -1, { permissions: ['reportsView'] });
      await aMember(db, companyId, projectId, { userId: limited, permissions: ['monitorView'] });
      await limitMember(db, limited, projectId, { deviceIds: [deviceId] });
    },
  });
});
afterAll(() => app.stop());

test('a week begins on Monday, a quarter ends with its third month, and the period before may lie in another year', () => {
  expect(periodOf('week', '2026-11-25')).toEqual({ fromDay: '2026-11-23', untilDay: '2026-11-29' });
  expect(periodOf('quarter', '2026-05-31')).toEqual({ fromDay: '2026-04-01', untilDay: '2026-06-30' });
  expect(periodOf('month', '2028-02-29')).toEqual({ fromDay: '2028-02-01', untilDay: '2028-02-29' });
  expect(periodBefore('month', '2026-01-15')).toEqual({ fromDay: '2025-12-01', untilDay: '2025-12-31' });
  expect(periodBefore('week', '2026-01-01')).toEqual({ fromDay: '2025-12-22', untilDay: '2025-12-28' });
  expect(periodBefore('year', '2026-01-01')).toEqual({ fromDay: '2025-01-01', untilDay: '2025-12-31' });
  expect(periodBefore('day', '2026-03-01')).toEqual({ fromDay: '2026-02-28', untilDay: '2026-02-28' });
});

/** Runs the job at a moment. */
async function run(at: number): Promise<void> {
  clock.set(at);
  const { database, application } = app;
  const history = openHistory({ db: database.pool, clock, log: silentLog });
  await history.start();
  const limits = { lowLow: null, low: null, high: -15, highHigh: null };
  await makeReports(
    {
      db: database.db,
      pool: database.pool,
      clock,
      log: silentLog,
      events: application.events,
      history,
      historyShare: createHistoryShare(),
      limitsOver: () => [{ from: 0, to: Number.MAX_SAFE_INTEGER, limits }],
    },
    new AbortController().signal,
  );
  await history.stop();
}

const reports = async (user = maker) =>
  (await ask(user, 'getReportPage', { body: { ProjectIdList: [projectId], SortType: 'period', IsAsc: true } })).data
    .Data;
const policy = async (fields: object = {}): Promise<number> => {
  const body = {
    PolicyName: `Policy ${Math.random()}`.slice(0, 20),
    Cycle: 'day',
    ProjectIdList: [projectId],
    ...fields,
  };
  const { data, status, message } = await ask(maker, 'addReportPolicy', { body: body as never });
  expect([status, message]).toEqual([200, expect.any(String)]);
  return data.PolicyId;
};
/** Noon of the first day in Shanghai. */
const noon = Date.UTC(2026, 10, 25, 4);
const day = 24 * hour;

test('a daily report is made once, at its hour of the day after, of what was measured; published, it stays as it is', async () => {
  const id = await policy({
    PolicyName: 'Daily',
    RunAt: '10:30',
    IndicatorList: [
      { Name: 'dataCompleteness', Target: 20 },
      { Name: 'temperatureCompliance', Target: 99 },
    ],
  });
  // From noon to six: an hour of it too warm.
  await measure(
    app.application,
    Array.from({ length: 361 }, (_, i) => ({ pointId, at: noon + i * 60_000, value: i >= 60 && i < 120 ? -10 : -19 })),
  );
  await run(noon + 22 * hour);
  expect(await reports()).toEqual([]);
  await run(noon + 22.6 * hour);
  await run(noon + 22.7 * hour);
  const [made, ...others] = await reports();
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    Status: 1,
    FromDay: '2026-11-25',
    UntilDay: '2026-11-25',
    Revision: 1,
    PolicyName: 'Daily',
  });
  const { data } = await ask(maker, 'getReport', { query: { reportId: made!.ReportId } });
  const indicator = (name: string) => data.IndicatorList.find(({ Name }) => Name === name)!;
  // Six hours and three cycles of twenty-four; one hour of them beyond.
  expect(indicator('dataCompleteness').Value).toBeCloseTo((363 / 1440) * 100, 0);
  expect(indicator('temperatureCompliance').Value).toBeCloseTo((1 - 60 / 363) * 100, 0);
  expect(indicator('handledRate').Value).toBeNull();
  expect(data.PointList).toMatchObject([{ DeviceName: 'Freezer 1', Highest: -10, Lowest: -19, BeyondMinutes: 60 }]);

  const push = () => ask(reader, 'getReportPlayScreenPush', { body: {} });
  expect((await push()).data).toEqual([]);
  expect((await ask(reader, 'publishReport', { body: { ReportIdList: [made!.ReportId] } })).status).toBe(403);
  expect((await ask(maker, 'publishReport', { body: { ReportIdList: [made!.ReportId] } })).data).toEqual({
    Published: 1,
  });
  const [told] = (await push()).data;
  expect(JSON.parse(told!.Message)).toEqual({
    ReportName: 'Store · Daily · 2026-11-25',
    Time: '2026-11-26 10:42:00',
    Url: `/api/Report/Download?reportId=${made!.ReportId}`,
  });
  expect((await ask(limited, 'getReportPlayScreenPush', { body: {} })).data).toEqual([]);
  await ask(reader, 'readReportPlayScreenPush', { body: [told!.ReportPlayScreenPushId] });
  await ask(reader, 'readReportPlayScreenPush', { body: [told!.ReportPlayScreenPushId] });
  expect((await push()).data).toEqual([]);

  for (const call of ['deleteReport', 'publishReport', 'generateReport'] as const) {
    const refused = await ask(maker, call, { body: { ReportIdList: [made!.ReportId] } });
    expect([refused.status, refused.message]).toEqual([409, reportErrors.published.en]);
  }
  const file = await ask(reader, 'downloadReport', { query: { reportId: made!.ReportId } });
  expect(file.file!.subarray(0, 5).toString()).toBe('%PDF-');

  // A correction is a further revision; both stay.
  const again = await ask(maker, 'addReport', { body: { PolicyId: id, ProjectId: projectId, Day: '2026-11-25' } });
  expect(again.status).toBe(200);
  expect((await reports()).map(({ Revision, Status }) => [Revision, Status])).toEqual([
    [2, 0],
    [1, 2],
  ]);
  const twice = await ask(maker, 'addReport', { body: { PolicyId: id, ProjectId: projectId, Day: '2026-11-25' } });
  expect([twice.status, twice.message]).toEqual([409, reportErrors.exists.en]);
  const early = await ask(maker, 'addReport', { body: { PolicyId: id, ProjectId: projectId, Day: '2026-11-26' } });
  expect([early.status, early.message]).toEqual([400, reportErrors.periodNotOver.en]);
  const waiting = await ask(maker, 'getReport', { query: { reportId: again.data.ReportId } });
  expect([waiting.status, waiting.message]).toEqual([409, reportErrors.notGenerated.en]);
  expect((await ask(maker, 'deleteReport', { body: { ReportIdList: [again.data.ReportId] } })).data).toEqual({
    Deleted: 1,
  });
  await ask(maker, 'deleteReportPolicy', { body: { PolicyIdList: [id] } });
  expect((await reports()).length).toBe(1);
});

test('a policy that publishes by itself does so; one that is switched off makes nothing, nor of what ended before it began', async () => {
  await policy({ PolicyName: 'By itself', AutoPublish: true });
  await policy({ PolicyName: 'Off', Enabled: false });
  await run(clock.now() + day);
  await run(clock.now() + day);
  const made = (await reports()).filter(({ PolicyName }) => PolicyName !== 'Daily');
  expect(new Set(made.map(({ PolicyName, Status }) => `${PolicyName} ${Status}`))).toEqual(new Set(['By itself 2']));
  expect(made.every(({ FromDay }) => FromDay >= '2026-11-26')).toBe(true);
});

test('is not for somebody who sees some devices only, and a name is used once', async () => {
  const id = await policy({ PolicyName: 'Monthly', Cycle: 'month' });
  expect((await ask(limited, 'getReportPolicyPage', { body: {} })).data).toEqual({ Data: [], TotalCount: 0 });
  expect((await ask(limited, 'getReportPage', { body: {} })).data).toEqual({ Data: [], TotalCount: 0 });
  const body = { PolicyName: 'monthly', Cycle: 'day' as const, ProjectIdList: [projectId] };
  const taken = await ask(maker, 'addReportPolicy', { body });
  expect([taken.status, taken.message]).toEqual([409, reportErrors.nameTaken.en]);
  for (const Target of ['100.5', '-1', '99.123']) {
    const wrong = await ask(maker, 'editReportPolicy', {
      body: { PolicyId: id, IndicatorList: [{ Name: 'handledRate', Target }] },
    });
    expect([wrong.status, wrong.message]).toEqual([400, expect.stringContaining('0 to 100')]);
  }
});

test('a report begins with sentences: what went well, what did not, the period before, and what to do', async () => {
  const [, first] = (await reports()).filter(({ PolicyName }) => PolicyName === 'By itself');
  const { data } = await ask(maker, 'getReport', { query: { reportId: first!.ReportId } });
  const said = (kind: string) => data.SummaryList.filter(({ Kind }) => Kind === kind).map(({ Sentence }) => Sentence);
  expect(said('good')).toContain('No alarms were raised');
  expect(said('toDo').length).toBeGreaterThan(0);
  const [daily] = (await reports()).filter(({ PolicyName }) => PolicyName === 'Daily');
  const { SummaryList } = (await ask(maker, 'getReport', { query: { reportId: daily!.ReportId } })).data;
  const sentences = SummaryList.map(({ Kind, Sentence }) => `${Kind}: ${Sentence}`);
  expect(sentences).toEqual([
    expect.stringMatching(/^good: Data completeness: 25\.\d+ %, target 20 % met$/),
    expect.stringMatching(/^bad: Temperatures within limits: 83\.\d+ %, target 99 % missed$/),
    'good: No alarms were raised',
    'bad: Freezer 1 Air: 1 h beyond its limits (−19.0 … −10.0 °C)',
    'toDo: Look at Freezer 1: it was beyond its limits for longest',
  ]);
  const inChinese = await ask(maker, 'getReport', { query: { reportId: daily!.ReportId } }, { language: 'zh' });
  expect(inChinese.data.SummaryList.map(({ Kind }) => Kind)).toEqual(SummaryList.map(({ Kind }) => Kind));
  expect(inChinese.data.SummaryList.at(-1)!.Sentence).toBe('检查 Freezer 1：超限时间最长');
});

test('a report waits for the seals and the energy of its period, says so, and after 48 hours is made without them', async () => {
  const { db, pool } = app.database;
  const otherId = await aProject(db, companyId, { name: 'Sealed store' });
  const deviceId = await aDevice(db, otherId, { name: 'Chill 1' });
  const registerId = await aPoint(db, await aGateway(db, otherId), { deviceId, name: 'Register', unit: 'kWh' });
  const at = new Date(clock.now() - 3 * day);
  await insertAssignments(system, db, [registerId], {
    ...{ profile: 'haccp', low: 0, high: 8, since: at, at, by: null },
  });
  const meter = await pool.query(
    `INSERT INTO energy_meter (project_id, name, max_watts, created_at) VALUES ($1, 'Main', 100000, $2) RETURNING id`,
    [otherId, at],
  );
  await pool.query(
    `INSERT INTO energy_installation (meter_id, point_id, multiplier, unit_wh, register_count, installed_at) VALUES ($1, $2, 1, 1000, 1, $3)`,
    [meter.rows[0].id, registerId, at],
  );
  await policy({ PolicyName: 'Sealed', ProjectIdList: [otherId], ContentList: ['points', 'energy'] });
  const midnight = Math.ceil((clock.now() + 8 * hour) / day) * day - 8 * hour;
  const [state, made] = [
    async () => (await ask(maker, 'getReportPage', { body: { ProjectIdList: [otherId] } })).data.Data,
    (row: { Status: number; Missing: string | null }) => [row.Status, row.Missing],
  ];
  await run(midnight + 11 * hour);
  expect((await state()).map(made)).toEqual([
    [0, 'Waits: 1 day not sealed, energy of 1 meter not settled (48 hours at most)'],
  ]);
  await pool.query('UPDATE energy_meter SET settled_through = $1', [new Date(midnight)]);
  await run(midnight + 12 * hour);
  expect((await state()).map(made)).toEqual([[0, 'Waits: 1 day not sealed (48 hours at most)']]);
  await run(midnight + 48 * hour + 60_000);
  const [only] = await state();
  expect(made(only!)).toEqual([1, 'Incomplete: 1 day not sealed']);
});

test('electricity is compared with the period before only where most of both is known', async () => {
  const { db } = app.database;
  const meteredId = await aProject(db, companyId, { name: 'Metered store' });
  const midnight = Math.ceil((clock.now() + 8 * hour) / day) * day - 8 * hour;
  const meter = { project_id: meteredId, name: 'Main', max_watts: 100_000, created_at: new Date(midnight - 3 * day) };
  const { id: meter_id } = await db.insertInto('energy_meter').values(meter).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('energy_day')
    .values(
      // Of the first day less than half is known.
      [40, 96, 96].map((measured, i) => ({
        ...{ meter_id, day: localOfEpoch(midnight + (i - 2) * day, 'Asia/Shanghai').slice(0, 10), measured },
        ...{ expected: 96, estimated: 0, suspect_wh: 0, is_provisional: false },
        wh: [String((i + 1) * 10_000), '0', '0', '0', '0', '0'],
        cost_micro: ['0', '0', '0', '0', '0'],
      })),
    )
    .execute();
  await policy({ PolicyName: 'Electricity', ProjectIdList: [meteredId], ContentList: ['energy'] });
  const said = async () => {
    const { data } = await ask(maker, 'getReportPage', { body: { ProjectIdList: [meteredId] } });
    const [{ ReportId } = { ReportId: 0 }] = [...data.Data].sort((a, b) => b.FromDay.localeCompare(a.FromDay));
    const { SummaryList, Energy } = (await ask(maker, 'getReport', { query: { reportId: ReportId } })).data;
    return [Energy?.Wh, SummaryList.filter(({ Kind }) => Kind === 'compared').map(({ Sentence }) => Sentence)];
  };
  await run(midnight + 11 * hour);
  expect(await said()).toEqual([20_000, []]);
  await run(midnight + day + 11 * hour);
  expect(await said()).toEqual([30_000, ['30 kWh, 50 % more than in the period before']]);
});

test('a report that cannot be made is an event until it is', async () => {
  const { pool } = app.database;
  const { id, figures } = (await pool.query('SELECT id, figures FROM report WHERE status = 1 ORDER BY id LIMIT 1'))
    .rows[0];
  const open = async () => {
    await watchEvents({ pool, clock, outbox: app.application.outbox });
    const { rows } = await pool.query(
      "SELECT subject_name, detail_en FROM platform_event WHERE type = 'reportFailed' AND recovered_at IS NULL",
    );
    return rows;
  };
  await pool.query("UPDATE report SET status = 0, figures = NULL, tries = 2, failure = 'No history' WHERE id = $1", [
    id,
  ]);
  expect(await open()).toEqual([]);
  await pool.query('UPDATE report SET tries = 3 WHERE id = $1', [id]);
  expect(await open()).toEqual([{ subject_name: expect.any(String), detail_en: expect.stringContaining(' to ') }]);
  await pool.query('UPDATE report SET status = 1, figures = $2 WHERE id = $1', [id, JSON.stringify(figures)]);
  expect(await open()).toEqual([]);
});
