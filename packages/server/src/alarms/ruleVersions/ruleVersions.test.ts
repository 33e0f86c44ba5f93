import type { CallName, RuleDefinition } from '@watchpost/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { system } from '../../access/index.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aPointType, aProject } from '../../testing/factories.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { ruleVersionsOf } from './ruleVersions.store.ts';

let app: TestApplication;
let companyId: number;
let projectId: number;
let otherProjectId: number;
let gatewayId: number;
let classId: number;
let typeId: number;
let deviceIds: number[];
let pointIds: number[];
let ownerId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      otherProjectId = await aProject(db, companyId);
      gatewayId = await aGateway(db, projectId);
      typeId = await aPointType(db, companyId);
      deviceIds = [await aDevice(db, projectId), await aDevice(db, projectId)];
      const { device_class_id } = await db
        .selectFrom('device')
        .where('id', '=', deviceIds[0]!)
        .select('device_class_id')
        .executeTakeFirstOrThrow();
      classId = device_class_id;
      await db.updateTable('device').set({ device_class_id }).where('id', '=', deviceIds[1]!).execute();
      pointIds = [
        await aPoint(db, gatewayId, { pointTypeId: typeId, deviceId: deviceIds[0]! }),
        await aPoint(db, gatewayId, { pointTypeId: typeId, deviceId: deviceIds[1]! }),
      ];
      const permissions = ['alarmManage', 'alarmStrategyEdit', 'companyAlarms', 'terminalsEdit'] as const;
      ownerId = await aMember(db, companyId, projectId, { permissions });
      await aMember(db, companyId, otherProjectId, { userId: ownerId, permissions });
      await aMember(db, companyId, -1, { userId: ownerId, permissions });
    },
  });
});
afterAll(() => app.stop());

const ask = async (name: CallName, part: { query?: unknown; body?: unknown }) => {
  const token = await tokenFor(app.database.db, ownerId);
  const { envelope } = await makeCall(app.url, name, part, { token, language: 'en' });
  expect(envelope.Message).toBe('');
  // biome-ignore lint/suspicious/noExplicitAny: each test reads what its call answers
  return envelope.Data as any;
};

const limit = (high: number): RuleDefinition => ({
  kind: 'limit',
  bands: { high: { limit: high, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
});

/** What each version of the rules on a point said, in the order of time: its high limit, or why it judged nothing. */
async function coursesOf(pointId: number): Promise<unknown[]> {
  const rows = await ruleVersionsOf(system, app.database.db, [pointId], {
    from: new Date(0),
    until: new Date(Date.now() + 60_000),
  });
  return rows.map(({ definition, enabled, is_judged }) =>
    definition === null
      ? 'deleted'
      : !is_judged
        ? 'not judged'
        : !enabled
          ? 'closed'
          : definition.kind === 'limit' && definition.bands.high?.limit,
  );
}

afterEach(async () => {
  // After every edit, the last version says what stands.
  const { rows } = await sql`
    WITH present AS (
      SELECT r.id AS rule_id, r.definition, st.enabled, (
        SELECT count(*) FROM alarm_rule_subject s WHERE s.rule_id = r.id) AS subjects
      FROM alarm_rule r JOIN alarm_strategy st ON st.id = r.strategy_id),
    last AS (SELECT DISTINCT ON (rule_id) * FROM alarm_rule_version ORDER BY rule_id, valid_from DESC)
    SELECT * FROM present p FULL JOIN (SELECT * FROM last WHERE definition IS NOT NULL) v USING (rule_id)
    WHERE (p.definition, p.enabled, p.subjects) IS DISTINCT FROM (v.definition, v.enabled, jsonb_array_length(v.subjects)::bigint)`.execute(
    app.database.db,
  );
  expect(rows).toEqual([]);
  await app.database.db.deleteFrom('alarm_strategy').execute();
  await app.database.db.deleteFrom('alarm_rule_version').execute();
});

const add = async (change: object = {}): Promise<number> =>
  (
    await ask('addAlarmStrategy', {
      body: {
        ProjectId: projectId,
        StrategyName: 'Too warm',
        RuleList: [{ Definition: limit(-15) }],
        PointIdList: [pointIds[0]!],
        ...change,
      },
    })
  ).StrategyId;

const ruleIdOf = async (strategyId: number): Promise<number> =>
  (await ask('getAlarmStrategy', { query: { strategyId } })).RuleList[0].RuleId;

test('what a policy said when is kept with each edit: other limits, closed, open again, deleted', async () => {
  const strategyId = await add();
  const RuleId = await ruleIdOf(strategyId);
  const save = (change: object) => ask('updateAlarmStrategy', { body: { StrategyId: strategyId, ...change } });
  await save({ RuleList: [{ RuleId, Definition: limit(-16) }] });
  await save({ StrategyName: 'Renamed only' });
  for (const Enabled of [false, true])
    await ask('enableAlarmStrategy', { body: { StrategyIdList: [strategyId], Enabled } });
  await ask('deleteAlarmStrategy', { body: { StrategyIdList: [strategyId] } });
  expect(await coursesOf(pointIds[0]!)).toEqual([-15, -16, 'closed', -16, 'deleted']);
});

test('a point that comes under a policy, gets limits of its own and leaves again has its own course', async () => {
  const strategyId = await add();
  const RuleId = await ruleIdOf(strategyId);
  const assign = (change: object) =>
    ask('assignAlarmStrategy', { body: { StrategyId: strategyId, PointIdList: [pointIds[1]!], ...change } });
  await assign({});
  const own = { StrategyId: strategyId, RuleId, PointIdList: [pointIds[1]!] };
  await ask('setAlarmStrategyOverride', { body: { ...own, Definition: limit(-12) } });
  await ask('setAlarmStrategyOverride', { body: { ...own, Definition: null } });
  await assign({ Remove: true });
  expect(await coursesOf(pointIds[1]!)).toEqual(['not judged', -15, -12, -15, 'not judged']);
  expect(new Set(await coursesOf(pointIds[0]!))).toEqual(new Set([-15]));
});

test('a copy, and what a template is given to, are kept from when they were made', async () => {
  const strategyId = await add();
  await ask('copyAlarmStrategy', { body: { StrategyId: strategyId, ProjectIdList: [projectId] } });
  const { TemplateId } = await ask('addOrUpdateStrategyTemplate', {
    body: {
      TemplateName: 'Freezers',
      SmallTypeId: classId,
      PointTypeId: typeId,
      RuleList: [{ Definition: limit(-14) }],
    },
  });
  await ask('applyStrategyTemplate', { body: { TemplateId, ProjectIdList: [projectId] } });
  expect(await coursesOf(pointIds[0]!)).toEqual([-15, 'closed', -14]);
  await ask('deleteStrategyTemplate', { body: { TemplateIdList: [TemplateId] } });
});

test('rules let go of the points of a gateway that moves to another project from that moment on', async () => {
  await add({ PointIdList: pointIds });
  const move = (toProjectId: number) =>
    ask('updateProjectDevices', { query: { deviceIdList: [gatewayId], toProjectId, isConfirmed: true } });
  await move(otherProjectId);
  expect(await coursesOf(pointIds[0]!)).toEqual([-15, 'not judged']);
  await move(projectId);
});

test('the cycle of a point is kept from when it was changed', async () => {
  const cycles = async () => {
    const rows = await app.database.db
      .selectFrom('point_cycle')
      .where('point_id', '=', pointIds[0]!)
      .orderBy('valid_from')
      .select(['valid_from', 'cycle_seconds'])
      .execute();
    return rows.map(({ valid_from, cycle_seconds }) => [valid_from.getTime() > 0, cycle_seconds]);
  };
  expect(await cycles()).toEqual([[false, 60]]);
  await ask('batchUpdatePoint', {
    body: { ProjectId: projectId, PointIdList: [pointIds[0]!], UpdatePointType: 'cycle', Cycle: 300 },
  });
  expect(await cycles()).toEqual([
    [false, 60],
    [true, 300],
  ]);
});
