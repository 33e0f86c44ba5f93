import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { idInAddress } from '../lib/idInAddress.ts';

/** The alarm whose detail the address opens (`?alarm=7`), and the way to open another or none; "back" closes it again. */
export function useAlarmInAddress(): [alarmId: number | null, open: (alarmId: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (alarmId: number | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (alarmId === null) next.delete('alarm');
          else next.set('alarm', String(alarmId));
          return next;
        },
        { replace: alarmId === null },
      ),
    [setParams],
  );
  return [idInAddress(params, 'alarm'), open];
}
