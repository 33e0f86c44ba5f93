import { type ScheduleJobRow, type ScheduleRunRow, scheduleOutcomes } from '@watchpost/contract';
import { Modal, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { WordTag } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { scheduleText } from './text.ts';

const pageSize = 10;

/** What became of each due time of a task, the latest first. */
export function RunsDialog({ job, onClose }: { job: ScheduleJobRow; onClose: () => void }) {
  const t = useText(scheduleText);
  const dates = useDates();
  const [page, setPage] = useState(1);
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
        render: ({ Message, Response }: ScheduleRunRow) => (
          <>
            {Message}
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
    </Modal>
  );
}
