import { realtimeTopics } from '@watchpost/contract';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from './testing/application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from './testing/equippedCompany.ts';
import { aPoint, aRule, aStrategy } from './testing/factories.ts';
import { soon } from './testing/soon.ts';
import { tellConfiguration } from './testing/tellConfiguration.ts';

// What people change while the server runs, as the alarms and the screens see it. Gateways and lines: see ingest.

let app: TestApplication;
let company: EquippedCompany;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Changing');
    },
  });
});
afterAll(() => app.stop());

/** A point of its own with a high limit, set up while the server runs. */
async function aWatchedPoint(limit: number) {
  const { db } = app.database;
  const { projectId, gatewayId, deviceId } = company;
  const pointId = await aPoint(db, gatewayId, { deviceId });
  const strategyId = await aStrategy(db, projectId);
  const ruleId = await aRule(db, strategyId, highLimit(limit), { points: [pointId] });
  await tellConfiguration(app.application, 'point', pointId);
  await tellConfiguration(app.application, 'alarmStrategy', strategyId);
  return { db, pointId, strategyId, ruleId };
}

const highLimit = (limit: number) =>
  ({
    kind: 'limit',
    bands: { high: { limit, severity: 2 } },
    deadband: 1,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  }) as const;

const measured = (pointId: number, value: number) => measure(app.application, [{ pointId, at: Date.now(), value }]);

const alarmsOn = async (pointId: number) => {
  const { rows } = await app.database.pool.query<{ end_reason: string | null; is_open: boolean }>(
    "SELECT end_reason, returned_at IS NULL AS is_open FROM alarm WHERE subject_kind = 'point' AND subject_id = $1 ORDER BY id",
    [pointId],
  );
  return rows;
};

test('a rule that is set up while the server runs judges the next reading, and its new limit the one after', async () => {
  const { db, pointId, strategyId, ruleId } = await aWatchedPoint(-15);
  await measured(pointId, -18);
  expect(await alarmsOn(pointId)).toEqual([]);
  await db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify(highLimit(-20)) })
    .where('id', '=', ruleId)
    .execute();
  await tellConfiguration(app.application, 'alarmStrategy', strategyId);
  await measured(pointId, -18);
  expect(await alarmsOn(pointId)).toEqual([{ end_reason: null, is_open: true }]);
});

test('a changed limit goes on with the alarm where the new one is exceeded, too, and ends it where it is not', async () => {
  const { db, pointId, strategyId, ruleId } = await aWatchedPoint(-15);
  await measured(pointId, -10);
  await db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify(highLimit(-12)) })
    .where('id', '=', ruleId)
    .execute();
  await tellConfiguration(app.application, 'alarmStrategy', strategyId);
  await measured(pointId, -10);
  expect(await alarmsOn(pointId)).toEqual([{ end_reason: null, is_open: true }]);

  await db
    .updateTable('alarm_rule')
    .set({ definition: JSON.stringify(highLimit(-5)) })
    .where('id', '=', ruleId)
    .execute();
  await tellConfiguration(app.application, 'alarmStrategy', strategyId);
  await measured(pointId, -10);
  expect(await alarmsOn(pointId)).toEqual([{ end_reason: 'ruleEdited', is_open: false }]);
});

test('a strategy that is switched off ends its alarms and says why', async () => {
  const { db, pointId, strategyId } = await aWatchedPoint(-15);
  await measured(pointId, -10);
  await db.updateTable('alarm_strategy').set({ enabled: false }).where('id', '=', strategyId).execute();
  await tellConfiguration(app.application, 'alarmStrategy', strategyId);
  await measured(pointId, -10);
  expect(await alarmsOn(pointId)).toEqual([{ end_reason: 'ruleClosed', is_open: false }]);
});

test('the open alarm of a point that is removed ends with that reason and stays in the history; another stays open', async () => {
  const [removed, kept] = [await aWatchedPoint(-15), await aWatchedPoint(-15)];
  await measured(removed.pointId, -10);
  await measured(kept.pointId, -10);
  await removed.db.deleteFrom('point').where('id', '=', removed.pointId).execute();
  await tellConfiguration(app.application, 'point', removed.pointId);
  // Nobody measures it any more: time alone ends it.
  await expect.poll(() => alarmsOn(removed.pointId), soon).toEqual([{ end_reason: 'subjectDeleted', is_open: false }]);
  expect(await alarmsOn(kept.pointId)).toEqual([{ end_reason: null, is_open: true }]);
});

test('editing what has nothing to do with it leaves an open alarm alone', async () => {
  const { db, pointId } = await aWatchedPoint(-15);
  await measured(pointId, -10);
  await db.updateTable('gateway').set({ name: 'Renamed' }).where('id', '=', company.gatewayId).execute();
  await tellConfiguration(app.application, 'gateway', company.gatewayId);
  await tellConfiguration(app.application, 'device', company.deviceId);
  await tellConfiguration(app.application, 'project', company.projectId);
  await measured(pointId, -10);
  expect(await alarmsOn(pointId)).toEqual([{ end_reason: null, is_open: true }]);
});

test('a point that comes to serve a device shows there, live', async () => {
  const { db } = app.database;
  const pointId = await aPoint(db, company.gatewayId);
  await tellConfiguration(app.application, 'point', pointId);
  const browser = await signIn();
  const heard: [pointId: number, value: number, ...rest: unknown[]][] = [];
  browser.on('message', (_topic, payload) => heard.push(...JSON.parse(payload.toString()).values));
  await browser.subscribeAsync(realtimeTopics.deviceValues.topic(company.projectId, company.deviceId));
  await db
    .insertInto('device_point')
    .values({ device_id: company.deviceId, point_id: pointId, project_id: company.projectId, main: false })
    .execute();
  await tellConfiguration(app.application, 'point', pointId);
  await measured(pointId, -7);
  await expect.poll(() => heard.map(([id, value]) => [id, value]), soon).toContainEqual([pointId, -7]);
  browser.end(true);
});

let token = '';
let refreshToken = '';
/** A browser on the realtime channel, signed in through the call that the login page uses. */
async function signIn() {
  const body = { account: company.account, pwd: company.password };
  const { envelope } = await makeCall(app.url, 'loginByBody', { body });
  ({ Token: token, RefreshToken: refreshToken } = envelope.Data as { Token: string; RefreshToken: string });
  const browser = mqtt.connect(`${app.url.replace('http', 'ws')}/mqtt`, {
    username: 'bearer',
    password: token,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  await new Promise<void>((resolve, reject) => {
    browser.once('connect', () => resolve());
    browser.once('error', reject);
  });
  return browser;
}

/** Whose access is said to have changed; the channel would find out by itself, but only after ten seconds. */
const told: number[] = [];
beforeEach(() => {
  told.length = 0;
  app.application.events.on(told, 'accessChanged', ({ userIds }) => told.push(...userIds));
});
afterEach(() => app.application.events.removeOwner(told));

test('signing out ends what the browser hears at once, and leaves another sign-in of the same person alone', async () => {
  const [staying, leaving] = [await signIn(), await signIn()];
  const closed = new Promise<void>((resolve) => leaving.once('close', () => resolve()));
  const { status } = await makeCall(app.url, 'logout', {}, { token });
  expect([status, told]).toEqual([200, [company.userId]]);
  await closed;
  expect(staying.connected).toBe(true);
  staying.end(true);
});

test('a refresh token that somebody copied ends the sign-in, and what its browser hears, at once', async () => {
  const browser = await signIn();
  const closed = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  const refresh = () => makeCall(app.url, 'refreshToken', { query: { refreshToken: copied } });
  const copied = refreshToken;
  expect((await refresh()).status).toBe(200);
  await app.database.pool.query("UPDATE refresh_token SET replaced_at = replaced_at - interval '1 minute'");
  expect((await refresh()).status).toBe(401);
  expect(told).toEqual([company.userId]);
  await closed;
});
