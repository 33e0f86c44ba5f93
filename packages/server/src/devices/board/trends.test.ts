import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../access/index.ts';
import { createHistoryShare, type History } from '../../history/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject } from '../../testing/factories.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { boardHandlers } from './handlers.ts';

let app: TestApplication;
let caller: Caller;
let projectId: number;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      const userId = await aMember(db, companyId, projectId);
      await aPoint(db, await aGateway(db, projectId), { deviceId: await aDevice(db, projectId) });
      await db.updateTable('device_point').set({ main: true }).execute();
      const nothing = { listedProjectIds: [], listedDeviceIds: [], hiddenAlarmLevels: [] };
      const tenant = { kind: 'user', userId, companyId, projectIds: [projectId], ...nothing };
      caller = { userId, tenant } as unknown as Caller;
    },
  });
});
afterAll(() => app.stop());

test('the small curves of a board wait for their turn, and are not read for who left meanwhile', async () => {
  const historyShare = createHistoryShare();
  const reads: (AbortSignal | undefined)[] = [];
  const history = {
    buckets: async (...[points, , , , , signal]: Parameters<History['buckets']>) => {
      reads.push(signal);
      return points.map(({ pointId }) => ({ pointId, kind: 'state', length: 0 }));
    },
  };
  const deps = { db: app.database.db, clock: systemClock, history, historyShare } as unknown as DeviceDeps;
  const { getCard } = boardHandlers(deps);
  const ask = (signal: AbortSignal) =>
    getCard(
      { caller, signal } as unknown as DeviceContext,
      {
        body: { ProjectId: projectId, ModelTreeIdList: undefined, Hours: 6 },
      } as Parameters<typeof getCard>[1],
    );

  const [staying, leaving] = [new AbortController(), new AbortController()];
  let end = () => {};
  // Another read of the same person.
  const before = historyShare.short.run(
    caller.userId,
    staying.signal,
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const stayed = ask(staying.signal);
  const left = ask(leaving.signal).catch((reason: unknown) => reason);
  leaving.abort('left');
  expect(await left).toBe('left');
  expect(reads).toEqual([]);
  end();
  await before;
  expect(await stayed).toHaveLength(1);
  expect(reads).toEqual([staying.signal]);
});
