import type { RepairDetail } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { newKey } from '../lib/newKey.ts';
import { fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { RepairDetailsPage } from './RepairDetailsPage.tsx';
import { RepairList } from './RepairList.tsx';
import { clockLook } from './repairWords.ts';

pagesInEnglish();

const at = Date.now() - 40 * 60_000;

const clock = {
  Kind: 'response' as const,
  State: 'running' as const,
  StartEPOCH: at,
  TargetSeconds: 900,
  DueEPOCH: at + 900_000,
  UsedSeconds: 2400,
  MetEPOCH: null,
  BreachedEPOCH: at + 900_000,
};

const order: RepairDetail = {
  RepairId: 7,
  RepairOrder: 'R20261124-0007',
  ProjectId: 1,
  ProjectName: 'Cold Store 1',
  EquipmentId: 3,
  EquipmentName: 'Freezer 3',
  Area: 'Freezing hall',
  BigTypeName: 'Cold storage',
  SmallTypeName: 'Freezer',
  Level: 1,
  Source: 'manual',
  Status: 1,
  FaultContent: 'Evaporator fan 2 stopped',
  ApplicantId: 5,
  ApplicantName: 'Lin Yuqing',
  RepairUserId: null,
  RepairUserName: null,
  MaintenanceUnitId: null,
  MaintenanceUnitName: null,
  ServiceType: 'onSite',
  CreateTime: at,
  ExpectedTime: null,
  FinishTime: null,
  AcceptanceTime: null,
  IsApp: false,
  IsMy: true,
  IsOffer: false,
  IsOverdue: true,
  IsPaused: false,
  Score: null,
  Settlement: null,
  Recovery: null,
  Clock: clock,
  Revision: 2,
  ActionList: ['accept', 'revoke'],
  Remark: '',
  ContactPhone: '13900000000',
  SymptomId: null,
  CodeList: [],
  Cause: null,
  Remedy: null,
  RejectType: null,
  RejectReason: null,
  AcceptanceText: null,
  AssessText: null,
  Pause: null,
  ContractNumber: null,
  PauseList: [],
  ClockList: [clock],
  DowntimeSeconds: null,
  TroubleEPOCH: at,
  AlarmList: [],
  PointList: [],
  PreAlarm: null,
  Maintenance: null,
  Returned: null,
  PhotoList: [],
  CostList: null,
  TotalFen: null,
  Parent: null,
  ReworkList: [],
  RecoveryDetail: null,
  Site: { Address: '', Latitude: null, Longitude: null },
};

const noChoices = {
  StatusList: [],
  OverdueCount: 0,
  ApplicantList: [],
  RepairUserList: [],
  MaintenanceUnitList: [],
  FaultCodeList: [],
  BigTypeList: [],
};

it('lists orders with what is overdue in words, and filters by what the address says', async () => {
  const { requests, received } = fakeApi({
    getNewRepairActivePage: () => ({ Data: [order], TotalCount: 1 }),
    getNewRepairActivePageQueryParameter: () => noChoices,
  });
  await render(
    <InTestShell at="/repairMaintain/repairOrder?status=1&overdue=true" session={testSession()}>
      <RepairList projectId={1} />
    </InTestShell>,
  );
  const row = await until(() => document.querySelector('tr.list-row'));
  expect(row.textContent).toMatch(/R20261124-0007.*Awaiting acceptance.*Freezer 3.*Response.*over/);
  expect(requests[received.indexOf('getNewRepairActivePage')]?.body).toMatchObject({ ProjectId: 1, Status: [1] });
});

it('filters by device, applicant and the day of acceptance, also as an address says it', async () => {
  const { requests, received } = fakeApi({
    getNewRepairActivePage: () => ({ Data: [order], TotalCount: 1 }),
    getNewRepairActivePageQueryParameter: () => noChoices,
    getModelTreeAndPointTypeDropdown: () => ({
      ModelTreeDropdown: [{ Key: 12, Value: 'Freezer 3' }],
      PointTypeDropdown: [],
    }),
  });
  await render(
    <InTestShell at="/repairMaintain/repairOrder?device=12&applicant=Lin&accepted=2026-11-24" session={testSession()}>
      <RepairList projectId={1} />
    </InTestShell>,
  );
  await until(() => document.querySelector('tr.list-row'));
  expect(requests[received.indexOf('getNewRepairActivePage')]?.body).toMatchObject({
    ...{ EquipmentId: 12, ApplicantNameOrPhone: 'Lin', AcceptanceTime: '2026-11-24' },
  });
  await until(() => document.querySelector('.list-filters')?.textContent?.includes('Device: Freezer 3') ?? false);
  expect(document.querySelector('.list-filters')?.textContent).toContain('Accepted on: 2026-11-24');
});

it('offers the next step as a button, sends what the order was when it was read, and says why it was refused', async () => {
  const { requests, received } = fakeApi({
    queryRepairAcitve: () => order,
    getRepairSchedule: () => [],
    acceptRepairActive: () => new Refusal(409, 'Status not changed: Zhou Kai: Accept at 08:21.'),
  });
  await render(
    <InTestShell at="/repairMaintain/repairDetails?id=7" session={testSession()}>
      <RepairDetailsPage />
    </InTestShell>,
  );
  await click(await until(() => byRole(document, 'button', 'Accept')));
  await until(() => document.body.textContent?.includes('Status not changed: Zhou Kai'));
  const sent = requests[received.indexOf('acceptRepairActive')]?.body as { ClientKey: string };
  expect(sent).toMatchObject({ Id: 7, Revision: 2 });
  expect(sent.ClientKey).toMatch(/^[0-9a-f-]{36}$/);
});

it('asks whether a draft is rework or another fault, and submits it with the answer', async () => {
  const { requests, received } = fakeApi({
    queryRepairAcitve: () => ({ ...order, Status: -1, ActionList: ['submit'] }),
    getRepairSchedule: () => [],
    submitRepairActive: ({ body }) =>
      (body as { ReworkOf?: number }).ReworkOf === 3
        ? { ...order, Status: 1 }
        : new Refusal(409, 'R-3 was accepted 20 h ago.', {
            Fields: [{ Field: 'ReworkOf', Message: 'R-3 was accepted 20 h ago.' }],
            RefusedIds: [3],
          }),
  });
  await render(
    <InTestShell at="/repairMaintain/repairDetails?id=7" session={testSession()}>
      <RepairDetailsPage />
    </InTestShell>,
  );
  await click(await until(() => byRole(document, 'button', 'Submit')));
  await until(() => byRole(document, 'button', 'It is another fault'));
  await click(byRole(document, 'button', 'Report as rework'));
  await until(() => received.filter((name) => name === 'submitRepairActive').length === 2);
  expect(requests[received.lastIndexOf('submitRepairActive')]?.body).toMatchObject({ Id: 7, ReworkOf: 3 });
  await until(() => !document.body.textContent?.includes('R-3 was accepted 20 h ago.'));
});

it('asks about an open order of the device when a draft is submitted, and opens it or submits all the same', async () => {
  const { requests, received } = fakeApi({
    queryRepairAcitve: () => ({ ...order, Status: -1, ActionList: ['submit'] }),
    getRepairSchedule: () => [],
    submitRepairActive: ({ body }) =>
      (body as { IgnoreDuplicate?: boolean }).IgnoreDuplicate
        ? { ...order, Status: 1 }
        : new Refusal(409, 'R-3 is already open.', { RefusedIds: [3] }),
  });
  await render(
    <InTestShell at="/repairMaintain/repairDetails?id=7" session={testSession()}>
      <RepairDetailsPage />
    </InTestShell>,
  );
  await click(await until(() => byRole(document, 'button', 'Submit')));
  await until(() => byRole(document, 'button', 'Open that order'));
  await click(byRole(document, 'button', 'Submit anyway'));
  await until(() => received.filter((name) => name === 'submitRepairActive').length === 2);
  expect(requests[received.lastIndexOf('submitRepairActive')]?.body).toMatchObject({ Id: 7, IgnoreDuplicate: true });
});

const point = {
  ...{ PointId: 4, PointName: 'Air', Unit: '°C', Decimals: 1, High: -16, Low: null, State: 'waiting' as const },
  ...{ SinceEPOCH: null, WorstValue: null, WorstEPOCH: null, HandValue: null },
};

it('says what was changed meanwhile, and takes a reading by hand with the finish', async () => {
  const { requests, received } = fakeApi({
    queryRepairAcitve: () => ({
      ...order,
      Status: 3,
      ActionList: ['finish'],
      PointList: [{ ...point, IsReadDifferently: true }],
      RecoveryDetail: {
        ...{ State: 'notVerifiable', Text: 'cannot be verified', NeededSeconds: 1800, ObservedSeconds: 0 },
        ...{
          SinceEPOCH: null,
          VerifiedEPOCH: null,
          NoteList: ['Air is read differently than at the report (scaling)'],
        },
      },
    }),
    getRepairSchedule: () => [],
    getFaultCodes: () => [],
    getPointData: () => new Refusal(404, 'No data.'),
    finishRepairActive: () => ({ ...order, Status: 6 }),
  });
  await render(
    <InTestShell at="/repairMaintain/repairDetails?id=7" session={testSession()}>
      <RepairDetailsPage />
    </InTestShell>,
  );
  await until(() => document.body.textContent?.includes('Air is read differently than at the report (scaling)'));
  await click(await until(() => byRole(document, 'button', 'Finish…')));
  const field = await until(() => document.querySelector<HTMLInputElement>('#Readings_4'));
  expect(document.body.textContent).toContain('A reading by hand confirms it');
  await type(field, '-18.4');
  await type(document.querySelector<HTMLInputElement>('#Cause')!, 'The wire of the probe was broken');
  await type(document.querySelector<HTMLInputElement>('#Remedy')!, 'Probe replaced by a new one');
  await click(byRole(document, 'button', 'Finish')!);
  await until(() => received.includes('finishRepairActive'));
  expect(requests[received.indexOf('finishRepairActive')]?.body).toMatchObject({
    ReadingList: [{ PointId: 4, Value: -18.4 }],
  });
});

it('does not finish an order while its photo is uploaded', async () => {
  const { received } = fakeApi({
    queryRepairAcitve: () => ({ ...order, Status: 3, ActionList: ['finish'] }),
    getRepairSchedule: () => [],
    getFaultCodes: () => [],
    getPointData: () => new Refusal(404, 'No data.'),
    newUpload: () => new Promise<never>(() => {}),
    finishRepairActive: () => ({ ...order, Status: 6 }),
  });
  await render(
    <InTestShell at="/repairMaintain/repairDetails?id=7" session={testSession()}>
      <RepairDetailsPage />
    </InTestShell>,
  );
  await click(await until(() => byRole(document, 'button', 'Finish…')));
  await type(
    await until(() => document.querySelector<HTMLInputElement>('#Cause')!),
    'The wire of the probe was broken',
  );
  await type(document.querySelector<HTMLInputElement>('#Remedy')!, 'Probe replaced by a new one');
  const photo = document.querySelector<HTMLInputElement>('.ant-modal input[type=file]')!;
  Object.defineProperty(photo, 'files', { value: [new File(['x'], 'probe.png', { type: 'image/png' })] });
  photo.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => (byRole(document, 'button', 'Finish') as HTMLButtonElement).disabled);
  document.querySelector('.ant-modal form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await until(() => received.includes('newUpload'));
  expect(received).not.toContain('finishRepairActive');
});

it('asks for rework first where the fault came back, and says by which alarm', async () => {
  fakeApi({
    queryRepairAcitve: () => ({
      ...order,
      Status: 7,
      ActionList: ['secondMaintenance', 'assess'],
      Returned: { AlarmId: 9, AlarmEPOCH: at, PointName: 'Air', Content: 'above −15 °C' },
    }),
    getRepairSchedule: () => [],
  });
  await render(
    <InTestShell at="/repairMaintain/repairDetails?id=7" session={testSession()}>
      <RepairDetailsPage />
    </InTestShell>,
  );
  await until(() => document.body.textContent?.includes('The fault came back at'));
  expect(document.body.textContent).toContain('Air above −15 °C');
  expect(byRole(document, 'button', 'Ask for rework…')).not.toBeNull();
});

it('tells a clock that runs, is met early, met late, stands still and is over apart', () => {
  const look = (change: Partial<typeof clock> & { State?: never }, sinceMs = 0) =>
    clockLook({ ...clock, ...change }, sinceMs).look;
  expect(look({ UsedSeconds: 100 })).toBe('left');
  expect(look({ UsedSeconds: 100 }, 900_000)).toBe('over');
  expect(clockLook({ ...clock, UsedSeconds: 100, State: 'met' }, 0).look).toBe('early');
  expect(clockLook({ ...clock, UsedSeconds: 1000, State: 'met' }, 0).look).toBe('late');
  expect(clockLook({ ...clock, UsedSeconds: 100, State: 'paused' }, 900_000)).toMatchObject({
    look: 'paused',
    seconds: 800,
  });
});

it('makes a UUID of its own for each intention', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newKey()).not.toBe(newKey());
});
