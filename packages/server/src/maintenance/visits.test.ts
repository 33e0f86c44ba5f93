import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { maintenanceErrors } from '@watchpost/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzipBounded } from '../platform/excel/unzipBounded.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aPointType, aProject } from '../testing/factories.ts';
import { wordsOf } from '../testing/fileContents.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let partner: number;
let stranger: number;
let projectId: number;
let typeId: number;
let foreignTypeId: number;
let deviceId: number;
let freezer: number;
let silent: number;
let contractId: number;
let templateId: number;
let strangerContract: number;

const inDays = (days: number): string => localOfEpoch(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);
const strokes = `M10 90${Array.from({ length: 24 }, (_, i) => ` L${20 + i * 10} ${80 + (i % 3) * 10}`).join('')}`;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      const otherId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Shop' });
      deviceId = await aDevice(db, projectId, { name: 'Room 1' });
      typeId = await aPointType(db, companyId);
      foreignTypeId = await aPointType(db, otherId);
      const gatewayId = await aGateway(db, projectId);
      freezer = await aPoint(db, gatewayId, { deviceId, pointTypeId: typeId, name: 'Air', unit: '°C', decimals: 1 });
      silent = await aPoint(db, gatewayId, { deviceId, pointTypeId: typeId, name: 'Floor', unit: '°C' });
      await db.updateTable('point').set({ modbus: '{}' }).where('id', 'in', [freezer, silent]).execute();
      const permissions = [
        'maintenanceTeams',
        'maintenanceTemplates',
        'maintenanceContracts',
        'maintenanceOrders',
        'contractSign',
        'allProjects',
      ] as const;
      keeper = await aMember(db, companyId, -1, { permissions });
      partner = await aMember(db, companyId, -1, { permissions });
      stranger = await aMember(db, otherId, -1, { permissions });
    },
  });
  ask = askAs(() => app);
  await measure(app.application, [
    { pointId: freezer, at: Date.now() - 3_600_000, value: -19 },
    { pointId: freezer, at: Date.now() - 10_000, value: -14.3 },
    { pointId: silent, at: Date.now() - 3 * 3_600_000, value: 2 },
  ]);
  const { TeamId } = (
    await ask(keeper, 'addTeam', {
      body: { TeamName: 'North', TypeList: ['onSite'], AreaList: ['East'], MemberList: [{ UserId: keeper }] },
    })
  ).data;
  ({ TemplateId: templateId } = (
    await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName: 'Monthly' } })
  ).data);
  await draft([
    {
      Name: 'Air',
      Content: 'numerical',
      Unit: '°C',
      Low: -25,
      High: -15,
      Source: { PointTypeId: typeId, PointName: 'air' },
    },
    { Name: 'Floor', Content: 'numerical', Required: false, Source: { PointName: 'Floor' } },
    { Name: 'Seal', Content: 'yesNo', Photo: 'whenBad' },
  ]);
  await ask(keeper, 'publishMaintenanceTemplate', { body: { TemplateId: templateId } });
  ({ ContractId: contractId } = (
    await ask(keeper, 'addContract', {
      body: {
        ...{ ContractName: 'Service', ContractNumber: 'K-7', PartyA: 'Store', TeamId, ProjectIdList: [projectId] },
        ...{ StartDate: inDays(-40), EndDate: inDays(300), FirstDate: inDays(-10), Cycle: 'month' },
        TemplateIdList: [templateId],
      },
    })
  ).data);
  strangerContract = contractId;
});
afterAll(() => app.stop());

const draft = (items: object[]) =>
  ask(keeper, 'editMaintenanceTemplate', {
    body: { TemplateId: templateId, GroupList: [{ GroupName: 'Cold', ItemList: items }] } as never,
  });
const sign = async (who: number, Party: 'a' | 'b') => {
  const { Hash } = (await ask(keeper, 'getContractPage', { body: {} })).data.Data[0]!;
  return ask(who, 'signContract', { body: { ContractId: contractId, Party, Hash } });
};
const orderIds = async () =>
  (await ask(keeper, 'getMaintenanceOrderPage', { body: { PageSize: 100 } })).data.Data.map(({ OrderId }) => OrderId);
const order = async (orderId: number) => (await ask(keeper, 'getMaintenanceOrder', { query: { orderId } })).data;

test('an item is filled in from points and types of the company only, and says which one is unknown', async () => {
  const wrong = { Name: 'Elsewhere', Content: 'numerical', Source: { PointTypeId: foreignTypeId } };
  expect((await draft([wrong])).message).toBe('The point or point type of “Elsewhere” does not exist.');
  expect((await draft([{ ...wrong, Source: {} }])).status).toBe(400);
  expect((await draft([{ ...wrong, Content: 'text', Source: { PointName: 'Air' } }])).status).toBe(400);
  const { PointTypeList, PointNameList } = (await ask(keeper, 'getTemplateSources', { query: {} })).data;
  expect(PointTypeList.map(({ PointTypeId }) => PointTypeId)).toContain(typeId);
  expect(PointTypeList.map(({ PointTypeId }) => PointTypeId)).not.toContain(foreignTypeId);
  expect(PointNameList).toEqual(expect.arrayContaining(['Air', 'Floor']));
});

test('the preview of a template is there once it was made, in that language, until the template changes', async () => {
  const preview = (language: 'en' | 'zh' = 'en') =>
    ask(keeper, 'downloadTemplatePreview', { query: { templateId } }, { language });
  expect((await preview('zh')).message).toBe(maintenanceErrors.previewNotMade.zh);
  const make = () => ask(keeper, 'previewMaintenanceTemplate', { body: { TemplateId: templateId } });
  expect((await ask(stranger, 'previewMaintenanceTemplate', { body: { TemplateId: templateId } })).status).toBe(404);
  expect((await make()).status).toBe(200);
  const { text } = await wordsOf((await preview()).file!);
  expect(text).toContain('Preview of the maintenance report');
  expect(text).toContain('−25 – −15 °C');
  expect((await preview('zh')).status).toBe(404);
  await ask(keeper, 'editMaintenanceTemplate', { body: { TemplateId: templateId, TemplateName: 'Monthly check' } });
  expect((await preview()).message).toBe(maintenanceErrors.previewNotMade.en);
});

test('a contract of both parties is sealed: the program finds a changed byte in PDF, fields and signatures', async () => {
  const seal = () => ask(keeper, 'downloadContractSeal', { query: { contractId } });
  expect((await sign(keeper, 'a')).status).toBe(200);
  expect((await seal()).message).toBe(maintenanceErrors.notSealed.en);
  expect((await sign(partner, 'b')).data).toEqual({ State: 'inEffect' });
  const pdf = await ask(keeper, 'downloadContract', { query: { contractId } }, { language: 'zh' });
  expect((await wordsOf(pdf.file!)).text).toContain('签署内容（SHA-256）');
  for (const call of ['downloadContract', 'downloadContractSeal'] as const)
    expect((await ask(stranger, call, { query: { contractId: strangerContract } })).status).toBe(404);
  const files = await unzipBounded((await seal()).file!, 50_000_000);
  const verify = (changed: Readonly<Record<string, (text: Buffer) => Buffer>> = {}): string => {
    const folder = mkdtempSync(path.join(tmpdir(), 'contract-'));
    try {
      for (const [name, content] of files) writeFileSync(path.join(folder, name), changed[name]?.(content) ?? content);
      return spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' }).stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  expect(verify()).toContain('K-7 Service: 2 signatures.\nEverything matches.');
  const flipped = (content: Buffer): Buffer => {
    const changed = Buffer.from(content);
    changed[changed.length >> 1]! ^= 1;
    return changed;
  };
  expect(verify({ 'contract.pdf': flipped })).toContain('WRONG  contract.pdf: changed since it was signed.');
  expect(verify({ 'contract.json': flipped })).toContain('WRONG  contract.json: it is not what was signed.');
  const renamed = (content: Buffer) =>
    Buffer.from(String(content).replace('\\"party\\":\\"a\\"', '\\"party\\":\\"c\\"'));
  const said = verify({ 'manifest.json': renamed });
  expect(said).toContain('WRONG  Signature of party c: not valid.');
  expect(said).toContain('WRONG  Signature of party b: does not follow the one before.');
});

test('a visit reads its values when it begins, says why one is missing, and ends with the photos that it needs', async () => {
  const [orderId] = (await orderIds()) as [number];
  const of = { body: { OrderId: orderId } };
  const elsewhere = await ask(keeper, 'startOrder', {
    body: { OrderId: orderId, DeviceIdList: [deviceId, 999_999_999] },
  });
  expect([elsewhere.status, (await order(orderId)).State]).toEqual([404, 'planned']);
  await ask(keeper, 'startOrder', { body: { OrderId: orderId, DeviceIdList: [deviceId] } });
  const windows = async () => (await order(orderId)).MaintenanceList;
  expect(await windows()).toMatchObject([{ DeviceName: 'Room 1', EndEPOCH: null }]);
  const { SheetList } = await order(orderId);
  expect(SheetList[0]!.AnswerList).toMatchObject([{ Group: 0, Item: 0, Text: '-14.3' }]);
  expect(SheetList[0]!.ReadingList).toMatchObject([
    {
      Item: 0,
      Text: '-14.3',
      Value: -14.3,
      Unit: '°C',
      DeviceId: deviceId,
      DeviceName: 'Room 1',
      PointName: 'Air',
      Reason: null,
    },
    { Item: 1, Text: '', Value: 2, Reason: 'stale' },
  ]);
  expect(SheetList[0]!.ReadingList[0]!.AgeSeconds).toBeGreaterThanOrEqual(10);
  // By hand over it: both stay, also when values are read again.
  const answers = [
    { Group: 0, Item: 0, Text: '-15.5', Note: 'door was open' },
    { Group: 0, Item: 2, Text: 'no' },
  ];
  const noNumber = await ask(keeper, 'saveAnswers', {
    body: { OrderId: orderId, TemplateId: templateId, AnswerList: [{ Group: 0, Item: 0, Text: '1,5' }] },
  });
  expect([noNumber.status, noNumber.message]).toEqual([400, expect.stringContaining('must be a number')]);
  // Two people save what each has answered: neither takes the other's away.
  for (const answer of answers)
    await ask(keeper, 'saveAnswers', { body: { OrderId: orderId, TemplateId: templateId, AnswerList: [answer] } });
  expect((await ask(keeper, 'fillOrder', of)).data).toEqual({ Filled: 1, NotFilled: 1 });
  const after = (await order(orderId)).SheetList[0]!;
  expect([after.AnswerList[0]!.Text, after.ReadingList[0]!.Text]).toEqual(['-15.5', '-14.3']);
  expect(after.AnswerList).toContainEqual(expect.objectContaining({ Item: 2, Text: 'no' }));
  expect((await ask(stranger, 'fillOrder', of)).status).toBe(404);

  expect((await ask(keeper, 'finishOrder', of)).message).toBe('1 item lacks a photo.');
  const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const [{ Url }] = (
    await ask(keeper, 'newUpload', {
      files: [new File([new Uint8Array(image)], 'seal.png', { type: 'image/png' })],
    } as never)
  ).data as unknown as [{ Url: string }];
  const add = (body: object) =>
    ask(keeper, 'addOrderPhotos', { body: { OrderId: orderId, UrlList: [Url], ...body } } as never);
  expect((await add({ TemplateId: templateId })).status).toBe(400);
  expect((await add({ TemplateId: templateId, Group: 0, Item: 9 })).status).toBe(404);
  expect((await add({ UrlList: ['https://example.com/x.png'] })).status).toBe(400);
  expect((await add({ TemplateId: templateId, Group: 0, Item: 2 })).status).toBe(200);
  expect((await add({})).status).toBe(200);
  const [ofItem, ofVisit] = (await order(orderId)).PhotoList;
  expect([ofItem!.Item, ofVisit!.Item]).toEqual([2, null]);
  const remove = (PhotoId: number) => ask(keeper, 'removeOrderPhoto', { body: { OrderId: orderId, PhotoId } });
  expect((await remove(ofVisit!.PhotoId)).status).toBe(200);
  expect((await remove(ofVisit!.PhotoId)).status).toBe(404);

  const signVisit = (body: object = {}) =>
    ask(keeper, 'signOrder', {
      body: { OrderId: orderId, Role: 'engineer', Name: 'Li', Path: strokes, ...body } as never,
    });
  expect((await signVisit()).message).toContain('Status not changed');
  expect((await ask(keeper, 'finishOrder', of)).status).toBe(200);
  expect(await windows()).toMatchObject([{ EndEPOCH: expect.any(Number) }]);
  for (const Path of ['', 'M1 1 L2 2', `${strokes} C1 1 2 2 3 3`, strokes.replace('M10', 'M999')])
    expect((await signVisit({ Path })).status).toBe(400);
  expect((await signVisit()).status).toBe(200);
  expect((await signVisit()).message).toBe(maintenanceErrors.signedByRole.en);
  expect((await order(orderId)).SignatureList).toMatchObject([{ Role: 'engineer', Name: 'Li', Matches: true }]);
  expect((await add({})).status).toBe(409);

  const report = await ask(keeper, 'downloadMaintenanceReport', { query: { orderId } });
  const { text } = await wordsOf(report.file!);
  for (const words of [
    'Maintenance report',
    'Shop',
    '−15.5 °C',
    'By hand',
    'Read −14.3 °C',
    'door was open',
    'The value is too old',
    'Curves of the day',
    'Li',
  ])
    expect(text).toContain(words);
  expect(report.file!.includes('/Subtype /Image')).toBe(true);
  const chinese = await ask(keeper, 'downloadMaintenanceReport', { query: { orderId } }, { language: 'zh' });
  expect((await wordsOf(chinese.file!)).text).toContain('人工填写');
  expect((await ask(stranger, 'downloadMaintenanceReport', { query: { orderId } })).status).toBe(404);
});

test('the calendar has the visits of a month; one that was begun keeps its contract from being deleted', async () => {
  const month = inDays(-10).slice(0, 7);
  const found = (await ask(keeper, 'getMaintenanceCalendar', { body: { Month: month } })).data;
  expect(found.map(({ PlannedDate }) => PlannedDate)).toContain(inDays(-10));
  expect((await ask(keeper, 'getMaintenanceCalendar', { body: { Month: '2026-13' } })).status).toBe(400);
  expect((await ask(stranger, 'getMaintenanceCalendar', { body: { Month: month } })).data).toEqual([]);
  await ask(keeper, 'editContract', { body: { ContractId: contractId, Note: 'Another one' } });
  expect((await ask(keeper, 'deleteContract', { body: { ContractId: contractId } })).message).toBe(
    maintenanceErrors.contractHasVisits.en,
  );
});

test('orders and contracts are exported as they are listed', async () => {
  for (const Kind of ['maintenanceOrders', 'maintenanceContracts'] as const) {
    const { status } = await ask(keeper, 'requestExport', { body: { Kind, Input: { body: {} } } } as never);
    expect(status).toBe(200);
  }
});
