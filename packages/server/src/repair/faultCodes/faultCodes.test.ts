import { randomUUID } from 'node:crypto';
import { repairErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../../testing/factories.ts';

let app: TestApplication;
const ask = askAs(() => app);
let projectId: number;
let deviceId: number;
let classId: number;
let engineer: number;
let manager: number;
let stranger: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      const found = await db
        .selectFrom('device_class')
        .where('code', '=', 'freezerRoom')
        .select('id')
        .executeTakeFirstOrThrow();
      classId = found.id;
      deviceId = await aDevice(db, projectId, { name: 'Freezer' });
      await db.updateTable('device').set({ device_class_id: classId }).where('id', '=', deviceId).execute();
      engineer = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairWork'] });
      manager = await aMember(db, companyId, projectId, {
        permissions: ['repairView', 'repairWork', 'maintenanceTemplates'],
      });
      const other = await aCompany(db);
      stranger = await aMember(db, other, await aProject(db, other), {
        permissions: ['repairView', 'maintenanceTemplates'],
      });
    },
  });
});
afterAll(() => app.stop());

const codesOfDevice = async () => (await ask(engineer, 'getFaultCodes', { query: { EquipmentId: deviceId } })).data;
const find = async (kind: string, code: string) =>
  (await codesOfDevice()).find((each) => each.Kind === kind && each.Code === code)!;

const report = (extra: object) =>
  ask(engineer, 'addRepairActive', {
    body: {
      ProjectId: projectId,
      EquipmentId: deviceId,
      IgnoreDuplicate: true,
      ClientKey: randomUUID(),
      ...extra,
    },
  });

test('the catalogue offers what fits the class of a device, in both languages, with the codes of ISO 14224', async () => {
  const codes = await codesOfDevice();
  expect(codes.map(({ Kind }) => Kind)).toEqual(expect.arrayContaining(['symptom', 'mechanism', 'cause', 'remedy']));
  expect(codes.find(({ Code }) => Code === 'FAN')).toMatchObject({ NameZh: '风机停转', Iso14224: 'BRD', IsOwn: false });
  expect(codes.some(({ Code }) => Code === 'HP')).toBe(false);
  const all = (await ask(engineer, 'getFaultCodes', { query: {} })).data;
  expect(all.some(({ Code }) => Code === 'HP')).toBe(true);
});

test('an order is reported by a symptom alone, finished by codes, found by each of them and says them in the reader’s language', async () => {
  const symptom = await find('symptom', 'FAN');
  const { data: order } = await report({ SymptomId: symptom.FaultCodeId });
  expect(order.FaultContent).toBe('Fan standing still');
  const step = async (name: 'acceptRepairActive' | 'remoteRepairActive', revision: number, extra = {}) =>
    ask(engineer, name, {
      body: { Id: order.RepairId, Revision: revision, ClientKey: randomUUID(), ...extra },
    } as never);
  await step('acceptRepairActive', order.Revision);
  const vague = await step('remoteRepairActive', order.Revision + 1, { Cause: '坏了', Remedy: '修了' });
  expect([vague.status, vague.message]).toEqual([
    400,
    expect.stringContaining('Choose a cause, or describe it in at least 10 characters.'),
  ]);
  const cause = await find('cause', 'BEARING');
  const remedy = await find('remedy', 'MOTOR');
  const mechanism = await find('mechanism', '2.4');
  const done = await step('remoteRepairActive', order.Revision + 1, {
    CauseId: cause.FaultCodeId,
    RemedyId: remedy.FaultCodeId,
    MechanismId: mechanism.FaultCodeId,
  });
  expect([done.status, done.message]).toEqual([200, '']);
  const { data: zh } = await ask(engineer, 'queryRepairAcitve', { query: { id: order.RepairId } }, { language: 'zh' });
  expect(zh.CodeList.map(({ Name }) => Name)).toEqual(['风机停转', '磨损', '轴承磨损', '更换风机电机']);
  for (const code of [symptom, cause, remedy, mechanism]) {
    const { data } = await ask(engineer, 'getNewRepairActivePage', {
      query: {},
      body: { FaultCodeIdList: [code.FaultCodeId] },
    });
    expect(data.Data.map(({ RepairId }) => RepairId)).toEqual([order.RepairId]);
  }
  const { data: choices } = await ask(engineer, 'getNewRepairActivePageQueryParameter', { query: {}, body: [] });
  expect(choices.FaultCodeList.map(({ Key }) => Key)).toContain(cause.FaultCodeId);
});

test('a company adds its own codes, another does not see them, and one that is put out of use stays on old orders', async () => {
  const body = {
    Kind: 'symptom' as const,
    Code: 'BAND',
    NameZh: '门帘破损',
    NameEn: 'Strip curtain torn',
    SmallTypeId: classId,
  };
  const added = await ask(manager, 'saveFaultCode', { body });
  expect(added.status).toBe(200);
  const { FaultCodeId } = added.data;
  const again = await ask(manager, 'saveFaultCode', { body: { ...body, Code: 'band' } });
  expect([again.status, again.message]).toEqual([409, repairErrors.codeExists.en]);
  const seen = (await ask(stranger, 'getFaultCodes', { query: {} })).data;
  expect(seen.some((code) => code.FaultCodeId === FaultCodeId)).toBe(false);
  expect((await ask(stranger, 'changeFaultCode', { body: { FaultCodeId, Active: false } })).status).toBe(404);
  const { data: order } = await report({ SymptomId: FaultCodeId, FaultContent: '下半截' });
  expect(order.FaultContent).toBe('Strip curtain torn: 下半截');

  expect((await ask(manager, 'changeFaultCode', { body: { FaultCodeId, Active: false } })).status).toBe(200);
  expect((await codesOfDevice()).some((code) => code.FaultCodeId === FaultCodeId)).toBe(false);
  const refused = await report({ SymptomId: FaultCodeId });
  expect([refused.status, refused.message]).toEqual([400, 'The fault code “BAND” is no longer used.']);
  const old = (await ask(engineer, 'queryRepairAcitve', { query: { id: order.RepairId } })).data;
  expect(old.CodeList).toMatchObject([{ Code: 'BAND', Name: 'Strip curtain torn' }]);
});

test('of the product’s own codes a company changes only whether they are used, for itself alone', async () => {
  const { FaultCodeId } = await find('symptom', 'ICE');
  const renamed = await ask(manager, 'changeFaultCode', { body: { FaultCodeId, NameEn: 'Ice' } });
  expect([renamed.status, renamed.message]).toEqual([409, repairErrors.builtInCode.en]);
  await ask(manager, 'changeFaultCode', { body: { FaultCodeId, Active: false } });
  expect((await codesOfDevice()).some((code) => code.FaultCodeId === FaultCodeId)).toBe(false);
  const elsewhere = (await ask(stranger, 'getFaultCodes', { query: {} })).data;
  expect(elsewhere.find((code) => code.FaultCodeId === FaultCodeId)?.Active).toBe(true);
});

test('a code of another class, of another kind or of nobody is refused, and nothing is reported', async () => {
  const all = (await ask(engineer, 'getFaultCodes', { query: {} })).data;
  const count = async () => (await ask(engineer, 'getNewRepairActivePage', { query: {}, body: {} })).data.TotalCount;
  const before = await count();
  const ofCompressor = all.find(({ Kind, Code }) => Kind === 'symptom' && Code === 'HP')!;
  const remedy = all.find(({ Kind }) => Kind === 'remedy')!;
  expect((await report({ SymptomId: ofCompressor.FaultCodeId })).message).toBe(repairErrors.codeOfAnotherClass.en);
  expect((await report({ SymptomId: remedy.FaultCodeId })).status).toBe(400);
  expect((await report({ SymptomId: 2_000_000_000 })).status).toBe(404);
  const empty = await report({});
  expect([empty.status, empty.message]).toEqual([
    400,
    expect.stringContaining('Choose a symptom, or say what is wrong.'),
  ]);
  expect(await count()).toBe(before);
});
