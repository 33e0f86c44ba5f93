import { Link } from 'react-router';
import { useDates, useNow } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useCall } from '../../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../../ui/index.ts';
import { dashboardText } from '../text.ts';

const refetchInterval = 300_000;

/** Who came today, against the same hours of the same weekday. */
export function VisitorsToday({ projectId }: { projectId: number }) {
  const t = useText(dashboardText);
  const day = useDates().dateTime(useNow(60_000)).slice(0, 10);
  const flow = useCall('getPassengerFlow', { query: { projectId, start: day, end: day } }, { refetchInterval });
  if (flow.error && !flow.data) return <ErrorState error={flow.error} onRetry={() => void flow.refetch()} />;
  if (!flow.data) return <ListSkeleton rows={2} />;
  if (flow.data.CounterList.length === 0) return <p className="dashboard-faint">{t.noCounters}</p>;
  const today = flow.data.Today;
  if (!today || today.In === null) return <p className="dashboard-faint">{t.noVisitors}</p>;
  const { In, ComparedIn, UsualIn } = today;
  const change = UsualIn && ComparedIn !== null ? (ComparedIn / UsualIn - 1) * 100 : null;
  return (
    <>
      <Link className="dashboard-figure tabular" to={links.passenger}>
        {t.visitorCount(formatNumber(In, 0))}
      </Link>
      <p>
        {change === null || UsualIn === null
          ? t.nothingUsual
          : t.againstUsual(`${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change), 0)} %`, formatNumber(UsualIn, 0))}
      </p>
      <ul className="dashboard-rows">
        {flow.data.CounterList.map(({ Mtid, MName, In: came }) => (
          <li key={Mtid}>
            <Link to={links.device(Mtid)}>{MName}</Link>
            <span className="tabular">{came === null ? t.unknownCount : formatNumber(came, 0)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
