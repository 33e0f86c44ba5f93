import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { momentBefore } from '../lib/replayMoment.ts';
import { useCall } from '../lib/useCall.ts';
import { useMayIn } from '../lib/useMayIn.ts';
import { text } from './text.ts';

/** Leads to the floor plan on which a device stands, a little before something happened to it; nothing where it stands on none. */
export function ReplayLink({
  projectId,
  deviceId,
  at,
  onClick,
}: {
  projectId: number;
  deviceId: number;
  /** Epoch ms. */
  at: number;
  onClick?: (() => void) | undefined;
}) {
  const t = useText(text);
  // The alarm may be of another project than the one that is open.
  const mayMonitor = useMayIn(projectId, 'monitorView', 'monitorEdit');
  const plans = useCall('getPlanList', mayMonitor ? { query: { projectId, modelTreeId: deviceId } } : null, {
    scope: 'company',
  });
  const plan = plans.data?.[0];
  if (!plan) return null;
  return (
    <Link to={links.planAt(plan.PlanId, momentBefore(at), projectId)} onClick={onClick}>
      {t.replayOnPlan}
    </Link>
  );
}
