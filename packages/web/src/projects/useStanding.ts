import type { ProjectRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { overviewText } from './text.ts';

/** "2 beyond limits", "1 offline", "last data 07:44": how the devices of a project stand, as far as there is something to say. */
export function useStanding(): (project: ProjectRow) => string[] {
  const t = useText(overviewText);
  const dates = useDates();
  const now = useNow(60_000);
  return ({ BeyondCount, OfflineCount, LastDataEPOCH }) => [
    ...(BeyondCount > 0 ? [t.beyondCount(BeyondCount)] : []),
    ...(OfflineCount > 0 ? [t.offlineCount(OfflineCount)] : []),
    ...(LastDataEPOCH === null ? [] : [t.lastData(dates.short(LastDataEPOCH, now))]),
  ];
}
