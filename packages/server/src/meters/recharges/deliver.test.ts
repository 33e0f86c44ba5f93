import { type PermissionName, permissionsOf, prepaidErrors } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log/log.ts';
import { LiveValues } from '../../points/index.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import type { AskAs } from '../../testing/askAs.ts';
import { measure } from '../../testing/equippedCompany.ts';
import { aCompany, aGateway, aMember, aPoint, aPointType, aProject } from '../../testing/factories.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { Writing } from '../../writing/index.ts';
import { chargeAccounts } from '../index.ts';

const minute = 60_000;
/** Wednesday, 25 November 2026, 10:00 in Shanghai. */
const clock = manualClock(Date.UTC(2026, 10, 25, 2));
let app: TestApplication;
let owner: number;
let accountId: number;
let amountPoint: number;
let countPoint: number;
const live = new LiveValues();
const ask: AskAs = async (userId, name, input, { language = 'en' } = {}) => {
  const token = await tokenFor(app.database.db, userId!, clock, { proven: true });
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as never, file };
};

// A meter that holds the money. Its amount is a virtual point: a write to it succeeds as soon as it is sent.
beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      const projectId = await aProject(db, companyId, { name: 'Mall' });
      const gatewayId = await aGateway(db, projectId);
      countPoint = await aPoint(db, gatewayId, { name: 'Purchases', unit: '', samplingIntervalSeconds: 60 });
      const amount = await db
        .insertInto('point')
        .values({
          company_id: companyId,
          project_id: projectId,
          point_type_id: await aPointType(db, companyId),
          name: 'Amount',
          unit: '¥',
          decimals: 2,
          writable: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      amountPoint = amount.id;
      const at = new Date(clock.now());
      const meter = await db
        .insertInto('energy_meter')
        .values({ project_id: projectId, name: 'Shop', max_watts: 9000, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      const account = await db
        .insertInto('prepaid_account')
        .values({
          ...{ project_id: projectId, meter_id: meter.id, consumer: 'Bakery', mode: 'meterHeld' },
          ...{ load_class: 'interruptible', low_days: 7, overdraft_fen: 0, hoard_limit_fen: 5_000_000 },
          ...{ amount_point_id: amountPoint, count_point_id: countPoint, charge_from: '2026-11-25', opened_at: at },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      accountId = account.id;
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
    },
  });
  app.application.events.on(live, 'readingsCommitted', ({ columns }) => void live.apply(columns));
});
afterAll(() => app.stop());
let letGo = () => {};
afterEach(() => {
  vi.restoreAllMocks();
  letGo();
});

const counted = (value: number) => measure(app.application, [{ pointId: countPoint, at: clock.now(), value }]);
const judge = () =>
  chargeAccounts(
    { db: app.database.db, clock, events: app.application.events, live, log: silentLog },
    new AbortController().signal,
  );
let made = 0;
/** A recharge of ¥50 that is not yet in the meter. */
async function recharge(): Promise<number> {
  const body = { OrderNumber: `HELD-${++made}`, AccountId: accountId, Amount: 5000 };
  return (await ask(owner, 'rechargeMeter', { body })).data.OrderId;
}
const deliver = (OrderId: number) => ask(owner, 'deliverRecharge', { body: { OrderId } });
const orderOf = (id: number) =>
  app.database.db.selectFrom('recharge_order').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const stateOf = async (id: number) => (await orderOf(id)).state;
const writes = () =>
  app.database.db.selectFrom('write_record').where('point_id', '=', amountPoint).selectAll().orderBy('id').execute();
const send = Writing.prototype.send;

test('what waits to be sent is not judged, and not sent a second time', async () => {
  await counted(7);
  const id = await recharge();
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const queued = vi.spyOn(Writing.prototype, 'send').mockImplementation(async function (this: Writing, ...order) {
    await held;
    return send.apply(this, order);
  });
  const delivery = deliver(id);
  await vi.waitFor(() => expect(queued).toHaveBeenCalledTimes(1));
  // The line is busy for minutes; the meter goes on counting the purchases of before.
  clock.advance(5 * minute);
  await counted(7);
  await judge();
  expect(await stateOf(id)).toBe('delivering');
  const again = await deliver(id);
  expect([again.status, again.message]).toEqual([409, prepaidErrors.notDeliverable.en]);
  letGo();
  expect((await delivery).data).toEqual({ State: 'delivering' });
  expect(await writes()).toHaveLength(1);
  expect((await orderOf(id)).sent_at?.getTime()).toBe(clock.now());
});

test('purchases counted before the next poll say nothing; one more afterwards says that the meter has it', async () => {
  const [order] = await app.database.db.selectFrom('recharge_order').selectAll().execute();
  clock.advance(30_000);
  await counted(7);
  await judge();
  expect(await stateOf(order!.id)).toBe('delivering');
  clock.advance(31_000);
  await counted(8);
  await judge();
  expect(await stateOf(order!.id)).toBe('delivered');
});

test('what was sent stays on its way when its outcome cannot be read', async () => {
  const id = await recharge();
  const { pool } = app.database;
  vi.spyOn(Writing.prototype, 'send').mockImplementation(async function (this: Writing, ...order) {
    const outcome = await send.apply(this, order);
    await pool.query('ALTER TABLE write_record RENAME TO write_record_away');
    return outcome;
  });
  const answer = await deliver(id);
  await pool.query('ALTER TABLE write_record_away RENAME TO write_record');
  expect(answer.status).toBe(500);
  expect(await stateOf(id)).toBe('delivering');
  clock.advance(2 * minute);
  await counted(9);
  await judge();
  expect(await stateOf(id)).toBe('delivered');
});

test('what was not sent can be sent again at once, and what a check refuses never left', async () => {
  const id = await recharge();
  vi.spyOn(Writing.prototype, 'send').mockImplementation(async (recordId) => {
    const outcome = { outcome: 'notConnected', finished_at: new Date(clock.now()) };
    await app.database.db.updateTable('write_record').set(outcome).where('id', '=', recordId).execute();
    return { outcome: 'notConnected', exceptionCode: null, readBackValue: null, said: null };
  });
  expect((await deliver(id)).data).toEqual({ State: 'credited' });
  vi.restoreAllMocks();
  await app.database.db.updateTable('point').set({ writable: false }).where('id', '=', amountPoint).execute();
  expect((await deliver(id)).status).toBe(400);
  expect(await stateOf(id)).toBe('credited');
  await app.database.db.updateTable('point').set({ writable: true }).where('id', '=', amountPoint).execute();
  expect((await deliver(id)).data).toEqual({ State: 'delivering' });
});
