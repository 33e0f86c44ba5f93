import { lazy, Suspense, useState } from 'react';
import type { HistoryOfAlarm } from './MessageHistory.tsx';

const MessageHistory = lazy(() =>
  import('./MessageHistory.tsx').then((module) => ({ default: module.MessageHistory })),
);

/** An alarm whose messages are looked at. */
/**
 * Who was told of an alarm, by popup, SMS and call. 1000 px wide, spec §2.
 *
 * @param alarm null: closed
 */
export function MessageHistoryDialog({ alarm, onClose }: { alarm: HistoryOfAlarm | null; onClose: () => void }) {
  // The last one stays on the screen while the dialog fades out.
  const [shown, setShown] = useState(alarm);
  if (alarm !== null && alarm.alarmId !== shown?.alarmId) setShown(alarm);
  if (shown === null) return null;
  return (
    <Suspense fallback={null}>
      <MessageHistory
        key={shown.alarmId}
        alarm={shown}
        open={alarm !== null}
        onClose={onClose}
        onClosed={() => setShown(null)}
      />
    </Suspense>
  );
}
