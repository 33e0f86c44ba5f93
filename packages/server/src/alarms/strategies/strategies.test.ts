import { readFileSync } from 'node:fs';
import { type CallName, commonErrors, type ExportKindName, type StrategyFormInput } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { measure } from '../../testing/equippedCompany.ts';
import { exportedSheet } from '../../testing/exportedSheet.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aPointType,
  aProject,
  limitMember,
} from '../../testing/factories.ts';
import { tellConfiguration } from '../../testing/tellConfiguration.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

let app: TestApplication;
let companyId: number;
let projectId: number;
let otherProjectId: number;
let gatewayId: number;
let typeId: number;
let statusTypeId: number;
/** Two freezers of one class in the first project, with one temperature each; a third in the other one. */
let devices: number[];
let points: number[];
let doorPointId: number;
let elsewherePointId: number;
let ownerId: number;
/** Keeps the templates of the company, and nothing else. */
let keeperId: number;
let classId: number;
let colleagueId: number;
let limitedId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      otherProjectId = await aProject(db, companyId, { name: 'Second store' });
      gatewayId = await aGateway(db, projectId);
      const otherGatewayId = await aGateway(db, otherProjectId);
      typeId = await aPointType(db, companyId);
      statusTypeId = await aPointType(db, companyId, { status: [{ value: 1, zh: '开', en: 'open' }] });
      devices = [await aDevice(db, projectId, { name: 'Freezer 1' }), await aDevice(db, projectId)];
      const elsewhere = await aDevice(db, otherProjectId);
      const { device_class_id } = await db
        .selectFrom('device')
        .where('id', '=', devices[0]!)
        .select('device_class_id')
        .executeTakeFirstOrThrow();
      classId = device_class_id;
      keeperId = await aMember(db, companyId, -1, { permissions: ['companyAlarms'] });
      await db.updateTable('device').set({ device_class_id }).where('id', 'in', [devices[1]!, elsewhere]).execute();
      const air = { name: 'Air', pointTypeId: typeId };
      points = [
        await aPoint(db, gatewayId, { ...air, deviceId: devices[0]! }),
        await aPoint(db, gatewayId, { ...air, deviceId: devices[1]! }),
      ];
      doorPointId = await aPoint(db, gatewayId, {
        name: 'Door',
        pointTypeId: statusTypeId,
        deviceId: devices[0]!,
        unit: '',
      });
      elsewherePointId = await aPoint(db, otherGatewayId, { ...air, deviceId: elsewhere });
      const permissions = ['alarmManage', 'alarmStrategyEdit', 'projectLogs'] as const;
      ownerId = await aMember(db, companyId, projectId, { nickname: 'Owner', permissions });
      await aMember(db, companyId, otherProjectId, { userId: ownerId, permissions });
      colleagueId = await aMember(db, companyId, projectId, { nickname: 'Colleague', permissions });
      limitedId = await aMember(db, companyId, projectId, { permissions });
      await limitMember(db, limitedId, projectId, { deviceIds: [devices[1]!] });
    },
  });
});
afterAll(() => app.stop());

const ask = async (
  userId: number,
  name: CallName,
  part: { query?: unknown; body?: unknown },
  language: 'zh' | 'en' = 'en',
) => {
  const token = await tokenFor(app.database.db, userId);
  const { status, envelope } = await makeCall(app.url, name, part, { token, language });
  // biome-ignore lint/suspicious/noExplicitAny: each test reads what its call answers
  return { status, message: envelope.Message, data: envelope.Data as any };
};

const limit = (high: number) =>
  ({
    kind: 'limit',
    bands: { high: { limit: high, severity: 2 } },
    deadband: 1,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  }) as const;

/** One condition that waits for states of other points. */
const waits = (...states: object[]) => [
  {
    Definition: {
      ...limit(-15),
      onlyWhile: states.map((each) => ({ values: [0], settleSeconds: 0, maxHiddenSeconds: 3600, ...each })),
    } as never,
  },
];

const form = (change: Partial<StrategyFormInput> = {}): StrategyFormInput => ({
  ProjectId: projectId,
  StrategyName: 'Too warm',
  RuleList: [{ Definition: limit(-15) }],
  PointIdList: [points[0]!],
  ...change,
});

const added = async (change: Partial<StrategyFormInput> = {}): Promise<number> => {
  const { data, message } = await ask(ownerId, 'addAlarmStrategy', { body: form(change) });
  expect(message).toBe('');
  return data.StrategyId;
};
const detail = async (strategyId: number, userId = ownerId) =>
  (await ask(userId, 'getAlarmStrategy', { query: { strategyId } })).data;

const measured = (pointId: number, value: number) => measure(app.application, [{ pointId, at: Date.now(), value }]);
const endsOn = async (strategyId: number | null, pointId: number) => {
  const { rows } = await app.database.pool.query<{ end_reason: string | null }>(
    'SELECT end_reason FROM alarm WHERE point_id = $1 AND ($2::int IS NULL OR strategy_id = $2) ORDER BY id',
    [pointId, strategyId],
  );
  return rows.map(({ end_reason }) => end_reason);
};

/** The evaluator has read again what was changed. */
const followed = () => tellConfiguration(app.application, 'alarmStrategy', 0);

test('a strategy alarms as soon as it is saved, goes on with its alarms when it is changed, and a switch ends them with the reason', async () => {
  const strategyId = await added();
  await followed();
  await measured(points[0]!, -10);
  expect(await endsOn(strategyId, points[0]!)).toEqual([null]);

  const { RuleList } = await detail(strategyId);
  const changed = { RuleId: RuleList[0].RuleId, Definition: limit(-12) };
  expect(
    (await ask(ownerId, 'updateAlarmStrategy', { body: { StrategyId: strategyId, RuleList: [changed] } })).message,
  ).toBe('');
  await followed();
  await measured(points[0]!, -10);
  expect(await endsOn(strategyId, points[0]!)).toEqual([null]);

  const close = { StrategyIdList: [strategyId], Enabled: false };
  expect((await ask(ownerId, 'enableAlarmStrategy', { body: close })).data).toEqual({ Changed: 1 });
  await followed();
  await measured(points[0]!, -10);
  expect(await endsOn(strategyId, points[0]!)).toEqual(['ruleClosed']);

  const { data } = await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
  expect(data).toEqual({ Deleted: 1 });
  expect((await ask(ownerId, 'getAlarmStrategy', { query: { strategyId } })).status).toBe(404);
});

test('an alarm keeps the name of the policy it came by when that is deleted, and is listed and exported as ended, not as returned', async () => {
  const strategyId = await added();
  await followed();
  await measured(points[0]!, -10);
  const { rows } = await app.database.pool.query<{ id: number; name: string }>(
    'SELECT a.id::int AS id, st.name FROM alarm a JOIN alarm_strategy st ON st.id = a.strategy_id WHERE a.strategy_id = $1',
    [strategyId],
  );
  const [{ id, name }] = rows as [{ id: number; name: string }];
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
  await followed();
  await measured(points[0]!, -20);

  const alarm = (await ask(ownerId, 'getAlarmDetail', { query: { alarmId: id } })).data;
  expect(alarm).toMatchObject({ EndReason: 'ruleDeleted', Active: false, StrategyName: name, StrategyDeleted: true });
  expect(alarm.Journal.at(-1).Text).toContain('its rule was deleted');

  const found = async (IsReturned: boolean) =>
    (await ask(ownerId, 'getAlarmClear', { body: { Id: id, IsReturned } })).data.Data.map(
      (row: { Id: number }) => row.Id,
    );
  expect([await found(true), await found(false)]).toEqual([[], [id]]);
  const spans = await ask(ownerId, 'getAlarmsOfPoints', {
    body: {
      ProjectId: projectId,
      PointIdList: [points[0]!],
      StartTime: '2020-01-01 00:00:00',
      EndTime: '2099-01-01 00:00:00',
    },
  });
  expect(spans.data.find(({ AlarmId }: { AlarmId: number }) => AlarmId === id)).toMatchObject({
    EndReason: 'ruleDeleted',
  });
});

test('a strategy that breaks a rule is refused beside its field, in both languages', async () => {
  const bands = (given: object) => [{ Definition: { ...limit(0), bands: given } as never }];
  const someone = { UserId: colleagueId, LevelList: [1], ChannelList: ['app' as const] };
  const wrong: [Partial<StrategyFormInput>, string, string, string][] = [
    [{ StrategyName: 'x' }, 'StrategyName', '策略名称须为 2–25 个字符', 'A policy name has 2 to 25 characters'],
    [
      { RuleList: bands({ highHigh: { limit: 5, severity: 1 }, high: { limit: 8, severity: 2 } }) },
      'RuleList.0.Definition.bands.highHigh.limit',
      '上上限须大于上限',
      'The high-high limit must be above the high limit',
    ],
    [
      { RuleList: bands({ high: { limit: 5, severity: 2 }, lowLow: { limit: 6, severity: 2 } }) },
      'RuleList.0.Definition.bands.high.limit',
      '上限须大于下下限',
      'The high limit must be above the low-low limit',
    ],
    [
      { RuleList: bands({ lowLow: { limit: -9, severity: 3 }, low: { limit: -5, severity: 2 } }) },
      'RuleList.0.Definition.bands.lowLow.severity',
      '下下限的级别须高于下限',
      'The low-low limit must be more severe than the low limit',
    ],
    [{ RuleList: bands({}) }, 'RuleList.0.Definition.bands', '请至少设置一个限值', 'Set at least one limit'],
    [
      { RuleList: bands({ high: { limit: 'warm', severity: 2 } }) },
      'RuleList.0.Definition.bands.high.limit',
      '须为数字',
      'Must be a number',
    ],
    [
      { RuleList: [{ Definition: { ...limit(0), deadband: -1 } }] },
      'RuleList.0.Definition.deadband',
      '不能小于 0',
      'Not less than 0',
    ],
    [
      { RuleList: waits({ point: { pointId: doorPointId } }, { point: { pointId: doorPointId }, values: [] }) },
      'RuleList.0.Definition.onlyWhile.1.values',
      '请至少选择一个状态',
      'Choose at least one state',
    ],
    [
      { RuleList: waits({ point: { pointId: elsewherePointId } }) },
      'RuleList.0.Definition',
      '所选点位不存在、不可见或不属于该项目',
      'A chosen point does not exist, is not visible to you or is of another project.',
    ],
    [{ RuleList: [] }, 'RuleList', '请至少设置一个触发条件', 'Set at least one trigger condition'],
    [{ PointIdList: [] }, 'PointIdList', '请至少选择一个报警点位', 'Choose at least one alarm point'],
    [{ EscalateMinutes: 4 }, 'EscalateMinutes', '间隔至少 5 分钟', 'The interval is at least 5 minutes'],
    [
      { ContactList: [{ ...someone, LevelList: [1, 4] }] },
      'ContactList.0.LevelList.1',
      '“仅记录”级别不通知任何人',
      'Nobody is notified of record-only alarms',
    ],
    [
      { ContactList: [{ ...someone, LevelList: [] }] },
      'ContactList.0.LevelList',
      '请选择接收级别',
      'Choose which levels they receive',
    ],
    [
      { ContactList: [{ ...someone, From: '22:00', Until: '06:00' }] },
      'ContactList.0.Until',
      '开始时间不能晚于结束时间；跨零点请勾选“次日结束”',
      'The start must not be after the end; across midnight, tick “ends next day”',
    ],
    [
      { ContactList: [{ ...someone, Step: 1 }] },
      'EscalateMinutes',
      '有升级联系人时须填写升级间隔',
      'With people of a later step, give the interval of escalation',
    ],
    [
      { PointIdList: [elsewherePointId] },
      'PointIdList',
      '所选点位不存在、不可见或不属于该项目',
      'A chosen point does not exist, is not visible to you or is of another project.',
    ],
    [
      { PointIdList: [doorPointId] },
      'RuleList.0.Definition',
      '数值条件只能用于模拟量点位：Freezer 1 · Door',
      'A condition about numbers goes onto analog points only: Freezer 1 · Door',
    ],
  ];
  for (const [change, field, zh, en] of wrong) {
    for (const [language, words] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const { status, data } = await ask(ownerId, 'addAlarmStrategy', { body: form(change) }, language);
      expect([status, data.Fields]).toEqual([400, expect.arrayContaining([{ Field: field, Message: words }])]);
    }
  }
});

test('what two people change in different parts stays, and the log says both in words', async () => {
  const strategyId = await added({ ContactList: [{ UserId: ownerId, LevelList: [1, 2], ChannelList: ['sms'] }] });
  const contact = {
    UserId: colleagueId,
    LevelList: [1],
    ChannelList: ['voice' as const],
    From: '20:00',
    Until: '06:00',
    EndsNextDay: true,
  };
  await ask(ownerId, 'updateAlarmStrategy', {
    body: {
      StrategyId: strategyId,
      ...{ Remarks: 'Night goods', Instruction: '转移货物', InstructionEn: 'Move the goods' },
      AddPointIdList: [points[1]!],
    },
  });
  await ask(colleagueId, 'updateAlarmStrategy', {
    body: {
      StrategyId: strategyId,
      RepeatMinutes: 30,
      RuleList: [{ Definition: { kind: 'noData', afterSeconds: 600, severity: 3 } }],
      ContactList: [contact],
    },
  });
  const strategy = await detail(strategyId);
  expect(strategy).toMatchObject({
    ...{ Remarks: 'Night goods', Instruction: '转移货物', InstructionEn: 'Move the goods' },
    RepeatMinutes: 30,
    AlarmClassList: ['limit', 'noData'],
    PointCount: 2,
  });
  expect(strategy.ContactList).toMatchObject([
    { UserId: colleagueId, From: '20:00', Until: '06:00', EndsNextDay: true, LackList: ['mobile'] },
    { UserId: ownerId, LackList: ['mobile'] },
  ]);
  // The chains of both conditions watch both points.
  const { rows } = await app.database.pool.query<{ count: number }>(
    'SELECT count(*) FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id WHERE r.strategy_id = $1',
    [strategyId],
  );
  expect(rows[0]!.count).toBe(4);

  const { data } = await ask(ownerId, 'getOperationLogPage', {
    body: { ProjectId: projectId, SubjectKindList: ['alarmStrategy'], SubjectId: String(strategyId) },
  });
  const [second, first, creation] = data.Data;
  expect(creation.CallName).toBe('Add an alarm policy');
  expect(first.After).toMatchObject({
    ...{ remarks: 'Night goods', instruction: '转移货物', instructionEn: 'Move the goods' },
    pointIdList: [points[1]],
  });
  expect(second.Before.rules).toHaveLength(1);
  expect(second.After.rules[1]).toEqual({ zh: '10 分钟无数据（一般）', en: 'No data for 10 min (general)' });
  expect(second.After.contacts).toContainEqual({
    zh: 'Colleague（紧急；电话；20:00–06:00）',
    en: 'Colleague (urgent; Call; 20:00–06:00)',
  });
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
});

test('a copy finds the like points of another project and says what has no like there and who is left out', async () => {
  const strategyId = await added({
    PointIdList: points,
    RuleList: [{ Definition: { kind: 'badQuality', severity: 3, onDelaySeconds: 60, offDelaySeconds: 0 } }],
    ContactList: [{ UserId: colleagueId, LevelList: [1], ChannelList: ['app'] }],
  });
  await ask(ownerId, 'updateAlarmStrategy', { body: { StrategyId: strategyId, AddPointIdList: [doorPointId] } });
  const copy = { StrategyId: strategyId, ProjectIdList: [otherProjectId] };
  const { data: plan } = await ask(ownerId, 'copyAlarmStrategy', { body: { ...copy, IsDryRun: true } });
  expect(plan).toMatchObject([
    { ProjectName: 'Second store', StrategyId: null, MatchedCount: 1, LeftOutNameList: ['Colleague'] },
  ]);
  expect(plan[0].UnmatchedList).toEqual([expect.stringContaining('Door')]);
  const { data } = await ask(ownerId, 'copyAlarmStrategy', { body: copy });
  expect(await detail(data[0].StrategyId)).toMatchObject({
    ProjectId: otherProjectId,
    PointList: [{ PointId: elsewherePointId }],
    ContactList: [],
  });
  // A caller who does not set up strategies there copies nothing there.
  expect((await ask(colleagueId, 'copyAlarmStrategy', { body: copy })).status).toBe(403);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId, data[0].StrategyId] } });
});

test('limits of single devices come along with a copy, and where they cannot it says so', async () => {
  const strategyId = await added({ PointIdList: points });
  const { RuleList } = await detail(strategyId);
  const own = (more: object) =>
    ask(ownerId, 'setAlarmStrategyOverride', {
      body: { StrategyId: strategyId, RuleId: RuleList[0].RuleId, Definition: limit(0), ...more },
    });
  await own({ ModelTreeId: devices[1] });
  const copy = async (to: number, more: object = {}) => {
    const body = { StrategyId: strategyId, ProjectIdList: [to], ...more };
    const [made] = (await ask(ownerId, 'copyAlarmStrategy', { body })).data;
    return { made, limits: made.StrategyId === null ? null : (await detail(made.StrategyId)).OverrideList };
  };
  const zero = { bands: { high: { limit: 0 } } };
  const here = await copy(projectId, { StrategyName: 'Once more' });
  expect(here.limits).toMatchObject([{ PointId: points[1], Definition: zero }]);
  // Two of one name are like the one over there; only one of them has limits of its own.
  const { made } = await copy(otherProjectId, { IsDryRun: true });
  expect(made).toMatchObject({ OwnLimitCount: 0, OwnLimitLeftList: [expect.stringContaining('Air')] });
  await own({ ModelTreeId: devices[0] });
  const there = await copy(otherProjectId);
  expect(there.made).toMatchObject({ OwnLimitCount: 1, OwnLimitLeftList: [] });
  expect(there.limits).toMatchObject([{ PointId: elsewherePointId, Definition: zero }]);
  const all = [strategyId, here.made.StrategyId, there.made.StrategyId];
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: all } });
});

test('a device has limits of its own without a copy of the strategy, until they are taken back', async () => {
  const strategyId = await added({ PointIdList: points });
  const { RuleList } = await detail(strategyId);
  const own = { StrategyId: strategyId, RuleId: RuleList[0].RuleId, ModelTreeId: devices[1] };
  const { data } = await ask(ownerId, 'setAlarmStrategyOverride', { body: { ...own, Definition: limit(0) } });
  expect(data).toEqual({ Changed: 1 });
  await followed();
  await measured(points[0]!, -10);
  await measured(points[1]!, -10);
  expect([await endsOn(strategyId, points[0]!), await endsOn(strategyId, points[1]!)]).toEqual([[null], []]);
  expect((await detail(strategyId)).OverrideList).toMatchObject([
    { PointId: points[1], Definition: { bands: { high: { limit: 0 } } } },
  ]);

  const other = { kind: 'noData', afterSeconds: 600, severity: 3 };
  expect((await ask(ownerId, 'setAlarmStrategyOverride', { body: { ...own, Definition: other } })).status).toBe(400);
  await ask(ownerId, 'setAlarmStrategyOverride', { body: { ...own, Definition: null } });
  await followed();
  await measured(points[1]!, -10);
  expect(await endsOn(strategyId, points[1]!)).toEqual([null]);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
});

test('points are put under a strategy by class, type, area and device, those of the other kind of value left out', async () => {
  const strategyId = await added();
  const assign = (more: object) => ask(ownerId, 'assignAlarmStrategy', { body: { StrategyId: strategyId, ...more } });
  expect((await assign({ ModelTreeIdList: devices, IsDryRun: true })).data).toEqual({
    Matched: 2,
    Changed: 1,
    UnclearList: [],
  });
  expect((await assign({ ModelTreeIdList: devices })).data).toEqual({ Matched: 2, Changed: 1, UnclearList: [] });
  expect((await assign({ PointTypeIdList: [typeId], Remove: true, ModelTreeIdList: [devices[0]] })).data.Changed).toBe(
    1,
  );
  expect((await detail(strategyId)).PointList.map((point: { PointId: number }) => point.PointId)).toEqual([points[1]]);
  expect((await assign({ PointTypeIdList: [typeId], Remove: true })).status).toBe(400);
  expect((await assign({})).status).toBe(400);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
});

test('who sees some devices of a project reads the strategies about these, without the others, and sets up none', async () => {
  const [seen, hidden] = [
    await added({ PointIdList: points, StrategyName: 'Both' }),
    await added({ StrategyName: 'First only' }),
  ];
  const { data } = await ask(limitedId, 'getAlarmStrategyPage', { body: { ProjectId: projectId } });
  expect(data.Data).toMatchObject([{ StrategyId: seen, PointCount: 1, MayEdit: false }]);
  expect(await detail(seen, limitedId)).toMatchObject({ PointList: [{ PointId: points[1] }], HiddenPointCount: 1 });
  expect((await ask(limitedId, 'getAlarmStrategy', { query: { strategyId: hidden } })).status).toBe(404);
  const change = { StrategyIdList: [seen], Enabled: false };
  expect(await ask(limitedId, 'enableAlarmStrategy', { body: change })).toMatchObject({
    status: 403,
    message: commonErrors.wholeProjectNeeded.en,
  });
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [seen, hidden] } });
});

test('devices without a policy are proposed what fits their class: templates, and policies of the same class here and in other projects', async () => {
  const proposed = async (userId = ownerId, body: object = {}) =>
    ask(userId, 'getPolicyProposals', { body: { ProjectId: projectId, ...body } });
  const offers = async (body: object = {}) => {
    const { ProposalList } = (await proposed(ownerId, body)).data;
    return ProposalList.flatMap(({ OfferList }: { OfferList: unknown[] }) => OfferList);
  };
  // Nobody has a policy yet, so there is nothing to propose.
  expect((await proposed()).data).toMatchObject({ DeviceCount: 0, ProposalList: [] });
  // One that refers to a certain point of the other project means nothing here.
  const ofOther = { ProjectId: otherProjectId, PointIdList: [elsewherePointId] };
  const [there, bound] = [await added({ ...ofOther, StrategyName: 'Over there' }), await added(ofOther)];
  const certain = { ...limit(-15), bands: { high: { limit: 3, severity: 2, from: { pointId: elsewherePointId } } } };
  await app.database.db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify(certain) })
    .where('strategy_id', '=', bound)
    .execute();
  expect((await proposed(ownerId, { ModelTreeIdList: [devices[0]] })).data).toMatchObject({
    ...{ DeviceCount: 1, DeviceNameList: ['Freezer 1'] },
    ProposalList: [
      {
        ...{ SmallTypeId: classId, PointTypeId: typeId },
        OfferList: [
          {
            ...{ Source: 'company', Id: there, Name: 'Over there', ProjectName: 'Second store', ExtendsName: null },
            ...{ PointIdList: [points[0]], ModelTreeIdList: [devices[0]], ContactNameList: [] },
            RuleTextList: [expect.stringContaining('15.0 °C')],
          },
        ],
      },
    ],
  });
  // Someone whose projects are others is told nothing of that one.
  expect((await proposed(colleagueId)).data.ProposalList).toEqual([]);
  expect((await proposed(limitedId)).status).toBe(403);
  expect((await proposed(keeperId)).status).toBe(403);

  // What the project has itself comes first, with the people it notifies; a point under it is not proposed again.
  const contact = { UserId: ownerId, LevelList: [1, 2], ChannelList: ['email'] };
  const here = await added({ StrategyName: 'Right here', ContactList: [contact] as never });
  expect(await offers()).toMatchObject([
    { Source: 'project', Id: here, ExtendsName: 'Right here', ContactNameList: ['Owner'], PointIdList: [points[1]] },
    { Source: 'company', Id: there },
  ]);

  // A template comes before both; the policy it made takes the points in, and is no offer of its own.
  const { TemplateId } = (
    await ask(keeperId, 'addOrUpdateStrategyTemplate', {
      body: {
        ...{ TemplateName: 'By template', SmallTypeId: classId, PointTypeId: typeId },
        RuleList: [{ Definition: limit(-18) }],
      },
    })
  ).data;
  const template = { Source: 'template', Id: TemplateId, Name: 'By template' };
  expect(await offers()).toMatchObject([
    { ...template, ExtendsName: null, PointIdList: [points[1]] },
    { Source: 'project', Id: here },
    { Source: 'company', Id: there },
  ]);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [here] } });
  const given = await ask(ownerId, 'applyStrategyTemplate', {
    body: { TemplateId, ProjectIdList: [projectId], ModelTreeIdList: [devices[0]] },
  });
  const [made] = given.data[0].StrategyIdList;
  expect(await detail(made)).toMatchObject({ Name: 'By template', PointList: [{ PointId: points[0] }] });
  expect(await offers()).toMatchObject([
    { ...template, ExtendsName: 'By template', PointIdList: [points[1]] },
    { Source: 'company', Id: there },
  ]);

  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [there, bound, made] } });
  await ask(keeperId, 'deleteStrategyTemplate', { body: { TemplateIdList: [TemplateId] } });
});

test('a template of a class becomes one strategy a project, takes in devices that come later, and stays apart from what it made', async () => {
  const kept = {
    TemplateName: '冷柜温度',
    TemplateNameEn: 'Case temperature',
    SmallTypeId: classId,
    PointTypeId: typeId,
  };
  const save = (body: object, userId = keeperId) => ask(userId, 'addOrUpdateStrategyTemplate', { body });
  const rules = [{ Definition: limit(-15) }];
  expect((await save({ ...kept, RuleList: rules }, ownerId)).status).toBe(403);
  // Neither a certain point nor a gateway: a template is of no project.
  const follows = { ...limit(3), bands: { high: { limit: 3, severity: 2, from: { pointId: points[0] } } } };
  expect((await save({ ...kept, RuleList: [{ Definition: follows }] })).message).toContain('never one certain point');
  const silent = { kind: 'communicationLoss', severity: 2, onDelaySeconds: 60, offDelaySeconds: 0 };
  expect((await save({ ...kept, RuleList: [{ Definition: silent }] })).message).toContain('judged at gateways');
  expect((await save({ ...kept, PointTypeId: statusTypeId, RuleList: rules })).message).toContain('analog points only');
  const { TemplateId } = (await save({ ...kept, RuleList: rules, RemarksEn: 'Goods at −18 °C' })).data;

  const give = async (body: object, userId = ownerId) =>
    ask(userId, 'applyStrategyTemplate', { body: { TemplateId, ProjectIdList: [projectId, otherProjectId], ...body } });
  expect((await give({}, keeperId)).status).toBe(403);
  expect((await give({}, colleagueId)).status).toBe(403);
  const first = { ProjectIdList: [projectId], ModelTreeIdList: [devices[0]] };
  expect((await give({ ...first, IsDryRun: true })).data).toMatchObject([{ PointCount: 1, NewCount: 1 }]);
  expect((await give(first)).data).toMatchObject([{ DeviceCount: 1, PointCount: 1, WatchedCount: 0, NewCount: 1 }]);
  // Again, to everything: later devices are added to the earlier strategy, and the other project gets its own.
  const again = (await give({})).data;
  expect(again).toMatchObject([
    { PointCount: 2, WatchedCount: 1, NewCount: 0, ExtendedName: 'Case temperature' },
    { PointCount: 1, WatchedCount: 0, NewCount: 1, ExtendedName: null },
  ]);
  expect((await give({ IsEach: true })).data).toMatchObject([{ NewCount: 0 }, { NewCount: 0 }]);
  const { data } = await ask(ownerId, 'getAlarmStrategyPage', { body: { StrategyName: 'Case temperature' } });
  expect(data.Data).toMatchObject([
    { ProjectId: projectId, PointCount: 2, Remarks: 'Goods at −18 °C' },
    { ProjectId: otherProjectId, PointCount: 1 },
  ]);

  // Nothing of what it made changes with it, and it goes without them.
  expect((await save({ TemplateId, RuleList: [{ Definition: limit(-10) }] })).status).toBe(200);
  const [made, elsewhere] = data.Data.map(({ StrategyId }: { StrategyId: number }) => StrategyId);
  expect((await detail(made)).RuleList).toMatchObject([{ Definition: limit(-15) }]);
  const page = () => ask(keeperId, 'getStrategyTemplatePage', { body: { TemplateIdList: [TemplateId] } });
  expect((await page()).data.Data).toMatchObject([
    { TemplateName: 'Case temperature', SmallTypeId: classId, RuleList: [{ Definition: limit(-10) }] },
  ]);
  expect((await ask(keeperId, 'deleteStrategyTemplate', { body: { TemplateIdList: [TemplateId] } })).data.Deleted).toBe(
    1,
  );
  expect((await page()).data.TotalCount).toBe(0);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [made, elsewhere] } });

  // One for each device, named after it; of several points of the type the main one is meant.
  await aPoint(app.database.db, gatewayId, { name: 'Coil', pointTypeId: typeId, deviceId: devices[0]! });
  await app.database.db.updateTable('device_point').set({ main: true }).where('point_id', '=', points[0]!).execute();
  const { TemplateId: other } = (await save({ ...kept, RuleList: rules })).data;
  const each = await ask(ownerId, 'applyStrategyTemplate', {
    body: { TemplateId: other, ProjectIdList: [projectId], IsEach: true, Enabled: false },
  });
  expect(each.data).toMatchObject([{ DeviceCount: 2, PointCount: 2, NewCount: 2 }]);
  const ofEach = (await ask(ownerId, 'getAlarmStrategyPage', { body: { StrategyName: 'Case temperature' } })).data.Data;
  expect(ofEach).toMatchObject([
    { PointCount: 1, Enabled: false },
    { PointCount: 1, Enabled: false },
  ]);
  const ids = ofEach.map(({ StrategyId }: { StrategyId: number }) => StrategyId);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: ids } });
});

test('what a template would watch names the devices that lack a point its conditions need, and says whether they are watched', async () => {
  const { db } = app.database;
  const defrost = await aPointType(db, companyId, { status: [{ value: 0, zh: '关', en: 'off' }] });
  await db.updateTable('point_type').set({ name_en: 'Defrost' }).where('id', '=', defrost).execute();
  const made: number[] = [];
  const of = async (name: string, ...typeIds: number[]) => {
    const deviceId = await aDevice(db, projectId, { name });
    for (const pointTypeId of typeIds) made.push(await aPoint(db, gatewayId, { name, pointTypeId, deviceId }));
    return deviceId;
  };
  const complete = await of('Complete', typeId, defrost);
  const [half, none] = [await of('No defrost', typeId), await of('Nothing', defrost)];
  const { device_class_id: ownClass } = await db
    .selectFrom('device')
    .where('id', '=', complete)
    .select('device_class_id')
    .executeTakeFirstOrThrow();
  await db.updateTable('device').set({ device_class_id: ownClass }).where('id', 'in', [half, none]).execute();
  const onlyWhile = [{ point: { pointTypeId: defrost }, values: [0], settleSeconds: 0, maxHiddenSeconds: 600 }];
  const { TemplateId } = (
    await ask(keeperId, 'addOrUpdateStrategyTemplate', {
      body: {
        ...{ TemplateName: '冷柜', SmallTypeId: ownClass, PointTypeId: typeId },
        RuleList: [{ Definition: { ...limit(-15), onlyWhile } }],
      },
    })
  ).data;
  const { data } = await ask(ownerId, 'applyStrategyTemplate', {
    body: { TemplateId, ProjectIdList: [projectId], IsDryRun: true },
  });
  expect(data).toMatchObject([
    {
      ...{ DeviceCount: 2, PointCount: 2, LackingCount: 2 },
      LackingList: [
        { ModelTreeId: none, ModelTreeName: 'Nothing', PointTypeNameList: ['Temperature'], IsWatched: false },
        { ModelTreeId: half, ModelTreeName: 'No defrost', PointTypeNameList: ['Defrost'], IsWatched: true },
      ],
    },
  ]);
  // A rule compared with another point is not judged where there is none, and left out where there are several.
  made.push(await aPoint(db, gatewayId, { name: 'Setpoint', pointTypeId: typeId, deviceId: complete }));
  made.push(await aPoint(db, gatewayId, { name: 'Coil', pointTypeId: typeId, deviceId: complete }));
  const main = made[0]!;
  await db.updateTable('device_point').set({ main: true }).where('point_id', '=', main).execute();
  const deviation = { kind: 'deviation', direction: 'above', limit: 3, deadband: 0.5, severity: 2 } as const;
  const compared = async (from: object) => {
    const Definition = { ...deviation, from, onDelaySeconds: 0, offDelaySeconds: 0 };
    await ask(keeperId, 'addOrUpdateStrategyTemplate', { body: { TemplateId, RuleList: [{ Definition }] } });
    const body = { TemplateId, ProjectIdList: [projectId], ModelTreeIdList: [complete, half], IsDryRun: true };
    return (await ask(ownerId, 'applyStrategyTemplate', { body })).data;
  };
  expect(await compared({ pointTypeId: typeId })).toMatchObject([
    {
      PointCount: 1,
      LackingList: [
        { ModelTreeId: complete, IsWatched: false, CandidateList: ['Setpoint', 'Coil'] },
        { ModelTreeId: half, IsWatched: true, IsJudged: false },
      ],
    },
  ]);
  expect(await compared({ pointTypeId: typeId, pointName: 'Setpoint' })).toMatchObject([
    { PointCount: 2, LackingList: [{ ModelTreeId: half, PointTypeNameList: ['Setpoint'], IsJudged: false }] },
  ]);
  await ask(keeperId, 'deleteStrategyTemplate', { body: { TemplateIdList: [TemplateId] } });
  await db.deleteFrom('point').where('id', 'in', made).execute();
  await db.deleteFrom('device').where('device_class_id', '=', ownClass).execute();
});

test('periods that overlap, run backwards or past midnight unsaid are refused in words, and limits that follow another point are kept', async () => {
  const refusalOf = async (periods: object[]) => {
    const Definition = { ...limit(-15), periods } as never;
    return (await ask(ownerId, 'addAlarmStrategy', { body: form({ RuleList: [{ Definition }] }) })).message;
  };
  const day = (days: number[], from: number, until: number, endsNextDay = false) => ({
    days,
    fromMinute: from * 60,
    untilMinute: until * 60,
    endsNextDay,
  });
  const overlap = 'Periods must not overlap';
  expect(await refusalOf([day([1, 2], 8, 18), day([2, 3], 17, 20)])).toContain(overlap);
  // Sunday’s night runs into Monday’s morning.
  expect(await refusalOf([day([7], 22, 6, true), day([1], 5, 9)])).toContain(overlap);
  expect(await refusalOf([day([1], 22, 6)])).toContain('tick “ends next day”');
  expect(await refusalOf([day([], 8, 18)])).toContain('Choose at least one day');
  const touching = [day([7], 22, 6, true), day([1], 6, 9), day([1], 9, 12)];
  const from = { pointTypeId: typeId };
  const follows = { ...limit(3), bands: { high: { limit: 3, severity: 2, from } }, periods: touching } as never;
  const strategyId = await added({ RuleList: [{ Definition: follows }] });
  expect((await detail(strategyId)).RuleList).toMatchObject([{ Definition: follows }]);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
});

test('a rule waits for several states at once, says which points it means, and went on with one when there could be but one', async () => {
  const latchId = await aPoint(app.database.db, gatewayId, {
    name: 'Latch',
    pointTypeId: statusTypeId,
    deviceId: devices[0]!,
    unit: '',
  });
  const RuleList = waits({ point: { pointId: doorPointId } }, { point: { pointId: latchId }, values: [1] });
  await measured(points[0]!, -20);
  const strategyId = await added({ RuleList });
  const { Text } = (await detail(strategyId)).RuleList[0];
  expect(Text).toMatch(/only while .*Door is “0” \(hidden for 1 h at most\) and .*Latch is “open” \(/);
  await followed();
  await measured(doorPointId, 0);
  await measured(latchId, 0);
  await measured(points[0]!, -10);
  expect(await endsOn(strategyId, points[0]!)).toEqual([]);
  await measured(latchId, 1);
  await measured(points[0]!, -10);
  expect(await endsOn(strategyId, points[0]!)).toEqual([null]);

  const own = {
    StrategyId: strategyId,
    RuleId: (await detail(strategyId)).RuleList[0].RuleId,
    ModelTreeId: devices[0],
  };
  const Definition = waits({ point: { pointId: elsewherePointId } })[0]!.Definition;
  expect((await ask(ownerId, 'setAlarmStrategyOverride', { body: { ...own, Definition } })).status).toBe(400);

  // As it was stored when there could be one state only.
  const { pool } = app.database;
  const old = `jsonb_set(definition, '{onlyWhile}', definition->'onlyWhile'->0)`;
  await pool.query(`UPDATE alarm_rule SET definition = ${old} WHERE strategy_id = $1`, [strategyId]);
  await pool.query(
    readFileSync(new URL('../../../migrations/0335_rules_wait_for_several_states.sql', import.meta.url), 'utf8'),
  );
  expect((await detail(strategyId)).RuleList).toMatchObject([
    { Definition: { onlyWhile: [{ point: { pointId: doorPointId } }] } },
  ]);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
});

test('fault warnings and the health of alarms go into files as they stand on the screen, as far as somebody sees them', async () => {
  const { pool } = app.database;
  for (const [deviceId, pointId] of [
    [devices[0], points[0]],
    [devices[1], points[1]],
  ])
    await pool.query(
      `INSERT INTO fault_warning (device_id, point_id, kind, severity, started_at, seen_at, value, past_value, limit_value, evidence_from, evidence_to)
       VALUES ($1, $2, 'limitSoon', 2, now() - interval '1 hour', now(), -17.2, NULL, -15, now() - interval '2 hours', now())`,
      [deviceId, pointId],
    );
  const sheetOf = async (userId: number, kind: ExportKindName, body: Record<string, unknown>) =>
    exportedSheet(app.url, { token: await tokenFor(app.database.db, userId) }, kind, body);
  const all = await sheetOf(ownerId, 'faultWarnings', { ProjectId: projectId });
  expect(all.header.slice(0, 7)).toEqual(['Severity', 'Kind', 'Project', 'Area', 'Device', 'Point', 'What is found']);
  expect(all.texts).toHaveLength(2);
  expect(all.texts[0]).toEqual(expect.arrayContaining(['Important', 'About to cross a limit', 'Air', -17.2, -15]));
  expect((await sheetOf(limitedId, 'faultWarnings', { ProjectId: projectId })).texts).toHaveLength(1);

  // Of a policy of its own: one source often, so that it is tried on its past, the other only once.
  const strategyId = await added({ StrategyName: 'Health', PointIdList: points });
  for (const [pointId, count] of [
    [points[0]!, 6],
    [points[1]!, 1],
  ] as const)
    await pool.query(
      `INSERT INTO alarm (company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
         device_name, kind, severity, worst_severity, raised_at, returned_at, acknowledged_at, sentence_zh, sentence_en)
       SELECT $1, $2, $3, s.rule_id, '{}', 'point', s.subject_id, s.subject_id, $4, 'Air', 'Freezer', 'limit', 2, 2, now() - interval '1 second',
         now(), now() + interval '324 seconds', '', '' FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id, generate_series(1, $6)
       WHERE r.strategy_id = $3 AND s.subject_id = $5`,
      [companyId, projectId, strategyId, devices[points.indexOf(pointId)], pointId, count],
    );
  // In the project's zone it may be tomorrow already.
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const period = { ProjectId: projectId, StartTime: `${dayOf(-1)} 00:00`, EndTime: `${dayOf(1)} 23:59`, Operators: 2 };
  const { data } = await ask(ownerId, 'getAlarmHealth', { body: period });
  const health = await sheetOf(ownerId, 'alarmHealth', period);
  const rowOf = (part: string, item: string) => health.texts.find((row) => row[0] === part && row[1] === item);
  expect(rowOf('Key figures', 'Alarms')?.[2]).toBe(data.Total);
  expect(rowOf('Key figures', 'Per operator and day')?.[5]).toBe('≤ 144');
  expect(rowOf('By level', 'urgent')).toBeDefined();
  expect(rowOf('How long until acknowledged', '15–30 min')?.[2]).toBe(0);
  expect(rowOf('Key figures', 'Operators at a time')?.[2]).toBe(2);
  expect(rowOf('Key figures', 'Busiest 10 minutes')?.[5]).toBe('≤ 20');
  expect(rowOf('Key figures', 'Time to acknowledge (median)')?.[2]).toBe(5);
  expect(rowOf('Key figures', 'Share of the ten worst')).toEqual(
    expect.arrayContaining(['Too few alarms or sources to judge']),
  );
  const [note, proposal] = ['Note', 'Proposal'].map((name) => health.header.indexOf(name)) as [number, number];
  const proposals = health.texts
    .filter((row) => row[0] === 'Bad actors' && String(row[note]).startsWith('Health'))
    .map((row) => row[proposal]);
  // What a trial of the past finds depends on it; that there was one is what stands there.
  expect(proposals).toEqual([
    expect.stringMatching(/in 30 days$|^No deadband or delay helps/),
    'Too few to propose anything',
  ]);
  await ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });

  // The comparison with history, for an auditor: a row for each day and point that the reader sees.
  const proved = { project_id: projectId, day: dayOf(-1) };
  await app.database.db
    .insertInto('alarm_proof')
    .values({ ...proved, proved_at: new Date(), is_final: true })
    .execute();
  const counted = { ...proved, rules: 2, alarms: 1, bad_seconds: 0, refused_seconds: 0, suppressed_seconds: 1500 };
  await app.database.db
    .insertInto('alarm_proof_point')
    .values([
      { ...counted, point_id: points[0]!, gap_seconds: 1800, offline_seconds: 1800 },
      { ...counted, point_id: points[1]!, gap_seconds: 1800, offline_seconds: 0 },
    ])
    .execute();
  const days = { ProjectId: projectId, StartDay: dayOf(-2), EndDay: dayOf(0) };
  const proof = await sheetOf(ownerId, 'alarmProof', days);
  const [lost, suppressedMinutes] = ['of it line lost (min)', 'Suppressed by design (min)'].map((name) =>
    proof.header.indexOf(name),
  ) as [number, number];
  const told = proof.texts.map((row) => [row[0], row[lost], row[suppressedMinutes], row.at(-1)]);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual([dayOf(-1), 30, 25, 'Every minute judged or explained']);
  expect(told).toContainEqual([dayOf(-1), 0, 25, 'Not judged for a time, reason unknown']);
  expect((await sheetOf(limitedId, 'alarmProof', days)).texts).toHaveLength(1);
});

test('what a condition looks at must be one point of the device: several are refused by name, and a name says which', async () => {
  const db = app.database.db;
  const air = { name: '库温', pointTypeId: typeId };
  const freezers = [await aDevice(db, projectId, { name: '冷柜甲' }), await aDevice(db, projectId, { name: '冷柜乙' })];
  const judged: number[] = [];
  for (const deviceId of freezers) {
    judged.push(await aPoint(db, gatewayId, { ...air, deviceId }));
    await aPoint(db, gatewayId, { name: '蒸发器温度', pointTypeId: typeId, deviceId });
    await aPoint(db, gatewayId, { name: '设定温度', pointTypeId: typeId, deviceId });
  }
  const follows = (from: object) => [
    { Definition: { ...limit(3), bands: { high: { limit: 3, severity: 2, from } } } as never },
  ];
  const save = (RuleList: never[] | object[], PointIdList = judged, language: 'zh' | 'en' = 'zh') =>
    ask(ownerId, 'addAlarmStrategy', { body: form({ RuleList: RuleList as never, PointIdList }) }, language);

  const unclear = await save(follows({ pointTypeId: typeId }));
  expect(unclear).toMatchObject({
    status: 400,
    data: {
      Fields: [
        {
          Field: 'RuleList.0.Definition.bands.high.from',
          Message: '设备上该类型的点位不止一个（蒸发器温度、设定温度），请选择点位名称：冷柜甲、冷柜乙',
        },
      ],
    },
  });
  const checked = await ask(
    ownerId,
    'checkAlarmReferences',
    {
      body: {
        ProjectId: projectId,
        PointIdList: [...judged, points[0]!],
        RuleList: [follows({ pointTypeId: typeId, pointName: '设定温度' })[0]!.Definition],
      },
    },
    'zh',
  );
  expect(checked.data).toEqual([
    expect.objectContaining({ RuleIndex: 0, Kind: 'missing', What: '设定温度', IsJudged: false, DeviceCount: 1 }),
  ]);
  // Also while a number is still wrong.
  const [begun] = follows({ pointTypeId: typeId });
  const RuleList = [{ ...(begun!.Definition as object), deadband: -1 }];
  const asked = { ProjectId: projectId, PointIdList: judged, RuleList };
  expect((await ask(ownerId, 'checkAlarmReferences', { body: asked }, 'zh')).data).toMatchObject([
    { Kind: 'ambiguous', DeviceNameList: ['冷柜甲', '冷柜乙'], CandidateList: ['蒸发器温度', '设定温度'] },
  ]);
  const named = await save(follows({ pointTypeId: typeId, pointName: '设定温度' }));
  expect(named).toMatchObject({ status: 200 });
  const saved = (await ask(ownerId, 'getAlarmStrategy', { query: { strategyId: named.data.StrategyId } }, 'zh')).data;
  expect(saved.RuleList[0].Text).toContain('设定温度 + 3.0');

  // A limit that moves with nothing anywhere, with itself or with a state is refused beside its field.
  const refusal = async (from: object, of = judged) => (await save(follows(from), of)).data.Fields;
  expect(await refusal({ pointTypeId: typeId, pointName: '没有的点位' })).toEqual([
    { Field: 'RuleList.0.Definition.bands.high.from', Message: '设备上没有该点位，此条件无法判断：冷柜甲、冷柜乙' },
  ]);
  expect((await refusal({ pointId: judged[0]! }))[0].Message).toBe('限值不能跟随被判断的点位自身：冷柜甲 库温');
  expect((await refusal({ pointId: doorPointId }))[0].Message).toContain('只能跟随模拟量点位');
  expect((await refusal({ pointTypeId: statusTypeId }))[0].Message).toContain('只能跟随模拟量点位');

  // A device that comes later and is unclear is left out, and named.
  const later = await aDevice(db, projectId, { name: '冷柜丙' });
  const fresh = await aPoint(db, gatewayId, { ...air, deviceId: later });
  for (let i = 0; i < 2; i++) await aPoint(db, gatewayId, { name: '设定温度', pointTypeId: typeId, deviceId: later });
  const assigned = await ask(
    ownerId,
    'assignAlarmStrategy',
    { body: { StrategyId: named.data.StrategyId, PointIdList: [fresh] } },
    'zh',
  );
  expect(assigned.data).toEqual({ Matched: 0, Changed: 0, UnclearList: ['冷柜丙'] });
});

test('points that do not fit a condition are named with their device, in the language of the caller', async () => {
  const db = app.database.db;
  const deviceId = await aDevice(db, projectId, { name: '冷柜丁' });
  const pointId = await aPoint(db, gatewayId, { name: '温度丁', pointTypeId: typeId, deviceId });
  await db.updateTable('point').set({ name_en: 'Air D' }).where('id', '=', pointId).execute();
  await db.updateTable('device').set({ name_en: 'Freezer D' }).where('id', '=', deviceId).execute();
  const state = { kind: 'state' as const, values: [1], severity: 2 as const, onDelaySeconds: 0, offDelaySeconds: 0 };
  const body = form({ RuleList: [{ Definition: state }], PointIdList: [pointId] });
  const said = async (language: 'zh' | 'en') =>
    (await ask(ownerId, 'addAlarmStrategy', { body }, language)).data.Fields[0].Message;
  expect(await said('en')).toBe('A state condition goes onto status points only: Freezer D · Air D');
  expect(await said('zh')).toBe('状态量条件只能用于状态量点位：冷柜丁 · 温度丁');
});

test('all that is wrong is said at once, what is required beside what stands in lists; an English name is called so', async () => {
  const body = form({ StrategyName: '', StrategyNameEn: 'A', PointIdList: [] });
  body.ContactList = [1, 2].map(() => ({ UserId: ownerId, LevelList: [1], ChannelList: ['sms'], Step: 1 }));
  const { data } = await ask(ownerId, 'addAlarmStrategy', { body });
  const said = new Map(data.Fields.map(({ Field, Message }: { Field: string; Message: string }) => [Field, Message]));
  expect([...said.keys()].sort()).toEqual([
    'ContactList',
    'EscalateMinutes',
    'PointIdList',
    'StrategyName',
    'StrategyNameEn',
  ]);
  expect(said.get('StrategyNameEn')).toBe('An English name has 2 to 25 characters');
  // A body that is no list at all is refused, too, and breaks nothing.
  const broken = { ...body, PointIdList: 'x', RuleList: [null, { Definition: null }], ContactList: [null] };
  expect((await ask(ownerId, 'addAlarmStrategy', { body: broken })).status).toBe(400);
});

test('deleting policies of which one is gone already changes nothing and says how many', async () => {
  const strategyId = await added();
  const gone = await added();
  const remove = (StrategyIdList: number[]) => ask(ownerId, 'deleteAlarmStrategy', { body: { StrategyIdList } });
  await remove([gone]);
  expect(await remove([strategyId, gone])).toMatchObject({
    status: 404,
    message: expect.stringMatching(/^1 of the chosen policies .* nothing was changed/),
  });
  expect((await detail(strategyId)).StrategyId).toBe(strategyId);
});
