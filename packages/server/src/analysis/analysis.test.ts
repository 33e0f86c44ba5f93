import {
  type AnalysisAlarmFigure,
  dayMs,
  type ExportKindName,
  hourMs,
  type RepairFigure,
  repairFigureNames,
  type ServiceAlarmFigure,
} from '@watchpost/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createHistoryShare, openHistory } from '../history/index.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { exportedSheet } from '../testing/exportedSheet.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, aShelf, limitMember } from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { countDays } from './index.ts';

let app: TestApplication;
let ask: AskAs;
let director: number;
let limited: number;
let companyId: number;
const projects: number[] = [];
const devices: number[] = [];
const now = Date.now();

interface Made {
  project: number;
  device: number;
  raised: number;
  acked: number | null;
  back: number | null;
  handled: boolean;
  severity: number;
}
const made: Made[] = [];

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      for (let i = 0; i < 2; i++) {
        projects.push(await aProject(db, companyId, { name: `Store ${i}` }));
        devices.push(await aDevice(db, projects[i]!, { name: `Case ${i}` }));
      }
      director = await aMember(db, companyId, -1, {
        permissions: ['companyAnalysis', 'companySettings', 'alarmManage', 'allProjects', 'repairView'],
      });
      limited = await aMember(db, companyId, -1, { permissions: ['companyAnalysis', 'alarmManage', 'allProjects'] });
      await limitMember(db, limited, projects[0]!, { deviceIds: [] });
      // Numbers that come out the same every time.
      let seed = 7;
      const random = () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed / 2_147_483_648;
      };
      for (let i = 0; i < 90; i++) {
        const place = random() < 0.8 ? 0 : 1;
        const raised = now - Math.floor(random() * 38 * dayMs) - hourMs;
        const acked = random() < 0.8 ? raised + Math.floor(random() * hourMs) : null;
        const back = random() < 0.9 ? raised + Math.floor(random() * 5 * hourMs) : null;
        made.push({
          project: projects[place]!,
          device: devices[place]!,
          raised,
          acked: acked !== null && acked < now ? acked : null,
          back: back !== null && back < now ? back : null,
          handled: random() < 0.5,
          severity: 1 + Math.floor(random() * 4),
        });
      }
      const at = (ms: number | null) => (ms === null ? null : new Date(ms));
      for (const [i, alarm] of made.entries())
        await db
          .insertInto('alarm')
          .values({
            ...{ company_id: companyId, project_id: alarm.project, rule_id: 1_000 + i, rule_definition: '{}' },
            ...{ subject_kind: 'point', subject_id: 1, device_id: alarm.device, subject_name: 'p', device_name: 'd' },
            ...{ kind: 'limit', severity: alarm.severity, worst_severity: alarm.severity },
            ...{ sentence_zh: '', sentence_en: '', raised_at: new Date(alarm.raised), returned_at: at(alarm.back) },
            ...{ acknowledged_at: at(alarm.acked), handled_at: alarm.handled ? at(alarm.acked) : null },
          } as never)
          .execute();
    },
  });
  ask = askAs(() => app);
  // The engine ends open alarms whose point is nowhere; they are open again once it has done with them.
  const { pool } = app.database;
  const open = made.filter(({ back }) => back === null).length;
  const ended = async () => (await pool.query(`SELECT id FROM alarm WHERE end_reason = 'subjectDeleted'`)).rows.length;
  await vi.waitFor(async () => expect(await ended()).toBe(open), soon);
  await pool.query(`UPDATE alarm SET returned_at = NULL, end_reason = NULL WHERE end_reason = 'subjectDeleted'`);
});
afterAll(() => app.stop());

const day = (ms: number): string => localOfEpoch(ms, 'Asia/Shanghai').slice(0, 10);
const startOf = (text: string): number => Date.parse(`${text}T00:00:00+08:00`);
const body = { Start: day(now - 13 * dayMs), End: day(now) };
const from = startOf(body.Start);
/** The plain way: every alarm that people were told of, one after the other. */
const told = (since: number, until: number) =>
  made.filter(({ raised, severity }) => raised >= since && raised < until && severity <= 3);
/** As percentile_cont says it. */
const quantile = (values: readonly number[], part: number): number | null => {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)]!;
  return low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place));
};

/** Seconds that alarms lasted within a stretch, whenever they were raised. */
const lasted = (alarm: Made, since: number, until: number): number =>
  Math.max(0, Math.min(alarm.back ?? until, until) - Math.max(alarm.raised, since)) / 1000;
const beyondLimits = (since: number, until: number): number =>
  told(0, until).reduce((sum, alarm) => sum + lasted(alarm, since, until), 0);
/** Milliseconds in which a device had an urgent or important alarm, second by second of a list that is merged by hand. */
function faultMs(device: number, since: number, until: number): number {
  const spans = told(0, until)
    .filter((alarm) => alarm.device === device && alarm.severity <= 2)
    .map(({ raised, back }) => [Math.max(raised, since), Math.min(back ?? until, until)] as const)
    .filter(([begin, end]) => end > begin)
    .sort((a, b) => a[0] - b[0]);
  let [sum, reached] = [0, 0];
  for (const [begin, end] of spans) {
    sum += Math.max(0, end - Math.max(begin, reached));
    reached = Math.max(reached, end);
  }
  return sum;
}

test('the figures of home are those of counting every alarm, and the stretch before is as long as the one until now', async () => {
  const { Now, Before, ProjectList } = (await ask(director, 'getHomeAnalysis', { body })).data;
  const expected = told(from, now);
  expect(Now.Alarms).toBe(expected.length);
  expect(Now.Urgent).toBe(expected.filter(({ severity }) => severity === 1).length);
  expect(Now.Unconfirmed).toBe(expected.filter(({ acked }) => acked === null).length);
  const acks = expected.flatMap(({ acked, raised }) => (acked === null ? [] : [(acked - raised) / 1000]));
  expect(Now.AckMedian).toBeCloseTo(quantile(acks, 0.5)!, -0.5);
  expect(Now.AckP90).toBeCloseTo(quantile(acks, 0.9)!, -0.5);
  const backs = expected.flatMap(({ back, raised }) => (back === null ? [] : [(back - raised) / 1000]));
  expect(Now.BackMedian).toBeCloseTo(quantile(backs, 0.5)!, -0.5);
  expect(Math.abs(Now.ExcursionSeconds - beyondLimits(from, Date.now()))).toBeLessThan(120);
  const earlier = from - 14 * dayMs;
  expect(Math.abs(Before.Alarms - told(earlier, earlier + (now - from)).length)).toBeLessThanOrEqual(1);
  expect(Now.PerDeviceMonth).toBeCloseTo(expected.length / 2 / ((now - from) / ((365.25 / 12) * dayMs)), 1);
  for (const project of ProjectList) {
    expect(project.Alarms).toBe(expected.filter((alarm) => alarm.project === project.ProjectId).length);
    expect(project.Expected).toBeCloseTo(expected.length / 2, 0);
  }
});

test('service statistics count who answered, leave out what is not due yet, and say no change of few', async () => {
  const { Total, ProjectList, Limits } = (await ask(director, 'getServiceStatistics', { body })).data;
  expect(Limits).toEqual({ ConfirmMin: 95, ProcessMin: 90, AlarmChangeMax: 20, RepairChangeMax: 20 });
  const expected = told(from, now);
  const confirmed = expected.filter(({ acked }) => acked !== null).length;
  expect(Total).toMatchObject({ Raised: expected.length, NotDue: 0, Confirmed: confirmed, RepairChange: null });
  expect(Total.ConfirmRate).toBeCloseTo((confirmed / expected.length) * 100, 1);
  const handled = expected.filter((alarm) => alarm.handled && alarm.acked !== null).length;
  expect(Total.ProcessRate).toBeCloseTo((handled / expected.length) * 100, 1);
  expect(ProjectList.reduce((sum, { Raised }) => sum + Raised, 0)).toBe(Total.Raised);
  const limits = { ConfirmMin: 80, ProcessMin: 60, AlarmChangeMax: 30, RepairChangeMax: 40 };
  expect((await ask(limited, 'saveServiceLimits', { body: limits })).status).toBe(403);
  expect((await ask(director, 'saveServiceLimits', { body: { ...limits, ConfirmMin: 101 } })).status).toBe(400);
  expect((await ask(director, 'saveServiceLimits', { body: limits })).status).toBe(200);
  expect((await ask(director, 'getServiceStatistics', { body })).data.Limits).toEqual(limits);
});

test('each figure of the service statistics opens exactly the alarms that it counts', async () => {
  const { Total, ProjectList } = (await ask(director, 'getServiceStatistics', { body })).data;
  const opened = async (Figure: ServiceAlarmFigure, ProjectIdList?: number[]) => {
    const query = { pageIndex: 1, pageSize: 500 };
    const { Data, TotalCount } = (
      await ask(director, 'getServiceAlarms', {
        query,
        body: { ...body, Figure, ...(ProjectIdList ? { ProjectIdList } : {}) },
      })
    ).data;
    expect(Data.length).toBe(TotalCount);
    return Data;
  };
  const due = Total.Raised - Total.NotDue;
  const count = async (figure: ServiceAlarmFigure) => (await opened(figure)).length;
  expect([await count('raised'), await count('notDue'), await count('before')]).toEqual([
    Total.Raised,
    Total.NotDue,
    Total.RaisedBefore,
  ]);
  const unconfirmed = await opened('unconfirmed');
  expect([await count('confirmed'), unconfirmed.length]).toEqual([Total.Confirmed, due - Total.Confirmed]);
  expect(unconfirmed.every(({ AckedEPOCH }) => AckedEPOCH === null)).toBe(true);
  expect([await count('handled'), await count('unhandled')]).toEqual([Total.Handled, due - Total.Handled]);
  for (const { ProjectId, Raised } of ProjectList) {
    const ofOne = await opened('raised', [ProjectId!]);
    expect([ofOne.length, ofOne.every((alarm) => alarm.ProjectId === ProjectId)]).toEqual([Raised, true]);
  }
  const inLimited = await ask(limited, 'getServiceAlarms', { query: {}, body: { ...body, Figure: 'raised' } });
  expect(inLimited.data.Data.every(({ ProjectId }) => ProjectId !== projects[0])).toBe(true);
});

test('devices are counted by class, and the worst of them lead', async () => {
  const { GroupList, WorstList } = (await ask(director, 'getDeviceAnalysis', { body })).data;
  const expected = told(from, now);
  expect(GroupList.reduce((sum, { Alarms }) => sum + Alarms, 0)).toBe(expected.length);
  expect(GroupList.reduce((sum, { Devices }) => sum + Devices, 0)).toBe(2);
  expect(WorstList.map(({ Mtid, Alarms }) => [Mtid, Alarms])).toEqual(
    devices
      .map((device) => [device, expected.filter((alarm) => alarm.device === device).length] as const)
      .sort((a, b) => b[1] - a[1]),
  );
});

test('a project of which only some devices are seen is in no total, and bad periods are refused', async () => {
  const mine = (await ask(limited, 'getHomeAnalysis', { body })).data;
  expect(mine.ProjectList.map(({ ProjectId }) => ProjectId)).toEqual([projects[1]]);
  expect(mine.Now.Alarms).toBe(told(from, now).filter(({ project }) => project === projects[1]).length);
  const wrong = (Start: string, End: string) => ask(director, 'getRepairAnalysis', { body: { Start, End } });
  expect((await wrong('2026-02-02', '2026-02-01')).message).toBe('The end must not be before the start.');
  expect((await wrong('2024-01-01', '2026-02-01')).message).toBe('A period has 366 days at most.');
  expect((await wrong('2026-02-30', '2026-03-01')).status).toBe(400);
});

test('repair orders are counted by state, their times by median, and what is not over is not timed', async () => {
  const { db } = app.database;
  const at = (hours: number) => new Date(now - 5 * dayMs + hours * hourMs);
  const order = (status: number, more: object) =>
    db
      .insertInto('repair_order')
      .values({
        ...{ project_id: projects[0]!, number: `R-${Math.random()}`, status, severity: 2, source: 'manual' },
        ...{
          device_id: devices[0]!,
          device_name: 'Case 0',
          fault_content: `fault ${Math.random()}`,
          service_type: 'onSite',
        },
        ...{ applicant_name: 'A', created_at: at(0), submitted_at: at(0), ...more },
      } as never)
      .execute();
  await order(7, {
    accepted_at: at(1),
    arrived_at: at(2),
    finished_at: at(4),
    completed_at: at(5),
    recovery_state: 'verified',
  });
  await order(7, { accepted_at: at(3), arrived_at: at(4), finished_at: at(10), completed_at: at(11), failed_times: 1 });
  await order(1, { expected_at: at(1) });
  await order(0, {});
  const { Now, GroupList } = (await ask(director, 'getRepairAnalysis', { body })).data;
  expect(Now).toMatchObject({
    ...{ Submitted: 4, Completed: 2, Revoked: 1, Overdue: 1, AcceptMedian: 7200, RepairMedian: 4 * 3600 },
    ...{ Maturing: 2, FirstTimeOf: 0, Rework: 1, Verified: 1, Finished: 2 },
  });
  expect(GroupList).toEqual([
    { Key: projects[0], Name: 'Store 0', Count: 4, Completed: 2, Rework: 1, RepairMedian: 4 * 3600 },
  ]);
});

test('each figure of the repairs opens exactly the orders that it counts', async () => {
  const { Now } = (await ask(director, 'getRepairAnalysis', { body })).data;
  const counts: Record<RepairFigure, number | null> = {
    submitted: Now.Submitted,
    completed: Now.Completed,
    revoked: Now.Revoked,
    overdue: Now.Overdue,
    accepted: null,
    repaired: null,
    down: null,
    mature: Now.FirstTimeOf,
    firstTime: Now.FirstTime,
    maturing: Now.Maturing,
    rework: Now.Rework,
    verified: Now.Verified,
    finished: Now.Finished,
    failures: Now.Failures,
  };
  for (const figure of repairFigureNames) {
    const { data, message } = await ask(director, 'getNewRepairActivePage', {
      query: {},
      body: { Figure: figure, StartCreateTime: `${body.Start} 00:00`, EndCreateTime: `${body.End} 23:59` },
    });
    expect([figure, message]).toEqual([figure, '']);
    if (counts[figure] !== null) expect([figure, data.TotalCount]).toEqual([figure, counts[figure]]);
  }
  expect(Now.MtbfAtLeastDays).toBeGreaterThan(0);
});

test('a repair that came back within 30 days, by its symptom, its words or a second visit, was not fixed the first time', async () => {
  const { db } = app.database;
  const symptom = await db
    .selectFrom('fault_code')
    .where('kind', '=', 'symptom')
    .select('id')
    .executeTakeFirstOrThrow();
  const old = (days: number) => new Date(now - days * dayMs);
  const order = async (days: number, more: object) =>
    (
      await db
        .insertInto('repair_order')
        .values({
          ...{ project_id: projects[1]!, number: `R-${Math.random()}`, status: 7, severity: 2, source: 'manual' },
          ...{ device_id: devices[1]!, device_name: 'Case 1', fault_content: '', service_type: 'onSite' },
          ...{ applicant_name: 'A', created_at: old(days), submitted_at: old(days), accepted_at: old(days) },
          ...{ arrived_at: old(days), finished_at: old(days - 1), completed_at: old(days - 1), ...more },
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const period = { Start: day(now - 100 * dayMs), End: day(now), ProjectIdList: [projects[1]!] };
  const figures = async () => (await ask(director, 'getRepairAnalysis', { body: period })).data.Now;
  await order(90, { symptom_id: symptom.id });
  expect(await figures()).toMatchObject({ FirstTime: 1, FirstTimeOf: 1, Rework: 0 });
  await order(70, { symptom_id: symptom.id });
  expect(await figures()).toMatchObject({ FirstTime: 1, FirstTimeOf: 2, Rework: 1 });
  const twice = await order(50, { fault_content: 'drips' });
  expect(await figures()).toMatchObject({ FirstTime: 2, FirstTimeOf: 3, Rework: 1 });
  for (const at of [old(50), old(49.5)])
    await db
      .insertInto('work_journal')
      .values({
        ...{ project_id: projects[1]!, order_kind: 'repair', order_id: twice, at, action: 'signIn' },
        ...{ text_zh: '', text_en: '' },
      })
      .execute();
  expect(await figures()).toMatchObject({ FirstTime: 1, FirstTimeOf: 3, Rework: 1 });
});

/** Counts days beforehand, as the night does. */
async function countNow(): Promise<void> {
  const { db, pool } = app.database;
  const history = openHistory({ db: pool, clock: systemClock, log: silentLog });
  const deps = { db, clock: systemClock, log: silentLog, history, historyShare: createHistoryShare() };
  await countDays(deps, new AbortController().signal);
}
const countedRows = async () => {
  const { pool } = app.database;
  const of = async (table: string) => (await pool.query(`SELECT * FROM ${table} ORDER BY project_id, day`)).rows;
  return { days: await of('analysis_project_day'), months: await of('analysis_project_month') };
};

/** Every figure of the last 35 days by counting each alarm. */
async function expectPlainFigures(): Promise<void> {
  const question = { Start: day(now - 34 * dayMs), End: day(now) };
  const since = startOf(question.Start);
  const { Now, ProjectList, DayList } = (await ask(director, 'getHomeAnalysis', { body: question })).data;
  const { GroupList, WorstList } = (await ask(director, 'getDeviceAnalysis', { body: question })).data;
  const at = Date.now();
  const expected = told(since, at);
  const acks = expected.flatMap(({ acked, raised }) => (acked === null ? [] : [(acked - raised) / 1000]));
  const backs = expected.flatMap(({ back, raised }) => (back === null ? [] : [(back - raised) / 1000]));
  const near = (found: number | null, plain: number | null, within = 1) =>
    expect(Math.abs(found! - plain!)).toBeLessThanOrEqual(within);
  expect([Now.Alarms, Now.Urgent, Now.Unconfirmed]).toEqual([
    expected.length,
    expected.filter(({ severity }) => severity === 1).length,
    expected.filter(({ acked }) => acked === null).length,
  ]);
  near(Now.AckMedian, quantile(acks, 0.5));
  near(Now.AckP90, quantile(acks, 0.9));
  near(Now.BackMedian, quantile(backs, 0.5));
  near(Now.BackP90, quantile(backs, 0.9));
  // Open alarms last on while the test asks.
  near(Now.ExcursionSeconds, beyondLimits(since, at), 200);
  const faults = devices.reduce((sum, device) => sum + faultMs(device, since, at), 0);
  near(Now.DeviceAvailability, (1 - faults / (2 * (at - since))) * 100, 0.02);
  for (const project of ProjectList) {
    const own = expected.filter((alarm) => alarm.project === project.ProjectId);
    expect([project.Alarms, project.Unconfirmed]).toEqual([
      own.length,
      own.filter(({ acked }) => acked === null).length,
    ]);
  }
  for (let start = since; start < at; start += dayMs) {
    const found = DayList.find(({ Day }) => Day === day(start));
    expect([day(start), found?.Alarms ?? 0]).toEqual([day(start), told(start, start + dayMs).length]);
    near(found?.ExcursionSeconds ?? 0, beyondLimits(start, Math.min(at, start + dayMs)), start + dayMs > at ? 200 : 1);
  }
  expect(GroupList.reduce((sum, { Alarms }) => sum + Alarms, 0)).toBe(expected.length);
  for (const worst of WorstList) {
    expect(worst.Alarms).toBe(expected.filter(({ device }) => device === worst.Mtid).length);
    near(worst.DeviceAvailability, (1 - faultMs(worst.Mtid, since, at) / (at - since)) * 100, 0.02);
  }
}

test('figures are those of counting each alarm: before days are counted, from counted days, at once after a change, and counted again', async () => {
  const { pool } = app.database;
  const degreesOf = async () => (await ask(director, 'getHomeAnalysis', { body })).data.Now.DegreeHours;
  await expectPlainFigures();
  expect(await degreesOf()).toBeNull();
  await countNow();
  expect(await degreesOf()).toBe(0);
  const counted = await countedRows();
  expect(counted.days.length).toBeGreaterThan(20);
  await expectPlainFigures();
  await countNow();
  expect(await countedRows()).toEqual(counted);

  // Weeks later somebody acknowledges one, one has come to its end long ago, one is found late, and one has another device.
  const old = made.filter(
    ({ raised, severity }) => raised < now - 5 * dayMs && raised > now - 30 * dayMs && severity <= 3,
  );
  const unacknowledged = old.find(({ acked }) => acked === null)!;
  const open = old.find(({ back }) => back === null)!;
  const moved = old.find((alarm) => alarm !== unacknowledged && alarm !== open && alarm.device === devices[0])!;
  const change = (alarm: Made, columns: string, values: unknown[]) =>
    pool.query(`UPDATE alarm SET ${columns} WHERE rule_id = $${values.length + 1}`, [
      ...values,
      1_000 + made.indexOf(alarm),
    ]);
  unacknowledged.acked = now - dayMs;
  await change(unacknowledged, 'acknowledged_at = $1', [new Date(unacknowledged.acked)]);
  open.back = open.raised + 30 * hourMs;
  await change(open, 'returned_at = $1', [new Date(open.back)]);
  moved.device = devices[1]!;
  await change(moved, 'device_id = $1', [moved.device]);
  const late = { ...moved, raised: now - 20 * dayMs, acked: null, back: now - 18 * dayMs, severity: 1 };
  made.push(late);
  await pool.query(
    `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, device_id, subject_name, device_name, kind, severity,
       worst_severity, sentence_zh, sentence_en, raised_at, returned_at)
     VALUES ($1, $2, $3, '{}', 'point', 1, $4, 'p', 'd', 'limit', 1, 1, '', '', $5, $6)`,
    [companyId, late.project, 1_000 + made.length - 1, late.device, new Date(late.raised), new Date(late.back)],
  );
  await expectPlainFigures();
  await countNow();
  expect(await countedRows()).not.toEqual(counted);
  expect((await pool.query('SELECT 1 FROM analysis_note')).rows).toEqual([]);
  await expectPlainFigures();
});

test('each figure of operations and devices opens exactly the alarms that it counts', async () => {
  const { Now } = (await ask(director, 'getHomeAnalysis', { body })).data;
  const { WorstList } = (await ask(director, 'getDeviceAnalysis', { body })).data;
  const count = async (Figure: AnalysisAlarmFigure, more: object = {}) => {
    const opened = await ask(director, 'getAnalysisAlarms', {
      query: { pageIndex: 1, pageSize: 500 },
      body: { ...body, Figure, ...more },
    });
    expect(opened.data.Data.length).toBe(opened.data.TotalCount);
    return opened.data.TotalCount;
  };
  expect([await count('raised'), await count('urgent'), await count('unconfirmed')]).toEqual([
    Now.Alarms,
    Now.Urgent,
    Now.Unconfirmed,
  ]);
  expect((await count('acked')) + Now.Unconfirmed).toBe(Now.Alarms);
  const active = told(0, now).filter(({ back }) => back === null || back > from);
  expect(await count('excursion')).toBe(active.length);
  expect(await count('fault')).toBe(active.filter(({ severity }) => severity <= 2).length);
  for (const { Mtid, Alarms } of WorstList) expect(await count('raised', { DeviceId: Mtid })).toBe(Alarms);
  const strange = await ask(limited, 'getAnalysisAlarms', {
    query: {},
    body: { ...body, ProjectIdList: [projects[0]!] },
  });
  expect(strange.data.TotalCount).toBe(0);
});

test('an alarm of no device counts as an alarm, and takes nothing from the availability of devices', async () => {
  const { pool } = app.database;
  const period = { Start: day(now - 34 * dayMs), End: day(now - 31 * dayMs) };
  const found = async () => (await ask(director, 'getHomeAnalysis', { body: period })).data.Now;
  const opened = async () =>
    (await ask(director, 'getAnalysisAlarms', { query: {}, body: { ...period, Figure: 'fault' } })).data.TotalCount;
  const [before, openedBefore] = [await found(), await opened()];
  const raised = startOf(period.Start) + hourMs;
  const { rows } = await pool.query(
    `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, device_name, kind, severity,
       worst_severity, sentence_zh, sentence_en, raised_at, returned_at)
     VALUES ($1, $2, 9999, '{}', 'point', 1, 'p', '', 'limit', 1, 1, '', '', $3, $4) RETURNING id`,
    [companyId, projects[0], new Date(raised), new Date(raised + 40 * hourMs)],
  );
  for (const count of [async () => {}, countNow]) {
    await count();
    const after = await found();
    expect([after.Alarms, after.DeviceAvailability]).toEqual([before.Alarms + 1, before.DeviceAvailability]);
    expect(after.ExcursionSeconds - before.ExcursionSeconds).toBeCloseTo(40 * 3600, -1);
    expect(await opened()).toBe(openedBefore);
  }
  await pool.query('DELETE FROM alarm WHERE id = $1', [rows[0].id]);
});

test('energy by floor area is that of the days that have ended, held against as many before, and is not said where days are missing', async () => {
  const { db, pool } = app.database;
  const measured = async (project_id: number, days: number) => {
    await pool.query('INSERT INTO energy_site (project_id, square_metres) VALUES ($1, 100)', [project_id]);
    const { id: meter_id } = await db
      .insertInto('energy_meter')
      .values({ project_id, name: 'Main meter', max_watts: 100_000, created_at: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let back = 0; back < days; back++)
      await db
        .insertInto('energy_day')
        .values({
          ...{ meter_id, day: day(now - back * dayMs), expected: 96, measured: 96, estimated: 0, suspect_wh: 0 },
          ...{ is_provisional: false, wh: ['0', '10000', '0', '0', '0', '0'], cost_micro: ['0', '0', '0', '0', '0'] },
        })
        .execute();
  };
  await measured(projects[0]!, 14);
  const ask7 = async () => {
    const period = { Start: day(now - 3 * dayMs), End: day(now + 3 * dayMs) };
    return (await ask(director, 'getHomeAnalysis', { body: period })).data;
  };
  const whole = await ask7();
  expect(whole.Now).toMatchObject({ Kwh: 30, SquareMetres: 100, KwhPerM2: 0.3 });
  expect(whole.Before).toMatchObject({ Kwh: 30, KwhPerM2: 0.3 });
  // A second store that is measured since this week: with the week before it has nothing in common.
  await measured(projects[1]!, 4);
  const two = await ask7();
  expect([two.Now, two.Before].map(({ Kwh, SquareMetres }) => [Kwh, SquareMetres])).toEqual([
    [60, 200],
    [null, null],
  ]);
  await pool.query('DELETE FROM energy_meter WHERE project_id = $1', [projects[1]]);
  await pool.query("UPDATE energy_day SET measured = 0, wh = '{0,0,0,0,0,0}' WHERE day = $1", [day(now - dayMs)]);
  await pool.query('DELETE FROM energy_day WHERE day = $1', [day(now - 8 * dayMs)]);
  const part = await ask7();
  expect([part.Now.KwhPerM2, part.Before.KwhPerM2]).toEqual([null, null]);
});

test('people who do not see every level have figures without the others', async () => {
  const { db } = app.database;
  const some = await aMember(db, companyId, -1, { permissions: ['companyAnalysis', 'allProjects'] });
  for (const project of projects) await limitMember(db, some, project, { alarmLevels: [2, 3, 4] });
  const all = (await ask(director, 'getHomeAnalysis', { body })).data;
  const { Now, DayList } = (await ask(some, 'getHomeAnalysis', { body })).data;
  expect([Now.Urgent, Now.DegreeHours]).toEqual([0, null]);
  expect(Now.Alarms).toBe(all.Now.Alarms - all.Now.Urgent);
  const sum = (days: typeof DayList) => days.reduce((total, { Alarms }) => total + Alarms, 0);
  expect([sum(DayList), sum(all.DayList)]).toEqual([Now.Alarms, all.Now.Alarms]);
});

test('two periods, or two makes, are compared with an interval, and nothing is said of few', async () => {
  const week = { Start: day(now - 13 * dayMs), End: day(now) };
  const compare = async (A: object, B: object) =>
    (await ask(director, 'getAnalysisComparison', { body: { SideA: { ...week, ...A }, SideB: { ...week, ...B } } }))
      .data;
  const earlier = { Start: day(now - 34 * dayMs), End: day(now - 14 * dayMs) };
  const { SideA: A, SideB: B, Ratio, RatioLow, RatioHigh } = await compare({}, earlier);
  expect([A.Alarms, B.Alarms]).toEqual([told(from, now).length, told(startOf(earlier.Start), from).length]);
  const plain = B.Alarms / (21 * dayMs) / (A.Alarms / (now - from));
  expect(Ratio).toBeCloseTo(plain, 2);
  const spread = Math.exp(1.96 * Math.sqrt(1 / A.Alarms + 1 / B.Alarms));
  expect([RatioLow! * spread, RatioHigh! / spread]).toEqual([expect.closeTo(plain, 2), expect.closeTo(plain, 2)]);
  expect(await compare({}, { Brand: 'none of these' })).toMatchObject({
    Ratio: null,
    SideB: { Devices: 0, PerDeviceMonth: null },
  });
  const wrong = await ask(director, 'getAnalysisComparison', {
    body: { SideA: week, SideB: { Start: '2026-02-02', End: '2026-02-01' } },
  });
  expect(wrong.message).toBe('The end must not be before the start.');
});

test('what waits is what nobody hid, the soonest limit before what stands long; of projects in service', async () => {
  const { db } = app.database;
  const asProject = async (name: string) => {
    const project = await aProject(db, companyId, { name });
    return { project, device: await aDevice(db, project, { name: `${name} case` }) };
  };
  const place = await asProject('Waiting');
  const closed = await asProject('Closed');
  await db.updateTable('project').set({ service_end: '2020-01-01' }).where('id', '=', closed.project).execute();
  let subject = 0;
  const alarm = async (of: typeof place, raised: number, values: object) =>
    (
      await db
        .insertInto('alarm')
        .values({
          ...{ company_id: companyId, project_id: of.project, rule_id: 9_000, rule_definition: '{}' },
          ...{
            subject_kind: 'point',
            subject_id: ++subject,
            device_id: of.device,
            subject_name: 'p',
            device_name: 'd',
          },
          ...{ kind: 'limit', severity: 2, worst_severity: 2, sentence_zh: '', sentence_en: '' },
          ...{ raised_at: new Date(raised), ...values },
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const urgent = { severity: 1, worst_severity: 1 };
  const shelf = await aShelf(db, { projectId: place.project, deviceId: place.device, reason: 'Cleaning' });
  const waits = await alarm(place, now - 2 * hourMs, urgent);
  const long = await alarm(place, now - 30 * hourMs, {});
  await alarm(place, now - hourMs, {});
  await alarm(place, now - hourMs, { ...urgent, acknowledged_at: new Date(now) });
  await alarm(place, now - hourMs, { ...urgent, hidden_by: shelf });
  await alarm(closed, now - hourMs, urgent);
  const point = await aPoint(db, await aGateway(db, place.project), { deviceId: place.device });
  const warning = (expected: number | null) =>
    db
      .insertInto('fault_warning')
      .values({
        ...{
          device_id: place.device,
          point_id: point,
          severity: 2,
          value: 1,
          kind: expected === null ? 'drift' : 'limitAhead',
        },
        ...{
          started_at: new Date(now),
          seen_at: new Date(now),
          evidence_from: new Date(0),
          evidence_to: new Date(now),
        },
        expected_at: expected === null ? null : new Date(expected),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [soonest, open] = [await warning(now + 2 * hourMs), await warning(null)];
  const listOf = async (userId: number) =>
    (await ask(userId, 'getHomeAnalysis', { body: { ...body, ProjectIdList: [place.project, closed.project] } })).data
      .MondayList;
  const list = await listOf(director);
  expect(list.filter(({ Kind }) => Kind !== 'gatewayAway').map(({ Kind, Id }) => [Kind, Id])).toEqual([
    ['urgentOpen', waits],
    ['limitSoon', soonest.id],
    ['standing', long],
    ['warningOpen', open.id],
  ]);
  expect(list.find(({ Kind }) => Kind === 'limitSoon')?.ExpectedEpoch).toBe(now + 2 * hourMs);
});

test('figures are held against the same days last year where that is asked', async () => {
  const { db } = app.database;
  const project = await aProject(db, companyId, { name: 'Last year' });
  const device = await aDevice(db, project, { name: 'Case' });
  const yearAgo = `${Number(body.Start.slice(0, 4)) - 1}${body.Start.slice(4)}`.replace('-02-29', '-02-28');
  const raise = (count: number, raised_at: Date) =>
    db
      .insertInto('alarm')
      .values(
        Array.from({ length: count }, () => ({
          ...{ company_id: companyId, project_id: project, rule_id: 9_100, rule_definition: '{}' },
          ...{ subject_kind: 'point', subject_id: 1, device_id: device, subject_name: 'p', device_name: 'd' },
          ...{ kind: 'limit', severity: 2, worst_severity: 2, sentence_zh: '', sentence_en: '' },
          ...{ raised_at, returned_at: raised_at },
        })) as never,
      )
      .execute();
  await raise(1, new Date(from + hourMs));
  await raise(2, new Date(from - 14 * dayMs + hourMs));
  await raise(3, new Date(startOf(yearAgo) + hourMs));
  await raise(4, new Date(startOf(yearAgo) - hourMs));
  const alarms = async (Against?: 'before' | 'lastYear') => {
    const { data } = await ask(director, 'getHomeAnalysis', {
      body: { ...body, ProjectIdList: [project], ...(Against ? { Against } : {}) },
    });
    return [data.Now.Alarms, data.Before.Alarms];
  };
  expect(await alarms()).toEqual([1, 2]);
  expect(await alarms('before')).toEqual([1, 2]);
  expect(await alarms('lastYear')).toEqual([1, 3]);
});

test('projects and groups of equipment are a file with the figures of their pages', async () => {
  const sheetOf = async (kind: ExportKindName, asked: Record<string, unknown>) =>
    exportedSheet(app.url, { token: await tokenFor(app.database.db, director) }, kind, asked);
  const { ProjectList } = (await ask(director, 'getHomeAnalysis', { body })).data;
  const byProject = await sheetOf('analysedProjects', body);
  expect(byProject.header.slice(0, 3)).toEqual(['Project', 'Devices', 'Alarms']);
  expect(byProject.texts.map(([name, , alarms]) => [name, alarms])).toEqual(
    ProjectList.map(({ ProjectName, Alarms }) => [ProjectName, Alarms]),
  );
  const groups = { ...body, Group: 'class' as const };
  const { GroupList } = (await ask(director, 'getDeviceAnalysis', { body: groups })).data;
  const byGroup = await sheetOf('analysedDevices', groups);
  expect(byGroup.texts.map(([name, devices]) => [name, devices])).toEqual(
    GroupList.map(({ Name, Devices }) => [Name, Devices]),
  );
});
