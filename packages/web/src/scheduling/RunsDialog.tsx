import { type ScheduleJobRow, type ScheduleRunRow, scheduleOutcomes } from '@watchpost/contract';
import { Button, Modal, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useNotify, useSave, WordTag } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { callsAboutSchedules } from './callsAboutSchedules.ts';
import { scheduleText } from './text.ts';

const pageSize = 10;

/** What became of each due time of a task, the latest first. A run that wrote values can be undone. */
export function RunsDialog({ job, onClose }: { job: ScheduleJobRow; onClose: () => void }) {
  const t = useText(scheduleText);
  const dates = useDates();
  const notify = useNotify();
  const save = useSave(callsAboutSchedules);
  const [page, setPage] = useState(1);
  const [undoing, setUndoing] = useState<number | null>(null);
  const undo = async (RunId: number) => {
    const { Undone, FailedList } = await save('undoScheduleRun', { body: { RunId } });
    setUndoing(null);
    if (FailedList.length === 0) notify.success(t.undone(Undone));
    else
      notify.warning(
        t.undoFailed(FailedList.map(({ PointName, Message }) => `${PointName} (${Message})`).join(comma())),
      );
  };
  const { data, isFetching } = useCall(
    'getScheduleRunPage',
    { body: { JobIdList: [job.JobId], PageIndex: page, PageSize: pageSize } },
    { scope: 'company', ...whileWaiting, refetchInterval: 5_000 },
  );
  const columns = useMemo(
    () => [
      {
        title: t.due,
        width: 190,
        render: ({ DueEpoch, ByName }: ScheduleRunRow) => (
          <>
            {dates.dateTimeSeconds(DueEpoch)}
            {ByName === null ? null : <div className="schedule-faint">{t.byHand(ByName)}</div>}
          </>
        ),
      },
      {
        title: t.outcome,
        width: 150,
        render: ({ Outcome, OutcomeName }: ScheduleRunRow) => (
          <WordTag good={scheduleOutcomes[Outcome].success} words={OutcomeName} />
        ),
      },
      {
        title: t.took,
        width: 90,
        align: 'right' as const,
        render: ({ StartEpoch, FinishEpoch }: ScheduleRunRow) =>
          StartEpoch === null || FinishEpoch === null
            ? dash
            : t.seconds(formatNumber((FinishEpoch - StartEpoch) / 1000, 1)),
      },
      {
        title: t.detail,
        render: ({ RunId, Message, Response, Undoable, UndoneEpoch, UndoneByName }: ScheduleRunRow) => (
          <>
            {Message}
            {UndoneEpoch === null ? null : (
              <div className="schedule-faint">{t.undoneBy(UndoneByName ?? dash, dates.dateTime(UndoneEpoch))}</div>
            )}
            {Undoable ? (
              <Button size="small" onClick={() => setUndoing(RunId)}>
                {t.undo}
              </Button>
            ) : null}
            {Response === null ? null : <pre className="schedule-response">{Response}</pre>}
          </>
        ),
      },
    ],
    [t, dates],
  );
  return (
    <Modal open title={t.runsOf(job.JobName)} width={820} footer={null} onCancel={onClose}>
      {job.Suspended === null ? null : <p role="alert">{job.Suspended}</p>}
      <Table<ScheduleRunRow>
        size="small"
        rowKey="RunId"
        columns={columns}
        dataSource={data?.Data ?? []}
        loading={isFetching && !data}
        locale={{ emptyText: t.noRuns }}
        scroll={{ x: 640 }}
        pagination={{
          current: page,
          pageSize,
          total: data?.TotalCount ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
        }}
      />
      {undoing === null ? null : (
        <ConfirmDialog
          title={t.undoTitle}
          ok={t.undo}
          danger={false}
          act={() => undo(undoing)}
          onClose={() => setUndoing(null)}
        >
          <p>{t.undoHint}</p>
        </ConfirmDialog>
      )}
    </Modal>
  );
}
