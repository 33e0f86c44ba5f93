import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../platform/clock.ts';
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
let clock: ManualClock;
let company: number;
let project: number;
let owner: number;
let viewer: number;
let air: number;
const ask = askAs(() => app);
const start = Math.floor(Date.now() / 1000) * 1000;

beforeAll(async () => {
  clock = manualClock(start);
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      company = await aCompany(db);
      project = await aProject(db, company);
      const gateway = await aGateway(db, project);
      const freezer = await aDevice(db, project, { name: 'Freezer' });
      const chiller = await aDevice(db, project, { name: 'Chiller' });
      air = await aPoint(db, gateway, { deviceId: freezer, name: 'Air', samplingIntervalSeconds: 60 });
      await aPoint(db, gateway, { deviceId: chiller, name: 'Air', samplingIntervalSeconds: 60 });
      const bands = { high: { limit: -15, severity: 2 } } as const;
      const rule = { kind: 'limit', bands, deadband: 1, onDelaySeconds: 3600, offDelaySeconds: 0 } as const;
      await aRule(db, await aStrategy(db, project), rule, { points: [air] });
      owner = await aMember(db, company, project);
      viewer = await aMember(db, company, project, { permissions: ['monitorView'] });
      await limitMember(db, viewer, project, { deviceIds: [chiller] });
    },
  });
  await app.database.db.updateTable('gateway').set({ online: true }).where('project_id', '=', project).execute();
});
afterAll(() => app.stop());

/** How the project stands for somebody: alarms, devices beyond limits and offline, the newest reading. */
async function standFor(userId: number) {
  const { status, data, message } = await ask(userId, 'getUserOwnProject', { query: { companyId: company } });
  expect([status, message]).toEqual([200, '']);
  const { AlarmCount, BeyondCount, OfflineCount, LastDataEPOCH } = data.find(({ ProjectId }) => ProjectId === project)!;
  return [AlarmCount, BeyondCount, OfflineCount, LastDataEPOCH];
}
const warm = async (value: number, at: number) => {
  clock.set(at);
  await measure(app.application, [{ pointId: air, at, value }]);
};

test('a project says how many devices are beyond their limits without an alarm, and offline, as far as each sees them', async () => {
  expect(await standFor(owner)).toEqual([0, 0, 2, null]);
  await warm(-20, start + 60_000);
  expect(await standFor(owner)).toEqual([0, 0, 1, start + 60_000]);
  // The delay of an hour runs: no alarm yet.
  await warm(-9, start + 120_000);
  expect(await standFor(owner)).toEqual([0, 1, 1, start + 120_000]);
  // Another device is none of theirs.
  expect(await standFor(viewer)).toEqual([0, 0, 1, null]);
  // A value that is no longer known says nothing about its limits.
  clock.set(start + 420_000);
  expect(await standFor(owner)).toEqual([0, 0, 2, start + 120_000]);
  await app.database.db.updateTable('project').set({ service_end: '2020-01-01' }).where('id', '=', project).execute();
  expect(await standFor(owner)).toEqual([0, 0, 0, null]);
});
