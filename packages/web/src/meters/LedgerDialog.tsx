import {
  type LedgerRow,
  ledgerKinds,
  type PrepaidRow,
  type RechargeRow,
  rechargeNext,
  rechargeStates,
} from '@watchpost/contract';
import { Modal, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, useDialog } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutPrepaid } from './callsAboutPrepaid.ts';
import { isReason, ReasonField } from './MoneyDialogs.tsx';
import { prepaidText } from './text.ts';
import { yuanOf } from './yuanOf.ts';

const ledgerList = defineList({ name: 'prepaidLedger', filters: {} });
const rechargeList = defineList({ name: 'prepaidRecharges', filters: {} });

/** The entries of an account with the balance after each, and its recharges. */
export function LedgerDialog({ account, onClose }: { account: PrepaidRow; onClose: () => void }) {
  const t = useText(prepaidText);
  return (
    <Modal open title={t.ledgerOf(account.Consumer)} width={960} footer={null} onCancel={onClose}>
      <Tabs
        items={[
          { key: 'ledger', label: t.ledger, children: <Entries accountId={account.AccountId} /> },
          { key: 'recharges', label: t.recharges, children: <Recharges account={account} /> },
        ]}
      />
    </Modal>
  );
}

function Entries({ accountId }: { accountId: number }) {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const dates = useDates();
  const list = useList(ledgerList, 'memory');
  const body = { AccountId: accountId, ...pagingOf(list.query) };
  const page = useCall('getLedgerPage', { body }, whileWaiting);
  const columns = useMemo(
    (): ListColumn<LedgerRow>[] => [
      { key: 'time', title: t.time, width: 160, always: true, render: ({ BookEpoch }) => dates.dateTime(BookEpoch) },
      {
        key: 'kind',
        title: t.kind,
        width: 200,
        always: true,
        onCard: 'heading',
        render: ({ Kind, ThroughDay }) => (
          <>
            {inWords(ledgerKinds[Kind])}{' '}
            {ThroughDay ? <span className="prepaid-muted">{t.through(ThroughDay)}</span> : null}
          </>
        ),
      },
      { key: 'amount', title: t.amount, width: 120, align: 'right', render: ({ AmountFen }) => yuanOf(AmountFen) },
      { key: 'after', title: t.after, width: 120, align: 'right', render: ({ BalanceFen }) => yuanOf(BalanceFen) },
      { key: 'note', title: t.note, ellipsis: true, render: ({ Note }) => Note },
      { key: 'by', title: t.by, width: 120, ellipsis: true, render: ({ ByName }) => ByName ?? '–' },
    ],
    [t, inWords, dates],
  );
  return (
    <ListPage
      list={list}
      page={page}
      columns={columns}
      label={t.ledger}
      keyOf={({ EntryId }) => EntryId}
      nameOf={({ Kind, BookEpoch }) => `${inWords(ledgerKinds[Kind])} ${dates.dateTime(BookEpoch)}`}
      opens={nothingOpens}
      empty={{ title: t.noEntries }}
    />
  );
}
const nothingOpens = () => false;

function Recharges({ account }: { account: PrepaidRow }) {
  const t = useText(prepaidText);
  const { ProjectId } = useProject();
  const mayRecharge = useMay('meterRecharge');
  const notify = useNotify();
  const dialog = useDialog();
  const save = useSave(callsAboutPrepaid);
  const list = useList(rechargeList, 'memory');
  const body = { ProjectId, AccountId: account.AccountId, ...pagingOf(list.query) };
  const page = useCall('getRechargePage', { body }, { ...whileWaiting, refetchInterval: 10_000 });
  const columns = useRechargeColumns();
  const deliver = async (row: RechargeRow) => {
    try {
      const { State } = await save('deliverRecharge', { body: { OrderId: row.OrderId } });
      notify.info(State === 'delivering' ? t.delivering : t.notDelivered);
    } catch (error) {
      notify.failure(error);
    }
  };
  const ask = (row: RechargeRow, deed: 'reverse' | 'inMeter' | 'notInMeter') =>
    dialog.open(<ReasonDialog row={row} deed={deed} onClose={dialog.close} />);
  const actionsOf = (row: RechargeRow): RowAction[] => {
    if (!mayRecharge || account.ClosedEpoch !== null) return [];
    const next = rechargeNext[row.State];
    return [
      ...(account.Mode === 'meterHeld' && next.includes('delivering')
        ? [{ key: 'deliver', label: t.deliver, inline: true, run: () => void deliver(row) }]
        : []),
      ...(row.State === 'disputed'
        ? (['inMeter', 'notInMeter'] as const).map((deed) => ({ key: deed, label: t[deed], run: () => ask(row, deed) }))
        : []),
      ...(next.includes('reversed')
        ? [{ key: 'reverse', label: t.reverse, danger: true, run: () => ask(row, 'reverse') }]
        : []),
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.recharges}
        keyOf={({ OrderId }) => OrderId}
        nameOf={({ OrderNumber }) => OrderNumber}
        opens={nothingOpens}
        rowActions={actionsOf}
        empty={{ title: t.noEntries }}
      />
      {dialog.shown}
    </>
  );
}

function useRechargeColumns(): readonly ListColumn<RechargeRow>[] {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<RechargeRow>[] => [
      { key: 'time', title: t.time, width: 160, render: ({ CreateEpoch }) => dates.dateTime(CreateEpoch) },
      {
        key: 'number',
        title: t.orderNumber,
        ellipsis: true,
        always: true,
        onCard: 'heading',
        render: ({ OrderNumber }) => OrderNumber,
      },
      { key: 'amount', title: t.amount, width: 120, align: 'right', render: ({ AmountFen }) => yuanOf(AmountFen) },
      { key: 'state', title: t.state, width: 150, render: ({ State }) => inWords(rechargeStates[State]) },
      { key: 'by', title: t.by, width: 120, ellipsis: true, render: ({ CreateName }) => CreateName ?? '–' },
    ],
    [t, inWords, dates],
  );
}

function ReasonDialog({
  row,
  deed,
  onClose,
}: {
  row: RechargeRow;
  deed: 'reverse' | 'inMeter' | 'notInMeter';
  onClose: () => void;
}) {
  const t = useText(prepaidText);
  const save = useSave(callsAboutPrepaid, onClose);
  const [reason, setReason] = useState('');
  const act = (): Promise<unknown> =>
    deed === 'reverse'
      ? save('reverseRecharge', { body: { OrderId: row.OrderId, Reason: reason } }, t.reversed)
      : save(
          'settleRecharge',
          { body: { OrderId: row.OrderId, IsInMeter: deed === 'inMeter', Reason: reason } },
          t.saved,
        );
  return (
    <ConfirmDialog
      title={deed === 'reverse' ? t.reverseTitle : t[deed]}
      ok={deed === 'reverse' ? t.reverse : t[deed]}
      danger={deed === 'reverse'}
      disabled={!isReason(reason)}
      act={act}
      onClose={onClose}
    >
      <p>
        {row.OrderNumber}: {yuanOf(row.AmountFen)}
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
