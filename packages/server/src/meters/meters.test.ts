import {
  deliveryResult,
  fenOfMicro,
  type PermissionName,
  permissionsOf,
  prepaidErrors,
  type RechargeState,
  rechargeNext,
  rechargeStates,
  tripGateNames,
} from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import type { AskAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { chargeAccounts } from './index.ts';
import { closedGates, gatesOf, type TripState } from './switching/gates.ts';

const hour = 3_600_000;
/** Wednesday, 25 November 2026, 10:00 in Shanghai. */
const now = Date.UTC(2026, 10, 25, 2);
const clock = manualClock(now);
let app: TestApplication;
let companyId: number;
let projectId: number;
let owner: number;
let cashier: number;
let viewer: number;
let meterId: number;
let heldMeterId: number;
let freshMeterId: number;
let points: { switchPoint: number; amount: number; count: number };
const ask: AskAs = async (userId, name, input, { language = 'en' } = {}) => {
  const token = await tokenFor(app.database.db, userId!, clock, { proven: true });
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as never, file };
};
const reason = 'Asked for by the tenant';

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Mall' });
      const deviceId = await aDevice(db, projectId, { name: 'Shop' });
      const gatewayId = await aGateway(db, projectId);
      const point = (name: string, unit = '') => aPoint(db, gatewayId, { deviceId, name, unit });
      const meter = async (name: string): Promise<number> => {
        const pointId = await point(`${name} energy`, 'kWh');
        const { id } = await db
          .insertInto('energy_meter')
          .values({
            project_id: projectId,
            name,
            device_id: deviceId,
            max_watts: 100_000,
            created_at: new Date(now),
            settled_through: new Date(now),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await db
          .insertInto('energy_installation')
          .values({
            meter_id: id,
            point_id: pointId,
            multiplier: 1,
            unit_wh: 1000,
            register_count: 0.1,
            installed_at: new Date(0),
          })
          .execute();
        return id;
      };
      meterId = await meter('Shop 1');
      heldMeterId = await meter('Shop 2');
      freshMeterId = await meter('Shop 3');
      points = {
        switchPoint: await point('Relay'),
        amount: await point('Amount', '¥'),
        count: await point('Purchases'),
      };
      await db
        .updateTable('point')
        .set({ writable: true, modbus: '{}' })
        .where('id', 'in', [points.switchPoint, points.amount])
        .execute();
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
      cashier = await aMember(db, companyId, projectId, { permissions: ['energyView', 'meterRecharge'] });
      viewer = await aMember(db, companyId, projectId, { permissions: ['energyView'] });
    },
  });
});
afterAll(() => app.stop());

/** Energy of a day of the first meter, in ¥. */
const used = (day: string, yuan: number) =>
  app.database.db
    .insertInto('energy_day')
    .values({
      meter_id: meterId,
      day,
      wh: [0, 0, 10_000, 0, 0, 0] as never,
      cost_micro: [0, Math.round(yuan * 1e6), 0, 0, 0] as never,
      expected: 96,
      measured: 96,
      estimated: 0,
      suspect_wh: 0,
      is_provisional: false,
    })
    .execute();
const charge = () =>
  chargeAccounts(
    { db: app.database.db, clock, events: app.application.events, live: { get: () => null } as never, log: silentLog },
    new AbortController().signal,
  );
const row = async (user = owner) =>
  (await ask(user, 'getPrepaidPage', { body: { ProjectId: projectId } })).data.Data.find(
    ({ Consumer }) => Consumer === 'Tea shop',
  )!;
const linesOf = (id: number) =>
  app.database.pool.query(
    'SELECT sum(l.amount_fen)::int AS sum FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id WHERE e.account_id = $1',
    [id],
  );
let accountId: number;
const recharge = (number: string, amount: number, fields: object = {}, user = cashier) =>
  ask(user, 'rechargeMeter', { body: { OrderNumber: number, AccountId: accountId, Amount: amount, ...fields } });

test('an order number credits once, however often and by how many at a time it is sent; a payment, too', async () => {
  const opened = await ask(owner, 'addPrepaidAccount', {
    body: {
      MeterId: meterId,
      Consumer: 'Tea shop',
      Phone: '123',
      LoadClass: 'interruptible',
      ChargeFrom: '2026-11-20',
      HoardLimit: 500,
    },
  });
  expect(opened.status).toBe(200);
  accountId = opened.data.AccountId;
  const twice = await ask(owner, 'addPrepaidAccount', { body: { MeterId: meterId, Consumer: 'Other' } });
  expect([twice.status, twice.message]).toEqual([409, prepaidErrors.hasAccount.en]);
  const sent = await Promise.all(Array.from({ length: 8 }, () => recharge('ORDER-1', 10_000, { ExternalId: 'pay-1' })));
  expect(new Set(sent.map(({ status, data }) => `${status} ${data.OrderId} ${data.BalanceFen}`)).size).toBe(1);
  expect((await row()).BalanceFen).toBe(10_000);
  const other = await recharge('ORDER-1', 20_000);
  expect([other.status, other.message]).toEqual([409, prepaidErrors.otherOrder.en]);
  const paid = await recharge('ORDER-2', 10_000, { ExternalId: 'pay-1' });
  expect([paid.status, paid.message]).toEqual([409, prepaidErrors.paidTwice.en]);
  const second = (await ask(owner, 'addPrepaidAccount', { body: { MeterId: heldMeterId, Consumer: 'Next door' } }))
    .data;
  const both = await Promise.all(
    [accountId, second.AccountId].flatMap((AccountId) =>
      [1, 2, 3].map(() => ask(cashier, 'rechargeMeter', { body: { OrderNumber: 'ORDER-6', AccountId, Amount: 1 } })),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
  const first = both.find(({ status }) => status === 200)!.data;
  await ask(cashier, 'reverseRecharge', { body: { OrderId: first.OrderId, Reason: reason } });
  await ask(cashier, 'closePrepaidAccount', { body: { AccountId: second.AccountId, Reason: reason } });
  const much = await recharge('ORDER-3', 45_000);
  expect([much.status, much.message]).toEqual([400, 'The balance would exceed the limit of ¥500.']);
  expect((await recharge('ORDER-4', 100, {}, viewer)).status).toBe(403);
  expect((await row(viewer)).Phone).toBeNull();
  expect((await row(cashier)).Phone).toBe('123');
});

test('energy is charged by days that are over, to the fen for ever, and corrected when a day is counted once more', async () => {
  await used('2026-11-19', 99);
  for (const [day, yuan] of [
    ['2026-11-20', 1.004],
    ['2026-11-21', 1.004],
    ['2026-11-22', 1.004],
    ['2026-11-24', 5],
  ] as const)
    await used(day, yuan);
  await used('2026-11-25', 2);
  // Shown at once; posted once the day is over.
  expect(await row()).toMatchObject({ BalanceFen: 10_000 - 1001, UnpostedFen: 1001 });
  await charge();
  await charge();
  expect(await row()).toMatchObject({ BalanceFen: 10_000 - 1001, UnpostedFen: 200 });
  const { Data } = (await ask(viewer, 'getLedgerPage', { body: { AccountId: accountId } })).data;
  const told = Data.map(({ Kind, AmountFen, BalanceFen, ThroughDay }) => [Kind, AmountFen, BalanceFen, ThroughDay]);
  expect(told[0]).toEqual(['charge', -801, 9199, '2026-11-24']);
  expect(told.at(-1)).toEqual(['recharge', 10_000, 10_000, null]);
  expect(told.filter(([kind]) => kind === 'charge')).toHaveLength(1);
  await app.database.pool.query(
    "UPDATE energy_day SET cost_micro = '{0,4000000,0,0,0}' WHERE meter_id = $1 AND day = '2026-11-24'",
    [meterId],
  );
  await app.database.pool.query('UPDATE energy_meter SET settled_through = $2 WHERE id = $1', [
    meterId,
    new Date(now + 24 * hour),
  ]);
  await charge();
  expect((await ask(viewer, 'getLedgerPage', { body: { AccountId: accountId } })).data.Data[0]).toMatchObject({
    Kind: 'charge',
    AmountFen: -100,
    ThroughDay: '2026-11-25',
  });
  expect((await linesOf(accountId)).rows).toEqual([{ sum: 0 }]);
});

test('the ledger is only added to, and an entry adds up to 0', async () => {
  const { pool } = app.database;
  await expect(pool.query('UPDATE ledger_line SET amount_fen = 1')).rejects.toThrow('only added to');
  await expect(pool.query('DELETE FROM ledger_entry')).rejects.toThrow('only added to');
  await expect(
    pool.query(
      `WITH e AS (INSERT INTO ledger_entry (account_id, kind, booked_at) VALUES ($1, 'opening', now()) RETURNING id)
       INSERT INTO ledger_line SELECT id, 'customer', 5 FROM e`,
      [accountId],
    ),
  ).rejects.toThrow('add up to 0');
});

test('a mistake is reversed by an entry of its own, once, with a reason', async () => {
  const { data } = await recharge('ORDER-5', 700);
  const before = (await row()).BalanceFen;
  const short = await ask(cashier, 'reverseRecharge', { body: { OrderId: data.OrderId, Reason: 'short' } });
  expect([short.status, short.message]).toEqual([400, expect.stringContaining('at least 10 characters')]);
  expect((await ask(cashier, 'reverseRecharge', { body: { OrderId: data.OrderId, Reason: reason } })).status).toBe(200);
  expect((await row()).BalanceFen).toBe(before - 700);
  const again = await ask(cashier, 'reverseRecharge', { body: { OrderId: data.OrderId, Reason: reason } });
  expect([again.status, again.message]).toEqual([409, prepaidErrors.notReversible.en]);
});

test('a delivery is judged by the number of purchases alone', () => {
  const at = (value: number, isNewerThanOrder = true) => deliveryResult(7, { value, isNewerThanOrder });
  expect([at(8), at(7), at(9), at(6), at(8, false), deliveryResult(7, null)]).toEqual([
    'delivered',
    'credited',
    'disputed',
    'disputed',
    null,
    null,
  ]);
});

test('money that may be in the meter is not reversed, and what is reversed stays so', () => {
  const all = Object.keys(rechargeStates) as RechargeState[];
  const grid = all.flatMap((from) =>
    all.filter((to) => rechargeNext[from].includes(to)).map((to) => `${from} → ${to}`),
  );
  expect(grid).toEqual([
    'credited → delivering',
    'credited → reversed',
    'delivering → credited',
    'delivering → delivered',
    'delivering → disputed',
    'delivered → reversed',
    'disputed → credited',
    'disputed → delivered',
  ]);
});

test('a meter that holds the money is sent nothing while its number of purchases is not known, nor when it is away', async () => {
  const missing = await ask(owner, 'addPrepaidAccount', {
    body: { MeterId: heldMeterId, Consumer: 'Bakery', Mode: 'meterHeld' },
  });
  expect([missing.status, missing.message]).toEqual([400, prepaidErrors.pointsNeeded.en]);
  const { data } = await ask(owner, 'addPrepaidAccount', {
    body: {
      MeterId: heldMeterId,
      Consumer: 'Bakery',
      Mode: 'meterHeld',
      AmountPointId: points.amount,
      CountPointId: points.count,
    },
  });
  const order = (
    await ask(cashier, 'rechargeMeter', { body: { OrderNumber: 'HELD-1', AccountId: data.AccountId, Amount: 5000 } })
  ).data;
  const unknown = await ask(cashier, 'deliverRecharge', { body: { OrderId: order.OrderId } });
  expect([unknown.status, unknown.message]).toEqual([409, prepaidErrors.countUnknown.en]);
  await measure(app.application, [
    { pointId: points.count, at: now - 60_000, value: 7 },
    { pointId: points.amount, at: now - 60_000, value: 0 },
  ]);
  // Nobody is connected: it was not sent, so it is not on its way.
  const away = await ask(cashier, 'deliverRecharge', { body: { OrderId: order.OrderId } });
  const [held] = (await ask(cashier, 'getRechargePage', { body: { ProjectId: projectId, AccountId: data.AccountId } }))
    .data.Data;
  expect([away.data?.State ?? away.status, held!.State]).toEqual([expect.anything(), 'credited']);
});

const allMet: TripState = {
  loadClass: 'interruptible',
  behind: [{ kind: 'class', code: 'lightingCircuit' }],
  balanceFen: -1,
  overdraftFen: 0,
  rechargesUnderWay: 0,
  lowSince: 72 * hour,
  minuteOfDay: 600,
  dayKind: 3,
  nextDayKind: 4,
  outdoor: 20,
  isLivestock: false,
  registerAgeMs: 60_000,
  switchAgeMs: 60_000,
  ledgerAddsUp: true,
  openEvents: 0,
  tripsAgoMs: [],
  isDisarmed: false,
  runsMs: hour,
};
test('every gate taken away alone keeps the power on', () => {
  expect(closedGates(gatesOf(allMet))).toEqual([]);
  const alone: [Partial<TripState>, string][] = [
    [{ loadClass: 'protected' }, 'interruptible'],
    [{ behind: [{ kind: 'class', code: 'freezerRoom' }] }, 'interruptible'],
    [{ behind: [{ kind: 'subItem', code: 'refrigeration' }] }, 'interruptible'],
    [{ behind: [{ kind: 'account', code: 'protected' }] }, 'interruptible'],
    [{ isDisarmed: true }, 'armed'],
    [{ runsMs: 29 * 60_000 }, 'armed'],
    [{ balanceFen: 0 }, 'owes'],
    [{ overdraftFen: 100 }, 'owes'],
    [{ rechargesUnderWay: 1 }, 'owes'],
    [{ lowSince: 71 * hour }, 'notified'],
    [{ lowSince: null }, 'notified'],
    [{ minuteOfDay: 539 }, 'workingHours'],
    [{ minuteOfDay: 960 }, 'workingHours'],
    [{ dayKind: 5 }, 'workingHours'],
    [{ nextDayKind: 8 }, 'workingHours'],
    [{ outdoor: -6 }, 'weather'],
    [{ outdoor: 36 }, 'weather'],
    [{ outdoor: null, isLivestock: true }, 'weather'],
    [{ registerAgeMs: 16 * 60_000 }, 'fresh'],
    [{ registerAgeMs: null }, 'fresh'],
    [{ switchAgeMs: 6 * 60_000 }, 'fresh'],
    [{ ledgerAddsUp: false }, 'proven'],
    [{ openEvents: 1 }, 'proven'],
    [{ tripsAgoMs: [30_000] }, 'notTooMany'],
    [{ tripsAgoMs: [1, 2, 3, 4, 5].map((n) => n * 600_000) }, 'notTooMany'],
  ];
  for (const [change, gate] of alone) expect(closedGates(gatesOf({ ...allMet, ...change }))).toEqual([gate]);
  expect(new Set(alone.map(([, gate]) => gate))).toEqual(new Set(tripGateNames));
});

test('power is not cut while a gate is closed, and says which; a switch that is away is no success', async () => {
  await ask(owner, 'editPrepaidAccount', { body: { AccountId: accountId, SwitchPointId: points.switchPoint } });
  const gates = (await ask(viewer, 'getSwitchGates', { query: { accountId } })).data;
  expect(gates.find(({ Gate }) => Gate === 'owes')).toEqual({ Gate: 'owes', IsMet: false, BehindList: [] });
  const order = (Want: 'off' | 'on', user = owner) =>
    ask(user, 'orderSwitch', { body: { AccountId: accountId, Want, Reason: reason } });
  const cut = await order('off');
  expect([cut.status, cut.message]).toEqual([409, expect.stringContaining('The balance lies below the overdraft')]);
  expect((await order('on', cashier)).status).toBe(403);
  const on = await order('on');
  expect(on.data?.State).not.toBe('done');
});

test('accounts are sorted and paged by the database, those of equal balance in one order on every page', async () => {
  const { db, pool } = app.database;
  const place = await aProject(db, companyId, { name: 'Arcade' });
  for (const consumer of ['A', 'B', 'C', 'D'])
    await pool.query(
      `INSERT INTO prepaid_account (project_id, consumer, mode, load_class, low_days, overdraft_fen, hoard_limit_fen, charge_from, opened_at, closed_at)
       VALUES ($1, $2, 'platform', 'protected', 7, 0, 100000, '2026-11-01', now(), $3)`,
      [place, consumer, consumer === 'A' ? new Date(now) : null],
    );
  const page = async (PageIndex: number, fields: object) => {
    const body = { ProjectId: place, PageIndex, PageSize: 1, ...fields };
    const { Data, TotalCount } = (await ask(owner, 'getPrepaidPage', { body })).data;
    return `${Data[0]?.Consumer} of ${TotalCount}`;
  };
  const pages = (fields: object) => Promise.all([1, 2, 3, 4].map((index) => page(index, fields)));
  const ofFour = (names: string) => [...names].map((name) => `${name} of 4`);
  expect(await pages({ SortType: 'balance', IsAsc: true })).toEqual(ofFour('BCDA'));
  expect(await pages({ SortType: 'balance', IsAsc: false })).toEqual(ofFour('BCDA'));
  expect(await pages({ SortType: 'days', IsAsc: false })).toEqual(ofFour('BCDA'));
  expect(await pages({ SortType: 'consumer', IsAsc: false })).toEqual(ofFour('DCBA'));
});

test('a ledger whose kept balance is not the sum of its lines keeps the power on', async () => {
  const { pool } = app.database;
  const isProven = async () =>
    (await ask(viewer, 'getSwitchGates', { query: { accountId } })).data.find(({ Gate }) => Gate === 'proven')!.IsMet;
  expect(await isProven()).toBe(true);
  await pool.query('UPDATE prepaid_account SET posted_fen = posted_fen + 1 WHERE id = $1', [accountId]);
  expect(await isProven()).toBe(false);
  await pool.query('UPDATE prepaid_account SET posted_fen = posted_fen - 1 WHERE id = $1', [accountId]);
});

test('the database rounds micro-¥ to fen as the calls do', async () => {
  const micro = [0, 4_999, 5_000, 830_122_851, -5_000, -5_001, -14_999, 9_007_199_254_740_991];
  const { rows } = await app.database.pool.query('SELECT fen_of_micro(m)::text AS fen FROM unnest($1::bigint[]) AS m', [
    micro,
  ]);
  expect(rows.map(({ fen }) => fen)).toEqual(micro.map((each) => String(fenOfMicro(BigInt(each)))));
});

test('closing refunds what is left, and the meter of an open account is not deleted', async () => {
  const kept = await ask(owner, 'deleteEnergyMeter', { body: { MeterIdList: [meterId] } });
  expect([kept.status, kept.message]).toEqual([409, expect.stringContaining('has a prepaid account')]);
  const { BalanceFen } = await row();
  const closed = await ask(cashier, 'closePrepaidAccount', { body: { AccountId: accountId, Reason: reason } });
  expect(closed.data).toEqual({ RefundFen: BalanceFen });
  expect(await row()).toMatchObject({ BalanceFen: 0, ClosedEpoch: expect.any(Number) });
  const late = await recharge('ORDER-9', 100);
  expect([late.status, late.message]).toEqual([409, prepaidErrors.closed.en]);
  expect((await linesOf(accountId)).rows).toEqual([{ sum: 0 }]);
});

test('a day is charged to one consumer: the next one of a meter begins after what the last one paid', async () => {
  const next = (fields: object, language: 'zh' | 'en' = 'en') =>
    ask(owner, 'addPrepaidAccount', { body: { MeterId: meterId, Consumer: 'Tea shop', ...fields } }, { language });
  // 06:00 on Thursday in Shanghai, still Wednesday in UTC; the account before was closed on Wednesday and paid for it.
  clock.set(now + 20 * hour);
  const paid = await next({ ChargeFrom: '2026-11-25' });
  expect([paid.status, paid.message]).toEqual([
    400,
    'Check your input: ChargeFrom: Choose a day after 2026-11-25; the last account of this meter is charged through it.',
  ]);
  expect((await next({ ChargeFrom: '2026-11-25' }, 'zh')).message).toBe(
    '输入有误：ChargeFrom：计费起始日须晚于 2026-11-25，该电表上一账户已计费至该日',
  );
  const accepted = await next({ ChargeFrom: '2026-11-26' });
  const from = (id: number) =>
    app.database.pool
      .query('SELECT charge_from::text AS day FROM prepaid_account WHERE id = $1', [id])
      .then(({ rows }) => rows[0].day);
  expect(await from(accepted.data.AccountId)).toBe('2026-11-26');
  await ask(cashier, 'closePrepaidAccount', { body: { AccountId: accepted.data.AccountId, Reason: reason } });
  // Thursday is paid now.
  const later = await next({});
  expect(await from(later.data.AccountId)).toBe('2026-11-27');
  const first = await ask(owner, 'addPrepaidAccount', { body: { MeterId: freshMeterId, Consumer: 'Florist' } });
  expect(await from(first.data.AccountId)).toBe('2026-11-26');
});

test('an account that cannot be charged holds up no other', async () => {
  const { pool } = app.database;
  const [broken] = (
    await pool.query<{ id: number }>('SELECT min(id) AS id FROM prepaid_account WHERE closed_at IS NULL')
  ).rows;
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE prepaid_account SET charged_through = NULL, charge_from = '2026-11-20' WHERE closed_at IS NULL AND id IN (
       SELECT a.id FROM prepaid_account a JOIN energy_meter m ON m.id = a.meter_id WHERE m.settled_through IS NOT NULL) RETURNING id`,
  );
  const others = rows.map(({ id }) => id).filter((id) => id !== broken!.id);
  await pool.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON prepaid_account FOR EACH ROW WHEN (old.id = ${broken!.id}) EXECUTE FUNCTION refuse()`,
  );
  await charge();
  await pool.query('DROP TRIGGER refuse ON prepaid_account; DROP FUNCTION refuse()');
  const charged = await pool.query(
    'SELECT id FROM prepaid_account WHERE charged_through IS NOT NULL AND id = ANY($1)',
    [others],
  );
  expect(charged.rows.length).toBe(others.length);
});
