import type { DeviceRow } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { measure } from '../../testing/equippedCompany.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aProject,
  aRule,
  aStrategy,
  limitMember,
} from '../../testing/factories.ts';

let app: TestApplication;
let project: number;
let operator: number;
/** Sees alarms of level 3 alone. */
let mild: number;
let freezer: number;
let air: number;
const ask = askAs(() => app);

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const company = await aCompany(db);
      project = await aProject(db, company);
      const gateway = await aGateway(db, project);
      freezer = await aDevice(db, project, { name: 'Freezer' });
      air = await aPoint(db, gateway, { deviceId: freezer, name: 'Air', samplingIntervalSeconds: 60 });
      const bands = { high: { limit: -15, severity: 2 } } as const;
      const rule = { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
      await aRule(db, await aStrategy(db, project), rule, { points: [air] });
      operator = await aMember(db, company, project);
      mild = await aMember(db, company, project, { permissions: ['monitorView'] });
      await limitMember(db, mild, project, { alarmLevels: [3] });
    },
  });
});
afterAll(() => app.stop());

const freezerFor = async (userId: number): Promise<DeviceRow> =>
  (await ask(userId, 'getTableListRead', { body: { ProjectId: project } })).data.Data[0]!;

test('a device whose alarm was shelved says so, until when, and only to those who may see that alarm', async () => {
  await measure(app.application, [{ pointId: air, at: Date.now() - 1000, value: -9 }]);
  expect(await freezerFor(operator)).toMatchObject({ AlarmLevel: 2, HiddenList: [] });
  const { data } = await ask(operator, 'getAlarmAct', { query: {}, body: { ProjectId: project } });
  const shelved = await ask(operator, 'shelveAlarm', {
    body: { IdList: [data.Data[0]!.Id], Minutes: 60, Reason: 'New fan' },
  });
  expect(shelved.status).toBe(200);
  const { AlarmLevel, HiddenList } = await freezerFor(operator);
  expect(AlarmLevel).toBeNull();
  expect(HiddenList).toEqual([{ PointId: air, Level: 2, Kind: 'shelved', UntilEPOCH: expect.any(Number) }]);
  expect(HiddenList[0]!.UntilEPOCH).toBeGreaterThan(Date.now() + 59 * 60_000);
  expect((await freezerFor(mild)).HiddenList).toEqual([]);
});
