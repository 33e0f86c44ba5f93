import { type AlarmRow, alarmCalls, longestShelvingHours } from '@watchpost/contract';
import { Radio } from 'antd';
import { useText } from '../lib/defineText.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { severityOf, severityText, useSave } from '../ui/index.ts';
import './AlarmDialog.css';
import { alarmName } from './alarmStatus.ts';
import { GoOnWithout, useWithout } from './GoOnWithout.tsx';
import { shelfText } from './listText.ts';
import { ReasonField } from './ShelfFormParts.tsx';
import { callsAboutAlarms } from './useAlarmChanges.ts';

const lengths = [
  ['minutes30', 30],
  ['hour1', 60],
  ['hours2', 120],
  ['hours4', 240],
  ['hours8', 480],
  ['hours24', 1440],
  ['days3', 4320],
  ['days7', 10_080],
] as const;

const schema = alarmCalls.shelveAlarm.body.omit({ IdList: true });

/** Hides alarms for some hours, at most as long as the most severe of them allows. */
export function ShelveDialog({
  alarms: chosen,
  onClose,
  onDone,
}: {
  alarms: readonly AlarmRow[];
  onClose: () => void;
  onDone?: () => void;
}) {
  const s = useText(shelfText);
  const levels = useText(severityText);
  const { alarms, refused, noteRefused, goOn } = useWithout(chosen);
  const save = useSave(callsAboutAlarms, () => {
    onDone?.();
    onClose();
  });
  const form = useSchemaForm(schema, {
    initial: { Minutes: 60, Reason: '' },
    save: async (values) => {
      try {
        await save('shelveAlarm', { body: { IdList: alarms.map(({ Id }) => Id), ...values } }, s.shelved);
      } catch (error) {
        noteRefused(error);
        throw error;
      }
    },
  });
  const level = Math.min(...alarms.map(({ Level }) => Level));
  const hours = longestShelvingHours[level] ?? 8;
  return (
    <FormDialog
      form={form}
      width={480}
      title={alarms.length === 1 ? s.shelveOf(alarmName(alarms[0]!)) : s.shelveTitle(alarms.length)}
      submitText={s.shelve}
      onClose={onClose}
    >
      <p className="alarm-rule">{s.shelveHint}</p>
      <GoOnWithout refused={refused} left={alarms.length - refused.length} onGoOn={goOn} />
      <form.Field name="Minutes" label={s.howLong} extra={s.longest(levels[severityOf(level)], hours)}>
        <Radio.Group
          className="alarm-shelf-lengths"
          options={lengths
            .filter(([, minutes]) => minutes <= hours * 60)
            .map(([name, minutes]) => ({ value: minutes, label: s[name] }))}
        />
      </form.Field>
      <ReasonField />
    </FormDialog>
  );
}
