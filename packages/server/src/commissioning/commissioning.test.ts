import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commissioningErrors, type DebugCheckName, debugCheckNames, debugChecks } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aProject, aStrategy } from '../testing/factories.ts';
import { wordsOf } from '../testing/fileContents.ts';
import { aMailServer } from '../testing/mailServer.ts';
import { checklist, type Facts, openRequired } from './checklist.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let approver: number;
let setter: number;
let stranger: number;
let projectId: number;
let testedProjectId: number;
let mailServer: Awaited<ReturnType<typeof aMailServer>>;
const verifier = readFileSync(new URL('../compliance/proof/verify.mjs', import.meta.url));
const strokes = `M10 90${Array.from({ length: 24 }, (_, i) => ` L${20 + i * 10} ${80 + (i % 3) * 10}`).join('')}`;

beforeAll(async () => {
  mailServer = await aMailServer();
  app = await startTestApplication({
    config: { mail: { url: mailServer.url, from: 'watch@example.com' }, allowedPrivateHosts: ['127.0.0.1'] },
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      await aGateway(db, projectId);
      await aDevice(db, projectId, { name: '冷冻间1' });
      keeper = await aMember(db, companyId, -1, { permissions: ['maintenanceOrders', 'allProjects'] });
      approver = await aMember(db, companyId, -1, { permissions: ['commissioningApprove', 'allProjects'] });
      testedProjectId = await aProject(db, companyId);
      await db
        .updateTable('app_user')
        .set({ nickname: 'Wang', email: 'wang@example.com', mobile: '13900000041' })
        .where('id', '=', keeper)
        .execute();
      await db
        .insertInto('alarm_strategy_contact')
        .values({
          ...{ strategy_id: await aStrategy(db, testedProjectId), user_id: keeper, step: 0, severities: [1] },
          channels: ['app', 'email', 'sms'],
        })
        .execute();
      setter = await aMember(db, companyId, -1, { permissions: ['maintenanceOrders', 'projectConfig', 'allProjects'] });
      stranger = await aMember(db, await aCompany(db), -1, { permissions: ['maintenanceOrders', 'allProjects'] });
    },
  });
  ask = askAs(() => app);
});
afterAll(async () => {
  await app.stop();
  await mailServer.close();
});

const good = [{ id: 1, name: 'A', good: true }];
const bad = [
  { id: 1, name: 'A', good: true },
  { id: 2, name: 'B', good: false },
];
const facts: Facts = {
  ...{ isLocated: true, confirmed: 1, gateways: good, slaves: good, heard: good, sound: good },
  ...{ devices: good, watched: good, policies: good, cameras: [], contacts: [] },
};
const stateOf = (found: Partial<Facts>, check: DebugCheckName) =>
  checklist({ ...facts, ...found }, []).find((item) => item.check === check)!;

test('an item ticks itself when everything of its kind is good, and names what is not', () => {
  const asked: [DebugCheckName, keyof Facts, boolean][] = [
    ['gatewaysOnline', 'gateways', true],
    ['slavesAnswer', 'slaves', false],
    ['pointsHeard', 'heard', true],
    ['pointsGood', 'sound', true],
    ['devicesBound', 'devices', true],
    ['devicesWatched', 'watched', true],
    ['contactsNamed', 'policies', true],
    ['camerasReachable', 'cameras', false],
    ['contactsReached', 'contacts', false],
  ];
  for (const [check, of, needsSome] of asked) {
    expect(stateOf({ [of]: good }, check)).toMatchObject({ state: 'ok', good: 1, total: 1 });
    expect(stateOf({ [of]: bad }, check)).toMatchObject({ state: 'open', good: 1, total: 2, faulty: ['B'] });
    expect(stateOf({ [of]: [] }, check).state).toBe(needsSome ? 'open' : 'none');
  }
  expect(stateOf({ isLocated: false }, 'located').state).toBe('open');
  expect(stateOf({ confirmed: 0 }, 'alarmConfirmed').state).toBe('open');
});

test('required items are open until they hold, were ticked, or were let pass', () => {
  const byPeople = debugCheckNames.filter((name) => debugChecks[name].by === 'person' && debugChecks[name].required);
  expect(openRequired(checklist(facts, []))).toBe(byPeople.length);
  const deed = { ticked_by: null, ticked_at: null, note: '', waived_by: null, waive_reason: '' };
  const done = byPeople.map((name, place) =>
    place === 0 ? { ...deed, name, waived_by: 'Wang' } : { ...deed, name, ticked_by: 'Li', ticked_at: new Date() },
  );
  expect(openRequired(checklist(facts, done))).toBe(0);
  expect(checklist(facts, done).find(({ check }) => check === byPeople[0])!.state).toBe('waived');
});

test('an order is not finished while required items are open; waived and ticked it is, and keeps its checklist', async () => {
  const body = { ProjectId: projectId, InstallUnit: 'North', DebugPersonId: keeper };
  expect((await ask(keeper, 'addDebugOrder', { body: { ...body, InstallUnit: '' } })).status).toBe(400);
  expect((await ask(keeper, 'addDebugOrder', { body: { ...body, DebugPersonId: stranger } })).message).toBe(
    commissioningErrors.personElsewhere.en,
  );
  const dates = { PlannedFrom: '2026-12-02', PlannedTo: '2026-12-01' };
  expect((await ask(keeper, 'addDebugOrder', { body: { ...body, ...dates } })).message).toBe(
    commissioningErrors.endsBeforeStart.en,
  );
  expect((await ask(stranger, 'addDebugOrder', { body })).status).toBe(403);
  const added = await ask(keeper, 'addDebugOrder', { body: { ...body, EstimatedHours: '7.5' } });
  const { OrderId, OrderNumber } = added.data;
  expect(OrderNumber).toMatch(/^C\d{8}-0001$/);
  expect((await ask(keeper, 'addDebugOrder', { body })).message).toContain(OrderNumber);
  const detail = async () => (await ask(keeper, 'getDebugOrder', { query: { orderId: OrderId } })).data;
  const before = await detail();
  expect(before).toMatchObject({ Status: 'doing', EstimatedHours: 7.5 });
  expect(before.ItemList.find(({ Check }) => Check === 'devicesBound')).toMatchObject({
    ...{ State: 'open', Good: 0, Total: 1, FaultyList: ['冷冻间1'] },
  });
  const finish = () => ask(keeper, 'finishDebugOrder', { body: { OrderId, ActualHours: 8.25 } });
  expect((await finish()).message).toBe(`${before.OpenRequired} required items are open.`);
  const tick = (Check: DebugCheckName) => ask(keeper, 'tickDebugItem', { body: { OrderId, Check, Ticked: true } });
  const waive = (Check: DebugCheckName, Reason = 'Tested at the factory') =>
    ask(approver, 'waiveDebugItem', { body: { OrderId, Check, Reason } });
  expect((await tick('gatewaysOnline')).message).toBe(commissioningErrors.bySystem.en);
  expect((await waive('gatewaysOnline', 'too short')).status).toBe(400);
  expect(
    (await ask(keeper, 'waiveDebugItem', { body: { OrderId, Check: 'located', Reason: 'Tested at the factory' } }))
      .status,
  ).toBe(403);
  for (const { Check, State } of before.ItemList)
    if (State === 'open')
      expect((await (debugChecks[Check].by === 'person' ? tick(Check) : waive(Check))).status).toBe(200);
  expect((await finish()).status).toBe(200);
  expect((await finish()).message).toBe(commissioningErrors.isDone.en);
  const after = await detail();
  expect(after).toMatchObject({ Status: 'done', ActualHours: 8.25, OpenRequired: 0 });
  expect(after.ItemList.filter(({ State }) => State === 'waived').length).toBeGreaterThan(3);
  // Into service: what people let pass stays so; who signed is asked besides, and each item as it is now.
  const launch = (Reason?: string) =>
    ask(approver, 'launchDebugOrder', { body: { OrderId, ...(Reason && { Reason }) } });
  expect((await ask(keeper, 'launchDebugOrder', { body: { OrderId } })).status).toBe(403);
  expect((await launch()).message).toBe(
    'Not ready for service: The store has signed. To put it into service all the same, say why.',
  );
  await ask(keeper, 'signDebugOrder', { body: { OrderId, Role: 'store', Name: 'Zhou', Path: strokes } } as never);
  await app.database.pool.query("UPDATE debug_item SET waived_by = NULL WHERE order_id = $1 AND name = 'located'", [
    OrderId,
  ]);
  expect((await launch()).message).toContain('The project has a position.');
  expect((await launch('short')).status).toBe(400);
  expect((await detail()).LaunchEpoch).toBeNull();
  expect((await launch('The shop opens on Monday all the same')).status).toBe(200);
  expect(await detail()).toMatchObject({
    LaunchEpoch: expect.any(Number),
    LaunchReason: expect.stringContaining('Monday'),
  });
  expect((await launch()).message).toBe(commissioningErrors.launched.en);
  // A second order may follow; then the first is not opened again.
  const reopen = () => ask(approver, 'reopenDebugOrder', { body: { OrderId, Reason: 'Two more cabinets came' } });
  expect((await ask(keeper, 'deleteDebugOrder', { body: { OrderId } })).message).toBe(commissioningErrors.isDone.en);
  const second = (await ask(keeper, 'addDebugOrder', { body })).data;
  expect((await reopen()).message).toContain(second.OrderNumber);
  await ask(keeper, 'deleteDebugOrder', { body: { OrderId: second.OrderId } });
  expect((await reopen()).status).toBe(200);
  expect(await detail()).toMatchObject({ Status: 'doing', LaunchEpoch: null });
  const long = new Date(Date.now() - 31 * 86_400_000);
  await app.database.db
    .updateTable('debug_order')
    .set({ status: 'done', items: '[]', finished_at: long })
    .where('id', '=', OrderId)
    .execute();
  expect((await reopen()).message).toBe(commissioningErrors.tooLateToReopen.en);
});

test('a test takes the way of alarms, to contacts of the project alone, and says what became of it', async () => {
  const { db } = app.database;
  const { OrderId, OrderNumber } = (
    await ask(keeper, 'addDebugOrder', {
      body: { ProjectId: testedProjectId, InstallUnit: 'North', DebugPersonId: keeper },
    })
  ).data;
  const contacts = async () => (await ask(keeper, 'getDebugOrder', { query: { orderId: OrderId } })).data;
  expect((await contacts()).ContactList).toMatchObject([
    { UserId: keeper, UserName: 'Wang', Channel: 'email', TestEpoch: null, State: null },
    { UserId: keeper, Channel: 'sms', TestEpoch: null },
  ]);
  const send = (list: object[]) => ask(keeper, 'sendTestAlarm', { body: { OrderId, ContactList: list } } as never);
  expect((await send([])).status).toBe(400);
  expect((await send([{ UserId: keeper, Channel: 'voice' }])).message).toBe(commissioningErrors.notAContact.en);
  expect((await send([{ UserId: approver, Channel: 'email' }])).message).toBe(commissioningErrors.notAContact.en);
  const both = [
    { UserId: keeper, Channel: 'email' },
    { UserId: keeper, Channel: 'sms' },
  ];
  expect((await send(both)).data).toEqual({ Sent: 1, NotSent: 1 });
  await app.application.outbox.settled();
  expect(mailServer.mails).toMatchObject([
    { subject: expect.stringContaining('测试'), text: expect.stringContaining(OrderNumber) },
  ]);
  const after = await contacts();
  expect(after.ContactList).toMatchObject([
    { Channel: 'email', State: 'sent', SentBy: 'Wang' },
    { Channel: 'sms', State: 'skipped', Reason: 'This way is not available: no provider is connected' },
  ]);
  expect(after.ItemList.find(({ Check }) => Check === 'contactsReached')).toMatchObject({ Good: 1, Total: 2 });
  const again = Array.from({ length: 20 }, () => send(both));
  expect((await Promise.all(again)).filter(({ status }) => status === 200).length).toBe(19);
  expect((await send(both)).message).toContain('40');
  // The handover says it as well; it is signed once the order is done, and open again the signature is void.
  const sign = () =>
    ask(keeper, 'signDebugOrder', { body: { OrderId, Role: 'store', Name: 'Zhou', Path: strokes } } as never);
  expect((await sign()).message).toBe(commissioningErrors.isNotDone.en);
  const at = new Date();
  await db
    .updateTable('debug_order')
    .set({ status: 'done', items: '[]', finished_at: at })
    .where('id', '=', OrderId)
    .execute();
  expect((await send(both)).message).toBe(commissioningErrors.isDone.en);
  expect((await sign()).status).toBe(200);
  expect((await sign()).message).toBe(commissioningErrors.signedByRole.en);
  const { text } = await wordsOf((await ask(keeper, 'downloadDebugHandover', { query: { orderId: OrderId } })).file!);
  for (const words of [`Handover ${OrderNumber}`, 'Wang', 'Not sent', 'Zhou']) expect(text).toContain(words);
  expect((await ask(stranger, 'downloadDebugHandover', { query: { orderId: OrderId } })).status).toBe(404);
  // Signed by both it is sealed as well, and anybody finds what was changed since.
  const seal = () => ask(keeper, 'downloadDebugHandover', { query: { orderId: OrderId, kind: 'seal' } });
  expect((await seal()).message).toBe(commissioningErrors.notSealed.en);
  await ask(keeper, 'signDebugOrder', { body: { OrderId, Role: 'engineer', Name: 'Wang', Path: strokes } } as never);
  const folder = mkdtempSync(path.join(tmpdir(), 'watchpost-handover-'));
  try {
    const zip = path.join(folder, 'handover.zip');
    const sealed = await seal();
    expect(sealed.message).toBe('');
    writeFileSync(zip, sealed.file!);
    writeFileSync(path.join(folder, 'verify.mjs'), verifier);
    const verify = () => spawnSync(process.execPath, [path.join(folder, 'verify.mjs'), zip], { encoding: 'utf8' });
    expect(verify().stdout).toContain('Everything matches.');
    const changed = {
      ...{ check: 'located', state: 'ok', good: 1, total: 1, faulty: [], tickName: null, tickedAt: null },
      ...{ note: '', waiveName: null, waiveReason: '' },
    };
    await db
      .updateTable('debug_order')
      .set({ items: JSON.stringify([changed]) })
      .where('id', '=', OrderId)
      .execute();
    writeFileSync(zip, (await seal()).file!);
    expect(verify().stdout).toContain('of another document');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await ask(approver, 'reopenDebugOrder', { body: { OrderId, Reason: 'Two more cabinets came' } });
  expect((await contacts()).SignatureList).toEqual([]);
});

test('a store template says first what it would do, then does all of it or nothing', async () => {
  const { db } = app.database;
  const companyId = (
    await db.selectFrom('project').where('id', '=', projectId).select('company_id').executeTakeFirstOrThrow()
  ).company_id;
  const model = await aProject(db, companyId, { name: 'Model store' });
  const target = await aProject(db, companyId, { name: 'New store' });
  const area = async (parent_id: number, name: string, name_en: string | null = null) =>
    (
      await db
        .insertInto('subarea')
        .values({ company_id: companyId, parent_id, kind: 'area', name, name_en })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const hall = await area(model, 'Hall');
  const cabinet = await aDevice(db, model, { name: 'Cabinet 1' });
  await db
    .updateTable('device')
    .set({ area_id: await area(hall, 'Fish'), brand: 'Hale' })
    .where('id', '=', cabinet)
    .execute();
  await aDevice(db, model, { name: 'Rack' });
  // The same area by its English name.
  await area(target, '大厅', 'Hall');
  await aDevice(db, target, { name: 'Lift' });

  expect((await ask(keeper, 'addStoreTemplate', { body: { ProjectId: projectId, TemplateName: 'x' } })).status).toBe(
    400,
  );
  const body = { ProjectId: model, TemplateName: 'Small store' };
  const { TemplateId } = (await ask(keeper, 'addStoreTemplate', { body })).data;
  expect((await ask(keeper, 'addStoreTemplate', { body })).message).toBe(commissioningErrors.storeTemplateTaken.en);
  expect((await ask(keeper, 'getStoreTemplates', { query: {} })).data).toMatchObject([
    { TemplateName: 'Small store', AreaCount: 2, DeviceCount: 2 },
  ]);
  expect((await ask(stranger, 'getStoreTemplates', { query: {} })).data).toEqual([]);
  const { OrderId } = (
    await ask(keeper, 'addDebugOrder', { body: { ProjectId: target, InstallUnit: 'North', DebugPersonId: keeper } })
  ).data;
  const compare = async (who = setter) =>
    ask(who, 'compareStoreTemplate', { query: { orderId: OrderId, templateId: TemplateId } });
  // Who may keep orders and not set the project up changes nothing there.
  expect((await compare(keeper)).status).toBe(403);
  expect(
    (await ask(stranger, 'compareStoreTemplate', { query: { orderId: OrderId, templateId: TemplateId } })).status,
  ).toBe(404);
  const changes = async () => (await compare()).data.RowList.map(({ Name, Place, Change }) => [Name, Place, Change]);
  expect(await changes()).toEqual([
    ['Hall', '', 'present'],
    ['Fish', 'Hall', 'added'],
    ['Cabinet 1', 'Hall › Fish', 'added'],
    ['Rack', '', 'added'],
  ]);
  expect((await compare()).data.OwnCount).toBe(1);
  const apply = (Seen: string) => ask(setter, 'applyStoreTemplate', { body: { OrderId, TemplateId, Seen } });
  const names = async () =>
    (await db.selectFrom('device').where('project_id', '=', target).select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  // Somebody else adds a device meanwhile: what was looked at is no longer so. Of another class, it stands in the way of all.
  const { Seen: before } = (await compare()).data;
  const rack = await aDevice(db, target, { name: 'Rack' });
  expect((await apply(before)).message).toBe(commissioningErrors.storeChanged.en);
  const classOfRack = (
    await db
      .selectFrom('device')
      .where('project_id', '=', model)
      .where('name', '=', 'Rack')
      .select('device_class_id')
      .executeTakeFirstOrThrow()
  ).device_class_id;
  const other = await db
    .selectFrom('device_class')
    .where('id', '<>', classOfRack)
    .select('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('device').set({ device_class_id: other.id }).where('id', '=', rack).execute();
  expect((await compare()).data.RowList.at(-1)).toMatchObject({
    Change: 'differs',
    Differs: expect.stringMatching(/./),
  });
  expect((await apply((await compare()).data.Seen)).message).toContain('Rename them first: Rack');
  expect(await names()).toEqual(['Lift', 'Rack']);

  await db.updateTable('device').set({ device_class_id: classOfRack }).where('id', '=', rack).execute();
  const { Seen } = (await compare()).data;
  // Twice at once: the second finds it done.
  const both = await Promise.all([apply(Seen), apply(Seen)]);
  expect(both.map(({ status, message }) => `${status} ${message}`).sort()).toEqual([
    '200 ',
    `409 ${commissioningErrors.storeChanged.en}`,
  ]);
  expect(await names()).toEqual(['Cabinet 1', 'Lift', 'Rack']);
  expect((await changes()).map(([, , change]) => change)).toEqual(['present', 'present', 'present', 'present']);
  const made = await db
    .selectFrom('device')
    .innerJoin('subarea', 'subarea.id', 'device.area_id')
    .innerJoin('subarea as above', 'above.id', 'subarea.parent_id')
    .where('device.project_id', '=', target)
    .select(['device.brand', 'subarea.name', 'above.name as above'])
    .execute();
  expect(made).toEqual([{ brand: 'Hale', name: 'Fish', above: '大厅' }]);
  const { rows: logged } = await app.database.pool.query(
    `SELECT subject_kind, subject_name FROM operation_log WHERE call = 'applyStoreTemplate' AND project_id = $1 ORDER BY id`,
    [target],
  );
  expect(logged.map((row) => row.subject_kind)).toEqual(['area', 'device', 'debugOrder']);
  expect(logged.slice(0, 2).map((row) => row.subject_name)).toEqual(['Fish', 'Cabinet 1']);
  expect((await apply((await compare()).data.Seen)).data).toEqual({ Added: 0 });
  expect((await ask(keeper, 'deleteStoreTemplate', { body: { TemplateId } })).status).toBe(200);
  expect((await compare()).status).toBe(404);
});
