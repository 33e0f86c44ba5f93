import { useQueryClient } from '@tanstack/react-query';
import { type AlarmRow, longestShelvingHours } from '@watchpost/contract';
import { Form, Modal, Radio } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { severityOf, severityText, useNotify } from '../ui/index.ts';
import './AlarmDialog.css';
import { alarmName } from './alarmStatus.ts';
import { shelfText } from './listText.ts';
import { ReasonField, Refused } from './ShelfFormParts.tsx';
import { refreshAlarms } from './useAlarmChanges.ts';

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

/** Hides alarms for some hours, at most as long as the most severe of them allows. */
export function ShelveDialog({ alarms, onClose }: { alarms: readonly AlarmRow[]; onClose: () => void }) {
  const s = useText(shelfText);
  const levels = useText(severityText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<{ Minutes: number; Reason: string }>();
  const shelve = useCallMutation('shelveAlarm', {
    onSuccess: () => {
      notify.success(s.shelved);
      onClose();
    },
    onSettled: () => void refreshAlarms(queryClient),
  });
  const level = Math.min(...alarms.map(({ Level }) => Level));
  const hours = longestShelvingHours[level] ?? 8;
  return (
    <Modal
      open
      width={480}
      title={alarms.length === 1 ? s.shelveOf(alarmName(alarms[0]!)) : s.shelveTitle(alarms.length)}
      okText={s.shelve}
      okButtonProps={{ loading: shelve.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Refused error={shelve.error} />
      <p className="alarm-rule">{s.shelveHint}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ Minutes: 60, Reason: '' }}
        onFinish={(values) => shelve.mutate({ body: { IdList: alarms.map(({ Id }) => Id), ...values } })}
      >
        <Form.Item name="Minutes" label={s.howLong} extra={s.longest(levels[severityOf(level)], hours)}>
          <Radio.Group
            className="alarm-shelf-lengths"
            options={lengths
              .filter(([, minutes]) => minutes <= hours * 60)
              .map(([name, minutes]) => ({ value: minutes, label: s[name] }))}
          />
        </Form.Item>
        <ReasonField />
      </Form>
    </Modal>
  );
}
