import type { PointListRow, PrepaidRow } from '@watchpost/contract';
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
  SwitchPointName: 'Relay',
  Switch: 'on',
  SwitchEpoch: null,
  ClosedEpoch: null,
  Loosening: null,
};
const point = (PointId: number, PointName: string): PointListRow => ({
  ...{
    PointId,
    PointName,
    PointNameZh: PointName,
    PointNameEn: null,
    Kind: 'modbus',
    PointTypeId: 1,
    PointTypeName: 'State',
  },
  ...{ PointType: 1, Unit: '', Decimals: 0, Level: 3, IsWrite: true, Cycle: 60, IsLineHidden: false, Source: '' },
  ...{ GatewayId: 7, GatewayName: 'Shops', SlaveId: null, SlaveName: null, SlaveAddress: null, DeviceList: [] },
  ...{ LocationList: [], IsSetAlarm: false, Value: 1, ValueText: null, Time: null, Quality: 'good' },
  ...{ QualityReason: null, ExceptionCode: null },
});
const armed = { RestoreEpoch: null, PauseEndEpoch: null, ArmEpoch: null, ArmName: null, Reason: null };
const answers = { getPrepaidPage: () => ({ Data: [account], TotalCount: 1 }), getTrips: () => armed };

it('says what is left and for how long, and sends a recharge in fen under a number of its own', async () => {
  const { bodyOf } = await showPage(<PrepaidTab />, {
    held: ['meterRecharge'],
    answers: { ...answers, rechargeMeter: () => ({ OrderId: 1, State: 'credited', BalanceFen: 22_345 }) },
  });
  await until(() => said().includes('123.45'));
  for (const words of ['Low', 'about 3.0 days', '¥ 41.15 a day', 'On']) expect(said()).toContain(words);
  await click(byRole(document.body, 'button', 'Recharge: Tea shop'));
  const amount = await until(() => byRole(document.body, 'spinbutton', 'Amount (¥)'));
  await click(byRole(document.body, 'button', 'Recharge'));
  await until(() => said().includes('Required'));
  expect(bodyOf('rechargeMeter')).toBeUndefined();
  await type(amount, '100.1');
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
      getSwitchGates: () =>
        tripGateNames.map((Gate) => ({
          Gate,
          IsMet: Gate !== 'interruptible',
          BehindList: Gate === 'interruptible' ? ['Freezer room'] : [],
        })),
    },
  });
  await until(() => said().includes('Tea shop'));
  await click(byRole(document.body, 'button', 'More actions: Tea shop'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Switch off')));
  await until(() => said().includes('All of these have to hold'));
  expect(said().match(/not met/g)).toHaveLength(1);
  expect(said()).toContain('Behind it: Freezer room');
  await type(byRole(document.body, 'textbox', 'Reason (at least 10 characters)'), 'Asked for by the landlord');
  expect((byRole(document.body, 'button', 'Switch off') as HTMLButtonElement).disabled).toBe(true);
  expect(received).not.toContain('orderSwitch');
});

it('finds switch points by typing, however many points there are, and sends only what was changed', async () => {
  const { bodyOf } = await showPage(<PrepaidTab />, {
    held: ['energyEdit', 'projectConfig'],
    answers: {
      ...answers,
      getPointPage: ({ body }) => ({
        Data:
          (body as { PointName?: string }).PointName === 'Light' ? [point(612, 'Lighting relay')] : [point(1, 'Air')],
        TotalCount: 612,
      }),
      editPrepaidAccount: () => null,
    },
  });
  await until(() => said().includes('Tea shop'));
  await click(byRole(document.body, 'button', 'More actions: Tea shop'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Edit')));
  const picker = await until(() => byRole(document.body, 'combobox', 'Switch point (1: on)'));
  expect(said()).toContain('Relay');
  await type(picker, 'Light');
  await click(
    await until(() => document.querySelector<HTMLElement>('.ant-select-item-option[title^="Lighting relay"]')!),
  );
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('editPrepaidAccount'));
  expect(bodyOf('editPrepaidAccount')).toEqual({ AccountId: 3, SwitchPointId: 612 });
});

it('lists entries with the balance after each, and what can be done about a recharge', async () => {
  await showPage(<PrepaidTab />, {
    held: ['meterRecharge'],
    answers: {
      ...answers,
      getLedgerPage: () => ({
        Data: [
          {
            ...{ EntryId: 2, Kind: 'charge', AmountFen: -801, BalanceFen: 9199, ThroughDay: '2026-11-24' },
            ...{ BookEpoch: Date.UTC(2026, 10, 25), Note: '', ByName: null },
          },
        ],
        TotalCount: 1,
      }),
      getRechargePage: () => ({
        Data: [
          {
            ...{ OrderId: 5, AccountId: 3, Consumer: 'Tea shop', OrderNumber: 'ORDER-1', AmountFen: 10_000 },
            ...{ Channel: 'cash', ExternalId: null, State: 'disputed', CreateEpoch: 0, CreateName: 'Wang' },
          },
        ],
        TotalCount: 1,
      }),
    },
  });
  await until(() => said().includes('Tea shop'));
  await click(byRole(document.body, 'button', 'More actions: Tea shop'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Ledger')));
  await until(() => said().includes('through 2026-11-24'));
  for (const words of ['−8.01', '91.99']) expect(said()).toContain(words);
  await click(byRole(document.body, 'tab', 'Recharges'));
  await click(await until(() => byRole(document.body, 'button', 'More actions: ORDER-1')));
  await until(() => byRole(document.body, 'menuitem', 'It is not in the meter'));
});

const request = { AskName: 'Wang', AskEpoch: 0, EndEpoch: 86_400_000, Reason: 'Nothing cold behind it' };
/** The acts on a protected load, for which somebody asked or nobody did. */
async function actsOnProtected(Loosening: PrepaidRow['Loosening']) {
  const page = await showPage(<PrepaidTab />, {
    held: ['energyEdit'],
    answers: {
      ...answers,
      getPrepaidPage: () => ({ Data: [{ ...account, LoadClass: 'protected', Loosening }], TotalCount: 1 }),
      askInterruptible: () => null,
      agreeInterruptible: () => null,
    },
  });
  await until(() => said().includes('Tea shop'));
  await click(byRole(document.body, 'button', 'More actions: Tea shop'));
  await until(() => byRole(document.body, 'menuitem', 'Edit'));
  return page;
}

it('asks with a reason that a protected load may be switched off', async () => {
  const { bodyOf } = await actsOnProtected(null);
  await click(byRole(document.body, 'menuitem', 'Ask to allow cuts'));
  const reason = await until(() => byRole(document.body, 'textbox', 'Reason (at least 10 characters)'));
  await type(reason, request.Reason);
  await click(byRole(document.body, 'button', 'Ask to allow cuts'));
  await until(() => bodyOf('askInterruptible'));
  expect(bodyOf('askInterruptible')).toEqual({ AccountId: 3, Reason: request.Reason });
});

it('does not offer the first person to agree', async () => {
  await actsOnProtected({ ...request, IsYours: true });
  expect(said()).toContain('waits for agreement');
  expect(said()).toContain('Withdraw the request');
  expect(said()).not.toContain('Agree to allow cuts');
});

it('shows the second person why, and lets them agree', async () => {
  const { bodyOf } = await actsOnProtected({ ...request, IsYours: false });
  await click(byRole(document.body, 'menuitem', 'Agree to allow cuts'));
  await until(() => said().includes(request.Reason));
  await click(byRole(document.body, 'button', 'Agree to allow cuts'));
  await until(() => bodyOf('agreeInterruptible'));
  expect(bodyOf('agreeInterruptible')).toEqual({ AccountId: 3 });
});

it('says that a restored backup keeps the power on, and lets somebody arm cuts again with a reason', async () => {
  const { bodyOf } = await showPage(<PrepaidTab />, {
    held: ['meterSwitch'],
    answers: { ...answers, getTrips: () => ({ ...armed, RestoreEpoch: 0 }), armTrips: () => null },
  });
  await until(() => said().includes('Cuts are off after a restored backup'));
  await click(byRole(document.body, 'button', 'Arm cuts'));
  const reason = await until(() => byRole(document.body, 'textbox', 'Reason (at least 10 characters)'));
  await type(reason, 'Balances are checked');
  await click(byRole(document.querySelector<HTMLElement>('[role=dialog]')!, 'button', 'Arm cuts'));
  await until(() => bodyOf('armTrips'));
  expect(bodyOf('armTrips')).toMatchObject({ Reason: 'Balances are checked' });
});
