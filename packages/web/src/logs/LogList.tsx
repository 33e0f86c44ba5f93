import type { OperationRow } from '@watchpost/contract';
import { useMemo, useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { ChainState } from './ChainState.tsx';
import { ChangesInBrief } from './Changes.tsx';
import './logs.css';
import { companyLogList, logFilterOf, projectLogList } from './logList.ts';
import { OperationDialog } from './OperationDialog.tsx';
import { subjectName } from './subjectName.ts';
import { text } from './text.ts';

/** The operation log of a project, or (null) of the whole company. */
export function LogList({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const { company } = useSession();
  const list = useList(projectId === null ? companyLogList : projectLogList);
  const [opened, setOpened] = useState<OperationRow | null>(null);
  const exportList = useListExport();
  const filter = logFilterOf(company.CompanyId, projectId, list.query);
  const scope = projectId === null ? 'company' : 'project';
  const page = useCall(
    'getOperationLogPage',
    { body: { ...filter, ...pagingOf(list.query) } },
    { ...whileWaiting, scope },
  );
  const columns = useLogColumns(projectId === null);
  const options = useLogOptions(company.CompanyId, projectId);
  return (
    <>
      <ChainState companyId={company.CompanyId} projectId={projectId} />
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.log}
        keyOf={({ OperationId }) => OperationId}
        nameOf={({ CallName, SubjectName }) => `${CallName} ${SubjectName}`}
        options={options}
        onOpen={setOpened}
        onExport={() => exportList('operationLog', { body: filter })}
        empty={{ title: t.empty, hint: t.emptyHint }}
      />
      <OperationDialog row={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function useLogOptions(companyId: number, projectId: number | null) {
  const { data } = useCall(
    'getOperationLogFilters',
    { query: { companyId, ...(projectId === null ? {} : { projectId }) } },
    { staleTime: 60_000 },
  );
  return useMemo(() => {
    const shown = <Key extends string | number>(entries: readonly { Key: Key; Value: string }[] | undefined) =>
      entries && entries.length > 0 ? entries.map(({ Key, Value }) => ({ value: Key, label: Value })) : null;
    return { users: shown(data?.Users), calls: shown(data?.Calls) };
  }, [data]);
}

function useLogColumns(withProject: boolean): readonly ListColumn<OperationRow>[] {
  const t = useText(text);
  const dates = useDates();
  return useMemo((): ListColumn<OperationRow>[] => {
    const project: ListColumn<OperationRow> = {
      key: 'project',
      title: t.project,
      width: 130,
      ellipsis: true,
      render: ({ ProjectName }) => ProjectName ?? <span className="log-faint list-none">{dash}</span>,
    };
    return [
      {
        key: 'time',
        title: t.time,
        width: 184,
        render: ({ Epoch }) => <span className="tabular">{dates.dateTimeSeconds(Epoch)}</span>,
      },
      { key: 'who', title: t.who, width: 110, ellipsis: true, render: ({ UserName }) => UserName || t.nobody },
      { key: 'what', title: t.what, width: 190, always: true, onCard: 'heading', render: ({ CallName }) => CallName },
      {
        key: 'subject',
        title: t.subject,
        width: 160,
        render: (row) => (
          <>
            <span className="log-kind">{row.SubjectKindName}</span>
            {subjectName(row) ?? dash}
          </>
        ),
      },
      ...(withProject ? [project] : []),
      { key: 'changes', title: t.changes, onCard: 'line', render: (row) => <ChangesInBrief {...row} /> },
      {
        key: 'address',
        title: t.address,
        width: 130,
        render: ({ Address }) => <span className="tabular">{Address || dash}</span>,
      },
      {
        key: 'client',
        title: t.client,
        width: 200,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ UserAgent }) => UserAgent || dash,
      },
    ];
  }, [t, dates, withProject]);
}
