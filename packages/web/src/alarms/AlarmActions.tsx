import type { AlarmRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { alarmName, needsConfirmation } from './alarmStatus.ts';
import { text } from './text.ts';
import type { useAcknowledge } from './useAcknowledge.ts';

/** The next step of an alarm, as the user may take it. */
export function AlarmActions({
  alarm,
  onOpen,
  acting,
}: {
  alarm: AlarmRow;
  onOpen: (id: number) => void;
  acting: ReturnType<typeof useAcknowledge>;
}) {
  const t = useText(text);
  const mayHandle = useMay('alarmHandle');
  const name = alarmName(alarm);
  return (
    <span className="alarm-actions">
      {mayHandle && needsConfirmation(alarm) ? (
        <Button
          size="small"
          aria-label={t.confirmOf(name)}
          loading={acting.pendingId === alarm.Id}
          onClick={(event) => {
            event.stopPropagation();
            acting.acknowledge(alarm);
          }}
        >
          {t.confirm}
        </Button>
      ) : null}
      <Button
        size="small"
        aria-label={mayHandle && !needsConfirmation(alarm) ? t.handleOf(name) : t.detailsOf(name)}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(alarm.Id);
        }}
      >
        {mayHandle && !needsConfirmation(alarm) ? t.handle : t.details}
      </Button>
    </span>
  );
}
