import { useQueryClient } from '@tanstack/react-query';
import { type DownloadRow, downloadStates, type ExportKindName, exportKinds } from '@watchpost/contract';
import { App, Button, Progress } from 'antd';
import { useMemo } from 'react';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { PageTitle, useNotify } from '../ui/index.ts';
import {
  choiceFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import './downloads.css';
import { formatBytes } from '../lib/formatBytes.ts';
import { stateText, text } from './text.ts';
import { useSaveDownload } from './useSaveDownload.ts';

/** While something is being made: often enough to see it move. */
const progressMs = 2_000;

const downloadList = defineList({
  name: 'downloads',
  filters: {
    name: textFilter({ label: text.search }),
    kind: choiceFilter({
      label: text.kind,
      param: 'kind',
      options: (Object.keys(exportKinds) as ExportKindName[]).map((value) => ({ value, label: exportKinds[value] })),
    }),
    state: choiceFilter({
      label: text.state,
      param: 'state',
      options: downloadStates.map((value) => ({ value, label: stateText[value] })),
    }),
  },
});

const isUnderWay = ({ State }: DownloadRow) => State === 'waiting' || State === 'running';

/** The user's own exports. Route /download/Index. */
export function DownloadsPage() {
  const t = useText(text);
  const notify = useNotify();
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const save = useSaveDownload();
  const list = useList(downloadList);
  const { name, kind, state } = list.query.filters;
  const page = useCall(
    'getDownloadPage',
    { body: { FileName: name, Kind: kind, State: state, ...pagingOf(list.query) } },
    {
      scope: 'company',
      ...whileWaiting,
      // `DownloadNotices` hears what is finished and asks this again; progress nobody announces.
      refetchInterval: (query) => (query.state.data?.Data.some(isUnderWay) ? progressMs : false),
    },
  );
  const columns = useDownloadColumns();

  const repeat = async ({ DownloadId }: DownloadRow, Range: 'same' | 'lastMonth') => {
    try {
      await callApi('repeatDownload', { body: { DownloadId, Range } });
      notify.info(t.begun);
    } catch (error) {
      notify.failure(error);
    }
    await queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
  };

  const remove = (rows: readonly DownloadRow[], done?: () => void) =>
    void modal.confirm({
      title: rows.length === 1 ? t.deleteOne(rows[0]!.Title) : t.deleteTitle(rows.length),

      content: (
        <>
          {rows.length === 1 && rows[0]!.Detail ? <p>{rows[0]!.Detail}</p> : null}
          {t.deleteWhat}
        </>
      ),
      okText: t.delete,
      okButtonProps: { danger: true },
      cancelText: t.cancel,
      onOk: async () => {
        try {
          await callApi('deleteDownload', { body: rows.map(({ DownloadId }) => DownloadId) });
          notify.success(t.deleted);
          done?.();
        } catch (error) {
          notify.failure(error);
        }
        await queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
      },
    });

  return (
    <div className="page">
      <PageTitle subtitle={t.subtitle} />
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.downloads}
        keyOf={({ DownloadId }) => DownloadId}
        nameOf={({ FileName, Title }) => FileName ?? Title}
        rowActions={(row) => [
          ...(row.State === 'done'
            ? [{ key: 'download', label: t.download, inline: true, run: () => void save(row.DownloadId) }]
            : []),
          ...(isUnderWay(row) ? [] : [{ key: 'again', label: t.again, run: () => void repeat(row, 'same') }]),
          ...(row.Kind === 'pointHistory'
            ? [{ key: 'lastMonth', label: t.lastMonth, run: () => void repeat(row, 'lastMonth') }]
            : []),
          { key: 'delete', label: t.delete, danger: true, run: () => remove([row]) },
        ]}
        batch={(selected, clear) => (
          <Button danger onClick={() => remove(selected, clear)}>
            {t.delete}
          </Button>
        )}
        empty={{ title: t.empty, hint: t.emptyHint }}
      />
    </div>
  );
}

function useDownloadColumns(): readonly ListColumn<DownloadRow>[] {
  const t = useText(text);
  const states = useText(stateText);
  const dates = useDates();
  return useMemo(
    (): ListColumn<DownloadRow>[] => [
      {
        key: 'kind',
        title: t.kind,
        always: true,
        onCard: 'heading',
        render: ({ Title, Detail }) => (
          <>
            {Title}
            {Detail ? <span className="download-detail">{Detail}</span> : null}
          </>
        ),
      },
      {
        key: 'state',
        title: t.state,
        width: 170,
        render: ({ State, Progress: done, FailureReason }) => (
          <>
            <span className={`download-state download-state-${State}`}>{states[State]}</span>
            {State === 'running' ? (
              <span className="download-progress">
                <Progress percent={done} size="small" showInfo={false} aria-label={t.progress(done)} />
                <span className="tabular">{done}%</span>
              </span>
            ) : null}
            {FailureReason ? <span className="download-why">{FailureReason}</span> : null}
          </>
        ),
      },
      {
        key: 'file',
        title: t.file,
        width: 200,
        ellipsis: true,
        // Called by what it holds and when it was asked for: both stand in columns of their own.
        usuallyHidden: true,
        render: ({ FileName }) => FileName ?? '–',
      },
      {
        key: 'rows',
        title: t.rows,
        width: 90,
        align: 'right',
        render: ({ RowCount }) => <span className="tabular">{formatNumber(RowCount)}</span>,
      },
      {
        key: 'size',
        title: t.size,
        width: 90,
        align: 'right',
        render: ({ Size }) => <span className="tabular">{formatBytes(Size)}</span>,
      },
      {
        key: 'requested',
        title: t.requested,
        width: 150,
        render: ({ RequestedEpoch }) => <span className="tabular">{dates.dateTime(RequestedEpoch)}</span>,
      },
      {
        key: 'expires',
        title: t.expires,
        width: 150,
        render: ({ ExpiresEpoch }) => <span className="tabular">{dates.dateTime(ExpiresEpoch)}</span>,
      },
    ],
    [t, states, dates],
  );
}
