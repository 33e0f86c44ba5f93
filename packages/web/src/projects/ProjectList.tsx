import type { ProjectListRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { type ListColumn, ListPage, pagingOf, type RowAction, useList, whileWaiting } from '../ui/list/index.ts';
import { BatchSettingsDialog } from './BatchSettingsDialog.tsx';
import { DeleteProjectsDialog } from './DeleteProjectsDialog.tsx';
import { industries } from './industries.ts';
import { LabelList } from './LabelList.tsx';
import { ProjectFormDialog } from './ProjectFormDialog.tsx';
import { ProjectStateTag } from './ProjectStateTag.tsx';
import { partitionPaths } from './partitions.ts';
import { projectFilterOf, projectList } from './projectList.ts';
import { fieldText, projectsText } from './projectsText.ts';
import { ServicePeriod } from './ServicePeriod.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import { useCompanySettings, useCompanyTree, useSubsystems } from './useChoices.ts';
import { useSwitchProjects } from './useSwitchProjects.ts';

/** The contract takes so many projects at a time. */
const maxToDelete = 100;
const maxToTransfer = 20;
const maxToSet = 1000;

type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly projectId: number }
  | { readonly kind: 'delete' | 'transfer' | 'set'; readonly projects: readonly ProjectListRow[]; done?: () => void };

/** All projects of the company, also those the user is not a member of. */
export function ProjectList() {
  const t = useText(projectsText);
  const { company } = useSession();
  const navigate = useNavigate();
  const mayEdit = useMay('projectsEdit');
  const exportList = useListExport();
  const list = useList(projectList);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const switching = useSwitchProjects();
  const close = () => setDialog(null);
  const done = () => {
    if (dialog && 'done' in dialog) dialog.done?.();
    close();
  };

  const page = useCall(
    'getProjectPage',
    { body: { ...projectFilterOf(company.CompanyId, list.query), ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useProjectColumns();
  const options = useFilterOptions();

  const actionsOf = (row: ProjectListRow): RowAction[] => [
    ...(mayEdit
      ? [
          {
            key: 'edit',
            label: t.edit,
            inline: true,
            run: () => setDialog({ kind: 'edit', projectId: row.ProjectId }),
          },
        ]
      : []),
    {
      key: 'open',
      label: row.MayOpen ? t.open : `${t.open} · ${t.mayNotOpen}`,
      // A user who has just made a project opens it next.
      inline: row.MayOpen,
      disabled: !row.MayOpen,
      run: () => navigate(links.project(row.ProjectId)),
    },
    ...(mayEdit
      ? [
          row.State === 'disabled'
            ? { key: 'enable', label: t.enable, run: () => switching.enable([row]) }
            : { key: 'disable', label: t.disable, run: () => switching.disable([row]) },
          { key: 'transfer', label: t.transfer, run: () => setDialog({ kind: 'transfer', projects: [row] }) },
          {
            key: 'delete',
            label: t.delete,
            danger: true,
            run: () => setDialog({ kind: 'delete', projects: [row] }),
          },
        ]
      : []),
  ];
  const add = mayEdit ? (
    <Button type="primary" onClick={() => setDialog({ kind: 'add' })}>
      {t.add}
    </Button>
  ) : null;

  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.projects}
        keyOf={({ ProjectId }) => ProjectId}
        nameOf={({ ProjectName }) => ProjectName}
        options={options}
        rowActions={actionsOf}
        actionsWidth={200}
        onExport={() => exportList('projects', { body: projectFilterOf(company.CompanyId, list.query) })}
        actions={add}
        empty={{ title: t.empty, hint: t.emptyHint, action: add }}
        {...(mayEdit
          ? {
              onOpen: (row: ProjectListRow) => setDialog({ kind: 'edit', projectId: row.ProjectId }),
              batch: (selected: readonly ProjectListRow[], clear: () => void) => (
                <>
                  <Capped at={maxToSet} count={selected.length}>
                    <Button onClick={() => setDialog({ kind: 'set', projects: selected, done: clear })}>
                      {t.batchSet}
                    </Button>
                  </Capped>
                  <Button onClick={() => switching.disable(selected, clear)}>{t.disable}</Button>
                  <Button onClick={() => switching.enable(selected, clear)}>{t.enable}</Button>
                  <Capped at={maxToTransfer} count={selected.length}>
                    <Button onClick={() => setDialog({ kind: 'transfer', projects: selected, done: clear })}>
                      {t.transfer}
                    </Button>
                  </Capped>
                  <Capped at={maxToDelete} count={selected.length}>
                    <Button danger onClick={() => setDialog({ kind: 'delete', projects: selected, done: clear })}>
                      {t.delete}
                    </Button>
                  </Capped>
                </>
              ),
            }
          : {})}
      />
      {dialog?.kind === 'add' ? <ProjectFormDialog onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <ProjectFormDialog projectId={dialog.projectId} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? (
        <DeleteProjectsDialog projects={dialog.projects} onClose={close} onDone={done} />
      ) : null}
      {dialog?.kind === 'transfer' ? <TransferDialog projects={dialog.projects} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'set' ? <BatchSettingsDialog projects={dialog.projects} onClose={close} onDone={done} /> : null}
    </>
  );
}

/** What the contract takes only so many of at a time; beyond that it says so instead. */
function Capped({ at, count, children }: { at: number; count: number; children: React.ReactNode }) {
  const t = useText(projectsText);
  return count <= at ? children : <span className="project-faint">{t.atMost(at)}</span>;
}

function useFilterOptions() {
  const tree = useCompanyTree().data;
  const labels = useCompanySettings()?.TagList;
  const subsystems = useSubsystems();
  return useMemo(() => {
    const partitions = tree ? partitionPaths(tree) : [];
    return {
      // A filter without a choice is in the way.
      partition: partitions.length > 0 ? partitions : null,
      labels: labels && labels.length > 0 ? labels.map((label) => ({ value: label, label })) : null,
      subsystems: subsystems
        ? subsystems.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName }))
        : null,
    };
  }, [tree, labels, subsystems]);
}

function useProjectColumns(): readonly ListColumn<ProjectListRow>[] {
  const f = useText(fieldText);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<ProjectListRow>[] => [
      {
        key: 'name',
        title: f.name,
        width: 178,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => <span className="project-name">{row.ProjectName}</span>,
      },
      {
        key: 'code',
        title: f.code,
        width: 120,
        sort: 'code',
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.Code,
      },
      {
        key: 'state',
        title: f.state,
        width: 96,
        render: (row) => <ProjectStateTag state={row.State} start={row.ServiceStart} />,
      },
      {
        key: 'partition',
        title: f.partition,
        width: 150,
        ellipsis: true,
        render: (row) => (row.Path.length > 0 ? <span className="project-path">{row.Path.join(' / ')}</span> : null),
      },
      {
        key: 'industry',
        title: f.industry,
        width: 124,
        sort: 'industry',
        usuallyHidden: true,
        render: (row) => {
          const industry = industries[row.Industry];
          return industry ? inWords(industry) : null;
        },
      },
      {
        key: 'level',
        title: f.grade,
        width: 100,
        sort: 'level',
        usuallyHidden: true,
        render: (row) => (row.ProjectLevel === null ? null : f.gradeOf(row.ProjectLevel)),
      },
      {
        key: 'labels',
        title: f.labels,
        width: 106,
        render: (row) => (row.TagList.length > 0 ? <LabelList labels={row.TagList} /> : null),
      },
      {
        key: 'service',
        title: f.service,
        width: 216,
        sort: 'serviceEnd',
        render: (row) => <ServicePeriod start={row.ServiceStart} end={row.ServiceEnd} />,
      },
      { key: 'devices', title: f.devices, width: 74, align: 'right', render: (row) => row.DeviceCount },
      {
        key: 'gateways',
        title: f.gateways,
        width: 90,
        align: 'right',
        usuallyHidden: true,
        render: (row) => row.GatewayCount,
      },
      { key: 'members', title: f.members, width: 82, align: 'right', render: (row) => row.MemberCount },
      {
        key: 'address',
        title: f.address,
        width: 220,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.Address,
      },
      {
        key: 'position',
        title: f.position,
        width: 100,
        usuallyHidden: true,
        render: (row) => (row.Located ? f.located : f.notLocated),
      },
      { key: 'timeZone', title: f.timeZone, width: 150, usuallyHidden: true, render: (row) => row.TimeZone },
      {
        key: 'created',
        title: f.created,
        width: 160,
        sort: 'createTime',
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.CreateTime}</span>,
      },
      {
        key: 'createdBy',
        title: f.createdBy,
        width: 110,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.CreateName,
      },
    ],
    [f, inWords],
  );
}
