import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { aCompany, aDevice, aMember, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../../testing/fieldFactories.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

// Late samples as gateways send them: through a real broker, and read back as people do.

const minute = 60_000;
const password = 'Pw_Late_1';
const points = 8;
/** A minute that is over, so that nothing is measured ahead of now. */
const now = Math.floor(Date.now() / minute) * minute - minute;

let app: TestApplication;
let companyId: number;
let projectId: number;
let memberId: number;
let strategyId: number;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      memberId = await aMember(db, companyId, projectId);
      strategyId = await aStrategy(db, projectId);
      for (const way of Object.keys(sites)) {
        const gatewayId = await anMqttGateway(db, projectId, { userName: way, password });
        const deviceId = await aDevice(db, projectId);
        const ids: number[] = [];
        for (let i = 0; i < points; i++) ids.push(await anMqttPoint(db, gatewayId, { key: `t${i}`, deviceId }));
        const rule = { kind: 'limit', bands: { high: { limit: -15, severity: 2 } }, deadband: 1 } as const;
        await aRule(db, strategyId, { ...rule, onDelaySeconds: 600, offDelaySeconds: 120 }, { points: ids });
        sites[way as keyof typeof sites] = ids;
      }
    },
  });
});
afterAll(() => app.stop());

const sites = { present: [] as number[], ordered: [] as number[], backwards: [] as number[], single: [] as number[] };

type Message = readonly { readonly ts: number; readonly values: Readonly<Record<string, number | null>> }[];

async function publish(userName: string, messages: readonly Message[]): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: userName,
    password,
  });
  for (const message of messages)
    await client.publishAsync('v1/devices/me/telemetry', JSON.stringify(message), { qos: 1 });
  await client.endAsync();
}

const settled = () =>
  expect
    .poll(async () => (await app.database.pool.query('SELECT * FROM alarm_late_stretch')).rows, {
      ...soon,
      timeout: 40_000,
    })
    .toEqual([]);

/** By point, from and until when it alarmed, in minutes before now; as a member reads it. */
async function alarmsAt(ids: readonly number[]): Promise<string[]> {
  const body = {
    ProjectId: projectId,
    PointIdList: ids,
    StartTime: '2020-01-01 00:00:00',
    EndTime: '2099-01-01 00:00:00',
  };
  const token = await tokenFor(app.database.db, memberId);
  const { envelope } = await makeCall(app.url, 'getAlarmsOfPoints', { body }, { token });
  type Row = { PointId: number; ALARM_EPOCH: number; ALARM_EPOCH_CLEARED: number | null; EndReason: string | null };
  const before = (at: number | null) => (at === null ? 'on' : (now - at) / minute);
  return (envelope.Data as Row[])
    .filter(({ EndReason }) => EndReason !== 'disproved')
    .map((row) => `${ids.indexOf(row.PointId)}: ${before(row.ALARM_EPOCH)} to ${before(row.ALARM_EPOCH_CLEARED)}`)
    .sort();
}

test('a gateway sends the present value, then the three hours it had stored: the hour at −5 °C among them is found', async () => {
  await publish('present', [
    [{ ts: now, values: { t0: -18 } }],
    Array.from({ length: 179 }, (_, i) => {
      const before = 180 - i;
      return { ts: now - before * minute, values: { t0: before <= 119 && before >= 60 ? -5 : -18 } };
    }),
  ]);
  await expect.poll(() => alarmsAt(sites.present), soon).toEqual(['0: 109 to 57']);
  await settled();
});

test('a day of readings gives the same alarms in order, newest block first, and sample by sample with repetitions', async () => {
  // Each point is too warm at times of its own, and now and then unreadable.
  const valueAt = (point: number, before: number): number | null =>
    (before * 7 + point * 3) % 23 === 0 ? null : Math.sin(before / (17 + 5 * point)) > 0.3 ? -9 : -18;
  const day: Message = Array.from({ length: 480 }, (_, i) => {
    const before = 2 * (479 - i) + 2;
    const values = Object.fromEntries(Array.from({ length: points }, (_, p) => [`t${p}`, valueAt(p, before)]));
    return { ts: now - before * minute, values };
  });
  const blocks = Array.from({ length: 12 }, (_, i) => day.slice(i * 40, (i + 1) * 40));
  await publish('ordered', blocks);
  await publish('backwards', blocks.toReversed());
  const shuffled = day.map((each, i) => ({ each, key: (i * 7919) % 480 })).sort((a, b) => a.key - b.key);
  const single = shuffled.map(({ each }): Message => [each]);
  await publish('single', [...single, ...single.slice(0, 100)]);
  await settled();

  const expected = await alarmsAt(sites.ordered);
  expect(expected.length).toBeGreaterThan(points);
  expect(await alarmsAt(sites.backwards)).toEqual(expected);
  expect(await alarmsAt(sites.single)).toEqual(expected);
});
