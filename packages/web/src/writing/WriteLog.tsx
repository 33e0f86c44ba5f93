import { useQueryClient } from '@tanstack/react-query';
import { returnStates, type WriteOutcome, type WriteRecord, writeOutcomes } from '@watchpost/contract';
import { Modal } from 'antd';
import { useMemo, useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  idsFilter,
  type ListColumn,
  ListPage,
  rangeFilter,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { beyondOutcome } from './beyondOutcome.ts';
import { OutcomeTag } from './OutcomeTag.tsx';
import { ReturnNote, returnAheadOf } from './ReturnNote.tsx';
import { text } from './text.ts';
import { valueWords } from './valueWords.ts';
import { WriteResult } from './WriteResult.tsx';
import './writing.css';

const filters = {
  text: textFilter({ label: text.searchLog }),
  projects: idsFilter({ label: text.project, param: 'project' }),
  users: idsFilter({ label: text.who, param: 'user' }),
  outcomes: choicesFilter({
    label: text.outcome,
    param: 'outcome',
    options: (Object.keys(writeOutcomes) as WriteOutcome[]).map((value) => ({ value, label: writeOutcomes[value] })),
  }),
  time: rangeFilter({ label: text.time, withTime: true }),
};
const companyLog = defineList({ name: 'writing.log', filters });
const projectLog = defineList({ name: 'writing.projectLog', filters });

const options = (entries: readonly { Key: number; Value: string }[] | undefined) =>
  entries && entries.length > 0 ? entries.map(({ Key, Value }) => ({ value: Key, label: Value })) : null;

/** Everything that was written, the newest first; `projectId`: to the points of one project. */
export function WriteLog({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const notify = useNotify();
  const client = useQueryClient();
  const exportList = useListExport();
  const mayWrite = useMay('remoteWrite');
  const cancelReturn = useCallMutation('cancelPointReturn');
  const list = useList(projectId === null ? companyLog : projectLog);
  const [opened, setOpened] = useState<WriteRecord | null>(null);
  const { filters: chosen, page: pageIndex, pageSize } = list.query;
  const projects = projectId === null ? chosen.projects : [projectId];
  const query = {
    ProjectIdList: projects?.join(','),
    UserIdList: chosen.users?.join(','),
    OutcomeList: chosen.outcomes?.join(','),
    Text: chosen.text,
    StartTime: chosen.time?.[0],
    EndTime: chosen.time?.[1],
  };
  const page = useCall(
    'batchWriteRecord',
    { query: { ...query, pageIndex, pageSize } },
    { ...whileWaiting, scope: 'company', refetchInterval: 10_000 },
  );
  const choices = useCall('getWriteRecordFilters', { query: {} }, { scope: 'company', staleTime: 60_000 }).data;
  const columns = useRecordColumns(projectId === null);
  const stopReturn = async (record: WriteRecord) => {
    try {
      await cancelReturn.mutateAsync({ body: { WriteId: record.WriteId } });
      notify.success(t.returnCancelled);
    } catch (error) {
      notify.failure(error);
    }
    void client.invalidateQueries({ queryKey: ['batchWriteRecord'] });
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.log}
        keyOf={({ WriteId }) => WriteId}
        nameOf={({ MName, PointName }) => [MName, PointName].filter(Boolean).join(' · ')}
        options={{ projects: projectId === null ? options(choices?.Projects) : null, users: options(choices?.Users) }}
        onOpen={setOpened}
        rowActions={(row) =>
          mayWrite && row.ReturnState === 'waiting'
            ? [{ key: 'cancelReturn', label: t.cancelReturn, run: () => void stopReturn(row) }]
            : []
        }
        onExport={() => exportList('writeRecords', { query })}
        empty={{ title: t.noRecords, hint: t.noRecordsHint }}
      />
      {opened ? (
        <Modal
          open
          title={[opened.MName, opened.PointName].filter(Boolean).join(' · ')}
          footer={null}
          onCancel={() => setOpened(null)}
        >
          <WriteResult record={opened} />
          <p className="write-note">
            {opened.Nickname}
            {opened.Reason === '' ? null : ` · ${opened.Reason}`}
          </p>
        </Modal>
      ) : null}
    </>
  );
}

function useRecordColumns(withProject: boolean): readonly ListColumn<WriteRecord>[] {
  const t = useText(text);
  const say = useBilingual();
  const dates = useDates();
  return useMemo((): ListColumn<WriteRecord>[] => {
    const project: ListColumn<WriteRecord> = {
      key: 'project',
      title: t.project,
      width: 160,
      ellipsis: true,
      usuallyHidden: true,
      render: ({ ProjectName }) => ProjectName || dash,
    };
    return [
      {
        key: 'time',
        title: t.time,
        width: 156,
        render: ({ Epoch }) => <span className="tabular">{dates.dateTimeSeconds(Epoch)}</span>,
      },
      {
        key: 'point',
        title: t.point,
        width: 170,
        always: true,
        onCard: 'heading',
        render: ({ PointName, MName }) => (
          <>
            {PointName}
            {MName === null ? null : <div className="write-faint">{MName}</div>}
          </>
        ),
      },
      ...(withProject ? [project] : []),
      {
        key: 'value',
        title: t.newValue,
        width: 140,
        align: 'right',
        render: (row) => (
          <span className="tabular">
            {row.OldValue === null ? null : (
              <span className="write-faint">
                {valueWords(row, row.OldValue)} <span aria-hidden="true">→</span>{' '}
              </span>
            )}
            {valueWords(row, row.Value)}
          </span>
        ),
      },
      {
        key: 'outcome',
        title: t.outcome,
        width: 176,
        render: (row) => (
          <>
            <OutcomeTag outcome={row.Outcome} />
            {row.ReadBackValue === null || writeOutcomes[row.Outcome].success === true ? null : (
              <div className="write-faint">
                {t.readBack} <span className="tabular">{valueWords(row, row.ReadBackValue)}</span>
              </div>
            )}
            <ReturnNote point={row} ahead={returnAheadOf(row)} />
            {row.ReturnState === null || row.ReturnState === 'waiting' ? null : (
              <div className="write-faint">{say(returnStates[row.ReturnState])}</div>
            )}
          </>
        ),
      },
      { key: 'reason', title: t.reason, width: 130, render: ({ Reason }) => Reason || dash },
      { key: 'who', title: t.who, width: 100, ellipsis: true, render: ({ Nickname }) => Nickname || dash },
      {
        key: 'message',
        title: t.message,
        width: 180,
        onCard: 'line',
        // Beside an outcome that says it all there is nothing to add.
        render: ({ Message, Outcome }) => beyondOutcome(Message, say(writeOutcomes[Outcome])) || dash,
      },
    ];
  }, [t, say, dates, withProject]);
}
