import type { DeviceRow } from '@watchpost/contract';
import { severityOf, severityShapes } from '../ui/index.ts';
import { alarmLevelOf, notShownOf, worstHidden } from './deviceState.ts';
import { MaintenanceTag } from './MaintenanceTag.tsx';
import './NotShownTag.css';
import { useNotShownWords } from './useNotShownWords.ts';

/** The outline of the mark of an alarm that is not shown; of no alarm in particular, a ring. 16 units wide. */
export const hollowShape = (level: 1 | 2 | 3 | null): string =>
  level === null ? 'M8 2A6 6 0 1 0 8 14A6 6 0 1 0 8 2Z' : severityShapes[severityOf(level)];

/** A hollow mark with what keeps alarms of a device from being shown. Nothing where all are. */
export function NotShownTag({ device, now }: { device: DeviceRow; now: number }) {
  const words = useNotShownWords();
  const notShown = notShownOf(device, now);
  if (!notShown) return null;
  return (
    <span className="not-shown-tag">
      <svg className="not-shown-mark" width={12} height={12} viewBox="0 0 16 16" aria-hidden="true">
        <path d={hollowShape(notShown.level)} />
      </svg>
      {words(notShown, now)}
    </span>
  );
}

/** Before how a device stands: that a maintenance window covers it, and that an alarm of it is not shown. Each is said once. */
export function HiddenTags({ device, now, brief = false }: { device: DeviceRow; now: number; brief?: boolean }) {
  const hidden = alarmLevelOf(device) === null ? worstHidden(device) : undefined;
  return (
    <>
      {hidden?.Kind === 'maintenance' ? null : <MaintenanceTag device={device} brief={brief} />}
      {hidden ? <NotShownTag device={device} now={now} /> : null}
    </>
  );
}
