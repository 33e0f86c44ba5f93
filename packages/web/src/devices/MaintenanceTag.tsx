import { ToolOutlined } from '@ant-design/icons';
import { type DeviceRow, shelfKinds } from '@watchpost/contract';
import { useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { text } from './text.ts';
import { useNotShownWords } from './useNotShownWords.ts';

/** That a maintenance window covers a device, and until when: its alarms are judged but not shown. Nothing where there is none. */
export function MaintenanceTag({ device, brief = false }: { device: Pick<DeviceRow, 'Maintenance'>; brief?: boolean }) {
  const t = useText(text);
  const inWords = useNotShownWords();
  const now = useNow(60_000);
  if (device.Maintenance === null) return null;
  const window = { level: null, why: shelfKinds.maintenance, until: device.Maintenance.UntilEPOCH };
  const words = inWords(window, now);
  return (
    <span className="device-tag device-tag-maintenance" title={`${words}${t.maintenanceHides}`}>
      <ToolOutlined aria-hidden="true" /> {brief ? t.maintenance : words}
    </span>
  );
}
