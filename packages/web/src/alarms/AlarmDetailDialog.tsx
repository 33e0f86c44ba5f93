import { lazy, Suspense, useState } from 'react';

const AlarmDialog = lazy(() => import('./AlarmDialog.tsx').then((module) => ({ default: module.AlarmDialog })));

/**
 * One alarm: why, how bad, since when, who was told, what was done; and the next step. 550 px wide, spec §2.
 *
 * @param alarmId null: closed
 */
export function AlarmDetailDialog({ alarmId, onClose }: { alarmId: number | null; onClose: () => void }) {
  // The last one stays on the screen while the dialog fades out.
  const [shown, setShown] = useState(alarmId);
  if (alarmId !== null && alarmId !== shown) setShown(alarmId);
  if (shown === null) return null;
  return (
    <Suspense fallback={null}>
      <AlarmDialog
        key={shown}
        alarmId={shown}
        open={alarmId !== null}
        onClose={onClose}
        onClosed={() => setShown(null)}
      />
    </Suspense>
  );
}
