import { loadClasses, type PrepaidRow, prepaidModes, switchStates } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDialog } from '../ui/form/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { LedgerDialog } from './LedgerDialog.tsx';
import { AskDialog, DecideDialog } from './LoosenDialogs.tsx';
import { CloseDialog, RechargeDialog, SwitchDialog } from './MoneyDialogs.tsx';
import './meters.css';
import { TripsLine } from './TripsLine.tsx';
import { prepaidText } from './text.ts';
import { yuanOf } from './yuanOf.ts';

const prepaidList = defineList({
  name: 'prepaidMeters',
  filters: { text: textFilter({ label: prepaidText.search }) },
  sorts: ['consumer', 'balance', 'days'],
  usualSort: { by: 'consumer', ascending: true },
});

/** Prepaid meters: what is left, how long it lasts, the switch, and what can be done. */
export function PrepaidTab() {
  const t = useText(prepaidText);
  const { ProjectId } = useProject();
  const maySetUp = useMay('energyEdit');
  const mayRecharge = useMay('meterRecharge');
  const maySwitch = useMay('meterSwitch');
  const list = useList(prepaidList);
  const dialog = useDialog();
  const page = useCall(
    'getPrepaidPage',
    {
      body: {
        ProjectId,
        Text: list.query.filters.text,
        ...pagingOf(list.query),
      },
    },
    { ...whileWaiting, refetchInterval: 60_000 },
  );
  const columns = useColumns();
  const ledger = (row: PrepaidRow) => dialog.open(<LedgerDialog account={row} onClose={dialog.close} />);
  const add = maySetUp ? (
    <Button type="primary" onClick={() => dialog.open(<AccountDialog present={null} onClose={dialog.close} />)}>
      {t.open}
    </Button>
  ) : null;
  const actionsOf = (row: PrepaidRow) => {
    const isOpen = row.ClosedEpoch === null;
    return [
      ...(isOpen && mayRecharge
        ? [
            {
              key: 'recharge',
              label: t.recharge,
              inline: true,
              run: () => dialog.open(<RechargeDialog account={row} onClose={dialog.close} />),
            },
          ]
        : []),
      { key: 'ledger', label: t.ledger, inline: !isOpen || !mayRecharge, run: () => ledger(row) },
      ...(isOpen && maySwitch && row.Switch !== null
        ? (['off', 'on'] as const).map((want) => ({
            key: want,
            label: want === 'off' ? t.switchOff : t.switchOn,
            danger: want === 'off',
            run: () => dialog.open(<SwitchDialog account={row} want={want} onClose={dialog.close} />),
          }))
        : []),
      ...(isOpen && maySetUp
        ? [
            {
              key: 'edit',
              label: t.edit,
              run: () => dialog.open(<AccountDialog present={row} onClose={dialog.close} />),
            },
            ...(row.LoadClass === 'protected' && !row.Loosening
              ? [
                  {
                    key: 'ask',
                    label: t.ask,
                    run: () => dialog.open(<AskDialog account={row} onClose={dialog.close} />),
                  },
                ]
              : []),
            ...(row.Loosening
              ? (['agree', 'withdraw'] as const)
                  .filter((decision) => decision === 'withdraw' || !row.Loosening?.IsYours)
                  .map((decision) => ({
                    key: decision,
                    label: t[decision],
                    run: () => dialog.open(<DecideDialog account={row} decision={decision} onClose={dialog.close} />),
                  }))
              : []),
          ]
        : []),
      ...(isOpen && mayRecharge
        ? [
            {
              key: 'close',
              label: t.close,
              danger: true,
              run: () => dialog.open(<CloseDialog account={row} onClose={dialog.close} />),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <TripsLine maySwitch={maySwitch} />
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.prepaid}
        keyOf={({ AccountId }) => AccountId}
        nameOf={({ Consumer }) => Consumer}
        actions={add}
        onOpen={ledger}
        rowActions={actionsOf}
        empty={{ title: t.none, hint: t.noneHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useColumns(): readonly ListColumn<PrepaidRow>[] {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<PrepaidRow>[] => [
      {
        key: 'consumer',
        title: t.consumer,
        width: 170,
        sort: 'consumer',
        always: true,
        onCard: 'heading',
        render: ({ Consumer, ClosedEpoch }) => (
          <>
            {Consumer} {ClosedEpoch === null ? null : <span className="prepaid-muted">{t.closed}</span>}
          </>
        ),
      },
      { key: 'meter', title: t.meter, width: 150, render: ({ MeterName }) => MeterName ?? '–' },
      {
        key: 'balance',
        title: t.balance,
        width: 170,
        sort: 'balance',
        align: 'right',
        render: ({ BalanceFen, AsOfEpoch, IsLow }) => (
          <>
            {IsLow ? <span className="prepaid-low">{t.low}</span> : null} {yuanOf(BalanceFen)}
            {AsOfEpoch === null ? null : <div className="prepaid-muted">{t.asOf(dates.dateTime(AsOfEpoch))}</div>}
          </>
        ),
      },
      {
        key: 'days',
        title: t.daysLeft,
        width: 140,
        sort: 'days',
        align: 'right',
        render: ({ DaysLeft, FenPerDay }) => (
          <>
            {DaysLeft === null ? '–' : t.days(formatNumber(DaysLeft, DaysLeft < 10 ? 1 : 0))}
            {FenPerDay === null ? null : <div className="prepaid-muted">{t.perDay(yuanOf(FenPerDay))}</div>}
          </>
        ),
      },
      {
        key: 'switch',
        title: t.switch,
        width: 130,
        render: ({ Switch, SwitchEpoch }) =>
          Switch === null ? (
            <span className="prepaid-muted">{t.noSwitch}</span>
          ) : (
            <>
              {inWords(switchStates[Switch])}
              {SwitchEpoch === null ? null : <div className="prepaid-muted">{dates.dateTime(SwitchEpoch)}</div>}
            </>
          ),
      },
      {
        key: 'load',
        title: t.load,
        width: 150,
        render: ({ LoadClass, Loosening }) => (
          <>
            {inWords(loadClasses[LoadClass])}
            {Loosening ? <div className="prepaid-muted">{t.waits(dates.dateTime(Loosening.EndEpoch))}</div> : null}
          </>
        ),
      },
      { key: 'mode', title: t.mode, width: 130, render: ({ Mode }) => inWords(prepaidModes[Mode]) },
      { key: 'phone', title: t.phone, width: 130, usuallyHidden: true, render: ({ Phone }) => Phone || '–' },
    ],
    [t, inWords, dates],
  );
}
