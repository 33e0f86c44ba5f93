import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The alarm whose detail the address opens (`?alarm=7`), and the way to open another or none; "back" closes it again. */
export function useAlarmInAddress(): [alarmId: number | null, open: (alarmId: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('alarm'));
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
  return [Number.isSafeInteger(asked) && asked > 0 ? asked : null, open];
}
