import { type PermissionName, permissionsOf, protectedClasses } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log/log.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import type { AskAs } from '../../testing/askAs.ts';
import { measure } from '../../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aPointType, aProject, serve } from '../../testing/factories.ts';
import { lockWaits } from '../../testing/lockWaits.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { Writing } from '../../writing/index.ts';
import { chargeAccounts } from '../index.ts';

const minute = 60_000;
/** Wednesday, 25 November 2026, 10:00 in Shanghai. */
const clock = manualClock(Date.UTC(2026, 10, 25, 2));
let app: TestApplication;
let owner: number;
let projectId: number;
let isProven = true;
interface Shop {
  accountId: number;
  register: number;
  relay: number;
}
let bakery: Shop;
let florist: Shop;
const ask: AskAs = async (userId, name, input, { language = 'en' } = {}) => {
  const token = await tokenFor(app.database.db, userId!, clock, { proven: isProven });
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as never, file };
};

// Two shops that owe ¥10 and were told so three days ago. Their relays are virtual points: they obey as soon as they are written.
beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Mall' });
      const gatewayId = await aGateway(db, projectId);
      const at = new Date(clock.now());
      const typeId = await aPointType(db, companyId);
      const shop = async (consumer: string): Promise<Shop> => {
        const register = await aPoint(db, gatewayId, { name: `${consumer} energy`, unit: 'kWh' });
        const place = { company_id: companyId, project_id: projectId, point_type_id: typeId };
        const relay = await db
          .insertInto('point')
          .values({ ...place, name: `${consumer} relay`, unit: '', decimals: 0, writable: true })
          .returning('id')
          .executeTakeFirstOrThrow();
        const meter = await db
          .insertInto('energy_meter')
          .values({ project_id: projectId, name: consumer, max_watts: 9000, created_at: at, settled_through: at })
          .returning('id')
          .executeTakeFirstOrThrow();
        const meter_id = meter.id;
        await db
          .insertInto('energy_installation')
          .values({ meter_id, point_id: register, multiplier: 1, unit_wh: 1000, register_count: 0.1, installed_at: at })
          .execute();
        await db
          .insertInto('energy_day')
          .values({
            ...{ meter_id, day: '2026-11-24', expected: 96, measured: 96, estimated: 0, suspect_wh: 0 },
            ...{
              wh: [0, 0, 10_000, 0, 0, 0] as never,
              cost_micro: [0, 10_000_000, 0, 0, 0] as never,
              is_provisional: false,
            },
          })
          .execute();
        const account = await db
          .insertInto('prepaid_account')
          .values({
            ...{ project_id: projectId, meter_id, consumer, mode: 'platform', load_class: 'interruptible' },
            ...{ low_days: 7, overdraft_fen: 0, hoard_limit_fen: 5_000_000, switch_point_id: relay.id },
            ...{ charge_from: '2026-11-20', opened_at: at },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await lowBalance(account.id, consumer);
        return { accountId: account.id, register, relay: relay.id };
      };
      const lowBalance = (subject_id: number, subject_name: string) =>
        db
          .insertInto('platform_event')
          .values({
            ...{ project_id: projectId, type: 'lowBalance', subject_kind: 'prepaidAccount' },
            ...{ subject_id, subject_name, started_at: new Date(clock.now() - 73 * 60 * minute) },
          })
          .execute();
      bakery = await shop('Bakery');
      florist = await shop('Florist');
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
    },
  });
});
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  clock.advance(2 * minute);
  const at = clock.now();
  const of = ({ register, relay }: Shop) => [
    { pointId: register, at, value: 5 },
    { pointId: relay, at, value: 1 },
  ];
  await measure(app.application, [...of(bakery), ...of(florist)]);
});

const cut = ({ accountId }: Shop, language: 'zh' | 'en' = 'en') =>
  ask(
    owner,
    'orderSwitch',
    { body: { AccountId: accountId, Want: 'off', Reason: 'Asked for by the landlord' } },
    { language },
  );
const lastWrite = ({ relay }: Shop) =>
  app.database.db
    .selectFrom('write_record')
    .where('point_id', '=', relay)
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst();
const lastOrder = ({ accountId }: Shop) =>
  app.database.db
    .selectFrom('switch_order')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test('for half an hour after a start of the server no power is cut', async () => {
  const trips = async () => (await ask(owner, 'getTrips', { query: { projectId } })).data.PauseEndEpoch;
  expect(await trips()).toBe(Date.UTC(2026, 10, 25, 2, 30));
  expect((await cut(bakery)).message).toContain('Cuts are armed');
  clock.advance(30 * minute);
  expect(await trips()).toBeNull();
});

test('of two orders at the same moment one cuts power, the other waits for its minute', async () => {
  const { pool } = app.database;
  const busy = await pool.connect();
  await busy.query('BEGIN; LOCK TABLE switch_order IN SHARE ROW EXCLUSIVE MODE');
  const orders = [cut(bakery), cut(florist)];
  await expect.poll(() => lockWaits(pool), soon).toBe(2);
  await busy.query('COMMIT');
  busy.release();
  const both = await Promise.all(orders);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.message).toContain('Fewer than 5 in an hour here, 60 s apart');
  expect(both.find(({ status }) => status === 200)!.data).toEqual({ State: 'done' });
});

test('a payment that arrives while the order waits for its gateway keeps the power on', async () => {
  const send = Writing.prototype.send;
  vi.spyOn(Writing.prototype, 'send').mockImplementation(async function (this: Writing, ...order) {
    const body = { OrderNumber: 'PAID-1', AccountId: bakery.accountId, Amount: 2000 };
    expect((await ask(owner, 'rechargeMeter', { body })).status).toBe(200);
    return send.apply(this, order);
  });
  const refused = await cut(bakery, 'zh');
  expect([refused.status, refused.message]).toEqual([409, '不能拉闸：余额低于透支额度，且没有在途充值']);
  expect(await lastWrite(bakery)).toMatchObject({
    outcome: 'notSent',
    sent_at: null,
    message: { en: expect.stringContaining('The balance lies below the overdraft') },
  });
  const order = await lastOrder(bakery);
  expect([order.state, order.gates]).toMatchObject(['failed', { owes: false, fresh: true }]);
});

test('an order that waited too long on the line is not sent by answers of before', async () => {
  const { commands } = app.application.ingest;
  const write = commands.write.bind(commands);
  vi.spyOn(commands, 'write').mockImplementation((point, value, onSent, mayGo, atTurn) =>
    write(
      point,
      value,
      onSent,
      () => {
        clock.advance(11_000);
        return mayGo!();
      },
      atTurn,
    ),
  );
  const late = await cut(florist);
  expect([late.status, (await lastWrite(florist))!.outcome]).toEqual([409, 'notSent']);
});

test('an order whose server ended before the answer ends as its write did', async () => {
  const order = await lastOrder(florist);
  const { outcome } = (await lastWrite(florist))!;
  await app.database.pool.query("UPDATE switch_order SET state = 'sending' WHERE id = $1", [order.id]);
  clock.advance(2 * minute);
  await chargeAccounts(
    { db: app.database.db, clock, events: app.application.events, live: { get: () => null } as never, log: silentLog },
    new AbortController().signal,
  );
  expect([outcome, (await lastOrder(florist)).state]).toEqual(['notSent', 'failed']);
});

test('nothing is cut that keeps goods, animals or people alive, however it hangs on the meter', async () => {
  const { db, pool } = app.database;
  const behind = async () => {
    const [first] = (await ask(owner, 'getSwitchGates', { query: { accountId: florist.accountId } })).data;
    return [first!.IsMet, ...first!.BehindList];
  };
  const account = await db
    .selectFrom('prepaid_account')
    .where('id', '=', florist.accountId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const device = (classCode: string) => aDevice(db, projectId, { classCode });
  const meterOf = async (fields: { device_id?: number; parent_id?: number }) => {
    const values = {
      project_id: projectId,
      name: `Meter ${Math.random()}`,
      max_watts: 9,
      created_at: new Date(),
      ...fields,
    };
    return (await db.insertInto('energy_meter').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const subItem = async (code: string) =>
    (await db.selectFrom('sub_item').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id;
  const use = async (code: string, device_id: number) =>
    db
      .insertInto('sub_item_device')
      .values({ sub_item_id: await subItem(code), project_id: projectId, device_id })
      .execute();
  expect(await behind()).toEqual([true]);

  const parent_id = await meterOf({ parent_id: account.meter_id! });
  const room = await meterOf({ device_id: await device('freezerRoom'), parent_id });
  expect(await behind()).toEqual([false, 'Freezer room']);
  await db.deleteFrom('energy_meter').where('id', '=', room).execute();

  const rack = await device('compressorRack');
  await serve(db, florist.relay, rack);
  expect(await behind()).toEqual([false, 'Compressor rack']);
  await pool.query('DELETE FROM device_point WHERE device_id = $1', [rack]);
  await serve(db, florist.register, await device('goodsElevator'));
  expect(await behind()).toEqual([false, 'Goods lift']);
  await pool.query('DELETE FROM device_point WHERE point_id = $1', [florist.register]);

  const unit = await device('heatPump');
  await serve(db, florist.relay, unit);
  expect(await behind()).toEqual([true]);
  await db
    .insertInto('device_relation')
    .values({ project_id: projectId, from_device_id: unit, to_device_id: await device('displayCase'), kind: 'cools' })
    .execute();
  expect(await behind()).toEqual([false, 'Display case']);
  await pool.query('DELETE FROM device_relation; DELETE FROM device_point');

  const own = await device('energyMeter');
  await db.updateTable('energy_meter').set({ device_id: own }).where('id', '=', account.meter_id!).execute();
  await use('power', own);
  expect(await behind()).toEqual([true]);
  await use('power', await device('firePump'));
  expect(await behind()).toEqual([false, 'Fire pump']);
  await pool.query('DELETE FROM sub_item_device');
  await use('refrigeration', own);
  expect(await behind()).toEqual([false, 'Refrigeration']);
  await pool.query('DELETE FROM sub_item_device');

  const { id: _, ...values } = account;
  await db
    .insertInto('prepaid_account')
    .values({ ...values, meter_id: parent_id, consumer: 'Ice cream', load_class: 'protected', switch_point_id: null })
    .execute();
  expect(await behind()).toEqual([false, 'Ice cream']);
  const refused = await cut(florist, 'zh');
  expect(refused.message).toContain('负荷可中断，下级没有受保护设备 (Ice cream)');
  await pool.query("DELETE FROM prepaid_account WHERE consumer = 'Ice cream'");
  const { rows } = await pool.query('SELECT code FROM device_class');
  const known = new Set(rows.map(({ code }) => code));
  expect([...protectedClasses].filter((code) => !known.has(code))).toEqual([]);
});

test('after a restored backup power is cut again once a person has armed it; it can always be switched on', async () => {
  const { pool } = app.database;
  const trips = async () => (await ask(owner, 'getTrips', { query: { projectId } })).data;
  const isArmed = async () =>
    (await ask(owner, 'getSwitchGates', { query: { accountId: florist.accountId } })).data.find(
      ({ Gate }) => Gate === 'armed',
    )!.IsMet;
  expect([await isArmed(), (await trips()).RestoreEpoch]).toEqual([true, null]);
  const restored = clock.now();
  await pool.query("INSERT INTO setting (name, value) VALUES ('backup:restoredAt', $1)", [
    new Date(restored).toISOString(),
  ]);
  expect([await isArmed(), (await trips()).RestoreEpoch]).toEqual([false, restored]);
  expect((await cut(florist)).message).toContain('Cuts are armed');
  const on = { AccountId: florist.accountId, Want: 'on' as const, Reason: 'The tenant has paid' };
  expect((await ask(owner, 'orderSwitch', { body: on })).data).toEqual({ State: 'done' });
  const arm = () => ask(owner, 'armTrips', { body: { ProjectId: projectId, Reason: 'Balances are checked' } });
  isProven = false;
  expect((await arm()).status).toBe(428);
  isProven = true;
  expect((await arm()).status).toBe(200);
  expect(await isArmed()).toBe(true);
  expect(await trips()).toMatchObject({ RestoreEpoch: null, Reason: 'Balances are checked' });
  expect((await arm()).status).toBe(409);
});
