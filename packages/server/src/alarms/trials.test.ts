import type { RuleDefinition } from '@watchpost/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { system } from '../access/index.ts';
import {
  alarms,
  call,
  clock,
  company,
  database,
  device,
  gateway,
  highLimit,
  listed,
  measure,
  measured,
  member,
  minute,
  noon,
  onlyAlarmId,
  otherDevice,
  otherPoint,
  point,
  project,
  setUpAlarmWorld,
  shelve,
  strategy,
} from '../testing/alarmWorld.ts';
import { evaluateAlarms } from '../testing/evaluateAlarms.ts';
import { aCompany, aGateway, aMember, aPoint, aRule, aStrategy, limitMember } from '../testing/factories.ts';
import { keepRuleVersions } from './index.ts';

setUpAlarmWorld();

test('what is tried on the past says as many messages as people would have got', async () => {
  const bands = { high: { limit: -15, severity: 4 as const }, highHigh: { limit: -10, severity: 1 as const } };
  // A record that becomes urgent, falls back after seven minutes and ends half an hour later; and one that stays a record.
  const values: [number, number][] = [
    ...([
      [0, -18],
      [1, -12],
      [2, -5],
      [9, -12],
      [40, -18],
    ] as [number, number][]),
    ...([
      [50, -12],
      [60, -18],
    ] as [number, number][]),
  ];
  for (const [at, value] of values) measured.push({ pointId: point, at: noon + at * minute, value });
  clock.set(noon + 70 * minute);
  const { code, data } = await call(member, 'backTestAlarmRules', {
    body: {
      ...{ ProjectId: project, PointIdList: [point], RepeatMinutes: 5, NotifyOnClear: true },
      VariantList: [{ RuleList: [{ ...highLimit, bands }] }],
    },
  });
  expect(code).toBe(200);
  // It became urgent, one reminder, it ended.
  expect(data.ResultList).toMatchObject([{ AlarmCount: 2, MessageCount: 3 }]);
});

test('what no form takes is not tried on the past; a stored condition with too long a window is tried as it runs', async () => {
  const rise = { kind: 'rateOfChange', direction: 'rise', limit: 3, windowSeconds: 365 * 86_400, severity: 2 } as const;
  const delays = { onDelaySeconds: 0, offDelaySeconds: 0 };
  for (const [at, value] of [
    [0, -18],
    [20 * 60, -17],
    [30 * 60, -14.5],
  ] as const)
    measured.push({ pointId: point, at: noon + at * minute, value });
  clock.set(noon + 31 * 60 * minute);
  const tried = (definition: object) =>
    call(member, 'backTestAlarmRules', {
      body: { ProjectId: project, PointIdList: [point], VariantList: [{ RuleList: [definition] }] } as never,
    });
  expect((await tried({ ...rise, ...delays })).data.ResultList).toMatchObject([{ AlarmCount: 0 }]);
  const hours = Array.from({ length: 51 }, (_, place) => ({
    ...{ days: [1], fromMinute: place, untilMinute: place + 1, endsNextDay: false },
  }));
  expect(await tried({ ...rise, ...delays, windowSeconds: 600, periods: hours })).toMatchObject({
    code: 400,
    message: '报警条件不完整或互相矛盾，请先改正再试算',
  });
});

test('before a policy is saved it says which alarms would continue, end and begin', async () => {
  const silent = await aPoint(database.db, gateway, { deviceId: device, name: '回风' });
  await database.db.deleteFrom('alarm_strategy').execute();
  const edited = await aStrategy(database.db, project, { name: '冷冻间超温' });
  const rule = await aRule(database.db, edited, highLimit, { points: [point, otherPoint, silent] });
  await alarms.reload();
  await measure(-5, noon - 9 * 24 * 60 * minute, silent);
  await measure(-12, noon);
  await measure(-16, noon, otherPoint);
  const editor = await aMember(database.db, company, project, { permissions: ['alarmManage', 'alarmStrategyEdit'] });
  const tried = async (change: object, language: 'zh' | 'en' = 'zh') =>
    (await call(editor, 'previewAlarmStrategy', { body: { StrategyId: edited, ...change }, language })).data;
  const limitAt = (limit: number, more: object = {}) => ({
    RuleList: [{ RuleId: rule, Definition: { ...highLimit, bands: { high: { limit, severity: 2 } }, ...more } }],
  });
  const nothing = { ContinueCount: 0, EndCount: 0, BeginCount: 0, UnknownCount: 0, NotJudgedCount: 0, PointList: [] };
  // Nothing changes: two stand, one of which has said nothing for nine days.
  expect(await tried({})).toEqual({ ...nothing, ContinueCount: 2 });
  expect(await tried(limitAt(-17))).toEqual({
    ...nothing,
    ...{ ContinueCount: 2, BeginCount: 1, PointList: [{ PointId: otherPoint, Outcome: 'begins' }] },
  });
  expect(await tried(limitAt(-10))).toMatchObject({ EndCount: 1, PointList: [{ PointId: point, Outcome: 'ends' }] });
  expect(await tried({ Enabled: false })).toMatchObject({ ContinueCount: 0, EndCount: 2 });
  expect(await tried({ RemovePointIdList: [point] })).toMatchObject({ ContinueCount: 1, EndCount: 1 });
  expect(
    await tried({
      RemoveRuleIdList: [rule],
      RuleList: limitAt(-17).RuleList.map(({ Definition }) => ({ Definition })),
    }),
  ).toMatchObject({
    ...{ ContinueCount: 0, EndCount: 2, BeginCount: 3 },
  });
  const ownLimit = (limit: number | null, pointId: number) => ({
    OwnLimits: {
      RuleId: rule,
      PointIdList: [pointId],
      Definition: limit === null ? null : { ...highLimit, bands: { high: { limit, severity: 2 } } },
    },
  });
  expect(await tried(ownLimit(-10, point))).toMatchObject({
    ...{ ContinueCount: 1, EndCount: 1, PointList: [{ PointId: point, Outcome: 'ends' }] },
  });
  expect(await tried(ownLimit(-17, otherPoint))).toMatchObject({
    ...{ ContinueCount: 2, BeginCount: 1, PointList: [{ PointId: otherPoint, Outcome: 'begins' }] },
  });
  await database.db
    .updateTable('alarm_rule_subject')
    .set({ definition: JSON.stringify({ ...highLimit, bands: { high: { limit: -17, severity: 2 } } }) })
    .where('subject_id', '=', otherPoint)
    .execute();
  expect(await tried(ownLimit(null, otherPoint))).toMatchObject({ BeginCount: 0, EndCount: 0 });
  expect(await tried({})).toMatchObject({ ContinueCount: 2, BeginCount: 0 });
  // A reader without the right to edit is told nothing of edits.
  expect(await call(member, 'previewAlarmStrategy', { body: { StrategyId: edited } })).toMatchObject({ code: 403 });
});

test('what is said of a silence before a policy is saved is what becomes of it then', async () => {
  await database.db.deleteFrom('alarm_strategy').execute();
  const silent = { kind: 'noData', afterSeconds: 60, severity: 2 } as const;
  const edited = await aStrategy(database.db, project);
  const rule = await aRule(database.db, edited, silent, { points: [point] });
  clock.set(noon);
  await alarms.reload();
  await measure(-18, noon);
  const silentAt = async (now: number) => {
    clock.set(now);
    await evaluateAlarms(alarms, database.pool, { now, live: [gateway] });
  };
  await silentAt(noon + 65_000);
  await silentAt(noon + 130_000);
  const editor = await aMember(database.db, company, project, { permissions: ['alarmManage', 'alarmStrategyEdit'] });
  const afterSeconds = (seconds: number) => ({
    StrategyId: edited,
    RuleList: [{ RuleId: rule, Definition: { ...silent, afterSeconds: seconds } }],
  });
  const tried = async (seconds: number) =>
    (await call(editor, 'previewAlarmStrategy', { body: afterSeconds(seconds) })).data;
  expect(await tried(140)).toMatchObject({ ContinueCount: 0, EndCount: 1 });
  expect(await tried(120)).toMatchObject({ ContinueCount: 1, EndCount: 0 });
  await database.db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify({ ...silent, afterSeconds: 120 }) })
    .execute();
  await alarms.reload();
  await silentAt(noon + 131_000);
  expect(await database.db.selectFrom('alarm').select(['returned_at']).execute()).toEqual([{ returned_at: null }]);
});

test('a trial of the past uses the line as it was: live it vouches for a value until the next, down it does not', async () => {
  measured.push(
    { pointId: point, at: noon - 10 * minute, value: -18 },
    { pointId: point, at: noon, value: -12 },
    { pointId: point, at: noon + 90 * minute, value: -18 },
  );
  clock.set(noon + 100 * minute);
  const alarmsFound = async () => {
    const VariantList = [{ RuleList: [{ ...highLimit, onDelaySeconds: 1800 }] }];
    const body = { ProjectId: project, PointIdList: [point], VariantList, RepeatMinutes: null, NotifyOnClear: false };
    return (await call(member, 'backTestAlarmRules', { body })).data.ResultList[0].AlarmCount;
  };
  expect(await alarmsFound()).toBe(1);
  const line = (at: number, kind: 'up' | 'down') => ({ gateway_id: gateway, at: new Date(at), kind });
  await database.db
    .insertInto('gateway_event')
    .values([line(noon + 5 * minute, 'down'), line(noon + 85 * minute, 'up')])
    .execute();
  expect(await alarmsFound()).toBe(0);
});

test('a trial proposes only what alarms less than the conditions as they are set, and never less delay than they have', async () => {
  /** Two hours each: warm for so many minutes, then cold. */
  const excursions = (...lengths: number[]) => {
    measured.length = 0;
    for (const [place, length] of lengths.entries())
      for (let m = 0; m < 120; m++)
        measured.push({
          pointId: point,
          at: noon + (place * 120 + m) * minute,
          value: (m < length ? -12 : -20) + (m % 2) / 10,
        });
    clock.set(noon + lengths.length * 120 * minute);
  };
  const tried = async (onDelaySeconds: number) => {
    const rule = { ...highLimit, deadband: 1, onDelaySeconds, offDelaySeconds: 600 };
    const { code, data } = await call(member, 'backTestAlarmRules', {
      body: { ProjectId: project, PointIdList: [point], VariantList: [{ RuleList: [rule] }], Propose: true },
    });
    expect(code).toBe(200);
    return data;
  };
  const proposed = ({ ResultList }: { ResultList: { Kind: string; AlarmCount: number; RuleList: unknown[] }[] }) =>
    ResultList.filter(({ Kind }) => Kind !== 'given');

  // One excursion of twenty minutes may well be a real one.
  excursions(0, 20);
  expect(await tried(0)).toMatchObject({ NoProposal: 'tooFew', ResultList: [{ Kind: 'given', AlarmCount: 1 }] });
  excursions(0, 0, 0, 0, 0, 0);
  expect(await tried(1800)).toMatchObject({ NoProposal: 'tooFew', ResultList: [{ Kind: 'given', AlarmCount: 0 }] });
  // All of them last: no delay takes one away, and a shorter one is no improvement.
  excursions(50, 50, 50, 50, 50, 50);
  expect(await tried(1200)).toMatchObject({ NoProposal: 'noneCalmer', ResultList: [{ Kind: 'given', AlarmCount: 6 }] });
  // What passes goes, what lasts stays; the longer delay of the way back is kept.
  excursions(8, 8, 8, 8, 8, 50);
  const found = await tried(300);
  expect(found).toMatchObject({ NoProposal: null, ResultList: [{ Kind: 'given', AlarmCount: 6 }, { AlarmCount: 1 }] });
  for (const { RuleList } of proposed(found))
    expect(RuleList).toMatchObject([{ onDelaySeconds: 600, offDelaySeconds: 600 }]);
});

test('several are confirmed and handled together or not at all, and never one that was done before', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const [first, second] = (await database.db.selectFrom('alarm').select('id').orderBy('point_id').execute()).map(
    (row) => row.id,
  ) as [number, number];
  await call(member, 'updateStatus', { query: { id: first } });
  const both = { AlarmList: [first, second].map((Id) => ({ Id, Level: 2 })) };
  expect(await call(member, 'batchConfirmAlarm', { body: both })).toMatchObject({
    code: 409,
    message: '请勿选择已处理的报警：冷冻间1 · 库温',
  });
  expect((await listed(member, {}, 1)).TotalCount).toBe(1);
  const handling = { FollowUp: 'noProcessingRequired' };
  const handleBoth = () => call(member, 'batchHandleAlarm', { body: { IdList: [first, second], ...handling } });
  expect(await handleBoth()).toMatchObject({ code: 409, message: '请先确认报警：冷冻间2 · 库温2' });
  expect(await call(member, 'batchConfirmAlarm', { body: { AlarmList: [{ Id: second, Level: 2 }] } })).toMatchObject({
    data: { Count: 1 },
  });
  expect((await call(member, 'getAlarmPendingSolve', { body: {} })).data.TotalCount).toBe(2);
  expect(await handleBoth()).toMatchObject({ code: 200, data: { Count: 2 } });
  expect(await handleBoth()).toMatchObject({ code: 409 });
  expect((await call(member, 'getAlarmPendingSolve', { body: {} })).data.TotalCount).toBe(0);
});

test('the health of the alarms counts what the caller may see, names the worst and says what it left out', async () => {
  const { rule_id } = await database.db.selectFrom('alarm_rule_subject').select('rule_id').executeTakeFirstOrThrow();
  const insert = (pointId: number, deviceId: number, severity: number, count: number, every: string, lasting: string) =>
    sql`
    INSERT INTO alarm (company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
      device_name, kind, severity, worst_severity, raised_at, returned_at, acknowledged_at, sentence_zh, sentence_en)
    SELECT ${company}, ${project}, ${strategy}, ${rule_id}, '{}', 'point', ${pointId}, ${pointId}, ${deviceId}, '库温', '冷冻间',
      'limit', ${severity}, ${severity}, at, at + ${lasting}::interval, at + interval '20 minutes', '高', 'high'
    FROM (SELECT to_timestamp(${(noon - 1440 * minute) / 1000}) + n * ${every}::interval AS at FROM generate_series(0, ${count - 1}) n) x`.execute(
      database.db,
    );
  // Chatters for a quarter of an hour; the other comes each two hours and stays; one is for the record only.
  await insert(point, device, 2, 30, '30 seconds', '10 seconds');
  await insert(otherPoint, otherDevice, 1, 10, '2 hours', '50 minutes');
  await insert(otherPoint, otherDevice, 4, 3, '1 hour', '1 minute');
  await measure(-12, noon - 40 * 60 * minute);
  clock.set(noon);

  const health = async (userId: number, body: object = {}) => {
    const range = { StartTime: '2026-09-30 12:00', EndTime: '2026-10-01 12:00', ProjectId: project };
    const { code, data } = await call(userId, 'getAlarmHealth', { body: { ...range, ...body } });
    expect(code).toBe(200);
    return data;
  };
  const all = await health(member);
  expect(all).toMatchObject({ Total: 40, PreviousTotal: 1, Recorded: 3, Hidden: 0, PerDay: 40, FloodCount: 1 });
  expect(all.FloodList).toMatchObject([{ From: noon - 1440 * minute, Count: 31, Peak: 21 }]);
  expect(all.LevelList.map(({ Percent }: { Percent: number }) => Percent)).toEqual([25, 75, 0]);
  expect(all.DurationList.map(({ Count }: { Count: number }) => Count)).toEqual([0, 10, 0, 0, 30]);
  expect(all.ResponseList.map(({ Count }: { Count: number }) => Count)).toEqual([0, 0, 0, 40, 0]);
  expect(all).toMatchObject({ MedianResponseSeconds: 1200, ChatteringCount: 1, StandingCount: 1, TopTenPercent: 100 });
  expect(all.BadActorList).toMatchObject([
    { PointId: point, Count: 30, Percent: 75, Chattering: 30, StrategyId: strategy, Definition: { kind: 'limit' } },
    { PointId: otherPoint, Count: 10, Chattering: 0, MedianSeconds: 3000, HasOwnLimits: false },
  ]);
  expect(all.DayList).toEqual([
    { Day: '2026-09-30', Urgent: 6, Important: 30, General: 0 },
    { Day: '2026-10-01', Urgent: 4, Important: 0, General: 0 },
  ]);
  expect(await health(member, { ProjectId: undefined, Operators: 4 })).toMatchObject({
    FloodCount: 0,
    PerDay: 10,
    ProjectList: [{ ProjectId: project, Count: 40, PreviousCount: 1, Urgent: 10, Standing: 1 }],
  });

  // One device, and not its own level: neither is in any figure.
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { deviceIds: [otherDevice], alarmLevels: [1] });
  expect(await health(limited)).toMatchObject({ Total: 10, Recorded: 0, StandingCount: 0, ChatteringCount: 0 });
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  expect(
    await call(viewer, 'getAlarmHealth', { body: { StartTime: '2026-10-01 00:00', EndTime: '2026-10-01 12:00' } }),
  ).toMatchObject({ code: 403 });
  const stranger = await aMember(database.db, await aCompany(database.db), -1, { permissions: ['companyAnalysis'] });
  expect(await health(stranger, { ProjectId: undefined })).toMatchObject({
    Total: 0,
    BadActorList: [],
    StandingCount: 0,
  });
});

test('sources that differ only in their condition, or in the line they hang on, are told apart; from few alarms nothing is proposed', async () => {
  const lost: RuleDefinition = { kind: 'communicationLoss', severity: 2, onDelaySeconds: 60, offDelaySeconds: 0 };
  const gateways = [gateway, await aGateway(database.db, project)];
  const lines = await aRule(database.db, strategy, lost, { gateways });
  const other = await aRule(
    database.db,
    strategy,
    { ...highLimit, bands: { high: { limit: -5, severity: 2 } } },
    { points: [point] },
  );
  const first = await database.db
    .selectFrom('alarm_rule_subject')
    .select('rule_id')
    .orderBy('rule_id')
    .executeTakeFirstOrThrow();
  const insert = (ruleId: number, type: string, id: number, kind: string, count: number) =>
    sql`
    INSERT INTO alarm (company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
      device_name, kind, severity, worst_severity, raised_at, returned_at, sentence_zh, sentence_en, unit)
    SELECT ${company}, ${project}, ${strategy}, ${ruleId}, '{}', ${type}, ${id}, CASE ${type} WHEN 'point' THEN ${point}::int END,
      CASE ${type} WHEN 'point' THEN ${device}::int END, '一号', '', ${kind}, 2, 2, at, at + interval '1 minute', '', '', '°C'
    FROM (SELECT to_timestamp(${(noon - 1440 * minute) / 1000}) + n * interval '1 hour' AS at FROM generate_series(1, ${count}::int) n) x`.execute(
      database.db,
    );
  await insert(lines, 'gateway', gateways[0]!, 'communicationLoss', 6);
  await insert(first.rule_id, 'point', point, 'limit', 3);
  await insert(other, 'point', point, 'limit', 2);
  await insert(lines, 'gateway', gateways[1]!, 'communicationLoss', 1);
  const body = { StartTime: '2026-09-30 12:00', EndTime: '2026-10-01 12:00', ProjectId: project };
  const { data } = await call(member, 'getAlarmHealth', { body, language: 'en' });
  expect(data.BadActorList).toMatchObject([
    { Type: 'gateway', SourceId: gateways[0], Count: 6, LineDelay: { Seconds: expect.any(Number), Count: 0 } },
    { SourceId: point, RuleId: first.rule_id, ALARM_SETTING: expect.stringContaining('high limit −15.0 °C') },
    { SourceId: point, RuleId: other, ALARM_SETTING: expect.stringContaining('high limit −5.0 °C') },
    { Type: 'gateway', SourceId: gateways[1], Count: 1, LineDelay: null },
  ]);
});

test('alarms that stood at the end of a past period are those that were not hidden then', async () => {
  const day = 1440 * minute;
  const standing = async (at: number) => {
    const local = (epoch: number) => new Date(epoch + 480 * minute).toISOString().slice(0, 16).replace('T', ' ');
    const body = { StartTime: local(at - day), EndTime: local(at - minute), ProjectId: project };
    return (await call(member, 'getAlarmHealth', { body })).data.StandingCount;
  };
  await measure(-12, noon);
  const out = async (at: number) => {
    clock.set(at);
    const body = { DeviceId: device, Reason: '大修', ReviewDate: '2026-12-01' };
    return (await call(member, 'setOutOfService', { body })).data.ShelfId;
  };
  const back = async (ShelfId: number, at: number) => {
    clock.set(at);
    await call(member, 'endAlarmShelf', { body: { ShelfIdList: [ShelfId] } });
  };
  await back(await out(noon + 3 * day), noon + 5 * day);
  const again = await out(noon + 7 * day);
  clock.set(noon + 9 * day);
  const days = [2, 4, 6, 8];
  const found = [];
  for (const each of days) found.push(await standing(noon + each * day));
  expect(found).toEqual([1, 0, 1, 0]);
  await back(again, noon + 9 * day);
  const later = [];
  for (const each of days) later.push(await standing(noon + each * day));
  expect(later).toEqual(found);
});

test('an alarm that is hidden or shown because its severity changed says so in what happened', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  await shelve([id]);
  await measure(-9, noon + minute);
  await measure(-12, noon + 2 * minute);
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: id }, language: 'en' });
  const turns = data.Journal.filter(({ Kind }: { Kind: string }) => Kind === 'hidden' || Kind === 'shown');
  expect(turns).toMatchObject([
    { Kind: 'hidden', UserName: '王强' },
    { Kind: 'shown', Text: 'More severe than it was shelved at: shown again', At: noon + minute },
    { Kind: 'hidden', Text: expect.stringContaining('Shelved until'), At: noon + 2 * minute },
  ]);
});

test('why a point did, or did not, alarm is told from what the engine sees on its history', async () => {
  const patient = await aStrategy(database.db, project, { name: '耐心的策略', nameEn: 'A patient one' });
  await aRule(database.db, patient, { ...highLimit, onDelaySeconds: 600 }, { points: [point] });
  await sql`UPDATE alarm_strategy SET created_at = ${new Date(noon - 1440 * minute)}, changed_at = ${new Date(noon - 1440 * minute)}`.execute(
    database.db,
  );
  await alarms.reload();
  for (let m = 0; m <= 20; m++) await measure(m >= 5 && m < 10 ? -12.5 : -18, noon + m * minute);

  const why = async (userId: number, time: string, language: 'zh' | 'en' = 'en') => {
    const body = { ProjectId: project, PointId: point, Time: `2026-10-01 ${time}` };
    return call(userId, 'explainAlarm', { body, language });
  };
  const reply = await why(member, '12:07:30');
  expect(reply).toMatchObject({ code: 200 });
  const during = reply.data;
  expect(during).toMatchObject({ PointName: 'Room temperature', MName: 'Freezer 1' });
  expect(during.TextList).toEqual(['The value was −12.5 °C (measured at 12:07:00, good)']);
  const [atOnce, delayed] = during.RuleList;
  expect(atOnce).toMatchObject({
    Verdict: 'alarming',
    StrategyName: 'Freezer temperature',
    AlarmId: await onlyAlarmId(),
  });
  expect(atOnce.TextList.join(' | ')).toContain('In alarm since 12:05:00');
  expect(delayed).toMatchObject({ Verdict: 'pending', AlarmId: null });
  expect(delayed.TextList).toEqual([
    'Limits in force: high-high limit −10.0 °C, high limit −15.0 °C',
    'Beyond the high limit since 12:05:00',
    '2 min 30 s of its delay of 10 min had passed, so it had not alarmed yet',
    'It was to alarm at 12:15:00 unless it went back',
    'Nor did it alarm in the 12 min 30 s after',
  ]);
  expect((await why(member, '12:07:30', 'zh')).data.RuleList[1].TextList[2]).toBe(
    '延时 10 分钟已过 2 分钟 30 秒，因此当时还没有报警',
  );
  expect((await why(member, '12:03')).data.RuleList[0]).toMatchObject({ Verdict: 'normal', AlarmId: null });
  expect((await why(member, '12:03')).data.RuleList[0].TextList.at(-1)).toBe(
    'It alarmed later, at 12:05:00 (important)',
  );

  // Closed after ten minutes, and out of service.
  await sql`UPDATE alarm_strategy SET enabled = false WHERE id = ${patient}`.execute(database.db);
  await keepRuleVersions(system, database.db, [patient], new Date(noon + 10 * minute));
  await sql`
    INSERT INTO alarm_shelf (company_id, project_id, kind, device_id, reason, from_at, created_by, created_at)
    VALUES (${company}, ${project}, 'outOfService', ${device}, '大修', ${new Date(noon)}, ${member}, ${new Date(noon)})`.execute(
    database.db,
  );
  const closed = (await why(member, '12:07:30')).data;
  expect(closed.RuleList[1]).toMatchObject({ Verdict: 'pending', ByPresentRule: false });
  expect((await why(member, '12:11')).data.RuleList[1]).toMatchObject({ Verdict: 'closed' });
  expect(closed.TextList[1]).toBe(
    'Out of service then (alarms): judged as ever, but neither shown nor announced, 王强, 大修',
  );

  // A level that this reader does not see is not mentioned; another device, and another company, are not there.
  const limited = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  await limitMember(database.db, limited, project, { deviceIds: [device], alarmLevels: [1] });
  const told = (await why(limited, '12:07:30')).data;
  expect(told.RuleList[0]).toMatchObject({ Verdict: 'notYours', AlarmId: null });
  expect(told.TextList[1]).not.toContain('大修');
  const blind = await aMember(database.db, company, project);
  await limitMember(database.db, blind, project, { deviceIds: [otherDevice] });
  expect((await why(blind, '12:07:30')).code).toBe(404);
  expect((await why(await aMember(database.db, await aCompany(database.db), -1), '12:07:30')).code).not.toBe(200);
});

test('why tells no start that is only where it begins to look, and nothing of a policy before it was made', async () => {
  const dated = async (id: number, created: number, changed = created) => {
    await sql`UPDATE alarm_strategy SET created_at = ${new Date(created)}, changed_at = ${new Date(changed)} WHERE id = ${id}`.execute(
      database.db,
    );
    await sql`UPDATE alarm_rule_version SET valid_from = ${new Date(changed)} WHERE strategy_id = ${id}`.execute(
      database.db,
    );
  };
  const day = 1440 * minute;
  const old = await aStrategy(database.db, project, { name: '早有的策略', nameEn: 'Made long ago' });
  await aRule(database.db, old, highLimit, { points: [point] });
  await dated(old, noon - 30 * day);
  await sql`UPDATE alarm_strategy SET enabled = false WHERE id = ${old}`.execute(database.db);
  for (let m = 0; m <= 10; m++) await measure(-12.5, noon + m * minute);
  const late = await aStrategy(database.db, project, { name: '新策略', nameEn: 'Made late' });
  await aRule(database.db, late, { ...highLimit, onDelaySeconds: 120 }, { points: [point] });
  await dated(late, noon + 10.5 * minute);
  await alarms.reload();
  for (let m = 11; m <= 20; m++) await measure(-12.5, noon + m * minute);

  const ruleOf = async (time: string, name: string, language: 'zh' | 'en' = 'en') => {
    const body = { ProjectId: project, PointId: point, Time: time };
    const { data } = await call(member, 'explainAlarm', { body, language });
    return data.RuleList.find(({ StrategyName }: { StrategyName: string }) => StrategyName === name);
  };
  // It counts from when it was made, however long the value had been over by then.
  const waiting = await ruleOf('2026-10-01 12:12:00', 'Made late');
  expect(waiting).toMatchObject({ Verdict: 'pending', ByPresentRule: false });
  expect(waiting.TextList).toEqual(
    expect.arrayContaining(['The policy was made at 12:10:30', 'Beyond the high limit since 12:10:30']),
  );
  const on = await ruleOf('2026-10-01 12:15:00', 'Made late');
  expect(on).toMatchObject({ Verdict: 'alarming', AlarmId: expect.any(Number) });
  expect(on.TextList).toEqual(
    expect.arrayContaining(['In alarm since 12:13:00', expect.stringContaining('On record: since 12:13:00')]),
  );
  const before = await ruleOf('2026-10-01 12:05:00', 'Made late');
  expect(before).toMatchObject({ Verdict: 'notYet', ByPresentRule: true, AlarmId: null });
  expect(before.TextList.join(' | ')).not.toMatch(/in force|since|alarmed later/);
  expect(before.TextList).toContain('Its present limits: high-high limit −10.0 °C, high limit −15.0 °C');

  // Changed since: the answer uses the present rule.
  await dated(late, noon - day, noon + 18 * minute);
  await sql`DELETE FROM alarm WHERE strategy_id = ${late}`.execute(database.db);
  const changed = await ruleOf('2026-10-01 12:15:00', 'Made late');
  expect(changed).toMatchObject({ ByPresentRule: true });
  expect(changed.TextList.join(' | ')).not.toContain('in force');

  // Deleted since, it keeps its name.
  await database.db.deleteFrom('alarm_strategy').where('name_en', '=', 'Freezer temperature').execute();
  const gone = await ruleOf('2026-10-01 12:05:00', 'Freezer temperature');
  expect(gone).toMatchObject({ StrategyDeleted: true, Verdict: 'alarming' });
  expect(gone.TextList).toContain('In alarm since 12:00:00');

  // Where looking begins in the middle of it, that is no beginning.
  await sql`DELETE FROM alarm`.execute(database.db);
  await measure(-12.5, noon + day);
  await measure(-12.5, noon + day + minute);
  const edge = await ruleOf('2026-10-02 12:01:30', 'Made long ago');
  expect(edge.TextList.join(' | ')).toContain('or before');
});
