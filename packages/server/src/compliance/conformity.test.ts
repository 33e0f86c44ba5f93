import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { watchEvents } from '../eventNotices/index.ts';
import { manualClock } from '../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, aRule, aStrategy } from '../testing/factories.ts';
import { aProvider, type TestProvider } from '../testing/phoneProvider.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { insertAssignments, insertCertificate } from './index.ts';

const day = 86_400_000;
/** Thursday, 15 October 2026, noon in Shanghai. */
const noon = Date.UTC(2026, 9, 15, 4);
const clock = manualClock(noon);
let app: TestApplication;
let sms: TestProvider;
let projectId: number;
let reader: number;
let strategyId: number;
let people: number[];
const points: Record<'chill' | 'freezer' | 'humidity' | 'spare', number> = {} as never;

beforeAll(async () => {
  sms = await aProvider();
  app = await startTestApplication({
    clock,
    config: { sms: sms.settings, allowedPrivateHosts: ['127.0.0.1'] },
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Cold store' });
      const gatewayId = await aGateway(db, projectId);
      const chill = await aDevice(db, projectId, { name: 'Chill 1' });
      const freezer = await aDevice(db, projectId, { name: 'Freezer 1' });
      points.chill = await aPoint(db, gatewayId, { deviceId: chill, name: 'Chill', unit: '°C' });
      points.humidity = await aPoint(db, gatewayId, { deviceId: chill, name: 'Humidity', unit: '%RH' });
      points.freezer = await aPoint(db, gatewayId, { deviceId: freezer, name: 'Freezer', unit: '°C' });
      points.spare = await aPoint(db, gatewayId, { deviceId: freezer, name: 'Spare', unit: '°C' });
      const common = { profile: 'gsp' as const, since: new Date(noon - day), at: new Date(noon - day), by: null };
      await insertAssignments(system, db, [points.chill], { ...common, low: 2, high: 8 });
      await insertAssignments(system, db, [points.humidity], { ...common, low: 35, high: 75 });
      await insertAssignments(system, db, [points.freezer], { ...common, low: null, high: -18 });
      reader = await aMember(db, companyId, -1, { permissions: ['reportsView', 'allProjects', 'eventCenter'] });
      people = [];
      for (const mobile of ['13900000001', '13900000002', '13900000003']) {
        const userId = await aMember(db, companyId, projectId);
        await db.updateTable('app_user').set({ mobile }).where('id', '=', userId).execute();
        people.push(userId);
      }
      strategyId = await aStrategy(db, projectId);
      await aRule(
        db,
        strategyId,
        {
          kind: 'limit',
          bands: { high: { limit: 8, severity: 2 }, highHigh: { limit: 10, severity: 1 } },
          ...{ deadband: 0.5, onDelaySeconds: 0, offDelaySeconds: 0 },
        },
        { points: [points.chill] },
      );
    },
  });
});
afterAll(async () => {
  await app.stop();
  await sms.close();
});

async function lights() {
  const token = await tokenFor(app.database.db, reader, clock);
  const { envelope } = await makeCall(app.url, 'getConformity', { query: { projectId } }, { token, language: 'en' });
  return envelope.Data as { PointName: string; Light: string; ReasonList: { Level: string; Sentence: string }[] }[];
}
const sentencesOf = async (name: string) =>
  (await lights()).find(({ PointName }) => PointName === name)!.ReasonList.map(({ Sentence }) => Sentence);
const certify = (pointId: number, number: string, validUntil: string, maxError: number) =>
  insertCertificate(
    system,
    app.database.db,
    {
      ...{ point_id: pointId, number, laboratory: 'CNAS L0123', done_on: '2025-10-20', valid_until: validUntil },
      max_error: maxError,
    },
    { by: null, at: new Date(clock.now()) },
  );

test('GSP asks for three people who are notified at once by SMS or call; those of later steps or of popups do not count', async () => {
  const contact = (userId: number, step: number, channels: string) =>
    app.database.pool.query(
      `INSERT INTO alarm_strategy_contact (strategy_id, user_id, step, severities, channels) VALUES ($1, $2, $3, '{1,2}', $4)`,
      [strategyId, userId, step, channels],
    );
  expect(await sentencesOf('Chill')).toContain(
    'An alarm now notifies 0 people by SMS or call; at least 3 are required',
  );
  await contact(people[0]!, 0, '{sms,voice}');
  await contact(people[1]!, 0, '{app}');
  await contact(people[2]!, 1, '{sms}');
  expect(await sentencesOf('Chill')).toContain(
    'An alarm now notifies 1 person by SMS or call; at least 3 are required',
  );
  await app.database.pool.query("UPDATE alarm_strategy_contact SET step = 0, channels = '{sms}'");
  expect((await sentencesOf('Chill')).filter((sentence) => sentence.includes('notified'))).toEqual([]);
  // Nobody watches this one.
  expect(await sentencesOf('Freezer')).toContain(
    'An alarm now notifies 0 people by SMS or call; at least 3 are required',
  );
});

test('GSP asks for two temperature points of a room, and for none of humidity', async () => {
  const few = 'This device has 1 temperature point under the standard; at least 2 are required';
  expect(await sentencesOf('Freezer')).toContain(few);
  expect(await sentencesOf('Humidity')).not.toContain(few);
  const at = new Date(noon - day);
  await insertAssignments(system, app.database.db, [points.spare], {
    ...{ profile: 'gsp', since: at, at, by: null, low: null, high: -18 },
  });
  expect(await sentencesOf('Freezer')).not.toContain(few);
});

test('GSP allows an error of 1.0 °C below zero, 0.5 °C above and 5 %RH', async () => {
  await certify(points.chill, 'C-1', '2027-10-19', 0.8);
  await certify(points.freezer, 'C-2', '2027-10-19', 0.8);
  await certify(points.humidity, 'C-3', '2027-10-19', 4);
  const errors = async (name: string) => (await sentencesOf(name)).filter((each) => each.startsWith('Certified'));
  expect(await errors('Chill')).toEqual(['Certified error 0.8 °C; 0.5 °C is allowed']);
  expect([await errors('Freezer'), await errors('Humidity')]).toEqual([[], []]);
});

test('a certificate that is about to end turns the light yellow, and is an event 60, 30 and 7 days before, once each', async () => {
  const { pool } = app.database;
  await pool.query('DELETE FROM calibration_certificate');
  await certify(points.chill, 'C-4', '2027-01-31', 0.2);
  const said = async (at: number) => {
    clock.set(at);
    await watchEvents({ pool, clock, outbox: app.application.outbox });
    const { rows } = await pool.query<{ detail_en: string; started_at: Date }>(
      "SELECT detail_en, started_at FROM platform_event WHERE type = 'certificateExpiring' ORDER BY started_at",
    );
    return rows.map(({ detail_en, started_at }) => `${detail_en} ${started_at.toISOString().slice(0, 16)}`);
  };
  const reason = async () => (await lights())[0]!.ReasonList.find(({ Sentence }) => Sentence.includes('C-4'));
  const last = Date.UTC(2027, 0, 30, 16);
  expect(await said(last - 61 * day)).toEqual([]);
  expect(await reason()).toBe(undefined);
  const at = (...days: string[]) => days.map((start) => `Certificate C-4 ends on 2027-01-31 ${start}T16:00`);
  expect(await said(last - 60 * day + 60_000)).toEqual(at('2026-12-01'));
  expect(await reason()).toEqual({
    Reason: 'certificate',
    Level: 'yellow',
    Sentence: 'Certificate C-4 ends on 2027-01-31: arrange the next calibration',
  });
  expect(await said(last - 40 * day)).toEqual(at('2026-12-01'));
  // Also where the server was away on that day.
  expect(await said(last - 25 * day)).toEqual(at('2026-12-01', '2026-12-31'));
  expect(await said(last - 7 * day + 60_000)).toEqual(at('2026-12-01', '2026-12-31', '2027-01-23'));
  // The next one is there: nothing is left to be said of the old one.
  await certify(points.humidity, 'C-5', '2027-02-10', 2);
  await certify(points.humidity, 'C-6', '2028-02-10', 2);
  expect(await said(last + day + 60_000)).toHaveLength(3);
  expect(await reason()).toMatchObject({ Level: 'red', Sentence: 'Certificate C-4 ended on 2027-01-31' });
});
