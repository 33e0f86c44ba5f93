import { createHash, randomUUID } from 'node:crypto';
import type { WallView } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { keepEvents } from '../eventNotices/observe.store.ts';
import { manualClock } from '../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aPairing } from '../testing/displaysOf.ts';
import { aCompany, aDevice, aGateway, aMember, aPastAlarm, aProject, limitMember } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Thursday noon in Shanghai. */
const noon = Date.UTC(2026, 9, 1, 4);
const clock = manualClock(noon);
let app: TestApplication;
let store: number;
let depot: number;
let foreign: number;
let keeper: number;
let limited: number;
let viewer: number;
let stranger: number;
let screenId: number;
let companyId: number;

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db, { name: 'Chill Ltd' });
      store = await aProject(db, companyId, { name: 'Store' });
      depot = await aProject(db, companyId, { name: 'Depot' });
      const rights = ['dataScreenView', 'dataScreenEdit', 'displaysPair', 'allProjects', 'monitorView'] as const;
      keeper = await aMember(db, companyId, -1, { permissions: rights });
      limited = await aMember(db, companyId, -1, { permissions: rights });
      await limitMember(db, limited, store, { deviceIds: [] });
      viewer = await aMember(db, companyId, -1, { permissions: ['dataScreenView', 'allProjects', 'monitorView'] });
      const other = await aCompany(db);
      foreign = await aProject(db, other, { name: 'Foreign' });
      stranger = await aMember(db, other, -1, { permissions: rights });
    },
  });
});
afterAll(() => app.stop());

const ask = async (userId: number | null, name: string, input: object) => {
  const token = userId === null ? {} : { token: await tokenFor(app.database.db, userId, clock) };
  const { status, envelope } = await makeCall(app.url, name as never, input as never, { ...token, language: 'en' });
  return { status, message: envelope.Message, data: envelope.Data as never as Record<string, never> };
};
const screenOf = (Name: string, ProjectIdList: number[], AllProjects = false) => ({
  body: { Name, AllProjects, ProjectIdList, StationList: ['overview', 'projects'], StationSeconds: 20 },
});

beforeEach(async () => {
  clock.set(noon);
  await app.database.db.deleteFrom('alarm').execute();
  await app.database.db.deleteFrom('data_screen').execute();
  screenId = (await ask(keeper, 'addDataScreen', screenOf('Shop window', [store]))).data.ScreenId as never as number;
});

const pair = (userId: number, Code: string, more: object = {}) =>
  ask(userId, 'pairDisplay', {
    body: {
      ...{ Code, Name: 'Control room', ScreenId: screenId, ProjectId: store, Language: 'en', Sound: false },
      ...{ FromHour: 7, UntilHour: 20, ...more },
    },
  });
/** A wall that is paired: its token. */
async function aWall(more: object = {}): Promise<{ token: string; displayId: number }> {
  const { code, secret } = await aPairing(app.database.db, new Date(clock.now() + minute));
  const { status, data } = await pair(keeper, `${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase(), more);
  expect(status).toBe(200);
  const taken = await ask(null, 'takePairing', { body: { Secret: secret } });
  return { token: taken.data.Token as never, displayId: data.DisplayId as never };
}
async function anOpenAlarm(projectId: number, deviceId?: number): Promise<number> {
  const { db } = app.database;
  const alarm = { companyId, projectId, severity: 1, raisedAt: new Date(noon - minute), ...(deviceId && { deviceId }) };
  const id = await aPastAlarm(db, alarm);
  await db
    .updateTable('alarm')
    .set({ subject_id: id, returned_at: null, acknowledged_at: null, device_name: 'Freezer' })
    .where('id', '=', id)
    .execute();
  return id;
}
const news = (Token: string) => ask(null, 'getWallNews', { body: { Token } });
const view = async (Token: string): Promise<WallView> =>
  (await ask(null, 'getWallView', { body: { Token } })).data as never;

test('a company has several data screens by name, and a reader is named only the projects that they open', async () => {
  expect((await ask(keeper, 'addDataScreen', screenOf('Everything', [], true))).status).toBe(200);
  expect((await ask(keeper, 'addDataScreen', screenOf('Shop window', [depot]))).message).toContain('exists already');
  expect((await ask(keeper, 'addDataScreen', screenOf('Nothing', []))).status).toBe(400);
  expect((await ask(keeper, 'addDataScreen', screenOf('Theirs', [foreign]))).status).toBe(404);
  const { ScreenList } = (await ask(viewer, 'getDataScreens', { query: {} })).data as never as {
    ScreenList: { Name: string; ProjectList: { ProjectName: string }[] }[];
  };
  expect(ScreenList.map(({ Name, ProjectList }) => [Name, ProjectList.map(({ ProjectName }) => ProjectName)])).toEqual([
    ['Everything', ['Depot', 'Store']],
    ['Shop window', ['Store']],
  ]);
  const theirs = await ask(stranger, 'getDataScreens', { query: {} });
  expect(theirs.data).toEqual({ ScreenList: [] });
  expect((await ask(viewer, 'deleteDataScreen', { body: { ScreenIdList: [screenId] } })).status).toBe(403);
  expect((await ask(stranger, 'deleteDataScreen', { body: { ScreenIdList: [screenId] } })).status).toBe(404);
});

test('a wall is paired by the code that it shows, and reads the projects of its screen alone', async () => {
  const { Code, Secret } = (await ask(null, 'beginPairing', {})).data as never as Record<string, string>;
  const waiting = () => ask(null, 'takePairing', { body: { Secret } });
  expect((await waiting()).data.Token).toBeNull();
  expect((await pair(keeper, 'aaaaaaaa')).status).toBe(404);
  expect((await pair(viewer, Code!)).status).toBe(403);
  expect((await pair(stranger, Code!)).status).toBe(403);
  expect((await pair(keeper, Code!)).status).toBe(200);
  // Nobody pairs a second wall by it.
  expect((await pair(keeper, Code!)).status).toBe(404);
  const { Token } = (await waiting()).data as never as { Token: string };
  expect((await waiting()).data.Token).toBe(Token);
  await anOpenAlarm(depot);
  const shown = await view(Token);
  expect([shown.CompanyName, shown.ScreenName, shown.DisplayName]).toEqual([
    'Chill Ltd',
    'Shop window',
    'Control room',
  ]);
  expect(shown.ProjectList.map(({ ProjectName }) => ProjectName)).toEqual(['Store']);
  expect(shown.AlarmTotal).toBe(0);
  // It is nobody: no call of people answers it.
  const { status } = await makeCall(app.url, 'getDataScreens', { query: {} }, { token: Token, language: 'en' });
  expect(status).toBe(401);
});

test('who does not see every device of a screen neither pairs a wall with it nor widens one', async () => {
  const { Code } = (await ask(null, 'beginPairing', {})).data as never as Record<string, string>;
  const refused = await pair(limited, Code!);
  expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('every device')]);
  await aWall();
  const widened = { body: { ScreenId: screenId, ProjectIdList: [store, depot] } };
  expect((await ask(limited, 'editDataScreen', widened)).status).toBe(403);
  expect((await ask(keeper, 'editDataScreen', widened)).status).toBe(200);
});

test('a new urgent alarm is in the next news, and leaves them when somebody acknowledges it', async () => {
  const { token } = await aWall();
  const { db } = app.database;
  const deviceId = await aDevice(db, store, { name: 'Freezer' });
  expect((await news(token)).data.UrgentList).toEqual([]);
  const alarmId = await anOpenAlarm(store, deviceId);
  const { UrgentList } = (await news(token)).data as never as { UrgentList: object[] };
  expect(UrgentList).toMatchObject([{ AlarmId: alarmId, DeviceName: 'Freezer', ProjectName: 'Store', Level: 1 }]);
  await db
    .updateTable('alarm')
    .set({ acknowledged_at: new Date(noon), acknowledged_by: keeper })
    .execute();
  expect((await news(token)).data.UrgentList).toEqual([]);
  expect((await view(token)).AlarmList).toMatchObject([{ AlarmId: alarmId, Acknowledged: true }]);
});

test('a wall that is revoked, or whose screen is deleted, is refused at its next question', async () => {
  const [one, two] = [await aWall(), await aWall({ Name: 'Entrance' })];
  expect((await ask(stranger, 'revokeDisplay', { body: { DisplayIdList: [one.displayId] } })).status).toBe(404);
  expect((await ask(keeper, 'revokeDisplay', { body: { DisplayIdList: [one.displayId] } })).status).toBe(200);
  expect((await news(one.token)).status).toBe(401);
  expect((await news(two.token)).status).toBe(200);
  await ask(keeper, 'deleteDataScreen', { body: { ScreenIdList: [screenId] } });
  expect((await news(two.token)).status).toBe(401);
});

test('a project that goes to another company is on no wall any more', async () => {
  const { token } = await aWall();
  const other = await aCompany(app.database.db);
  const move = (company_id: number) =>
    app.database.db.updateTable('project').set({ company_id }).where('id', '=', store).execute();
  await move(other);
  expect((await news(token)).status).toBe(401);
  await move(companyId);
});

test('a token is renewed each week, the old one counts until the new one is used, and after 400 days none does', async () => {
  const { token } = await aWall();
  expect((await news(token)).data.NewToken).toBeNull();
  clock.set(noon + 8 * day);
  const next = (await news(token)).data.NewToken as never as string;
  expect(next).toMatch(/^[\w-]{43}$/);
  // The answer was lost: the same one again.
  expect((await news(token)).data.NewToken).toBe(next);
  expect((await news(next)).status).toBe(200);
  expect((await news(token)).status).toBe(401);
  clock.set(noon + 410 * day);
  expect((await news(next)).status).toBe(401);
});

test('a wall that is dark in its hours is an event of the project in which it hangs', async () => {
  const { token } = await aWall();
  await news(token);
  const events = async () => {
    const client = await app.database.pool.connect();
    try {
      await client.query('BEGIN');
      await keepEvents(system, client, new Date(clock.now()));
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    return app.database.db
      .selectFrom('platform_event')
      .where('type', '=', 'displayDark')
      .select(['project_id', 'subject_name', 'recovered_at'])
      .execute();
  };
  clock.set(noon + 4 * minute);
  expect(await events()).toEqual([]);
  clock.set(noon + 6 * minute);
  expect(await events()).toMatchObject([{ project_id: store, subject_name: 'Control room', recovered_at: null }]);
  const { DisplayList } = (await ask(keeper, 'getDisplays', { query: {} })).data as never as {
    DisplayList: { State: string }[];
  };
  expect(DisplayList).toMatchObject([{ State: 'dark' }]);
  await news(token);
  expect((await events())[0]!.recovered_at).not.toBeNull();
  // In the evening it may be off.
  clock.set(noon + 9 * 60 * minute);
  expect((await events()).filter(({ recovered_at }) => recovered_at === null)).toEqual([]);
});

test('a wall in a deleted project is refused, and is dark for nobody', async () => {
  const { token, displayId } = await aWall();
  const { db } = app.database;
  const setDeleted = async (deleted_at: Date | null) => {
    await db.updateTable('project').set({ deleted_at }).where('id', '=', store).execute();
    await db.updateTable('subarea').set({ deleted_at }).where('id', '=', store).execute();
  };
  await setDeleted(new Date(noon));
  const refused = [(await news(token)).status, (await ask(null, 'getWallView', { body: { Token: token } })).status];
  clock.set(noon + 6 * minute);
  const events = await darkEvents();
  await setDeleted(null);
  expect(refused).toEqual([401, 401]);
  expect(events.filter(({ subject_id }) => subject_id === displayId)).toEqual([]);
});

test('an edit of a screen keeps the projects that its editor does not open, and the deleted ones', async () => {
  const { db } = app.database;
  const spare = await aProject(db, companyId, { name: `Spare ${randomUUID()}` });
  const gone = await aProject(db, companyId, { name: `Gone ${randomUUID()}` });
  const edit = (userId: number, body: object) =>
    ask(userId, 'editDataScreen', { body: { ScreenId: screenId, ...body } });
  await edit(keeper, { ProjectIdList: [store, depot, gone] });
  await db
    .updateTable('project')
    .set({ deleted_at: new Date(noon) })
    .where('id', '=', gone)
    .execute();
  await db
    .updateTable('subarea')
    .set({ deleted_at: new Date(noon) })
    .where('id', '=', gone)
    .execute();
  const narrow = await aMember(db, companyId, -1, { permissions: ['dataScreenEdit'] });
  await aMember(db, companyId, store, { userId: narrow });
  await aMember(db, companyId, spare, { userId: narrow });
  const onScreen = async () =>
    (await db.selectFrom('data_screen_project').select('project_id').where('data_screen_id', '=', screenId).execute())
      .map(({ project_id }) => project_id)
      .sort((a, b) => a - b);
  const whole = { AllProjects: false, StationList: ['alarms'], StationSeconds: 30 };
  expect((await edit(narrow, { ...whole, Name: 'Window', ProjectIdList: [store] })).status).toBe(200);
  expect(await onScreen()).toEqual([store, depot, gone]);
  expect((await edit(narrow, { ProjectIdList: [spare] })).status).toBe(200);
  expect(await onScreen()).toEqual([depot, spare, gone]);
  expect((await edit(narrow, { ProjectIdList: [] })).status).toBe(200);
  expect(await onScreen()).toEqual([depot, gone]);
  expect((await edit(keeper, { Name: 'Door' })).status).toBe(200);
  expect(await onScreen()).toEqual([depot, gone]);
  expect((await edit(narrow, { ProjectIdList: [depot] })).status).toBe(404);
  // With a wall it takes somebody who sees all of it; a name does not.
  await edit(keeper, { ProjectIdList: [store, depot] });
  await aWall();
  expect((await edit(narrow, { ProjectIdList: [store], Name: 'Shop' })).status).toBe(200);
  expect((await edit(narrow, { ProjectIdList: [spare] })).status).toBe(403);
});

test('a screen with walls is deleted only by who may revoke them, with a line for each wall', async () => {
  const { db } = app.database;
  const { displayId, token } = await aWall();
  const editor = await aMember(db, companyId, -1, { permissions: ['dataScreenEdit', 'allProjects', 'monitorView'] });
  const remove = (userId: number) => ask(userId, 'deleteDataScreen', { body: { ScreenIdList: [screenId] } });
  expect((await remove(editor)).status).toBe(403);
  expect((await remove(limited)).message).toContain('every device');
  expect((await news(token)).status).toBe(200);
  expect((await remove(keeper)).status).toBe(200);
  const lines = await db
    .selectFrom('operation_log')
    .select(['call', 'project_id'])
    .where('subject_kind', '=', 'display')
    .where('subject_id', '=', String(displayId))
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([{}, { call: 'deleteDataScreen', project_id: store }]);
});

/** Events of walls that are dark, as the platform keeps them now. */
async function darkEvents() {
  const client = await app.database.pool.connect();
  try {
    await client.query('BEGIN');
    await keepEvents(system, client, new Date(clock.now()));
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return app.database.db
    .selectFrom('platform_event')
    .where('type', '=', 'displayDark')
    .select(['subject_id', 'recovered_at'])
    .execute();
}

test('a wall that is dark does not recover by the end of its hours, and one that is switched off then is not dark', async () => {
  const [dark, closed] = [await aWall(), await aWall({ Name: 'Closes' })];
  const open = async () =>
    (await darkEvents())
      .filter(
        ({ recovered_at, subject_id }) =>
          recovered_at === null && [dark, closed].some((w) => w.displayId === subject_id),
      )
      .map(({ subject_id }) => subject_id);
  clock.set(noon + 6 * minute);
  await news(closed.token);
  expect(await open()).toEqual([dark.displayId]);
  clock.set(noon + 8 * 60 * minute - minute);
  await news(closed.token);
  // 20:30, outside the hours.
  clock.set(noon + 8 * 60 * minute + 30 * minute);
  expect(await open()).toEqual([dark.displayId]);
  const { DisplayList } = (await ask(keeper, 'getDisplays', { query: {} })).data as never as {
    DisplayList: { Name: string; State: string }[];
  };
  expect(DisplayList.map(({ Name, State }) => [Name, State])).toEqual([
    ['Closes', 'off'],
    ['Control room', 'off'],
  ]);
  // Heard again in the evening, it has recovered.
  await news(dark.token);
  expect(await open()).toEqual([]);
});

test('the list and the events have one rule for the first minutes of the hours', async () => {
  await aWall();
  const state = async () =>
    ((await ask(keeper, 'getDisplays', { query: {} })).data as never as { DisplayList: { State: string }[] })
      .DisplayList[0]!.State;
  // 7:02 and 7:06 of the next morning.
  clock.set(noon + 19 * 60 * minute + 2 * minute);
  expect(await state()).toBe('off');
  clock.set(noon + 19 * 60 * minute + 6 * minute);
  expect(await state()).toBe('dark');
});

test('a pairing that is confirmed in its last seconds still reaches the wall', async () => {
  const { Code, Secret } = (await ask(null, 'beginPairing', {})).data as never as Record<string, string>;
  clock.set(noon + 10 * minute - 1000);
  expect((await pair(keeper, Code!)).status).toBe(200);
  clock.set(noon + 10 * minute + 30_000);
  expect((await ask(null, 'takePairing', { body: { Secret } })).data.Token).toMatch(/^[\w-]{43}$/);
});

test('the code of a pairing cannot be found from what is kept of it', async () => {
  const { Code } = (await ask(null, 'beginPairing', {})).data as never as Record<string, string>;
  const kept = await app.database.db.selectFrom('display_pairing').select('code_hash').execute();
  expect(kept.map(({ code_hash }) => code_hash.toString('hex'))).not.toContain(
    createHash('sha256').update(Code!).digest('hex'),
  );
});

test('news name every open urgent alarm, however few of them are shown', async () => {
  const { token } = await aWall();
  const ids: number[] = [];
  for (let i = 0; i < 22; i++) ids.push(await anOpenAlarm(store));
  const { UrgentList, UrgentIdList } = (await news(token)).data as never as { UrgentList: []; UrgentIdList: number[] };
  expect(UrgentList).toHaveLength(20);
  expect([...UrgentIdList].sort((a, b) => a - b)).toEqual(ids);
});

test('each project of a wall has its newest alarms, also where another one has many', async () => {
  await ask(keeper, 'editDataScreen', { body: { ScreenId: screenId, ProjectIdList: [store, depot] } });
  const { token } = await aWall();
  const first = await anOpenAlarm(depot);
  for (let i = 0; i < 20; i++) await anOpenAlarm(store);
  const { AlarmList } = await view(token);
  expect(AlarmList.filter(({ ProjectId }) => ProjectId === depot).map(({ AlarmId }) => AlarmId)).toEqual([first]);
});

test('a gateway that was never heard of is not silent', async () => {
  const { token } = await aWall();
  const { db } = app.database;
  await aGateway(db, store);
  const heard = await aGateway(db, store);
  await db
    .updateTable('gateway')
    .set({ last_seen_at: new Date(noon - day), online: false })
    .where('id', '=', heard)
    .execute();
  expect((await view(token)).ProjectList).toMatchObject([{ Gateways: 2, SilentGateways: 1 }]);
});

test('a next token that was lost is the one that counts, also where another one was kept', async () => {
  const { token, displayId } = await aWall();
  clock.set(noon + 8 * day);
  await app.database.db
    .updateTable('display')
    .set({ next_token_hash: createHash('sha256').update(randomUUID()).digest() })
    .where('id', '=', displayId)
    .execute();
  const next = (await news(token)).data.NewToken as never as string;
  expect((await news(next)).status).toBe(200);
});

test('walls that were revoked leave the list after thirty days', async () => {
  const { displayId } = await aWall();
  await ask(keeper, 'revokeDisplay', { body: { DisplayIdList: [displayId] } });
  const listed = async () =>
    ((await ask(keeper, 'getDisplays', { query: {} })).data as never as { DisplayList: [] }).DisplayList.length;
  expect(await listed()).toBe(1);
  clock.set(noon + 31 * day);
  expect(await listed()).toBe(0);
});

test('a project whose service has ended shows no energy', async () => {
  const { db } = app.database;
  const { token } = await aWall();
  const { id: meter_id } = await db
    .insertInto('energy_meter')
    .values({ project_id: store, name: 'Main meter', max_watts: 100_000, created_at: new Date(noon) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const day = {
    ...{ meter_id, day: '2026-10-01', expected: 96, measured: 96, estimated: 0, suspect_wh: 0, is_provisional: false },
    ...{ wh: ['0', '5000', '0', '0', '0', '0'], cost_micro: ['0', '0', '0', '0', '0'] },
  };
  await db.insertInto('energy_day').values(day).execute();
  expect((await view(token)).EnergyList).toMatchObject([{ ProjectId: store, Wh: 5000 }]);
  const setDisabled = (disabled_at: Date | null) =>
    db.updateTable('project').set({ disabled_at }).where('id', '=', store).execute();
  await setDisabled(new Date(noon));
  const { EnergyList } = await view(token);
  await setDisabled(null);
  expect(EnergyList).toEqual([]);
});
