import { accountErrors, hourMs, maintenanceErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../../access/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { type AskAs, askAs } from '../../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../../testing/factories.ts';
import { aTeam } from '../../testing/teamFactory.ts';
import { forgetSignPhones } from '../index.ts';

const start = Date.now();
const clock = manualClock(start);
const phone = '13911112222';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let partner: number;
let stranger: number;
let projectId: number;
let teamId: number;
let templateId: number;
let contractId: number;
let contracts = 0;

const inDays = (days: number): string => localOfEpoch(start + days * 24 * hourMs, 'Asia/Shanghai').slice(0, 10);

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      const permissions = [
        ...['maintenanceTemplates', 'maintenanceContracts', 'maintenanceOrders', 'contractSign', 'allProjects'],
      ] as never;
      keeper = await aMember(db, companyId, -1, { permissions });
      partner = await aMember(db, companyId, -1, { permissions });
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
      teamId = await aTeam(db, companyId, [], [keeper], { name: 'North' });
      await db.updateTable('app_user').set({ mobile: '13900000077' }).where('id', '=', partner).execute();
    },
  });
  ask = askAs(() => app);
  templateId = (await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName: 'Monthly' } })).data.TemplateId;
  const GroupList = [{ GroupName: 'g', ItemList: [{ Name: 'Clean', Content: 'yesNo' }] }];
  await ask(keeper, 'editMaintenanceTemplate', { body: { TemplateId: templateId, GroupList } as never });
  await ask(keeper, 'publishMaintenanceTemplate', { body: { TemplateId: templateId } });
});
afterAll(() => app.stop());

beforeEach(async () => {
  clock.set(start);
  for (const table of ['inbox_message', 'counted_call', 'verification_code'] as const)
    await app.database.db.deleteFrom(table).execute();
  const body = {
    ...{ ContractName: 'Service', ContractNumber: `L-${++contracts}`, PartyA: 'Fresh Choice', TeamId: teamId },
    ...{ ProjectIdList: [projectId], StartDate: inDays(-5), EndDate: inDays(300), FirstDate: inDays(10) },
    ...{ Cycle: 'month', TemplateIdList: [templateId], Amount: 4800 },
  };
  contractId = (await ask(keeper, 'addContract', { body: body as never })).data.ContractId;
});

const contract = async () =>
  (await ask(keeper, 'getContractPage', { body: { PageSize: 100 } })).data.Data.find(
    ({ ContractId }) => ContractId === contractId,
  )!;
/** The text message that came last. */
const lastMessage = async (): Promise<string> => {
  const { rows } = await app.database.pool.query('SELECT body FROM inbox_message ORDER BY id DESC LIMIT 1');
  return rows[0].body;
};
const sendLink = (fields: object = {}, who = keeper) =>
  ask(who, 'sendSignLink', {
    body: {
      ...{ ContractId: contractId, Party: 'a', Name: 'Chen Jing', Mobile: phone, Address: 'https://w.example/' },
      ...fields,
    } as never,
  });
const linkSent = async (fields: object = {}): Promise<string> => {
  const { status, message } = await sendLink(fields);
  expect([status, message]).toEqual([200, '']);
  return /https:\/\/w\.example\/sign\/([a-z2-7]{26})/.exec(await lastMessage())![1]!;
};
const page = (Link: string) => ask(null, 'getSignPage', { query: { Link } });
const codeSent = async (Link: string): Promise<string> => {
  const { status, data } = await ask(null, 'sendSignCode', { body: { Link } });
  expect([status, data.Target]).toEqual([200, '139****2222']);
  return /\b(\d{6})\b/.exec(await lastMessage())![1]!;
};
const sign = (Link: string, Hash: string, Code: string) => ask(null, 'signByLink', { body: { Link, Hash, Code } });
const signAsMember = async (Party: 'a' | 'b', who: number) =>
  ask(who, 'signContract', { body: { ContractId: contractId, Party, Hash: (await contract()).Hash } });

test('a party without an account reads a contract by its link, signs it by a code to its phone, and has the sealed file', async () => {
  await signAsMember('b', partner);
  clock.set(start + 60_000);
  const link = await linkSent();
  expect((await contract()).SignLinkList).toEqual([
    { Party: 'a', Name: 'Chen Jing', Mobile: '139****2222', ExpireEpoch: start + 60_000 + 24 * hourMs },
  ]);
  const { data: read } = await page(link);
  expect(read).toMatchObject({
    ...{ ContractName: 'Service', PartyA: 'Fresh Choice', TeamName: 'North', Party: 'a', Name: 'Chen Jing' },
    ...{ Mobile: '139****2222', IsSigned: false, State: 'toSign', Amount: 4800, TemplateNameList: ['Monthly'] },
    Hash: (await contract()).Hash,
  });
  const pdf = () => ask(null, 'downloadSignDocument', { query: { Link: link } });
  const seal = () => ask(null, 'downloadSignDocument', { query: { Link: link, Kind: 'seal' } });
  expect((await pdf()).file?.subarray(0, 4).toString()).toBe('%PDF');
  expect((await seal()).message).toBe(maintenanceErrors.notSealed.en);

  const code = await codeSent(link);
  expect((await sign(link, read.Hash, code === '000000' ? '000001' : '000000')).message).toBe(
    accountErrors.wrongCode.en,
  );
  expect((await contract()).SignatureList).toHaveLength(1);
  const { status, message, data } = await sign(link, read.Hash, code);
  expect([status, message, data]).toEqual([200, '', { State: 'inEffect' }]);
  expect((await contract()).SignatureList[1]).toMatchObject({
    ...{ Party: 'a', Name: 'Chen Jing', Proof: 'sms', Mobile: '139****2222' },
  });
  // Its visits are made as when a member signs, and who sent the link is told.
  const visits = await ask(keeper, 'getMaintenanceOrderPage', { body: { Text: 'Service', PageSize: 100 } });
  expect(visits.data.Data.filter(({ ContractId }) => ContractId === contractId).length).toBeGreaterThan(0);
  const { rows: told } = await app.database.pool.query(
    'SELECT text_en FROM work_message WHERE user_id = $1 AND text_en LIKE $2',
    [keeper, '%signed by Chen Jing%'],
  );
  expect(told).toHaveLength(1);
  // Once: afterwards it is read alone.
  expect((await page(link)).data).toMatchObject({ IsSigned: true, State: 'inEffect' });
  expect((await ask(null, 'sendSignCode', { body: { Link: link } })).message).toBe(maintenanceErrors.signLinkUsed.en);
  expect((await sign(link, read.Hash, code)).message).toBe(maintenanceErrors.signLinkUsed.en);
  expect((await seal()).file?.subarray(0, 2).toString()).toBe('PK');
  const { rows } = await app.database.pool.query(
    `SELECT statement, mobile FROM maintenance_signature WHERE contract_id = $1 AND party = 'a'`,
    [contractId],
  );
  expect(rows[0].mobile).toBe(phone);
  expect(JSON.parse(rows[0].statement)).toMatchObject({ proof: 'sms', phone: '139****2222', user: null });
});

test('a link is good for a day, for the document that it was sent for, and until another is sent', async () => {
  const first = await linkSent();
  const { Hash } = await contract();
  const second = await linkSent({ Name: 'Chen Jun' });
  expect((await page(first)).message).toBe(maintenanceErrors.signLinkUnknown.en);
  expect((await page(second)).data.Name).toBe('Chen Jun');
  const code = await codeSent(second);
  await ask(keeper, 'editContract', { body: { ContractId: contractId, Amount: 5000 } });
  for (const { status, message } of [await page(second), await sign(second, Hash, code)])
    expect([status, message]).toEqual([409, maintenanceErrors.signLinkVoid.en]);
  const third = await linkSent();
  clock.set(start + 24 * hourMs + 1);
  expect((await page(third)).message).toBe(maintenanceErrors.signLinkUnknown.en);
  expect((await page('a'.repeat(26))).status).toBe(404);
});

test('one person does not sign for both parties, neither by two links nor by an account and a link', async () => {
  await signAsMember('b', partner);
  expect((await sendLink({ Mobile: '139 0000 0077' })).message).toBe(maintenanceErrors.signedForOther.en);
  expect((await sendLink({ Party: 'b' })).message).toBe(maintenanceErrors.signedAlready.en);
  await ask(keeper, 'editContract', { body: { ContractId: contractId, Amount: 6000 } });
  const link = await linkSent();
  const { Hash } = await contract();
  expect((await sign(link, Hash, await codeSent(link))).data).toEqual({ State: 'toSign' });
  expect((await sendLink({ Party: 'b' })).message).toBe(maintenanceErrors.signedForOther.en);
  await app.database.db.updateTable('app_user').set({ mobile: phone }).where('id', '=', keeper).execute();
  expect((await signAsMember('b', keeper)).message).toBe(maintenanceErrors.signedForOther.en);
  expect((await signAsMember('b', partner)).data).toEqual({ State: 'inEffect' });
});

test('links are sent by who keeps contracts of the company, to a phone, and not without end', async () => {
  expect((await sendLink({}, stranger)).status).toBe(404);
  expect((await sendLink({ Mobile: '12345' })).status).toBe(400);
  const sent = [];
  for (let i = 0; i < 11; i++) sent.push((await sendLink()).status);
  expect(sent).toEqual([...Array(10).fill(200), 429]);
  await ask(keeper, 'terminateContract', { body: { ContractId: contractId, Reason: 'The shop closes for good' } });
  expect((await sendLink({ Mobile: '13911113333' })).message).toBe(maintenanceErrors.contractOver.en);
});

test('the phone of a link is forgotten once the link has ended; that of a signature stays with it', async () => {
  const phones = async () => {
    await forgetSignPhones(system, app.database.db, new Date(clock.now()));
    const { rows } = await app.database.pool.query(
      `SELECT (SELECT mobile FROM maintenance_sign_link WHERE contract_id = $1) AS link,
         (SELECT mobile FROM maintenance_signature WHERE contract_id = $1) AS signature`,
      [contractId],
    );
    return [rows[0].link, rows[0].signature];
  };
  const link = await linkSent();
  clock.set(start + 24 * hourMs - 1);
  expect(await phones()).toEqual([phone, null]);
  clock.set(start + 24 * hourMs);
  expect(await phones()).toEqual([null, null]);
  expect((await page(link)).message).toBe(maintenanceErrors.signLinkUnknown.en);
  clock.set(start);
  expect((await contract()).SignLinkList).toMatchObject([{ Name: 'Chen Jing', Mobile: '' }]);

  const next = await linkSent();
  const signed = await sign(next, (await contract()).Hash, await codeSent(next));
  expect(signed.data).toEqual({ State: 'toSign' });
  expect(await phones()).toEqual([phone, phone]);
  clock.set(start + 48 * hourMs);
  expect(await phones()).toEqual([null, phone]);
});
