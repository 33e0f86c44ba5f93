import type { DataAccess } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { SeverityMark } from '../ui/index.ts';
import { text } from './text.ts';

const allLevels = 4;

/** Which devices of the project a member sees and may write to. */
export function DeviceRights({ of }: { of: DataAccess | null }) {
  const t = useText(text);
  if (of === null) return dash;
  if (of.DeviceMode === 'all') return t.allDevices(of.ReadWrite === 'readWrite');
  return of.DeviceCount === 0 ? t.noDevices : t.someDevices(of.DeviceCount, of.WritableCount);
}

/** The alarm levels visible to the member there: a shape with its word beside it. */
export function AlarmsSeen({ of }: { of: DataAccess | null }) {
  const t = useText(text);
  if (of === null) return dash;
  if (of.AlarmLevelList.length === allLevels) return t.allLevels;
  if (of.AlarmLevelList.length === 0) return t.noAlarms;
  return (
    <span className="access-tags">
      {[...of.AlarmLevelList]
        .sort((a, b) => a - b)
        .map((level) => (
          <SeverityMark key={level} level={level} variant="word" />
        ))}
    </span>
  );
}
