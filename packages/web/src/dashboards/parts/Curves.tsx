import type { DeviceRow } from '@watchpost/contract';
import { Link } from 'react-router';
import { mainPointOf, Sparkline, severityRank, sparklineOf } from '../../devices/index.ts';
import { useNow } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { useCall } from '../../lib/useCall.ts';
import { levelShown, nearestLimits } from '../../points/index.ts';
import { ErrorState, ListSkeleton, Value } from '../../ui/index.ts';
import { dashboardText } from '../text.ts';

const hours = 24;
const most = 4;
const refetchInterval = 300_000;

/** The main values of the last 24 h: of the starred devices, where there are none of the most pressing ones. */
export function Curves({
  projectId,
  devices,
  starred,
  now,
}: {
  projectId: number;
  devices: readonly DeviceRow[];
  starred: readonly number[];
  now: number;
}) {
  const t = useText(dashboardText);
  const minute = useNow(60_000);
  const measured = devices.filter((device) => mainPointOf(device)?.PointType === 0);
  const chosen = measured.filter(({ Mtid }) => starred.includes(Mtid));
  const ranked = measured.toSorted((a, b) => severityRank(a, now) - severityRank(b, now) || a.Mtid - b.Mtid);
  const shown = (chosen.length > 0 ? chosen : ranked).slice(0, most);
  const ids = shown.map(({ Mtid }) => Mtid).sort((a, b) => a - b);
  const trends = useCall(
    'getCard',
    ids.length > 0 ? { body: { ProjectId: projectId, ModelTreeIdList: ids, Hours: hours } } : null,
    { refetchInterval, placeholderData: (before) => before },
  );
  if (shown.length === 0) return <p className="dashboard-faint">{t.noCurves}</p>;
  if (trends.error && !trends.data) return <ErrorState error={trends.error} onRetry={() => void trends.refetch()} />;
  if (!trends.data) return <ListSkeleton rows={most} />;
  const seriesOf = new Map(trends.data.map(({ Mtid, Series }) => [Mtid, Series]));
  return (
    <ul className="dashboard-curves">
      {shown.map((device) => {
        const point = mainPointOf(device)!;
        const limits = nearestLimits(point);
        const shape = sparklineOf(
          seriesOf.get(device.Mtid) ?? [],
          null,
          { upper: limits.upper?.value ?? null, lower: limits.lower?.value ?? null },
          minute - hours * 3_600_000,
          minute,
        );
        return (
          <li key={device.Mtid}>
            <span>
              <Link to={links.device(device.Mtid)}>{device.MName}</Link>
              <Value value={point} level={levelShown(point)} />
            </span>
            {shape ? (
              <Sparkline shape={shape} label={t.curveOf(device.MName)} level={levelShown(point)} tone="live" />
            ) : (
              <small className="dashboard-faint">{t.noCurve}</small>
            )}
          </li>
        );
      })}
    </ul>
  );
}
