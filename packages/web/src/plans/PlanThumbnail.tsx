import type { DeviceRow } from '@watchpost/contract';
import { Link } from 'react-router';
import { severityRank } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { useBaseMap } from './baseMap.tsx';
import { PlanDrawing } from './PlanDrawing.tsx';
import './plans.css';
import { planText } from './text.ts';

const noDevices: ReadonlySet<number> = new Set();
/** Of a card, CSS pixels: markers keep their size, and give way to dots where there is no room. */
const cardWidth = 360;

/** A plan as large as a card, with its devices as they stand now; leads to the plan. @param devices of the project, live */
export function PlanThumbnail({
  planId,
  devices,
  now,
}: {
  planId: number;
  devices: readonly DeviceRow[];
  now: number;
}) {
  const t = useText(planText);
  const plan = useCall('getPlan', { query: { planId } });
  const { drawing, probe } = useBaseMap(plan.data?.BaseMapUrl ?? '');
  if (plan.error && !plan.data) return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />;
  if (!plan.data) return <Skeleton height={200} />;
  const shown = plan.data;
  const deviceOf = new Map(devices.map((device) => [device.Mtid, device]));
  const placed = shown.ItemList.flatMap((item, index) => {
    const device = deviceOf.get(item.Mtid);
    return device ? [{ item, device, key: `${item.Mtid} ${index}` }] : [];
  }).sort((a, b) => severityRank(a.device, now) - severityRank(b.device, now));
  return (
    <>
      {probe}
      {drawing === 'lost' ? (
        <p className="plan-faint">{t.baseMapLost}</p>
      ) : drawing === 'loading' ? (
        <Skeleton height={200} />
      ) : (
        <div className="plan-thumbnail">
          <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} aria-hidden="true">
            <PlanDrawing
              plan={shown}
              placed={placed}
              drawing={drawing}
              pixel={drawing.width / cardWidth}
              heat={null}
              names={false}
              now={now}
              never={noDevices}
            />
          </svg>
          {/* Over the drawing, not around it: a link's name must hold every text that is seen inside it. */}
          <Link
            className="plan-thumbnail-link"
            to={links.plan(planId)}
            aria-label={t.openPlan(shown.PlanName, placed.length)}
          />
        </div>
      )}
    </>
  );
}
