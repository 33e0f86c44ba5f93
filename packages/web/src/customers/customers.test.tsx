import type { CustomerRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
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
