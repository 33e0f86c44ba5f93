import type { CustomerRow } from '@watchpost/contract';
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
  ...{ ProjectList: [{ ProjectId: 1, ProjectName: 'Store 1', ServiceEnd: '2026-12-10' }], Note: '', UpdateEpoch: 0 },
};
const band = { Count: 0, YearlyFee: 0 };
const answers = {
  getCustomerPage: () => ({ Data: [customer], TotalCount: 1 }),
  getRenewals: () => ({
    ...{ Expired: band, Within60: band, Within90: band, Later: band },
    Within30: { Count: 1, YearlyFee: 3600 },
  }),
};

it('renews from the end that was seen, and proposes a year', async () => {
  const { bodyOf } = await showPage(<CustomersPage />, {
    held: ['customerProfiles', 'customerRenew'],
    answers: { ...answers, renewCustomer: () => ({ ProjectCount: 1 }) },
  });
  await until(() => said().includes('2026-12-10 · 13 days left'));
  expect(said()).toContain('¥ 3,600 a year');
  await click(byRole(document.body, 'button', 'Renew: Corner shop'));
  await until(() => said().includes('The monitoring of 1 project is extended'));
  await click(byRole(document.body, 'button', 'Renew'));
  await until(() => said().includes('Renewed'));
  expect(bodyOf('renewCustomer')).toMatchObject({ CustomerId: '3', FromEnd: '2026-12-10', EndDate: '2027-12-10' });
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
    ...{ ...customer, OpenAlarmCount: 0, WorkList: [], EventList: [] },
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
