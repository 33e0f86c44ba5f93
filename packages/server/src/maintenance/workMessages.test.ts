import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../testing/factories.ts';
import { maintenanceOf } from '../testing/maintenanceOf.ts';
import { sendWorkMessages } from '../work/index.ts';
import { remindOfContracts } from './messages/remindOfContracts.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let engineer: number;
let signatory: number;
let stranger: number;
let ids: Awaited<ReturnType<typeof maintenanceOf>>;
let projectId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Shop' });
      await aDevice(db, projectId);
      keeper = await aMember(db, companyId, -1, {
        permissions: ['maintenanceOrders', 'maintenanceContracts', 'allProjects'],
      });
      engineer = await aMember(db, companyId, projectId, { permissions: ['repairWork'] });
      signatory = await aMember(db, companyId, -1, { permissions: ['contractSign', 'allProjects'] });
      stranger = await aMember(db, await aCompany(db), -1, { permissions: ['maintenanceOrders', 'contractSign'] });
      ids = await maintenanceOf(db, { companyId, projectId, userId: engineer }, 'Cold');
      await db.updateTable('app_user').set({ email: 'engineer@example.com' }).where('id', '=', engineer).execute();
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const told = async (who: number) =>
  (await ask(who, 'getWorkMessagePage', { body: { PageSize: 100 } })).data.Data.map(({ Subject, Content }) => [
    Subject,
    Content,
  ]);

test('who is assigned a visit is told, and told again when it moves; nobody else, and not the doer', async () => {
  const OrderId = ids.plannedOrderId;
  await ask(keeper, 'assignOrders', { body: { OrderIdList: [OrderId], UserId: engineer } });
  const moved = { OrderId, PlannedDate: '2899-01-01', Reason: 'The store is being rebuilt' };
  await ask(keeper, 'moveOrder', { body: moved });
  expect(await told(engineer)).toEqual([
    ['visit', 'Visit “Cold contract” (Shop) is moved from 2026-11-01 to 2899-01-01'],
    ['visit', 'Visit “Cold contract” (Shop) is assigned to you, planned for 2026-11-01'],
  ]);
  for (const other of [keeper, signatory, stranger]) expect(await told(other)).toEqual([]);
});

test('what one person was told in a while is one mail, once, and none to somebody who left', async () => {
  const { db, pool } = app.database;
  let woken = 0;
  const outbox = {
    available: { sms: false, voice: false, email: true, webhook: false },
    wake: () => {
      woken += 1;
    },
  };
  const send = () => sendWorkMessages({ db, clock: { now: () => Date.now() } as never, outbox });
  const isActive = (active: boolean) =>
    db.updateTable('membership').set({ active }).where('user_id', '=', engineer).execute();
  await isActive(false);
  await send();
  expect(woken).toBe(0);
  await isActive(true);
  await Promise.all([send(), send()]);
  await send();
  expect(woken).toBe(1);
  const { rows } = await pool.query(
    "SELECT address, subject, body FROM notification_message WHERE key LIKE 'maintenance-%'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].address).toBe('engineer@example.com');
  for (const day of ['2026-11-01', '2899-01-01']) expect(rows[0].body).toContain(day);
});

test('who may sign is told of a contract to be signed, and who signed that a change made it void', async () => {
  const sign = { body: { ContractId: ids.signableContractId, Party: 'b' as const, Hash: ids.signableHash } };
  expect((await ask(signatory, 'signContract', sign)).status).toBe(200);
  await ask(keeper, 'editContract', { body: { ContractId: ids.signableContractId, ContractName: 'Cold rooms' } });
  const contracts = (await told(signatory)).filter(([subject]) => subject === 'contract');
  expect(contracts[0]![1]).toMatch(/^Maintenance contract “Cold rooms” .* your signature is void, sign it again$/);
  expect(await told(keeper)).toEqual([]);
});

test('the end of a contract is told once for each mark, to those who keep contracts', async () => {
  const { db, pool } = app.database;
  const ends = (days: number) =>
    pool.query(
      "UPDATE maintenance_contract SET valid_to = (now() AT TIME ZONE 'Asia/Shanghai')::date + $2::int WHERE id = $1",
      [ids.sealedContractId, days],
    );
  const remind = () => remindOfContracts({ db, clock: { now: () => Date.now() } as never });
  const count = async () => (await told(keeper)).length;
  await remind();
  expect(await count()).toBe(0);
  await ends(45);
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await count()).toBe(1);
  await ends(6);
  await remind();
  expect((await told(keeper)).map(([, content]) => content)).toEqual([
    expect.stringMatching(/^Maintenance contract “Cold contract” .* in 6 days$/),
    expect.stringMatching(/in 45 days$/),
  ]);
  expect(await told(stranger)).toEqual([]);
});
