import { ledgerKinds, type PrepaidRow, type RechargeRow, rechargeNext, rechargeStates } from '@watchpost/contract';
import { Button, Modal, Table, Tabs } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, useDialog } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { callsAboutPrepaid } from './callsAboutPrepaid.ts';
import { isReason, ReasonField } from './MoneyDialogs.tsx';
import { prepaidText } from './text.ts';
import { yuanOf } from './yuanOf.ts';

const pageSize = 20;

/** The entries of an account with the balance after each, and its recharges. */
export function LedgerDialog({ account, onClose }: { account: PrepaidRow; onClose: () => void }) {
  const t = useText(prepaidText);
  return (
    <Modal open title={t.ledgerOf(account.Consumer)} width={860} footer={null} onCancel={onClose}>
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
  const [index, setIndex] = useState(1);
  const page = useCall(
    'getLedgerPage',
    { body: { AccountId: accountId, PageIndex: index, PageSize: pageSize } },
    whileWaiting,
  );
  return (
    <Table
      size="small"
      rowKey="EntryId"
      loading={!page.data}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t.noEntries }}
      dataSource={[...(page.data?.Data ?? [])]}
      pagination={{
        current: index,
        pageSize,
        total: page.data?.TotalCount ?? 0,
        onChange: setIndex,
        hideOnSinglePage: true,
      }}
      columns={[
        { title: t.time, key: 'time', render: (_, { BookEpoch }) => dates.dateTime(BookEpoch) },
        {
          title: t.kind,
          key: 'kind',
          render: (_, { Kind, ThroughDay }) => (
            <>
              {inWords(ledgerKinds[Kind])}{' '}
              {ThroughDay ? <span className="prepaid-muted">{t.through(ThroughDay)}</span> : null}
            </>
          ),
        },
        { title: t.amount, key: 'amount', className: 'prepaid-number', render: (_, row) => yuanOf(row.AmountFen) },
        { title: t.after, key: 'after', className: 'prepaid-number', render: (_, row) => yuanOf(row.BalanceFen) },
        { title: t.note, dataIndex: 'Note' },
        { title: t.by, key: 'by', render: (_, { ByName }) => ByName ?? '–' },
      ]}
    />
  );
}

function Recharges({ account }: { account: PrepaidRow }) {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const dates = useDates();
  const { ProjectId } = useProject();
  const mayRecharge = useMay('meterRecharge');
  const notify = useNotify();
  const dialog = useDialog();
  const save = useSave(callsAboutPrepaid);
  const [index, setIndex] = useState(1);
  const page = useCall(
    'getRechargePage',
    { body: { ProjectId, AccountId: account.AccountId, PageIndex: index, PageSize: pageSize } },
    { ...whileWaiting, refetchInterval: 10_000 },
  );
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
  return (
    <>
      <Table
        size="small"
        rowKey="OrderId"
        loading={!page.data}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t.noEntries }}
        dataSource={[...(page.data?.Data ?? [])]}
        pagination={{
          current: index,
          pageSize,
          total: page.data?.TotalCount ?? 0,
          onChange: setIndex,
          hideOnSinglePage: true,
        }}
        columns={[
          { title: t.time, key: 'time', render: (_, { CreateEpoch }) => dates.dateTime(CreateEpoch) },
          { title: t.orderNumber, dataIndex: 'OrderNumber' },
          { title: t.amount, key: 'amount', className: 'prepaid-number', render: (_, row) => yuanOf(row.AmountFen) },
          { title: t.state, key: 'state', render: (_, { State }) => inWords(rechargeStates[State]) },
          { title: t.by, key: 'by', render: (_, { CreateName }) => CreateName ?? '–' },
          {
            title: t.actions,
            key: 'actions',
            render: (_, row) =>
              mayRecharge && account.ClosedEpoch === null ? (
                <>
                  {account.Mode === 'meterHeld' && rechargeNext[row.State].includes('delivering') ? (
                    <Button type="link" onClick={() => void deliver(row)}>
                      {t.deliver}
                    </Button>
                  ) : null}
                  {row.State === 'disputed' ? (
                    <>
                      <Button type="link" onClick={() => ask(row, 'inMeter')}>
                        {t.inMeter}
                      </Button>
                      <Button type="link" onClick={() => ask(row, 'notInMeter')}>
                        {t.notInMeter}
                      </Button>
                    </>
                  ) : null}
                  {rechargeNext[row.State].includes('reversed') ? (
                    <Button type="link" danger onClick={() => ask(row, 'reverse')}>
                      {t.reverse}
                    </Button>
                  ) : null}
                </>
              ) : null,
          },
        ]}
      />
      {dialog.shown}
    </>
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
