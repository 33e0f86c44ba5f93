import type { CustomerRow, HealthPart } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { CustomerPage } from './CustomerPage.tsx';
import { CustomersPage } from './CustomersPage.tsx';

pagesInEnglish();

const customer: CustomerRow = {
  ...{ CustomerId: 3, ShopName: 'Corner shop', ContractNumber: 'JK-3', StartDate: '2026-01-01', EndDate: '2026-12-10' },
  ...{ ContactList: [{ Name: 'Li', Mobile: '13900001000', Email: '' }], State: 'due', DaysLeft: 13 },
  ...{ MonitoringYears: 1, Province: '', City: 'Suzhou', ServiceProvider: '', Controlled: true, YearlyFee: 3600 },
  Health: 42,
  ...{ ProjectList: [{ ProjectId: 1, ProjectName: 'Store 1', ServiceEnd: '2026-12-10' }], Note: '', UpdateEpoch: 0 },
};
const band = { Count: 0, YearlyFee: 0, LowHealthCount: 0 };
const answers = {
  getCustomerPage: () => ({ Data: [customer], TotalCount: 1 }),
  getRenewals: () => ({
    ...{ Expired: band, Within60: band, Within90: band, Later: band },
    Within30: { Count: 1, YearlyFee: 3600, LowHealthCount: 1 },
  }),
};

it('renews from the end that was seen, and proposes a year', async () => {
  const { bodyOf } = await showPage(<CustomersPage />, {
    held: ['customerProfiles', 'customerRenew'],
    answers: { ...answers, renewCustomer: () => ({ ProjectCount: 1 }) },
  });
  await until(() => said().includes('2026-12-10 · 13 days left'));
  expect(said()).toContain('¥ 3,600 a year');
  expect(said()).toContain('1 of low health');
  await click(byRole(document.body, 'button', 'Renew: Corner shop'));
  await until(() => said().includes('The monitoring of its projects is extended'));
  await click(byRole(document.body, 'button', 'Renew'));
  await until(() => said().includes('Renewed'));
  expect(bodyOf('renewCustomer')).toMatchObject({ CustomerId: '3', FromEnd: '2026-12-10', EndDate: '2027-12-10' });
});

it('proposes a year from today for a service that is over', async () => {
  const expired: CustomerRow = { ...customer, EndDate: '2026-12-10', State: 'expired', DaysLeft: -22 };
  const { bodyOf } = await showPage(<CustomersPage />, {
    held: ['customerProfiles', 'customerRenew'],
    answers: {
      ...answers,
      getCustomerPage: () => ({ Data: [expired], TotalCount: 1 }),
      renewCustomer: () => ({ ProjectCount: 1 }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Renew: Corner shop')));
  await until(() => said().includes('The monitoring of its projects is extended'));
  await click(byRole(document.body, 'button', 'Renew'));
  await until(() => bodyOf('renewCustomer'));
  expect(bodyOf('renewCustomer')).toMatchObject({ FromEnd: '2026-12-10', EndDate: '2028-01-01' });
});

it('says how long the service was interrupted before a renewal', async () => {
  const renewed = {
    ...{ Kind: 'renewed' as const, Epoch: Date.UTC(2027, 0, 1, 4), UserName: 'Li', Reason: '', LostReason: null },
    ...{ FromEnd: '2026-12-10', ToEnd: '2028-01-01', Amount: null, ContractNumber: null },
  };
  const { FromEnd: _end, ...intime } = renewed;
  const detail = {
    ...{
      ...customer,
      OpenAlarmCount: null,
      WorkList: [],
      WorkEventList: [],
      HealthDetail: null,
      DocumentList: [],
      UndoableRenewal: null,
    },
    EventList: [renewed, { ...intime, FromEnd: '2027-01-05', Epoch: renewed.Epoch + 1 }],
  };
  await showPage(<CustomerPage />, {
    at: '/customerProfileManage/detail?id=3',
    answers: { getCustomer: () => detail },
  });
  await until(() => said().includes('2026-12-10 → 2028-01-01 · after a gap of 21 days'));
  expect(said().match(/after a gap/g)).toHaveLength(1);
});

it('tells alarms and orders of every kind between what happened to the service, and leads to them', async () => {
  const event = { ...{ UserName: 'Li', Reason: '', LostReason: null, FromEnd: null, ToEnd: null }, Amount: null };
  const place = { ProjectId: 4, ProjectName: 'Cold Store 1' };
  const detail = {
    ...{ ...customer, OpenAlarmCount: 1, HealthDetail: null, DocumentList: [], UndoableRenewal: null },
    WorkList: [
      {
        ...{ ProjectId: 4, OpenAlarmCount: null, OpenOrderCount: 1, OrderCount: 3, OpenVisitCount: 1, VisitCount: 12 },
        ...{ OpenDebugCount: 0, DebugCount: 1 },
      },
    ],
    ProjectList: [{ ...place, ServiceEnd: null }],
    // Two documents of one moment.
    EventList: [1, 2].map((n) => ({
      ...event,
      Kind: 'documentAdded' as const,
      Epoch: 20,
      ContractNumber: `Paper ${n}`,
    })),
    WorkEventList: [
      { Kind: 'alarm' as const, Epoch: 30, TargetId: 7, ...place, Text: 'Room too warm', IsOpen: true },
      { Kind: 'commissioning' as const, Epoch: 10, TargetId: 9, ...place, Text: 'T20261124-0001', IsOpen: false },
    ],
  };
  await showPage(<CustomerPage />, {
    at: '/customerProfileManage/detail?id=3',
    answers: { getCustomer: () => detail },
  });
  const alarm = await until(() => byRole(document.body, 'link', 'Room too warm'));
  expect(alarm.getAttribute('href')).toBe('/alarmManage/index?alarm=7&project=4');
  expect(byRole(document.body, 'link', 'T20261124-0001').getAttribute('href')).toBe(
    '/maintenanceManage/debugOrderEdit?id=9',
  );
  const course = document.querySelector('section[aria-label="Timeline"]')!.textContent!;
  expect(course).toMatch(/Room too warm · active · Cold Store 1.*Paper 1.*Paper 2.*T20261124-0001/s);
  byRole(document.body, 'link', '1 maintenance order due (12 in a year)');
  byRole(document.body, 'link', '0 open commissioning orders (1 in a year)');
});

it('takes for a reminder positive whole numbers only', async () => {
  const { received } = await showPage(<CustomersPage />, {
    held: ['customerProfiles'],
    answers: { ...answers, getReminderRule: () => ({ DaysBefore: 30, Every: 7 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'Reminder rule')));
  await type(await until(() => byRole(document.body, 'spinbutton', 'Frequency (days)')), '0');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => said().includes('A whole number from 1 to 365'));
  expect(received).not.toContain('saveReminderRule');
});

it('keeps documents of a customer, and says of a file that is refused why', async () => {
  const paper = { DocumentId: 8, Name: 'Contract.pdf', Url: '/f/8', ContentType: 'application/pdf', Size: 2_097_152 };
  const detail = {
    ...{ ...customer, OpenAlarmCount: 0, WorkList: [], WorkEventList: [], EventList: [], HealthDetail: null },
    UndoableRenewal: null,
    DocumentList: [{ ...paper, Epoch: 0, UserName: 'Li' }],
  };
  const { received } = await showPage(<CustomerPage />, {
    held: ['customerProfiles'],
    at: '/customerProfileManage/detail?id=3',
    answers: { getCustomer: () => detail, addCustomerDocuments: () => new Refusal(400, 'Upload a complete PDF.') },
  });
  const link = await until(() => byRole(document.body, 'link', 'Contract.pdf'));
  expect(link.getAttribute('href')).toBe('/f/8');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'a.txt')], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => said().includes('Upload a complete PDF.'));
  expect(received).toContain('addCustomerDocuments');
});

it('says the health of a customer with its parts, those that are not known, and what the service was used for', async () => {
  const part = (HealthPart: HealthPart, Weight: number, of: [number, number, number] | null) => ({
    ...{ HealthPart, Weight, Score: of?.[0] ?? null, Found: of?.[1] ?? null, Against: of?.[2] ?? null },
  });
  const health = {
    Day: '2026-11-29',
    PartList: [
      part('connected', 30, [99.4, 0.994, 12]),
      part('acknowledged', 20, [50, 0.5, 8]),
      part('alarms', 15, [25, 3, 2]),
      part('users', 15, [50, 1, 2]),
      part('orders', 10, null),
      part('maintenance', 10, [75, 0.75, 4]),
    ],
    TrendList: [
      { Day: '2026-11-28', Score: 60 },
      { Day: '2026-11-29', Score: 42 },
    ],
    Usage: { UrgentCount: 37, UrgentSeconds: 240, WarningCount: 5, RepairCount: 1 },
  };
  const detail = {
    ...customer,
    OpenAlarmCount: 0,
    WorkList: [],
    WorkEventList: [],
    EventList: [],
    UndoableRenewal: null,
    DocumentList: [],
    HealthDetail: health,
  };
  await showPage(<CustomerPage />, {
    at: '/customerProfileManage/detail?id=3',
    answers: { getCustomer: () => detail },
  });
  await until(() => said().includes('5 of 6 parts known, 90 % of the weight'));
  expect(said()).not.toContain('Alarms are closed to you');
  for (const words of ['99 · 99.4 % of the time, 12 points', '25 · 3.0, median 2.0', 'not known, left out'])
    expect(said()).toContain(words);
  expect(said()).toContain(
    '37 urgent alarms acknowledged in a median of 4 min, 5 fault warnings confirmed, 1 repair verified by readings',
  );
  byRole(document.body, 'img', 'Trend of 90 days: 60 on 2026-11-28');
});

it('says that alarms are left out of a health whose reader sees none', async () => {
  const health = {
    Day: '2026-11-29',
    PartList: [{ HealthPart: 'connected' as const, Weight: 30, Score: 90, Found: 0.9, Against: 12 }],
    TrendList: [],
    Usage: { UrgentCount: null, UrgentSeconds: null, WarningCount: 0, RepairCount: 0 },
  };
  const detail = {
    OpenAlarmCount: null,
    WorkList: [],
    WorkEventList: [],
    EventList: [],
    UndoableRenewal: null,
    DocumentList: [],
    HealthDetail: health,
  };
  await showPage(<CustomerPage />, {
    at: '/customerProfileManage/detail?id=3',
    answers: { getCustomer: () => ({ ...customer, ...detail }) },
  });
  await until(() => said().includes('1 of 1 parts known, 30 % of the weight · Alarms are closed to you and left out'));
});

it('undoes the last renewal once it is told what will end when', async () => {
  const detail = {
    ...{
      ...customer,
      OpenAlarmCount: null,
      WorkList: [],
      WorkEventList: [],
      HealthDetail: null,
      DocumentList: [],
      EventList: [],
    },
    UndoableRenewal: { FromEnd: '2026-12-10', ToEnd: '2072-12-10' },
  };
  const { bodyOf } = await showPage(<CustomerPage />, {
    at: '/customerProfileManage/detail?id=3',
    held: ['customerRenew'],
    answers: { getCustomer: () => detail, undoRenewal: () => ({ ProjectCount: 1 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'Undo renewal')));
  await until(() => said().includes('The service ends on 2026-12-10 again, not on 2072-12-10.'));
  await click(byRole(document.querySelector('.ant-modal')!, 'button', 'Undo renewal'));
  await until(() => said().includes('Renewal undone'));
  expect(bodyOf('undoRenewal')).toEqual({ CustomerId: '3', ToEnd: '2072-12-10' });
});
