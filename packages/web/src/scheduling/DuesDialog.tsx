import type { ScheduleJobRow } from '@watchpost/contract';
import { Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { Dues } from './Dues.tsx';
import { scheduleText } from './text.ts';
import { useDueInWords } from './useDueInWords.ts';

export function DuesDialog({ job, onClose }: { job: ScheduleJobRow; onClose: () => void }) {
  const t = useText(scheduleText);
  const inWords = useDueInWords();
  return (
    <Modal open title={t.duesOf(job.JobName)} footer={null} onCancel={onClose}>
      <p>{inWords(job)}</p>
      <Dues
        groupId={job.GroupId}
        jobId={job.JobId}
        expression={job.JobTimeExpression}
        days={job.DayFilter}
        writes={job.ExecutionMode === 'write' ? job.PointValueList : []}
        count={30}
      />
    </Modal>
  );
}
