import {
  type AllCalls,
  type CallInput,
  type RepairOrder,
  repairActions,
  repairFigureNames,
  repairFigures,
  repairSorts,
  repairStatuses,
  repairStatusWords,
} from '@watchpost/contract';
import { Button, Dropdown, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDeviceClasses } from '../lib/useDeviceClasses.ts';
import { ListSkeleton, SeverityMark, severityOf, severityText } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  dayFilter,
  defineList,
  flagFilter,
  idFilter,
  idsFilter,
  type ListColumn,
  ListPage,
  rangeFilter,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { ClockWords } from './ClockWords.tsx';
import { FaultCodesDialog } from './FaultCodesDialog.tsx';
import { RepairBoard } from './RepairBoard.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import './repair.css';
import { leadingActions, orderNumber, orderTitle } from './repairWords.ts';
import { StatusTag } from './StatusTag.tsx';
import { plainActions, StepDialog } from './StepDialog.tsx';
import { StickersDialog } from './StickersDialog.tsx';
import { text } from './text.ts';

const repairList = defineList({
  name: 'repairOrders',
  filters: {
    text: textFilter({ label: text.search }),
    statuses: choicesFilter({
      label: text.status,
      param: 'status',
      options: repairStatuses.map((value) => ({ value, label: repairStatusWords[value] })),
    }),
    levels: choicesFilter({
      label: text.level,
      param: 'level',
      options: [1, 2, 3].map((value) => ({ value, label: severityText[severityOf(value)] })),
    }),
    projects: idsFilter({ label: text.place, param: 'in' }),
    device: idFilter({ label: text.device, param: 'device' }),
    applicants: idsFilter({ label: text.applicant, param: 'by' }),
    applicant: textFilter({ label: text.applicantSearch, param: 'applicant' }),
    engineers: idsFilter({ label: text.engineer, param: 'engineer' }),
    subsystems: idsFilter({ label: text.subsystem, param: 'subsystem' }),
    deviceClass: idFilter({ label: text.deviceClass, param: 'class' }),
    teams: idsFilter({ label: text.team, param: 'team' }),
    codes: idsFilter({ label: text.faultCode, param: 'code' }),
    figure: choiceFilter({
      label: text.figure,
      param: 'figure',
      options: repairFigureNames.map((value) => ({ value, label: repairFigures[value] })),
    }),
    period: rangeFilter({ label: text.period, maxDays: 731 }),
    accepted: dayFilter({ label: text.acceptedOn, param: 'accepted' }),
    overdue: flagFilter({ label: text.overdueOnly, param: 'overdue' }),
    mine: flagFilter({ label: text.mineOnly, param: 'mine' }),
    app: flagFilter({ label: text.onPhone, param: 'app' }),
  },
  sorts: [...repairSorts],
});

type Filter = CallInput<AllCalls['getNewRepairActivePage']>['body'];

const pollMs = 60_000;
const boardSize = 200;

/** The repair orders of a project, or of all of the user's; as a list or a board. */
export function RepairList({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const { company } = useSession();
  const mayReport = useMay('repairWork');
  const mayEditCodes = useMay('maintenanceTemplates');
  const mayDispatch = useMay('repairDispatch');
  const [shown, show] = useState<'codes' | 'stickers' | null>(null);
  const setUp = [
    ...(mayEditCodes ? [{ key: 'codes', label: t.faultCodes }] : []),
    ...(mayDispatch && projectId !== null ? [{ key: 'stickers', label: t.stickers }] : []),
  ];
  const list = useList(repairList);
  const [params, setParams] = useSearchParams();
  const isBoard = params.get('view') === 'board';
  const [isReporting, report] = useState(false);
  const [taking, take] = useState<{ order: RepairOrder; action: RepairOrder['ActionList'][number] } | null>(null);
  const { filters, page: pageIndex, pageSize, sort, ascending } = list.query;
  const scope = projectId === null ? ('company' as const) : ('project' as const);
  const choices = useCall(
    'getNewRepairActivePageQueryParameter',
    { query: { companyId: company.CompanyId }, body: projectId === null ? [] : [projectId] },
    { scope, refetchInterval: pollMs },
  );
  const body: Filter = {
    CompanyId: company.CompanyId,
    ...(projectId === null ? { ProjectIdList: filters.projects ?? [] } : { ProjectId: projectId }),
    FaultContentOrOrder: filters.text,
    Status: filters.statuses ?? [],
    LevelList: filters.levels ?? [],
    ApplicantIdList: filters.applicants ?? [],
    ApplicantNameOrPhone: filters.applicant,
    ...(filters.device === undefined ? {} : { EquipmentId: filters.device }),
    ...(filters.accepted === undefined ? {} : { AcceptanceTime: filters.accepted }),
    RepairUserIdList: filters.engineers ?? [],
    BigTypeIdList: filters.subsystems ?? [],
    ...(filters.deviceClass === undefined ? {} : { SmallTypeId: filters.deviceClass }),
    MaintenanceUnitIdList: filters.teams ?? [],
    FaultCodeIdList: filters.codes ?? [],
    ...(filters.period
      ? { StartCreateTime: `${filters.period[0]} 00:00`, EndCreateTime: `${filters.period[1]} 23:59` }
      : {}),
    ...(filters.overdue ? { IsOverdue: true } : {}),
    ...(filters.figure ? { Figure: filters.figure } : {}),
    ...(filters.mine ? { IsMy: true } : {}),
    ...(filters.app ? { IsApp: true } : {}),
    ...(sort === undefined ? {} : { SortType: sort, IsAsc: ascending }),
  };
  const page = useCall(
    'getNewRepairActivePage',
    { query: { pageIndex: isBoard ? 1 : pageIndex, pageSize: isBoard ? boardSize : pageSize }, body },
    { scope, refetchInterval: pollMs, ...whileWaiting },
  );
  const classes = useDeviceClasses();
  const devices = useCall(
    'getModelTreeAndPointTypeDropdown',
    projectId === null ? null : { body: { ProjectId: projectId } },
  );
  const linkTo = (order: RepairOrder) =>
    projectId === null ? links.companyRepair(order.RepairId) : links.repair(order.RepairId, order.ProjectId);
  const exportList = useListExport();
  const columns = useColumns(projectId === null, page.dataUpdatedAt);
  const { projects } = useSession();
  const pairs = (some: readonly { Key: number; Value: string }[] | undefined) =>
    some?.map(({ Key, Value }) => ({ value: Key, label: Value }));
  const head = (
    <>
      <Segmented
        aria-label={t.view}
        value={isBoard ? 'board' : 'list'}
        onChange={(view) =>
          setParams(
            (before) => {
              const next = new URLSearchParams(before);
              if (view === 'board') next.set('view', 'board');
              else next.delete('view');
              return next;
            },
            { replace: true },
          )
        }
        options={[
          { value: 'list', label: t.list },
          { value: 'board', label: t.board },
        ]}
      />
      {setUp.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items: setUp, onClick: ({ key }) => show(key as 'codes' | 'stickers') }}>
          <Button>{t.setUp}</Button>
        </Dropdown>
      ) : null}
      {mayReport && projectId !== null ? (
        <Button type="primary" onClick={() => report(true)}>
          {t.report}
        </Button>
      ) : null}
    </>
  );
  return (
    <>
      {isBoard ? (
        <div className="repair-page">
          <div className="repair-board-head">
            <span className="repair-grow" />
            {head}
          </div>
          {page.data ? (
            <RepairBoard
              orders={page.data.Data}
              total={page.data.TotalCount}
              askedAt={page.dataUpdatedAt}
              linkTo={linkTo}
            />
          ) : (
            <ListSkeleton />
          )}
        </div>
      ) : (
        <ListPage
          list={list}
          page={page}
          columns={columns}
          label={t.orders}
          keyOf={(row: RepairOrder) => row.RepairId}
          nameOf={orderTitle}
          options={{
            projects:
              projectId === null
                ? projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))
                : null,
            applicants: pairs(choices.data?.ApplicantList),
            engineers: pairs(choices.data?.RepairUserList),
            subsystems: pairs(choices.data?.BigTypeList),
            deviceClass: classes,
            // Over all projects there are too many to choose from.
            device:
              projectId === null
                ? null
                : devices.data?.ModelTreeDropdown.map(({ Key, Value }) => ({ value: Number(Key), label: Value })),
            teams: pairs(choices.data?.MaintenanceUnitList),
            codes: pairs(choices.data?.FaultCodeList),
          }}
          onOpen={(row) => navigate(linkTo(row))}
          actionsWidth={150}
          onExport={() => exportList('repairOrders', { query: {}, body })}
          rowActions={(row) => [
            ...leadingActions(row)
              .filter((action) => action === 'accept' || !plainActions.includes(action))
              .slice(0, 3)
              .map((action, place) => ({
                key: action,
                label: inWords(repairActions[action]),
                fullLabel: t.stepOf(inWords(repairActions[action]), orderTitle(row)),
                inline: place === 0,
                run: () => take({ order: row, action }),
              })),
            {
              key: 'open',
              label: t.open,
              fullLabel: t.openOf(orderTitle(row)),
              inline: leadingActions(row).length === 0,
              run: () => navigate(linkTo(row)),
            },
          ]}
          actions={head}
          empty={{ title: t.none, hint: t.noneHint }}
        />
      )}
      {isReporting && projectId !== null ? (
        <ReportDialog
          about={{ projectId }}
          onClose={() => report(false)}
          onDone={(order) => navigate(links.repair(order.RepairId, order.ProjectId))}
        />
      ) : null}
      {shown === 'codes' ? <FaultCodesDialog onClose={() => show(null)} /> : null}
      {shown === 'stickers' && projectId !== null ? (
        <StickersDialog projectId={projectId} onClose={() => show(null)} />
      ) : null}
      {taking ? <StepDialog action={taking.action} order={taking.order} onClose={() => take(null)} /> : null}
    </>
  );
}

function useColumns(allProjects: boolean, askedAt: number): readonly ListColumn<RepairOrder>[] {
  const t = useText(text);
  const dates = useDates();
  return useMemo(
    (): readonly ListColumn<RepairOrder>[] => [
      {
        key: 'order',
        title: t.order,
        sort: 'number',
        width: 168,
        always: true,
        render: (row) => (
          <span className="repair-order-cell">
            <SeverityMark level={row.Level} /> {orderNumber(row, t.draft)}
          </span>
        ),
      },
      {
        key: 'status',
        title: t.status,
        sort: 'status',
        width: 150,
        render: (row) => <StatusTag status={row.Status} />,
      },
      {
        key: 'device',
        title: t.device,
        sort: 'device',
        width: 130,
        render: (row) => row.EquipmentName || row.Area || row.ProjectName,
      },
      { key: 'fault', title: t.fault, ellipsis: true, render: (row) => row.FaultContent },
      ...(allProjects
        ? [
            {
              key: 'project',
              title: t.place,
              sort: 'project' as const,
              width: 170,
              render: (row: RepairOrder) => row.ProjectName,
            },
          ]
        : []),
      {
        key: 'due',
        title: t.due,
        sort: 'due',
        width: 192,
        render: (row) => <ClockWords order={row} askedAt={askedAt} />,
      },
      { key: 'engineer', title: t.engineer, width: 110, render: (row) => row.RepairUserName ?? '–' },
      {
        key: 'team',
        title: t.team,
        width: 140,
        usuallyHidden: true,
        render: (row) => row.MaintenanceUnitName ?? '–',
      },
      { key: 'applicant', title: t.applicant, width: 110, usuallyHidden: true, render: (row) => row.ApplicantName },
      {
        key: 'created',
        title: t.period,
        sort: 'create',
        width: 110,
        ...(allProjects && { usuallyHidden: true }),
        render: (row) => dates.short(row.CreateTime, askedAt),
      },
      {
        key: 'expected',
        title: t.expected,
        width: 140,
        usuallyHidden: true,
        render: (row) => dates.dateTime(row.ExpectedTime),
      },
      {
        key: 'finished',
        title: t.finished,
        width: 140,
        usuallyHidden: true,
        render: (row) => dates.dateTime(row.FinishTime),
      },
      {
        key: 'accepted',
        title: t.accepted,
        sort: 'acceptance',
        width: 140,
        usuallyHidden: true,
        render: (row) => dates.dateTime(row.AcceptanceTime),
      },
      { key: 'score', title: t.score, width: 80, usuallyHidden: true, render: (row) => row.Score ?? '–' },
    ],
    [t, dates, allProjects, askedAt],
  );
}
