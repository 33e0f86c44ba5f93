import type { DayFilter, ScheduleJobRow } from '@watchpost/contract';
import { Modal } from 'antd';
import { formatDateTime } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { scheduleText } from './text.ts';
import './scheduling.css';

/** The due times to come of an expression, or what is wrong with it. */
export function Dues({
  groupId,
  expression,
  days,
  count,
}: {
  groupId: number;
  expression: string;
  days: DayFilter;
  count: number;
}) {
  const t = useText(scheduleText);
  const { data, error } = useCall(
    'getScheduleFirings',
    { body: { GroupId: groupId, JobTimeExpression: expression, DayFilter: days } },
    { scope: 'company', retry: false, enabled: expression !== '' },
  );
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return null;
  return (
    <>
      <p className="schedule-faint">{t.inZone(data.TimeZone)}</p>
      <ol className="schedule-dues tabular">
        {data.FiringList.slice(0, count).map(({ DueEpoch, Skipped }) => (
          <li key={DueEpoch} className={Skipped === null ? undefined : 'schedule-faint'}>
            {formatDateTime(DueEpoch, data.TimeZone)}
            {Skipped === null ? null : ` ${t.leftOut(Skipped)}`}
          </li>
        ))}
      </ol>
    </>
  );
}

export function DuesDialog({ job, onClose }: { job: ScheduleJobRow; onClose: () => void }) {
  const t = useText(scheduleText);
  return (
    <Modal open title={t.duesOf(job.JobName)} footer={null} onCancel={onClose}>
      <Dues groupId={job.GroupId} expression={job.JobTimeExpression} days={job.DayFilter} count={30} />
    </Modal>
  );
}
