import type { DayFilter, ScheduleJobRow } from '@watchpost/contract';
import { formatDateTime } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { scheduleText } from './text.ts';
import './scheduling.css';

/** The due times to come of an expression, or what is wrong with it; what it would write, and what else writes that. */
export function Dues({
  groupId,
  jobId,
  expression,
  days,
  writes,
  count,
}: {
  groupId: number;
  jobId: number | null;
  expression: string;
  days: DayFilter;
  writes: ScheduleJobRow['PointValueList'];
  count: number;
}) {
  const t = useText(scheduleText);
  const { data, error } = useCall(
    'getScheduleFirings',
    {
      body: {
        GroupId: groupId,
        JobId: jobId,
        JobTimeExpression: expression,
        DayFilter: days,
        PointValueList: writes,
      },
    },
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
      {data.EffectList.length === 0 ? null : (
        <>
          <p className="schedule-faint">{t.effects}</p>
          <ul className="schedule-dues">
            {data.EffectList.map(({ PointId, PointName, Now, Then, Refusal }) => (
              <li key={PointId}>
                {t.effect(PointName, Now, Then)}
                {Refusal === null ? null : <div className="schedule-refusal">{t.wouldBeRefused(Refusal)}</div>}
              </li>
            ))}
          </ul>
        </>
      )}
      {data.ConflictList.length === 0 ? null : (
        <div role="alert">
          <p className="schedule-refusal">{t.conflicts}</p>
          <ul className="schedule-dues tabular">
            {data.ConflictList.map(({ DueEpoch, PointName, With, WithEpoch }) => (
              <li key={`${DueEpoch} ${PointName} ${With} ${WithEpoch}`}>
                {t.conflict(PointName, With, formatDateTime(WithEpoch, data.TimeZone))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
