import type { DataState } from '@watchpost/contract';
import { useText } from '../../lib/defineText.ts';
import { SeverityMark } from '../../ui/index.ts';
import { fieldText } from './text.ts';

/** How a device stands now, in a list of set-up: in alarm, offline, a part not known, or online. */
export function DeviceStand({
  device,
}: {
  device: {
    readonly ModelTreeStatus: number;
    readonly DataState: DataState;
    readonly AlarmLevel: number | null;
    readonly AlarmCount: number;
    readonly PointCount: number;
  };
}) {
  const f = useText(fieldText);
  if (device.AlarmLevel !== null) {
    return (
      <SeverityMark level={device.AlarmLevel} variant="tag" size={11}>
        {f.inAlarm} {device.AlarmCount}
      </SeverityMark>
    );
  }
  if (device.PointCount === 0) return <span className="device-faint">{f.noPoints}</span>;
  if (device.ModelTreeStatus === 0) {
    return (
      <SeverityMark level={4} variant="tag" size={11} lookOnly>
        {f.offline}
      </SeverityMark>
    );
  }
  return device.DataState === 'incomplete' ? (
    <span className="device-faint">{f.incomplete}</span>
  ) : (
    <span>{f.online}</span>
  );
}
