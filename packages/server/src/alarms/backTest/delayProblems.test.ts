import type { RuleDefinition } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReadingColumnsBuilder } from '../../history/index.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject } from '../../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../../testing/fieldFactories.ts';

const minute = 60_000;

let app: TestApplication;
const ask = askAs(() => app);
let projectId: number;
let editor: number;
let stranger: number;
let logger: number;
let quick: number;
let polled: number;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      const gatewayId = await anMqttGateway(db, projectId, { userName: 'delays', password: 'Pw_Delay_1' });
      const deviceId = await aDevice(db, projectId, { name: '冷冻间 3', nameEn: 'Freezer 3' });
      logger = await anMqttPoint(db, gatewayId, { key: 'slow', deviceId });
      quick = await anMqttPoint(db, gatewayId, { key: 'quick', deviceId });
      polled = await aPoint(db, await aGateway(db, projectId), { deviceId });
      await db.updateTable('point').set({ name: '库温', name_en: 'Air' }).where('id', '=', logger).execute();
      editor = await aMember(db, companyId, projectId, {
        permissions: ['alarmManage', 'alarmStrategyEdit', 'terminalsEdit'],
      });
      const elsewhere = await aCompany(db);
      const theirs = await aProject(db, elsewhere);
      stranger = await aMember(db, elsewhere, theirs, { permissions: ['alarmManage', 'alarmStrategyEdit'] });
    },
  });
  const columns = new ReadingColumnsBuilder(16);
  const now = Date.now();
  for (let i = 1; i <= 40; i++) {
    for (const id of [logger, polled]) columns.push(id, now - i * 10 * minute, -18, 0);
    columns.push(quick, now - i * minute, -18, 0);
  }
  await app.application.ingest.commit.submit(columns.take());
});
afterAll(() => app.stop());

const rule = (onDelaySeconds: number): RuleDefinition => ({
  ...{ kind: 'limit', bands: { high: { limit: -15, severity: 2 } }, deadband: 1 },
  ...{ onDelaySeconds, offDelaySeconds: 0 },
});
const asked = (...delays: number[]) => ({
  body: { ProjectId: projectId, PointIdList: [logger, quick, polled], RuleList: delays.map(rule) },
});

test('an editor of a policy is told which points report too seldom for its delay, and what their cycle would have to be', async () => {
  const problem = { DelaySeconds: 300, Cycle: 60, NeededCycle: 600, PointCount: 1 };
  const { data } = await ask(editor, 'checkAlarmDelays', asked(0, 300, 900));
  expect(data).toEqual([{ ...problem, RuleIndex: 1, PointNameList: ['Freezer 3 · Air'] }]);
  const zh = await ask(editor, 'checkAlarmDelays', asked(300), { language: 'zh' });
  expect(zh.data).toEqual([{ ...problem, RuleIndex: 0, PointNameList: ['冷冻间 3 · 库温'] }]);
  await ask(editor, 'batchUpdatePoint', {
    body: { ProjectId: projectId, PointIdList: [logger], UpdatePointType: 'cycle', Cycle: 600 },
  });
  expect((await ask(editor, 'checkAlarmDelays', asked(300))).data).toEqual([]);
});

test('another company is told nothing of how points report', async () => {
  const { status } = await ask(stranger, 'checkAlarmDelays', asked(300));
  expect(status).toBe(403);
});
