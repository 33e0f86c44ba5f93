import type { AllCalls, CallData, CallInput, CallName, SecurityEventRow } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '../account/index.ts';
import type { DomainEvents } from '../events.ts';
import { manualClock } from '../platform/clock.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { keepSecurityEvents } from './index.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);
const clock = manualClock(noon);
const right = 'Right_1234';
const office = '198.51.100.7';
const attacker = '203.0.113.66';

let app: TestApplication;
let passwordHash: string;
beforeAll(async () => {
  app = await startTestApplication({ clock, config: { trustProxy: ['127.0.0.1'] } });
  passwordHash = await hashPassword(right);
});
afterAll(() => app.stop());

let admin: string;
let stranger: string;
let operator: string;
let viewer: string;
let lin: number;
beforeEach(async () => {
  const { db } = app.database;
  clock.set(noon);
  for (const table of ['security_event', 'counted_call', 'verification_code', 'app_user'] as const) {
    await db.deleteFrom(table).execute();
  }
  const companyId = await aCompany(db);
  lin = await aMember(db, companyId, await aProject(db, companyId), { nickname: 'Lin' });
  const login = { account: 'linyuqing', mobile: '13900000001', password_hash: passwordHash };
  await db.updateTable('app_user').set(login).where('id', '=', lin).execute();
  const reader = { permissions: ['securityEvents' as const] };
  viewer = await tokenFor(db, lin, clock);
  admin = await tokenFor(db, await aMember(db, companyId, -1, reader), clock);
  stranger = await tokenFor(db, await aMember(db, await aCompany(db), -1, reader), clock);
  const operatorId = await aCompany(db);
  await db.updateTable('company').set({ is_operator: false }).execute();
  await db.updateTable('company').set({ is_operator: true }).where('id', '=', operatorId).execute();
  operator = await tokenFor(db, await aMember(db, operatorId, -1, reader), clock);
});

async function from<Name extends CallName>(
  address: string,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  token?: string,
): Promise<{ status: number; data: CallData<AllCalls[Name]> }> {
  const headers = { 'x-forwarded-for': address, 'user-agent': 'tests' };
  const { status, envelope } = await makeCall(app.url, name, input, { headers, ...(token ? { token } : {}) });
  return { status, data: envelope.Data as CallData<AllCalls[Name]> };
}
const signIn = (address: string, pwd: string, account = 'linyuqing') =>
  from(address, 'loginByBody', { body: { account, pwd } });
const eventsFor = async (token: string, body: CallInput<AllCalls['getSecurityEventPage']>['body'] = {}) =>
  (await from(office, 'getSecurityEventPage', { body }, token)).data.Data;
/** What is reported is written behind the answer. */
const waitFor = (token: string, wanted: (rows: SecurityEventRow[]) => void) =>
  vi.waitFor(async () => {
    const rows = await eventsFor(token);
    wanted(rows);
    return rows;
  }, soon);
const counted = (rows: SecurityEventRow[]) => rows.map(({ Kind, Count }) => [Kind, Count]).sort();

test('wrong passwords and the lock that follows are one line each a minute, with the account, the count and the network', async () => {
  for (let i = 0; i < 9; i++) await signIn(attacker, 'Wrong_1234');
  const rows = await waitFor(admin, (found) =>
    expect(counted(found)).toEqual([
      ['signInFailed', 5],
      ['signInLocked', 4],
    ]),
  );
  for (const row of rows) {
    expect(row).toMatchObject({
      UserId: lin,
      UserName: 'Lin',
      Network: attacker,
      UserAgent: 'tests',
      FirstEPOCH: noon,
    });
  }
});

test('only the companies of the account see them, and only who may', async () => {
  await signIn(attacker, 'Wrong_1234');
  await waitFor(admin, (found) => expect(found).toHaveLength(1));
  expect(await eventsFor(stranger)).toEqual([]);
  expect(await eventsFor(operator)).toEqual([]);
  expect((await from(office, 'getSecurityEventPage', { body: {} }, viewer)).status).toBe(403);
});

test('guesses at accounts that do not exist are seen by who runs the installation, without what was typed', async () => {
  await signIn(attacker, 'Wrong_1234', 'MySecret_1');
  const [row] = await waitFor(operator, (found) => expect(found).toHaveLength(1));
  expect(row).toMatchObject({ Kind: 'signInFailed', UserId: null, UserName: '', Account: 'My***' });
  expect(await eventsFor(admin)).toEqual([]);
});

test('a call that somebody may not make is there with their name and what they tried', async () => {
  await from(office, 'getOperationLogPage', { body: {} }, viewer);
  await from(office, 'getOperationLogPage', { body: {} }, viewer);
  const [row] = await waitFor(admin, (found) => expect(counted(found)).toEqual([['rightRefused', 2]]));
  expect(row).toMatchObject({
    UserName: 'Lin',
    Subject: 'getOperationLogPage',
    SubjectName: expect.stringContaining('og'),
  });
});

test('a right that is missing in one company is told to that company alone, also of a member of two', async () => {
  const { db } = app.database;
  const second = await aCompany(db);
  await aMember(db, second, -1, { userId: lin });
  const adminOfSecond = await tokenFor(
    db,
    await aMember(db, second, -1, { permissions: ['securityEvents' as const] }),
    clock,
  );
  // Before it is known what they may: the company is named outright.
  await from(office, 'getSecurityEventPage', { body: { CompanyId: second } as never }, viewer);
  await waitFor(adminOfSecond, (found) => expect(counted(found)).toEqual([['rightRefused', 1]]));
  expect(await eventsFor(admin)).toEqual([]);
  // A company that is not theirs: neither of their companies, nor the other one, is told; who runs the installation is.
  const third = await aCompany(db);
  const refused = await from(office, 'getSecurityEventPage', { body: { CompanyId: third } as never }, viewer);
  expect(refused.status).toBe(403);
  await waitFor(operator, (found) => expect(counted(found)).toEqual([['rightRefused', 1]]));
  expect(await eventsFor(admin)).toEqual([]);
  expect(await eventsFor(adminOfSecond)).toHaveLength(1);
});

test('a refresh token that is used again after its successor says that the sign-in was copied', async () => {
  const { RefreshToken } = (await signIn(office, right)).data;
  await from(office, 'refreshToken', { query: { refreshToken: RefreshToken } });
  clock.advance(minute);
  expect((await from(attacker, 'refreshToken', { query: { refreshToken: RefreshToken } })).status).toBe(401);
  const [row] = await waitFor(admin, (found) => expect(found).toHaveLength(1));
  expect(row).toMatchObject({ Kind: 'tokenReused', UserName: 'Lin', Network: attacker });
});

test('a sign-in from a network where the account was never used is there, the first and the usual ones are not', async () => {
  expect((await signIn(office, right)).status).toBe(200);
  expect((await signIn(office, right)).status).toBe(200);
  expect((await signIn(attacker, right)).status).toBe(200);
  const [row] = await waitFor(admin, (found) => expect(found).toHaveLength(1));
  expect(row).toMatchObject({ Kind: 'signInElsewhere', UserName: 'Lin', Network: attacker });
});

test('of what comes faster than it can be written, one event says how many were not kept', async () => {
  const events = createEvents<DomainEvents>(silentLog);
  const metrics = createMetrics();
  const keeper = keepSecurityEvents({ db: app.database.db, events, log: silentLog, metrics, maxWaiting: 3 });
  const wrong = { kind: 'signInFailed', userId: null, companyId: null, subject: '', userAgent: '', at: noon } as const;
  // The first is written at once; three wait, seven find no room.
  for (let i = 0; i < 11; i++) events.emit('securityEvent', { ...wrong, account: `a${i}***`, address: attacker });
  await keeper.stop();
  const rows = await eventsFor(operator);
  expect(counted(rows)).toEqual([['notKept', 7], ...Array(4).fill(['signInFailed', 1])]);
  expect(rows.find(({ Kind }) => Kind === 'notKept')).toMatchObject({ UserName: '', Account: '', Network: '' });
  expect(await eventsFor(admin)).toEqual([]);
  expect(await metrics.registry.metrics()).toMatch(/^watchpost_security_events_not_kept 7$/m);
});

test('one that is reported at the very moment when the last was written is written without waiting for the next', async () => {
  const wrong = { kind: 'signInFailed', userId: null, companyId: null, subject: '', userAgent: '', at: noon } as const;
  // The number of microtask turns after a row was written.
  for (let turns = 0; turns < 12; turns++) {
    const events = createEvents<DomainEvents>(silentLog);
    const report = (account: string) =>
      events.emit('securityEvent', { ...wrong, account: `${account} ${turns}`, address: attacker });
    let isFirst = true;
    const log = {
      ...silentLog,
      warn: () => {
        if (!isFirst) return;
        isFirst = false;
        let after = Promise.resolve();
        for (let turn = 0; turn < turns; turn++) after = after.then(() => {});
        void after.then(() => report('last'));
      },
    } as unknown as typeof silentLog;
    const keeper = keepSecurityEvents({ db: app.database.db, events, log, metrics: createMetrics() });
    report('first');
    await waitFor(operator, (found) => expect(found.map(({ Account }) => Account)).toContain(`last ${turns}`));
    await keeper.stop();
  }
});

test('wrong codes are there, too', async () => {
  await from(office, 'mobileCode', { query: { mobile: '13900000001', title: 'login' } });
  await from(attacker, 'checkCode', { body: { Mobile: '13900000001', Code: '000000', Title: 'login' } });
  await waitFor(admin, (found) => expect(counted(found)).toEqual([['codeWrong', 1]]));
});

test('an attack from everywhere does not fill the database: fifty lines a minute and kind, the rest in one without names', async () => {
  await Promise.all(
    Array.from({ length: 90 }, (_, i) => signIn(`10.1.${i}.1`, 'Wrong_1234', `someone_${String(i).padStart(3, '0')}`)),
  );
  const total = (rows: SecurityEventRow[]) => rows.reduce((sum, { Count }) => sum + Count, 0);
  const page = { PageSize: 100, PageIndex: 1 };
  await vi.waitFor(async () => expect(total(await eventsFor(operator, page))).toBe(90), soon);
  const rows = await eventsFor(operator, page);
  expect(rows.length).toBeLessThanOrEqual(51);
  expect(rows.filter(({ Network }) => Network === '')).toHaveLength(1);
});

test('the list is filtered by kind, by text and by time, and exported as it is filtered', async () => {
  await signIn(attacker, 'Wrong_1234');
  await from(office, 'getOperationLogPage', { body: {} }, viewer);
  await waitFor(admin, (found) => expect(found).toHaveLength(2));
  const kindsOf = async (body: CallInput<AllCalls['getSecurityEventPage']>['body']) =>
    (await eventsFor(admin, body)).map(({ Kind }) => Kind);
  expect(await kindsOf({ KindList: ['signInFailed'] })).toEqual(['signInFailed']);
  expect(await kindsOf({ Text: attacker })).toEqual(['signInFailed']);
  expect(await kindsOf({ Text: 'lin', EndTime: '2026-11-20 00:00' })).toEqual([]);
  const asked = { body: { Kind: 'securityEvents' as const, Input: { body: { KindList: ['signInFailed'] } } } };
  expect((await from(office, 'requestExport', asked, admin)).status).toBe(200);
});

test('the metrics count each event by kind', async () => {
  const count = async (): Promise<number> => {
    const response = await fetch(`${app.url}/metrics`);
    const [, figure] = /watchpost_security_events{kind="signInFailed"} (\d+)/.exec(await response.text()) ?? [];
    return Number(figure ?? 0);
  };
  const before = await count();
  for (let i = 0; i < 3; i++) await signIn(attacker, 'Wrong_1234');
  expect((await count()) - before).toBe(3);
});
