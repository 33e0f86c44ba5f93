import { type DebugOrderRow, debugStatuses, debugStatusNames } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash } from '../lib/numbers.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DeleteDialog, useDialog } from '../ui/form/index.ts';
import { WordTag } from '../ui/index.ts';
import {
  choiceFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutCommissioning } from './callsAboutCommissioning.ts';
import { debugText } from './text.ts';

const orderList = defineList({
  name: 'debugOrders',
  filters: {
    text: textFilter({ label: debugText.search }),
    status: choiceFilter({
      label: debugText.status,
      param: 'status',
      options: debugStatusNames.map((value) => ({ value, label: debugStatuses[value] })),
    }),
    projects: idsFilter({ label: debugText.project, param: 'projects' }),
  },
  sorts: ['number', 'project', 'planned', 'created'],
  usualSort: { by: 'created', ascending: false },
});

/** Orders by which projects are put into operation. Route /maintenanceManage/debug. */
export function DebugOrdersPage() {
  const t = useText(debugText);
  const navigate = useNavigate();
  const { projects } = useSession();
  const list = useList(orderList);
  const dialog = useDialog();
  const exportList = useListExport();
  const mayEdit = useMay('maintenanceOrders');
  const { text, status, projects: chosen } = list.query.filters;
  const question = {
    Text: text,
    Status: status,
    ProjectIdList: chosen,
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getDebugOrderPage',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useOrderColumns();
  const options = useMemo(
    () => ({ projects: projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName })) }),
    [projects],
  );
  const open = ({ OrderId }: DebugOrderRow) => void navigate(links.debugOrder(OrderId));
  const remove = (row: DebugOrderRow) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteTitle(row.OrderNumber)}
        names={[row.ProjectName]}
        call="deleteDebugOrder"
        input={{ body: { OrderId: row.OrderId } }}
        said={t.deleted}
        asks={callsAboutCommissioning}
        onClose={dialog.close}
      />,
    );
  const actionsOf = (row: DebugOrderRow): RowAction[] => [
    { key: 'open', label: t.open, inline: true, run: () => open(row) },
    ...(mayEdit && row.Status === 'doing'
      ? [{ key: 'delete', label: t.delete, danger: true, run: () => remove(row) }]
      : []),
  ];
  const add = mayEdit ? (
    <Button type="primary" onClick={() => void navigate(links.newDebugOrder)}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.orders}
        keyOf={({ OrderId }) => OrderId}
        nameOf={({ OrderNumber }) => OrderNumber}
        options={options}
        onOpen={open}
        rowActions={actionsOf}
        onExport={() => exportList('debugOrders', { body: question })}
        actions={add}
        empty={{ title: t.empty, hint: t.emptyHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useOrderColumns(): readonly ListColumn<DebugOrderRow>[] {
  const t = useText(debugText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<DebugOrderRow>[] => [
      {
        key: 'number',
        title: t.number,
        width: 150,
        sort: 'number',
        always: true,
        onCard: 'heading',
        render: ({ OrderNumber }) => OrderNumber,
      },
      {
        key: 'project',
        title: t.project,
        width: 190,
        ellipsis: true,
        sort: 'project',
        render: ({ ProjectName }) => ProjectName,
      },
      { key: 'unit', title: t.installUnit, width: 150, ellipsis: true, render: ({ InstallUnit }) => InstallUnit },
      { key: 'machine', title: t.machineType, width: 110, ellipsis: true, render: (row) => row.MachineType || dash },
      { key: 'person', title: t.person, width: 110, ellipsis: true, render: (row) => row.DebugPersonName },
      {
        key: 'status',
        title: t.status,
        width: 90,
        render: ({ Status }) => <WordTag good={Status === 'done' || null} words={inWords(debugStatuses[Status])} />,
      },
      {
        key: 'planned',
        title: t.planned,
        width: 200,
        sort: 'planned',
        render: ({ PlannedFrom, PlannedTo }) =>
          PlannedFrom || PlannedTo ? `${PlannedFrom ?? dash} – ${PlannedTo ?? dash}` : dash,
      },
      {
        key: 'hours',
        title: t.hours,
        width: 170,
        usuallyHidden: true,
        render: ({ EstimatedHours, ActualHours }) => `${EstimatedHours ?? dash} / ${ActualHours ?? dash}`,
      },
      { key: 'region', title: t.region, width: 110, usuallyHidden: true, render: ({ Region }) => Region || dash },
      {
        key: 'address',
        title: t.address,
        width: 180,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ Address }) => Address || dash,
      },
      {
        key: 'created',
        title: t.created,
        width: 150,
        sort: 'created',
        usuallyHidden: true,
        render: ({ CreateEpoch }) => dates.dateTime(CreateEpoch),
      },
      {
        key: 'finished',
        title: t.finished,
        width: 150,
        usuallyHidden: true,
        render: ({ FinishEpoch }) => (FinishEpoch === null ? dash : dates.dateTime(FinishEpoch)),
      },
    ],
    [t, inWords, dates],
  );
}
