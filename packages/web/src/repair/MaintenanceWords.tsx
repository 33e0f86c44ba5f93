import { ToolOutlined } from '@ant-design/icons';
import type { RepairDetail } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { atMinute } from './repairWords.ts';
import { text } from './text.ts';

/** The maintenance window of the device that came with the order: in force, or when it was. Nothing where there was none. */
export function MaintenanceWords({ order }: { order: Pick<RepairDetail, 'Maintenance'> }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  if (order.Maintenance === null) return null;
  const { FromEPOCH: from, UntilEPOCH: until, EndEPOCH: end } = order.Maintenance;
  const time = (epochMs: number) => atMinute(dates, epochMs, now);
  return end === null ? (
    <p className="repair-maintenance">
      <ToolOutlined aria-hidden="true" /> {t.maintenanceUntil(time(until))}
    </p>
  ) : (
    <p className="repair-muted">{t.maintenanceWas(time(from), time(end))}</p>
  );
}
