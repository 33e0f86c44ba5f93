import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { aCompany, aDevice, aMember, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../../testing/fieldFactories.ts';
import { type DayMessage, randomDay } from '../../testing/randomDay.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { referenceEvents } from '../engine/testing/reference.ts';

// Late samples as gateways send them: through a real broker, and read back as people do.

const minute = 60_000;
const password = 'Pw_Late_1';
const points = 8;
/** Of a random day: each point reports every five minutes. */
const slotMinutes = 5;
const slots = 288;
const dailyPoints = 4;
const ways = [
  'in order',
  'newest block first',
  'shuffled, in messages of any size',
  'each twice, in one message',
] as const;
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
      const aSite = async (userName: string, samplingIntervalSeconds: number): Promise<number[]> => {
        const gatewayId = await anMqttGateway(db, projectId, { userName, password });
        const deviceId = await aDevice(db, projectId);
        const ids: number[] = [];
        for (let i = 0; i < points; i++)
          ids.push(await anMqttPoint(db, gatewayId, { key: `t${i}`, deviceId, samplingIntervalSeconds }));
        await aRule(db, strategyId, rule, { points: ids });
        return ids;
      };
      for (const way of Object.keys(sites)) sites[way as keyof typeof sites] = await aSite(way, 60);
      for (const way of ways) daily[way] = await aSite(way, slotMinutes * 60);
    },
  });
});
afterAll(() => app.stop());

const rule = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 120,
} as const;
/** By the way in which random days come. */
const daily: Record<string, number[]> = {};
const sites = { present: [] as number[], ordered: [] as number[], backwards: [] as number[], single: [] as number[] };

type Message = DayMessage;

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

/** The same day as messages, in each of the ways. */
function messagesIn(way: (typeof ways)[number], day: Message, random: () => number): Message[] {
  const blocksOf = (all: Message, size: () => number): Message[] => {
    const blocks: Message[] = [];
    for (let at = 0; at < all.length; at += blocks.at(-1)!.length) blocks.push(all.slice(at, at + size()));
    return blocks;
  };
  switch (way) {
    case 'in order':
      return blocksOf(day, () => 40);
    case 'newest block first':
      return blocksOf(day, () => 36).reverse();
    case 'each twice, in one message':
      return [day, day];
    default: {
      const apart = day.flatMap(({ ts, values }) =>
        Object.entries(values).map(([key, value]) => ({ ts, values: { [key]: value } })),
      );
      const shuffled = apart.map((each) => ({ each, key: random() })).sort((a, b) => a.key - b.key);
      return blocksOf(
        shuffled.map(({ each }) => each),
        () => (random() < 0.3 ? 1 : 1 + Math.floor(random() * 400)),
      );
    }
  }
}

const days = 10;
const firstSeed = Math.floor(Math.random() * 1_000_000);
test(`${days} random days from ${firstSeed} on give the alarms of the slow reference in whichever way they come`, {
  timeout: 240_000,
}, async () => {
  let state = firstSeed + 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const expected: string[] = [];
  for (let number = 0; number < days; number++) {
    // The newest first: each of the others is as late as it can be.
    const end = now - (number * 26 + 3) * 60 * minute;
    const day = randomDay(random, { end, points: dailyPoints, slots, slotMinutes });
    for (const way of ways) await publish(way, messagesIn(way, day, random));
    for (let point = 0; point < dailyPoints; point++) {
      const samples = day.flatMap(({ ts, values }) => {
        const value = values[`t${point}`];
        return value === undefined ? [] : [{ second: ts / 1000, value: value ?? 0, isBad: value === null }];
      });
      const events = referenceEvents(
        { id: 1, ...rule },
        { samples, maxGapSeconds: 3 * slotMinutes * 60, watermark: null },
      );
      for (const { type, raisedAt } of events) {
        const over = events.find((each) => each.type === 'returnedToNormal' && each.raisedAt === raisedAt);
        const before = (second: number | undefined) => (second === undefined ? 'on' : (now - second * 1000) / minute);
        if (type === 'raised') expected.push(`${point}: ${before(raisedAt)} to ${before(over?.second)}`);
      }
    }
  }
  await settled();
  expect(expected.length).toBeGreaterThan(days * dailyPoints);
  for (const way of ways) expect([way, await alarmsAt(daily[way]!)]).toEqual([way, expected.toSorted()]);
});
