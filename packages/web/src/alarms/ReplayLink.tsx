import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { momentBefore } from '../lib/replayMoment.ts';
import { useDrawingsOf } from '../lib/useDrawingsOf.ts';
import { text } from './text.ts';

/**
 * Leads to the floor plan on which a device stands, else to a diagram or circuit, a little before something happened to it. Nothing
 * where it stands on none.
 */
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
  const [drawing] = useDrawingsOf(projectId, deviceId, true);
  if (!drawing) return null;
  return (
    <Link to={links.drawingAt(drawing.path, momentBefore(at), projectId)} onClick={onClick}>
      {drawing.kind === 'plan' ? t.replayOnPlan : t.replayOnDiagram}
    </Link>
  );
}
