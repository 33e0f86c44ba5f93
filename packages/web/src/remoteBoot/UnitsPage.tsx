import {
  type BootUnitRow,
  bootUnitStateNames,
  bootUnitStates,
  bootWatchStates,
  relationWords,
  unitImportMaxRows,
} from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useListExport } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { SheetImportDialog } from '../points/index.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave, WordTag } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  useListPage,
  whileWaiting,
} from '../ui/list/index.ts';
import { CourseDialog, ReportBootDialog, UnlockDialog } from './BootDialogs.tsx';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { InstallDialog } from './InstallDialog.tsx';
import { IssueDialog, RevealDialog } from './IssueDialog.tsx';
import { isReleased } from './isReleased.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { InstallPhotos } from './Pictures.tsx';
import { RejectDialog, RelockDialog, WaiveDialog } from './ReleaseDialogs.tsx';
import { bootText } from './text.ts';
import { UnitDialog } from './UnitDialog.tsx';
import { Verdicts } from './Verdicts.tsx';
import './remoteBoot.css';

const unitList = defineList({
  name: 'bootUnits',
  filters: {
    text: textFilter({ label: bootText.searchUnit }),
    states: choicesFilter({
      label: bootText.status,
      param: 'state',
      options: bootUnitStateNames.map((value) => ({ value, label: bootUnitStates[value] })),
    }),
    related: choiceFilter({
      label: bootText.related,
      param: 'related',
      options: [
        { value: 'yes', label: relationWords.related },
        { value: 'no', label: relationWords.unrelated },
      ],
    }),
    projects: idsFilter({ label: bootText.project, param: 'projects' }),
  },
  sorts: ['name', 'number', 'updated'],
  usualSort: { by: 'name', ascending: true },
});

const isGood = {
  registered: null,
  deviates: false,
  conforms: true,
  rejected: false,
  released: true,
  booted: true,
} as const;
const isGoodHour = { watching: null, ok: true, failed: false, unknown: null } as const;

/** Units from delivery to their start: installed, judged, released. Route /unitManage. */
export function UnitsPage() {
  const t = useText(bootText);
  const list = useList(unitList);
  const save = useSave(callsAboutBoot);
  const mayEdit = useMay('bootUnits');
  const mayApprove = useMay('bootApprove');
  const mayIssue = useMay('bootPasswords');
  const { text, states, related, projects } = list.query.filters;
  const exportList = useListExport();
  const question = {
    Text: text,
    ProjectIdList: projects,
    InstallStatusList: states,
    Related: related === undefined ? undefined : related === 'yes',
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
  };
  const page = useCall(
    'getBootUnitPage',
    {
      body: {
        ...question,
        ...pagingOf(list.query),
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useUnitColumns();
  const projectOptions = useProjectOptions();
  const { dialog, props, shown, editing, deleting } = useListPage({
    list,
    page,
    keyOf: ({ UnitId }) => UnitId,
    nameOf: ({ UnitName }) => UnitName,
    form: (present: BootUnitRow | null, close) => <UnitDialog present={present} onClose={close} />,
    add: mayEdit ? t.addUnit : null,
    empty: { title: t.noUnits, hint: t.noUnitsHint },
    deletion: {
      call: 'deleteBootUnit',
      input: (UnitIdList) => ({ body: { UnitIdList } }),
      title: t.deleteOf,
      said: t.deleted,
      asks: callsAboutBoot,
    },
  });
  const bringIn = () => {
    const sheet = {
      title: t.importTitle,
      hint: t.importHint,
      maxRows: unitImportMaxRows,
      takesSome: false,
      template: () => callApi('getBootUnitTemplate', { query: {} }),
      send: (file: File, { isDryRun }: { isDryRun: boolean }) =>
        callApi('batchImportBootUnit', { query: { isDryRun }, files: [file] }),
      correct: (file: File) => callApi('correctImportBootUnit', { query: {}, files: [file] }),
      asks: callsAboutBoot,
    };
    dialog.open(<SheetImportDialog target={{ kind: 'other', sheet }} onClose={dialog.close} />);
  };
  const install = (unit: BootUnitRow) => dialog.open(<InstallDialog unit={unit} onClose={dialog.close} />);
  const approve = (unit: BootUnitRow) => {
    const { UnitId, UnitName, UpdateEpoch } = unit;
    dialog.open(
      <ConfirmDialog
        title={t.approveTitle(UnitName)}
        ok={t.approve}
        danger={false}
        act={async () => {
          await save('approveInstall', { body: { UnitId, UpdateEpoch } }, t.approved);
          dialog.close();
        }}
        onClose={dialog.close}
      >
        <Verdicts of={unit} />
        <InstallPhotos of={unit} />
        <p>{t.approveHint}</p>
      </ConfirmDialog>,
    );
  };
  const waive = (unit: BootUnitRow) => dialog.open(<WaiveDialog unit={unit} onClose={dialog.close} />);
  const show = (unit: BootUnitRow) => dialog.open(<CourseDialog unit={unit} onClose={dialog.close} />);
  /** The next step of a unit stands in its row. */
  const nextOf = (row: BootUnitRow): RowAction[] => {
    if (row.InstallStatus === 'booted') return [{ key: 'course', label: t.course, inline: true, run: () => show(row) }];
    if (row.InstallStatus === 'released')
      return mayIssue
        ? [
            ...(!row.MayUnlock
              ? []
              : [
                  {
                    key: 'unlock',
                    label: t.unlock,
                    inline: true,
                    run: () => dialog.open(<UnlockDialog unit={row} onClose={dialog.close} />),
                  },
                ]),
            {
              key: 'issue',
              label: t.issue,
              inline: !row.MayUnlock,
              run: () => dialog.open(<IssueDialog unit={row} onClose={dialog.close} />),
            },
          ]
        : [];
    if (row.MayApprove && row.InstallStatus === 'conforms')
      return [{ key: 'approve', label: t.approve, inline: true, run: () => approve(row) }];
    if (row.MayApprove && !mayEdit) return [{ key: 'waive', label: t.waive, inline: true, run: () => waive(row) }];
    return row.MayInstall ? [{ key: 'install', label: t.install, inline: true, run: () => install(row) }] : [];
  };
  const actionsOf = (row: BootUnitRow): RowAction[] => [
    ...nextOf(row),
    ...(row.MayReveal
      ? [
          {
            key: 'reveal',
            label: t.reveal,
            inline: !mayIssue,
            run: () => dialog.open(<RevealDialog unit={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(mayEdit ? [editing(row, { inline: false })] : []),
    ...(row.MayInstall && row.MayApprove && row.InstallStatus === 'conforms'
      ? [{ key: 'again', label: t.install, run: () => install(row) }]
      : []),
    ...(row.MayApprove && mayEdit && row.InstallStatus === 'deviates'
      ? [{ key: 'waive', label: t.waive, run: () => waive(row) }]
      : []),
    ...(row.MayApprove
      ? [
          {
            key: 'reject',
            label: t.reject,
            run: () => dialog.open(<RejectDialog unit={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(row.InstallStatus === 'released' && (mayEdit || mayIssue)
      ? [
          {
            key: 'report',
            label: t.report,
            run: () => dialog.open(<ReportBootDialog unit={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(row.InstallStatus === 'booted' ? [] : [{ key: 'course', label: t.course, run: () => show(row) }]),
    ...(mayApprove
      ? [{ key: 'key', label: t.key, run: () => dialog.open(<KeyDialog unit={row} onClose={dialog.close} />) }]
      : []),
    ...(mayApprove && isReleased(row)
      ? [
          {
            key: 'relock',
            label: t.relock,
            danger: true,
            run: () => dialog.open(<RelockDialog unit={row} onClose={dialog.close} />),
          },
        ]
      : []),
    ...(mayEdit && !isReleased(row) ? [deleting(row)] : []),
  ];
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        label={t.units}
        actions={
          mayEdit ? (
            <>
              <Button onClick={bringIn}>{t.import}</Button>
              {props.actions}
            </>
          ) : null
        }
        options={{ projects: projectOptions.length > 0 ? projectOptions : null }}
        onOpen={install}
        onExport={() => exportList('bootUnits', { body: question })}
        rowActions={actionsOf}
        actionsWidth={184}
      />
      {shown}
    </>
  );
}

function useUnitColumns(): readonly ListColumn<BootUnitRow>[] {
  const t = useText(bootText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<BootUnitRow>[] => [
      {
        key: 'name',
        title: t.unitName,
        width: 150,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ UnitName }) => UnitName,
      },
      { key: 'number', title: t.unitNumber, width: 135, sort: 'number', render: ({ UnitNumber }) => UnitNumber },
      { key: 'model', title: t.model, width: 80, ellipsis: true, render: ({ Model }) => Model },
      {
        key: 'contract',
        title: t.contract,
        width: 140,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ ContractNumber }) => ContractNumber || dash,
      },
      {
        key: 'project',
        title: t.project,
        width: 130,
        ellipsis: true,
        render: ({ ProjectName }) => ProjectName ?? dash,
      },
      {
        key: 'related',
        title: t.related,
        width: 120,
        ellipsis: true,
        render: ({ ModelTreeId, ModelTreeName }) =>
          ModelTreeId === null
            ? inWords(relationWords.unrelated)
            : [inWords(relationWords.related), ModelTreeName].filter(Boolean).join(' · '),
      },
      { key: 'position', title: t.position, width: 95, ellipsis: true, render: ({ Position }) => Position || dash },
      {
        key: 'status',
        title: t.status,
        width: 150,
        render: ({ InstallStatus }) => (
          <WordTag good={isGood[InstallStatus]} words={inWords(bootUnitStates[InstallStatus])} />
        ),
      },
      {
        key: 'watch',
        title: t.firstHour,
        width: 190,
        render: ({ WatchState }) =>
          WatchState === null ? (
            dash
          ) : (
            <WordTag good={isGoodHour[WatchState]} words={inWords(bootWatchStates[WatchState])} />
          ),
      },
      {
        key: 'installer',
        title: t.installer,
        width: 120,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ InstallerName }) => InstallerName ?? dash,
      },
      {
        key: 'updated',
        title: t.updated,
        width: 150,
        sort: 'updated',
        usuallyHidden: true,
        render: ({ UpdateEpoch }) => dates.dateTime(UpdateEpoch),
      },
    ],
    [t, inWords, dates],
  );
}
