import { useQueryClient } from '@tanstack/react-query';
import type { AlarmRow } from '@watchpost/contract';
import { useState } from 'react';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import './AlarmDialog.css';
import { alarmName } from './alarmStatus.ts';
import { GoOnWithout, useWithout } from './GoOnWithout.tsx';
import { HandledMeanwhile } from './HandledMeanwhile.tsx';
import { HandlingFields, HandlingValues, handlingOf } from './HandlingFields.tsx';
import { listText } from './listText.ts';
import { text } from './text.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** Says what became of one alarm or of several alike. */
export function HandleDialog({
  alarms: chosen,
  onClose,
  onDone,
}: {
  alarms: readonly AlarmRow[];
  onClose: () => void;
  onDone?: () => void;
}) {
  const t = useText(text);
  const l = useText(listText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { alarms, refused, noteRefused, goOn } = useWithout(chosen);
  const first = chosen[0]!;
  const isOne = chosen.length === 1;
  // What a colleague decided meanwhile is asked for when the server says that there is something.
  const [isOutdated, setOutdated] = useState(false);
  const now = useCall('getAlarmDetail', isOutdated ? { query: { alarmId: first.Id } } : null, {
    scope: 'company',
  }).data;
  const newer = now !== undefined && now.COMMENT_TIME !== first.COMMENT_TIME ? now : null;
  const onSettled = () => void refreshAlarms(queryClient);
  const one = useCallMutation('upDetail', { onSettled });
  const several = useCallMutation('batchHandleAlarm', { onSettled });
  const form = useSchemaForm(HandlingValues, {
    initial: isOne ? handlingOf(first) : { Comment: '', Measures: '', AnalysisResult: '' },
    save: async (values) => {
      try {
        if (isOne)
          await one.mutateAsync({
            body: { Id: first.Id, ...values, SeenEPOCH: newer ? newer.COMMENT_TIME : first.COMMENT_TIME },
          });
        else await several.mutateAsync({ body: { IdList: alarms.map(({ Id }) => Id), ...values } });
      } catch (error) {
        setOutdated(isOne && error instanceof CallError && error.code === 409);
        noteRefused(error);
        throw error;
      }
      notify.success(l.handledCount(alarms.length));
      onDone?.();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={isOne ? t.handleOf(alarmName(first)) : l.handleTitle(alarms.length)}
      submitText={newer ? t.replaceFollowUp : l.save}
      onClose={onClose}
    >
      {newer ? <HandledMeanwhile alarm={newer} /> : null}
      <GoOnWithout refused={refused} left={alarms.length - refused.length} onGoOn={goOn} />
      <HandlingFields label={t.followUp} areOver={alarms.every(({ Active }) => !Active)} />
    </FormDialog>
  );
}
