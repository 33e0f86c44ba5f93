import { useQueryClient } from '@tanstack/react-query';
import type { AlarmRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { needsConfirmation } from './alarmStatus.ts';
import { GoOnWithout, refusedIn } from './GoOnWithout.tsx';
import { listText } from './listText.ts';
import { text } from './text.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** What can be done with the selected alarms, each button with how many of them it is about. */
export function AlarmBatch({
  alarms,
  onHandle,
  onShelve,
  onDone,
}: {
  alarms: readonly AlarmRow[];
  onHandle: (alarms: readonly AlarmRow[]) => void;
  onShelve: (alarms: readonly AlarmRow[]) => void;
  onDone: () => void;
}) {
  const t = useText(text);
  const l = useText(listText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const confirm = useCallMutation('batchConfirmAlarm', {
    onSuccess: ({ Count }) => {
      notify.success(t.confirmedCount(Count));
      onDone();
    },
    // Somebody was faster: said with the names, and the list shows it.
    onError: notify.failure,
    onSettled: () => void refreshAlarms(queryClient),
  });
  const toConfirm = alarms.filter(needsConfirmation);
  const toHandle = alarms.filter((alarm) => !needsConfirmation(alarm) && alarm.FollowUp === null);
  const toShelve = alarms.filter(({ Active, Hidden }) => Active && Hidden === null);
  const refused = refusedIn(alarms, confirm.error);
  const others = toConfirm.filter((alarm) => !refused.includes(alarm));
  // What is confirmed is what is on the screen.
  const confirmThese = (these: readonly AlarmRow[]) =>
    confirm.mutate({ body: { AlarmList: these.map(({ Id, Level }) => ({ Id, Level })) } });
  return (
    <>
      {toConfirm.length > 0 ? (
        <Button type="primary" loading={confirm.isPending} onClick={() => confirmThese(toConfirm)}>
          {l.confirmN(toConfirm.length)}
        </Button>
      ) : null}
      {toHandle.length > 0 ? <Button onClick={() => onHandle(toHandle)}>{l.handleN(toHandle.length)}</Button> : null}
      {toShelve.length > 0 ? <Button onClick={() => onShelve(toShelve)}>{l.shelveN(toShelve.length)}</Button> : null}
      <GoOnWithout
        refused={refused}
        left={others.length}
        busy={confirm.isPending}
        onGoOn={() => confirmThese(others)}
      />
    </>
  );
}
