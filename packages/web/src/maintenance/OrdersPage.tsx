import { calls, type MaintenanceOrderRow, maintenanceStateNames, maintenanceStates } from '@watchpost/contract';
import { Button, Input, Segmented, Select } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField, useToday } from '../ui/days/index.ts';
import { ConfirmDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave, WordTag } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  flagFilter,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  rangeFilter,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import './maintenance.css';
import { OrderDialog } from './OrderDialog.tsx';
import { OrdersCalendar } from './OrdersCalendar.tsx';
import { maintenanceText } from './text.ts';

const orderList = defineList({
  name: 'maintenanceOrders',
  filters: {
    text: textFilter({ label: maintenanceText.searchOrder }),
    states: choicesFilter({
      label: maintenanceText.state,
      param: 'state',
      options: maintenanceStateNames.map((value) => ({ value, label: maintenanceStates[value] })),
    }),
    planned: rangeFilter({ label: maintenanceText.planned, params: ['from', 'to'], future: true }),
    projects: idsFilter({ label: maintenanceText.project, param: 'projects' }),
    overdue: flagFilter({ label: maintenanceText.overdueOnly, param: 'overdue' }),
  },
  sorts: ['planned', 'project', 'team'],
  usualSort: { by: 'planned', ascending: true },
});

const isGood = { planned: null, started: null, done: true, confirmed: true, skipped: null, merged: null } as const;

/** Visits of the teams, the next ones first. Route /maintenanceManage/order. */
export function OrdersPage() {
  const t = useText(maintenanceText);
  const { projects } = useSession();
  const list = useList(orderList);
  const dialog = useDialog();
  const save = useSave(callsAboutMaintenance);
  const mayEdit = useMay('maintenanceOrders');
  const { text, states, planned, projects: chosen, overdue } = list.query.filters;
  const exportList = useListExport();
  const [params, setParams] = useSearchParams();
  const isCalendar = params.get('view') === 'calendar';
  const question = {
    Text: text,
    StateList: states,
    From: planned?.[0],
    To: planned?.[1],
    ProjectIdList: chosen,
    Overdue: overdue,
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getMaintenanceOrderPage',
    isCalendar ? null : { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const notify = useNotify();
  const today = useToday();
  const columns = useOrderColumns();
  const options = useMemo(
    () => ({ projects: projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName })) }),
    [projects],
  );
  const openId = (orderId: number) => dialog.open(<OrderDialog orderId={orderId} onClose={dialog.close} />);
  const open = ({ OrderId }: Pick<MaintenanceOrderRow, 'OrderId'>) => openId(OrderId);
  const shownAs = (
    <Segmented
      aria-label={t.shownAs}
      value={isCalendar ? 'calendar' : 'list'}
      options={[
        { value: 'list', label: t.asList },
        { value: 'calendar', label: t.asCalendar },
      ]}
      onChange={(view) => setParams(view === 'calendar' ? { view } : {})}
    />
  );
  const assign = (rows: readonly MaintenanceOrderRow[], done?: () => void) =>
    dialog.open(<AssignDialog orders={rows} done={done} onClose={dialog.close} />);
  const merge = (rows: readonly MaintenanceOrderRow[], done: () => void) =>
    dialog.open(
      <ConfirmDialog
        title={t.mergeTitle(rows.length)}
        ok={t.merge}
        danger={false}
        act={async () => {
          await save('mergeOrders', { body: { OrderIdList: rows.map(({ OrderId }) => OrderId) } }, t.merged);
          done();
          dialog.close();
        }}
        onClose={dialog.close}
      >
        {t.mergeHint}
      </ConfirmDialog>,
    );
  const actionsOf = (row: MaintenanceOrderRow): RowAction[] => {
    if (!mayEdit) return [{ key: 'view', label: t.view, inline: true, run: () => open(row) }];
    const of = { body: { OrderId: row.OrderId } };
    if (row.State === 'planned')
      return [
        {
          key: 'start',
          label: t.startOrder,
          inline: true,
          run: () =>
            dialog.open(
              <StartDialog
                order={row}
                isEarly={row.PlannedDate > today}
                onStarted={() => open(row)}
                onClose={dialog.close}
              />,
            ),
        },
        { key: 'assign', label: t.assign, run: () => assign([row]) },
        {
          key: 'move',
          label: t.move,
          run: () => dialog.open(<MoveDialog order={row} onClose={dialog.close} />),
        },
        {
          key: 'skip',
          label: t.skip,
          run: () => dialog.open(<SkipDialog order={row} onClose={dialog.close} />),
        },
        { key: 'view', label: t.view, run: () => open(row) },
      ];
    if (row.State === 'done')
      return [
        {
          key: 'confirm',
          label: t.confirm,
          inline: true,
          run: () => void save('confirmOrder', of, t.confirmed).catch(notify.failure),
        },
        { key: 'view', label: t.view, run: () => open(row) },
      ];
    return [{ key: 'view', label: row.State === 'started' ? t.fill : t.view, inline: true, run: () => open(row) }];
  };
  if (isCalendar)
    return (
      <>
        <div className="mt-head">
          <div className="mt-actions">{shownAs}</div>
        </div>
        <OrdersCalendar projectIds={chosen} onOpen={openId} />
        {dialog.shown}
      </>
    );
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        actions={shownAs}
        onExport={() => exportList('maintenanceOrders', { body: question })}
        label={t.orders}
        keyOf={({ OrderId }) => OrderId}
        nameOf={({ ContractName, PlannedDate }) => `${ContractName} ${PlannedDate}`}
        options={options}
        onOpen={open}
        rowActions={actionsOf}
        empty={{ title: t.noOrders, hint: t.noOrdersHint }}
        {...(mayEdit
          ? {
              selectable: ({ State }: MaintenanceOrderRow) => State === 'planned',
              batch: (rows: readonly MaintenanceOrderRow[], clear: () => void) => (
                <>
                  <Button onClick={() => assign(rows, clear)}>{t.assign}</Button>
                  {rows.length > 1 ? <Button onClick={() => merge(rows, clear)}>{t.merge}</Button> : null}
                </>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

function useOrderColumns(): readonly ListColumn<MaintenanceOrderRow>[] {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<MaintenanceOrderRow>[] => [
      {
        key: 'contract',
        title: t.contract,
        width: 190,
        always: true,
        onCard: 'heading',
        render: ({ ContractName, PlanName }) => (PlanName === null ? ContractName : `${ContractName} · ${PlanName}`),
      },
      {
        key: 'project',
        title: t.project,
        width: 190,
        ellipsis: true,
        sort: 'project',
        render: ({ ProjectName }) => ProjectName,
      },
      { key: 'team', title: t.team, width: 140, ellipsis: true, sort: 'team', render: ({ TeamName }) => TeamName },
      { key: 'planned', title: t.planned, width: 120, sort: 'planned', render: ({ PlannedDate }) => PlannedDate },
      {
        key: 'state',
        title: t.state,
        width: 150,
        render: ({ State, Overdue }) => (
          <>
            <WordTag good={isGood[State]} words={inWords(maintenanceStates[State])} />{' '}
            {Overdue ? <WordTag good={false} words={t.overdue} /> : null}
          </>
        ),
      },
      { key: 'assignee', title: t.assignee, width: 120, render: ({ AssigneeName }) => AssigneeName ?? dash },
      {
        key: 'bad',
        title: t.bad,
        width: 90,
        align: 'right',
        render: ({ BadCount, DoneEpoch }) => (DoneEpoch === null ? dash : BadCount),
      },
      {
        key: 'done',
        title: t.done,
        width: 150,
        usuallyHidden: true,
        render: ({ DoneEpoch }) => (DoneEpoch === null ? dash : dates.dateTime(DoneEpoch)),
      },
    ],
    [t, inWords, dates],
  );
}

function AssignDialog({
  orders,
  done,
  onClose,
}: {
  orders: readonly MaintenanceOrderRow[];
  done?: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, () => {
    done?.();
    onClose();
  });
  const people = useCall('getOrderPeople', { query: { teamId: orders[0]!.TeamId } }, { scope: 'company' }).data;
  const form = useSchemaForm(calls.assignOrders.body, {
    initial: { OrderIdList: orders.map(({ OrderId }) => OrderId) },
    save: (body) => save('assignOrders', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.assignTitle(orders.length)} submitText={t.assign} onClose={onClose}>
      <form.Field name="UserId" label={t.assignee}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={people?.map(({ UserId, UserName }) => ({ value: UserId, label: UserName })) ?? []}
        />
      </form.Field>
    </FormDialog>
  );
}

function MoveDialog({ order, onClose }: { order: MaintenanceOrderRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, onClose);
  const form = useSchemaForm(calls.moveOrder.body, {
    initial: { OrderId: order.OrderId, PlannedDate: order.PlannedDate },
    save: (body) => save('moveOrder', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.moveTitle} submitText={t.move} onClose={onClose}>
      <form.Field name="PlannedDate" label={t.planned}>
        <DayField />
      </form.Field>
    </FormDialog>
  );
}

function SkipDialog({ order, onClose }: { order: MaintenanceOrderRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, onClose);
  const form = useSchemaForm(calls.skipOrder.body, {
    initial: { OrderId: order.OrderId, Reason: '' },
    save: (body) => save('skipOrder', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.skipTitle} submitText={t.skip} onClose={onClose}>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

/** Begins a visit: the alarms of the devices that are worked on are not shown meanwhile. */
function StartDialog({
  order,
  isEarly,
  onStarted,
  onClose,
}: {
  order: MaintenanceOrderRow;
  isEarly: boolean;
  onStarted: () => void;
  onClose: () => void;
}) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance);
  const devices = useCall('getModelTreeAndPointTypeDropdown', { body: { ProjectId: order.ProjectId } });
  const form = useSchemaForm(calls.startOrder.body, {
    initial: { OrderId: order.OrderId, DeviceIdList: order.DeviceId === null ? [] : [order.DeviceId] },
    save: async (body) => {
      await save('startOrder', { body }, t.started);
      onStarted();
    },
  });
  return (
    <FormDialog
      form={form}
      title={isEarly ? t.startEarly(order.PlannedDate) : t.startOrder}
      submitText={t.startOrder}
      onClose={onClose}
    >
      {isEarly ? <p>{t.startEarlyHint}</p> : null}
      <form.Field name="DeviceIdList" label={t.hideAlarmsOf} extra={t.hideAlarmsHint}>
        <Select
          mode="multiple"
          allowClear
          optionFilterProp="label"
          loading={devices.isPending}
          options={devices.data?.ModelTreeDropdown.map(({ Key, Value }) => ({ value: Number(Key), label: Value }))}
        />
      </form.Field>
    </FormDialog>
  );
}
