import {
  type AllCalls,
  type CallData,
  type CustomerRow,
  calls,
  customerImportMaxRows,
  customerStateNames,
  customerStates,
  ReminderRule,
  type RenewalBand,
  renewalBandNames,
  renewalBands,
} from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SheetImportDialog } from '../points/index.ts';
import { DeleteDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { CustomerDialog } from './CustomerDialog.tsx';
import { callsAboutCustomers } from './callsAboutCustomers.ts';
import './customers.css';
import { HealthTag } from './HealthPanel.tsx';
import { isGoodState, LostDialog, RenewDialog, useUndoLost } from './RenewDialog.tsx';
import { customerText } from './text.ts';

const customerList = defineList({
  name: 'customers',
  filters: {
    text: textFilter({ label: customerText.search }),
    states: choicesFilter({
      label: customerText.state,
      param: 'state',
      options: customerStateNames.map((value) => ({ value, label: customerStates[value] })),
    }),
    controlled: choiceFilter({
      label: customerText.controlledOf,
      param: 'controlled',
      options: [
        { value: 'yes', label: customerText.controlled },
        { value: 'no', label: customerText.uncontrolled },
      ],
    }),
    province: textFilter({ label: customerText.place, param: 'place' }),
    band: choiceFilter({
      label: customerText.end,
      param: 'band',
      options: renewalBandNames.map((value) => ({ value, label: renewalBands[value] })),
    }),
  },
  sorts: ['name', 'start', 'end', 'fee', 'health'],
  usualSort: { by: 'end', ascending: true },
});

/** Customers, those whose service ends first on top. Route /customerProfileManage/index. */
export function CustomersPage() {
  const t = useText(customerText);
  const navigate = useNavigate();
  const list = useList(customerList);
  const dialog = useDialog();
  const exportList = useListExport();
  const mayEdit = useMay('customerProfiles');
  const mayRenew = useMay('customerRenew');
  const undoLost = useUndoLost();
  const { text, states, controlled, province, band } = list.query.filters;
  const question = {
    Text: text,
    StateList: states,
    Controlled: controlled === undefined ? undefined : controlled === 'yes',
    Province: province,
    Band: band,
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getCustomerPage',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useCustomerColumns();
  const edit = (present: CustomerRow | null) =>
    dialog.open(<CustomerDialog present={present} onClose={dialog.close} />);
  const remove = (rows: readonly CustomerRow[], done?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteOf(rows.length)}
        names={rows.map(({ ShopName }) => ShopName)}
        call="deleteCustomer"
        input={{ body: { CustomerIdList: rows.map(({ CustomerId }) => CustomerId) } }}
        said={t.deleted}
        asks={callsAboutCustomers}
        onDone={done}
        onClose={dialog.close}
      />,
    );
  const control = (rows: readonly CustomerRow[], value: boolean, done?: () => void) =>
    dialog.open(<ControlDialog customers={rows} value={value} done={done} onClose={dialog.close} />);
  const actionsOf = (row: CustomerRow): RowAction[] => [
    ...(mayRenew && row.State !== 'running'
      ? [
          {
            key: 'renew',
            label: t.renew,
            inline: true,
            run: () => dialog.open(<RenewDialog customer={row} onClose={dialog.close} />),
          },
        ]
      : []),
    {
      key: 'detail',
      label: t.detail,
      inline: !(mayRenew && row.State !== 'running'),
      run: () => navigate(links.customer(row.CustomerId)),
    },
    ...(mayEdit
      ? [
          { key: 'edit', label: t.edit, run: () => edit(row) },
          {
            key: 'control',
            label: row.Controlled ? t.setUncontrolled : t.setControlled,
            run: () => control([row], !row.Controlled),
          },
        ]
      : []),
    ...(mayRenew && (row.State === 'due' || row.State === 'expired')
      ? [
          {
            key: 'lost',
            label: t.lost,
            run: () => dialog.open(<LostDialog customer={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(mayRenew && row.State === 'lost'
      ? [{ key: 'undoLost', label: t.undoLost, run: () => undoLost(row.CustomerId) }]
      : []),
    ...(mayEdit ? [{ key: 'delete', label: t.delete, danger: true, run: () => remove([row]) }] : []),
  ];
  const bringIn = () => {
    const sheet = {
      title: t.importTitle,
      hint: t.importHint,
      maxRows: customerImportMaxRows,
      takesSome: false,
      template: () => callApi('getCustomerTemplate', { query: {} }),
      send: (file: File, { isDryRun }: { isDryRun: boolean }) =>
        callApi('batchImportCustomer', { query: { isDryRun }, files: [file] }),
      correct: (file: File) => callApi('correctImportCustomer', { query: {}, files: [file] }),
      asks: callsAboutCustomers,
    };
    dialog.open(<SheetImportDialog target={{ kind: 'other', sheet }} onClose={dialog.close} />);
  };
  const add = mayEdit ? (
    <Button type="primary" onClick={() => edit(null)}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <Renewals onChoose={(chosen) => list.change({ filters: { states: undefined, band: chosen } as never })} />
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.customers}
        keyOf={({ CustomerId }) => CustomerId}
        nameOf={({ ShopName }) => ShopName}
        onOpen={({ CustomerId }) => navigate(links.customer(CustomerId))}
        rowActions={actionsOf}
        onExport={() => exportList('customers', { body: question })}
        actions={
          <>
            {mayEdit ? (
              <>
                <Button onClick={() => dialog.open(<ReminderDialog onClose={dialog.close} />)}>{t.reminder}</Button>
                <Button onClick={bringIn}>{t.import}</Button>
              </>
            ) : null}
            {add}
          </>
        }
        empty={{ title: t.empty, hint: t.emptyHint, action: add }}
        {...(mayEdit
          ? {
              batch: (rows: readonly CustomerRow[], clear: () => void) => (
                <>
                  <Button onClick={() => control(rows, true, clear)}>{t.setControlled}</Button>
                  <Button onClick={() => control(rows, false, clear)}>{t.setUncontrolled}</Button>
                  <Button danger onClick={() => remove(rows, clear)}>
                    {t.delete}
                  </Button>
                </>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

/** How many services end when, and what they are worth a year; each leads to its customers. */
function Renewals({ onChoose }: { onChoose: (band: RenewalBand) => void }) {
  const t = useText(customerText);
  const inWords = useBilingual();
  const { data } = useCall('getRenewals', { query: {} }, { scope: 'company' });
  if (!data) return null;
  const found = {
    expired: data.Expired,
    within30: data.Within30,
    within60: data.Within60,
    within90: data.Within90,
    later: data.Later,
  };
  return (
    <ul className="customer-bands" aria-label={t.renewals}>
      {renewalBandNames.map((band) => (
        <li key={band}>
          <button
            type="button"
            className={`customer-band ${band === 'expired' && found[band].Count > 0 ? 'customer-band-due' : ''}`}
            onClick={() => onChoose(band)}
          >
            <span>{inWords(renewalBands[band])}</span>
            <strong className="tabular">{found[band].Count}</strong>
            <small>{t.aYear(formatNumber(found[band].YearlyFee))}</small>
            {found[band].LowHealthCount === 0 ? null : (
              <small className="customer-band-low">{t.lowHealthOf(found[band].LowHealthCount)}</small>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function useCustomerColumns(): readonly ListColumn<CustomerRow>[] {
  const t = useText(customerText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<CustomerRow>[] => [
      {
        key: 'name',
        title: t.shop,
        width: 152,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ ShopName }) => ShopName,
      },
      {
        key: 'contacts',
        title: t.contacts,
        width: 118,
        ellipsis: true,
        render: ({ ContactList }) =>
          ContactList.map(({ Name, Mobile }) => [Name, Mobile].filter(Boolean).join(' ')).join(comma()) || dash,
      },
      { key: 'contract', title: t.contract, width: 115, ellipsis: true, render: (row) => row.ContractNumber },
      {
        key: 'end',
        title: t.end,
        width: 196,
        sort: 'end',
        render: ({ EndDate, DaysLeft, State }) => (State === 'lost' ? EndDate : `${EndDate} · ${t.daysLeft(DaysLeft)}`),
      },
      {
        key: 'state',
        title: t.state,
        width: 96,
        render: ({ State }) => <WordTag good={isGoodState[State]} words={inWords(customerStates[State])} />,
      },
      {
        key: 'health',
        title: t.health,
        width: 84,
        sort: 'health',
        render: ({ Health }) => <HealthTag score={Health} />,
      },
      {
        key: 'place',
        title: t.place,
        width: 90,
        ellipsis: true,
        render: ({ Province, City }) => [Province, City].filter(Boolean).join(' ') || dash,
      },
      { key: 'provider', title: t.provider, width: 96, ellipsis: true, render: (row) => row.ServiceProvider || dash },
      {
        key: 'controlled',
        title: t.controlledOf,
        width: 104,
        render: ({ Controlled }) => (Controlled ? t.controlled : t.uncontrolled),
      },
      {
        key: 'start',
        title: t.start,
        width: 120,
        sort: 'start',
        usuallyHidden: true,
        render: ({ StartDate }) => StartDate,
      },
      {
        key: 'years',
        title: t.years,
        width: 90,
        align: 'right',
        usuallyHidden: true,
        render: ({ MonitoringYears }) => MonitoringYears ?? dash,
      },
      {
        key: 'fee',
        title: t.fee,
        width: 120,
        align: 'right',
        sort: 'fee',
        usuallyHidden: true,
        render: ({ YearlyFee }) => formatNumber(YearlyFee, 2),
      },
    ],
    [t, inWords],
  );
}

function ControlDialog({
  customers,
  value,
  done,
  onClose,
}: {
  customers: readonly CustomerRow[];
  value: boolean;
  done?: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(customerText);
  const save = useSave(callsAboutCustomers, () => {
    done?.();
    onClose();
  });
  const form = useSchemaForm(calls.setCustomerControlled.body, {
    initial: { CustomerIdList: customers.map(({ CustomerId }) => CustomerId), Controlled: value, Reason: '' },
    save: (body) => save('setCustomerControlled', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={value ? t.setControlled : t.setUncontrolled} onClose={onClose}>
      <p>{customers.map(({ ShopName }) => ShopName).join(comma())}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

function ReminderDialog({ onClose }: { onClose: () => void }) {
  const rule = useCall('getReminderRule', { query: {} }, { scope: 'company' }).data;
  return rule ? <ReminderForm rule={rule} onClose={onClose} /> : null;
}

function ReminderForm({ rule, onClose }: { rule: CallData<AllCalls['getReminderRule']>; onClose: () => void }) {
  const t = useText(customerText);
  const save = useSave(callsAboutCustomers, onClose);
  const form = useSchemaForm(ReminderRule, {
    initial: rule,
    save: (body) => save('saveReminderRule', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.reminder} onClose={onClose}>
      <p>{t.reminderHint}</p>
      <div className="form-columns">
        <form.Field name="DaysBefore" label={t.daysBefore}>
          <NumberField />
        </form.Field>
        <form.Field name="Every" label={t.every}>
          <NumberField />
        </form.Field>
      </div>
    </FormDialog>
  );
}
