import { type RepairFigure, repairFigureNames, type ServiceAlarmFigure } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject, limitMember } from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';

let app: TestApplication;
let ask: AskAs;
let director: number;
let limited: number;
let companyId: number;
const projects: number[] = [];
const devices: number[] = [];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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
  const beyond = expected.reduce((sum, { back, raised }) => sum + ((back ?? Date.now()) - raised) / 1000, 0);
  expect(Math.abs(Now.ExcursionSeconds - beyond)).toBeLessThan(120);
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
