import {
  calls,
  type MaintenanceAction,
  type MaintenanceOrderRow,
  maintenanceReaders,
  maintenanceStateNames,
  maintenanceStates,
} from '@watchpost/contract';
import { Button, Form, Input, Segmented, Select } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField, useToday } from '../ui/days/index.ts';
import { ConfirmDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  flagFilter,
  idFilter,
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
    team: idFilter({ label: maintenanceText.team, param: 'team' }),
    mine: flagFilter({ label: maintenanceText.mineOnly, param: 'mine' }),
    overdue: flagFilter({ label: maintenanceText.overdueOnly, param: 'overdue' }),
  },
  sorts: ['planned', 'project', 'team'],
  usualSort: { by: 'planned', ascending: true },
});

const isGood = { planned: null, started: null, done: true, confirmed: true, skipped: null, merged: null } as const;

const mayAssign = ({ ActionList }: MaintenanceOrderRow): boolean => ActionList.includes('assign');

/** Visits of the teams, the next ones first. Route /maintenanceManage/order. */
export function OrdersPage() {
  const t = useText(maintenanceText);
  const { projects } = useSession();
  const list = useList(orderList);
  const dialog = useDialog();
  const save = useSave(callsAboutMaintenance);
  const { text, states, planned, projects: chosen, team, mine, overdue } = list.query.filters;
  const exportList = useListExport();
  const [params, setParams] = useSearchParams();
  const isCalendar = params.get('view') === 'calendar';
  // A message leads to one visit: closing it leaves the list.
  const asked = idInAddress(params, 'visit');
  const question = {
    Text: text,
    StateList: states,
    From: planned?.[0],
    To: planned?.[1],
    ProjectIdList: chosen,
    TeamId: team,
    Overdue: overdue,
    Mine: mine,
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getMaintenanceOrderPage',
    isCalendar ? null : { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const maySeeTeams = useMay(...maintenanceReaders);
  const teams = useCall('getTeamPage', maySeeTeams ? { body: { PageSize: 500 } } : null, {
    scope: 'company',
    staleTime: 60_000,
  }).data;
  const today = useToday();
  const columns = useOrderColumns();
  const options = useMemo(
    () => ({
      projects: projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName })),
      team: teams?.Data.map(({ TeamId, TeamName }) => ({ value: TeamId, label: TeamName })) ?? null,
    }),
    [projects, teams],
  );
  const close = () => setParams((before) => new URLSearchParams([...before].filter(([name]) => name !== 'visit')));
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
    const run: Partial<Record<MaintenanceAction, () => void>> = {
      start: () =>
        dialog.open(
          <StartDialog
            order={row}
            isEarly={row.PlannedDate > today}
            onStarted={() => open(row)}
            onClose={dialog.close}
          />,
        ),
      assign: () => assign([row]),
      move: () => dialog.open(<MoveDialog order={row} onClose={dialog.close} />),
      skip: () => dialog.open(<SkipDialog order={row} onClose={dialog.close} />),
      confirm: () => dialog.open(<ConfirmVisitDialog order={row} onClose={dialog.close} />),
    };
    const labels: Partial<Record<MaintenanceAction, string>> = {
      ...{ start: t.startOrder, assign: t.assign, move: t.move, skip: t.skip, confirm: t.confirm },
    };
    const offered = row.ActionList.filter((action) => run[action] !== undefined);
    const mayFill = row.ActionList.includes('fill');
    return [
      ...offered.map((action) => ({
        key: action,
        label: labels[action]!,
        inline: action === 'start' || action === 'confirm',
        run: run[action]!,
      })),
      {
        key: 'view',
        label: mayFill ? t.fill : t.view,
        inline: !offered.includes('start') && !offered.includes('confirm'),
        run: () => open(row),
      },
    ];
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
        {...(page.data?.Data.some(mayAssign)
          ? {
              selectable: mayAssign,
              batch: (rows: readonly MaintenanceOrderRow[], clear: () => void) => (
                <>
                  <Button onClick={() => assign(rows, clear)}>{t.assign}</Button>
                  {rows.length > 1 && rows.every(({ ActionList }) => ActionList.includes('merge')) ? (
                    <Button onClick={() => merge(rows, clear)}>{t.merge}</Button>
                  ) : null}
                </>
              ),
            }
          : {})}
      />
      {asked === null ? dialog.shown : <OrderDialog orderId={asked} onClose={close} />}
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
        width: 240,
        ellipsis: true,
        always: true,
        onCard: 'heading',
        render: ({ ContractName, PlanName, HoldsList }) =>
          [[ContractName, PlanName].filter(Boolean).join(' · '), ...HoldsList].join(' + '),
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
  const people = useCall('getOrderPeople', { query: { teamId: orders[0]!.TeamId! } }, { scope: 'company' }).data;
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
  const day = (Form.useWatch('PlannedDate', form.antd) as string | undefined) ?? order.PlannedDate;
  const isOutside =
    (order.WindowFrom !== null && day < order.WindowFrom) || (order.WindowTo !== null && day > order.WindowTo);
  return (
    <FormDialog form={form} title={t.moveTitle} submitText={t.move} onClose={onClose}>
      <form.Field
        name="PlannedDate"
        label={t.planned}
        extra={order.WindowTo === null ? null : t.window(order.WindowFrom, order.WindowTo)}
      >
        <DayField />
      </form.Field>
      {isOutside ? (
        <form.Field name="Reason" label={t.moveReason}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
        </form.Field>
      ) : null}
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

/** Confirms a visit that is done. Where nobody on site has signed it, it is said why. */
function ConfirmVisitDialog({ order, onClose }: { order: MaintenanceOrderRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, onClose);
  const detail = useCall('getMaintenanceOrder', { query: { orderId: order.OrderId } }, { scope: 'company' });
  const form = useSchemaForm(calls.confirmOrder.body, {
    initial: { OrderId: order.OrderId },
    save: (body) => save('confirmOrder', { body }, t.confirmed),
  });
  const isSigned = detail.data?.SignatureList.some(({ Role }) => Role === 'store') ?? true;
  return (
    <FormDialog form={form} title={t.confirmTitle} submitText={t.confirm} onClose={onClose}>
      <p>
        {order.ContractName} · {order.ProjectName} · {t.bad}: {order.BadCount}
      </p>
      {isSigned ? null : (
        <form.Field name="Reason" label={t.notSignedReason} extra={t.notSignedHint}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
        </form.Field>
      )}
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
