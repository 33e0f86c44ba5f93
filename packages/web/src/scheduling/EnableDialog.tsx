import type { ScheduleJobRow } from '@watchpost/contract';
import { formatDateTime } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { comma } from '../lib/punctuation.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { scheduleText } from './text.ts';
import { useDueInWords } from './useDueInWords.ts';

/** Asks before tasks are enabled: says of each when it runs first, and what else writes its points then. */
export function EnableDialog({
  jobs,
  enable,
  onClose,
}: {
  jobs: readonly ScheduleJobRow[];
  enable: () => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useText(scheduleText);
  return (
    <ConfirmDialog
      title={t.enableOf(jobs.length)}
      ok={t.enable}
      danger={false}
      act={async () => {
        await enable();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t.enableHint}</p>
      <ul className="schedule-first">
        {jobs.map((job) => (
          <FirstRun key={job.JobId} job={job} />
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function FirstRun({ job }: { job: ScheduleJobRow }) {
  const t = useText(scheduleText);
  const inWords = useDueInWords();
  const { data, error } = useCall(
    'getScheduleFirings',
    {
      body: {
        GroupId: job.GroupId,
        JobId: job.JobId,
        JobTimeExpression: job.JobTimeExpression,
        DayFilter: job.DayFilter,
        PointValueList: job.ExecutionMode === 'write' ? job.PointValueList : [],
      },
    },
    { scope: 'company', retry: false },
  );
  const first = data?.FiringList.find(({ Skipped }) => Skipped === null);
  const others = data?.ConflictList.filter(({ DueEpoch }) => DueEpoch === first?.DueEpoch) ?? [];
  return (
    <li>
      {job.JobName} <span className="schedule-faint">{inWords(job)}</span>
      <div className="tabular">
        {error ? (
          <span className="schedule-refusal">{error.message}</span>
        ) : data === undefined ? null : first === undefined ? (
          t.nextNone
        ) : (
          formatDateTime(first.DueEpoch, data.TimeZone)
        )}
      </div>
      {others.length === 0 ? null : (
        <div className="schedule-refusal">
          {t.writesAlso([...new Set(others.map((other) => other.With))].join(comma()))}
        </div>
      )}
    </li>
  );
}
