import type { PrepaidRow } from '@watchpost/contract';
import { tripGateNames } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { PrepaidTab } from './PrepaidTab.tsx';

pagesInEnglish();

const account: PrepaidRow = {
  AccountId: 3,
  MeterId: 4,
  MeterName: 'Shop 1',
  Consumer: 'Tea shop',
  Phone: null,
  Mode: 'platform',
  LoadClass: 'interruptible',
  BalanceFen: 12_345,
  UnpostedFen: 200,
  AsOfEpoch: Date.UTC(2026, 10, 25, 2),
  FenPerDay: 4_115,
  DaysLeft: 3,
  IsLow: true,
  LowDays: 7,
  OverdraftFen: 0,
  HoardLimitFen: 5_000_000,
  SwitchPointId: 8,
  Switch: 'on',
  SwitchEpoch: null,
  ClosedEpoch: null,
};
const answers = { getPrepaidPage: () => ({ Data: [account], TotalCount: 1 }) };

it('says what is left and for how long, and sends a recharge in fen under a number of its own', async () => {
  const { bodyOf } = await showPage(<PrepaidTab />, {
    held: ['meterRecharge'],
    answers: { ...answers, rechargeMeter: () => ({ OrderId: 1, State: 'credited', BalanceFen: 22_345 }) },
  });
  await until(() => said().includes('123.45'));
  for (const words of ['Low', 'about 3.0 days', '¥ 41.15 a day', 'On']) expect(said()).toContain(words);
  await click(byRole(document.body, 'button', 'Recharge: Tea shop'));
  await type(await until(() => byRole(document.body, 'spinbutton', 'Amount (¥)')), '100.1');
  await click(byRole(document.body, 'button', 'Recharge'));
  await until(() => bodyOf('rechargeMeter'));
  expect(bodyOf('rechargeMeter')).toMatchObject({
    AccountId: 3,
    Amount: 10_010,
    OrderNumber: expect.stringMatching(/^R[A-Z0-9]{12,}/),
  });
});

it('names the gates that keep the power on, and cannot cut it', async () => {
  const { received } = await showPage(<PrepaidTab />, {
    held: ['meterSwitch'],
    answers: {
      ...answers,
      getSwitchGates: () => tripGateNames.map((Gate) => ({ Gate, IsMet: Gate !== 'owes' })),
    },
  });
  await until(() => said().includes('Tea shop'));
  await click(byRole(document.body, 'button', 'More actions: Tea shop'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Switch off')));
  await until(() => said().includes('All of these have to hold'));
  expect(said().match(/not met/g)).toHaveLength(1);
  await type(byRole(document.body, 'textbox', 'Reason (at least 10 characters)'), 'Asked for by the landlord');
  expect((byRole(document.body, 'button', 'Switch off') as HTMLButtonElement).disabled).toBe(true);
  expect(received).not.toContain('orderSwitch');
});
