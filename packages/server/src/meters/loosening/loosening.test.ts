import { type PermissionName, permissionsOf, prepaidErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import type { AskAs } from '../../testing/askAs.ts';
import { aCompany, aGateway, aMember, aPoint, aProject } from '../../testing/factories.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

const hour = 3_600_000;
const clock = manualClock(Date.UTC(2026, 10, 25, 2));
let app: TestApplication;
let projectId: number;
let relays: number[];
let meterId: number;
let first: number;
let second: number;
let accountId: number;
let isProven: boolean;
const ask: AskAs = async (userId, name, input, { language = 'en' } = {}) => {
  const token = await tokenFor(app.database.db, userId!, clock, { proven: isProven });
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as never, file };
};

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Market' });
      const gatewayId = await aGateway(db, projectId);
      relays = [await aPoint(db, gatewayId, { name: 'Relay 1' }), await aPoint(db, gatewayId, { name: 'Relay 2' })];
      await db.updateTable('point').set({ writable: true }).where('id', 'in', relays).execute();
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      first = await aMember(db, companyId, -1, { nickname: 'Wang', permissions: all });
      second = await aMember(db, companyId, -1, { nickname: 'Li', permissions: all });
      const meter = { project_id: projectId, name: 'Fish counter', max_watts: 9000, created_at: new Date(clock.now()) };
      meterId = (await db.insertInto('energy_meter').values(meter).returning('id').executeTakeFirstOrThrow()).id;
    },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  isProven = true;
  await app.database.pool.query('DELETE FROM prepaid_account');
  accountId = (await open()).data.AccountId;
});

const open = (fields: object = {}) =>
  ask(first, 'addPrepaidAccount', {
    body: { MeterId: meterId, Consumer: 'Fish counter', SwitchPointId: relays[0], ...fields },
  });
const Reason = 'The cold store has a feeder of its own now';
const body = () => ({ body: { AccountId: accountId } });
const asks = (who: number) => ask(who, 'askInterruptible', { body: { AccountId: accountId, Reason } });
const agrees = (who: number) => ask(who, 'agreeInterruptible', body());
const edits = (fields: object) => ask(first, 'editPrepaidAccount', { body: { AccountId: accountId, ...fields } });
const row = async (who = first) =>
  (await ask(who, 'getPrepaidPage', { body: { ProjectId: projectId } })).data.Data.find(
    ({ AccountId }) => AccountId === accountId,
  )!;
const said = ({ status, message }: { status: number; message: string }) => [status, message];

test('a protected load may be switched off once one person has said why and another one has agreed', async () => {
  expect(said(await edits({ LoadClass: 'interruptible' }))).toEqual([409, prepaidErrors.twoPeople.en]);
  isProven = false;
  expect([(await asks(first)).status, (await agrees(second)).status]).toEqual([428, 428]);
  isProven = true;
  const short = await ask(first, 'askInterruptible', { body: { AccountId: accountId, Reason: 'short' } });
  expect(said(short)).toEqual([400, expect.stringContaining('at least 10 characters')]);
  expect(said(await agrees(second))).toEqual([409, prepaidErrors.loosenOver.en]);
  expect((await asks(first)).status).toBe(200);
  expect(said(await asks(second))).toEqual([409, 'Wang has asked for this already; another person agrees.']);
  expect(said(await agrees(first))).toEqual([409, prepaidErrors.loosenOwn.en]);
  expect((await row()).Loosening).toMatchObject({ AskName: 'Wang', Reason, IsYours: true });
  expect((await row(second)).Loosening).toMatchObject({ IsYours: false });
  expect((await row()).LoadClass).toBe('protected');
  expect((await agrees(second)).status).toBe(200);
  expect(await row()).toMatchObject({ LoadClass: 'interruptible', Loosening: null });
  const { rows } = await app.database.pool.query(
    `SELECT user_id, before, after FROM operation_log WHERE subject_kind = 'prepaidAccount' AND subject_id = $1 ORDER BY id DESC LIMIT 2`,
    [String(accountId)],
  );
  expect(rows).toMatchObject([
    {
      user_id: second,
      before: { loadClass: 'protected' },
      after: { loadClass: 'interruptible', loadAskedBy: 'Wang', reason: Reason },
    },
    { user_id: first, after: { loadClassAsked: 'interruptible', reason: Reason } },
  ]);
});

test('what was asked for is over after a day, when it is withdrawn, and when the load is protected again', async () => {
  await asks(first);
  clock.advance(24 * hour);
  expect(said(await agrees(second))).toEqual([409, prepaidErrors.loosenOver.en]);
  expect((await row()).Loosening).toBeNull();
  await asks(second);
  expect((await ask(first, 'withdrawInterruptible', body())).status).toBe(200);
  expect(said(await agrees(first))).toEqual([409, prepaidErrors.loosenOver.en]);
  await asks(first);
  await agrees(second);
  isProven = false;
  expect((await edits({ LoadClass: 'protected' })).status).toBe(200);
  isProven = true;
  expect(said(await agrees(second))).toEqual([409, prepaidErrors.loosenOver.en]);
  expect((await row()).LoadClass).toBe('protected');
});

test('there is no way around the second person: neither another switch nor another account', async () => {
  for (const SwitchPointId of [relays[1], ''])
    expect(said(await edits({ SwitchPointId }))).toEqual([409, prepaidErrors.switchStays.en]);
  await ask(first, 'closePrepaidAccount', { body: { AccountId: accountId, Reason } });
  expect(said(await open({ LoadClass: 'interruptible' }))).toEqual([409, prepaidErrors.twoPeople.en]);
  expect((await open()).status).toBe(200);
});

test('an account that may be switched off does not take over the switch of a protected one alone', async () => {
  await ask(first, 'closePrepaidAccount', { body: { AccountId: accountId, Reason } });
  const meter = { project_id: projectId, name: 'Kiosk', max_watts: 9000, created_at: new Date(clock.now()) };
  const { id } = await app.database.db
    .insertInto('energy_meter')
    .values(meter)
    .returning('id')
    .executeTakeFirstOrThrow();
  const kiosk = { MeterId: id, Consumer: 'Kiosk', LoadClass: 'interruptible', SwitchPointId: relays[1] };
  accountId = (await open(kiosk)).data.AccountId;
  expect(said(await edits({ SwitchPointId: relays[0] }))).toEqual([409, prepaidErrors.twoPeople.en]);
  expect((await edits({ SwitchPointId: relays[0], LoadClass: 'protected' })).status).toBe(200);
});
