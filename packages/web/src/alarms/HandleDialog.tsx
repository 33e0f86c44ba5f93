import { useQueryClient } from '@tanstack/react-query';
import type { AlarmRow } from '@watchpost/contract';
import { Form, Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import './AlarmDialog.css';
import { alarmName } from './alarmStatus.ts';
import { HandlingFields, type HandlingValues } from './HandlingFields.tsx';
import { listText } from './listText.ts';
import { text } from './text.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** Says what became of one alarm or of several alike. */
export function HandleDialog({ alarms, onClose }: { alarms: readonly AlarmRow[]; onClose: () => void }) {
  const t = useText(text);
  const l = useText(listText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<HandlingValues>();
  const done = {
    onSuccess: () => {
      notify.success(l.handledCount(alarms.length));
      onClose();
    },
    onSettled: () => void refreshAlarms(queryClient),
  };
  const one = useCallMutation('upDetail', done);
  const several = useCallMutation('batchHandleAlarm', done);
  const error = one.error ?? several.error;
  const first = alarms[0]!;
  return (
    <Modal
      open
      width={520}
      title={alarms.length === 1 ? t.handleOf(alarmName(first)) : l.handleTitle(alarms.length)}
      okText={l.save}
      cancelText={l.cancel}
      okButtonProps={{ loading: one.isPending || several.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {error ? (
        <p className="alarm-hint alarm-hint-refused" role="alert">
          {error.message}
        </p>
      ) : null}
      <Form<HandlingValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={
          alarms.length === 1
            ? {
                FollowUp: first.FollowUp ?? undefined,
                Comment: first.Comment ?? '',
                Measures: first.Measures ?? '',
                AnalysisResult: first.AnalysisResult ?? '',
              }
            : { Comment: '', Measures: '', AnalysisResult: '' }
        }
        onFinish={({ FollowUp, ...words }) => {
          if (!FollowUp) return;
          if (alarms.length === 1) one.mutate({ body: { Id: first.Id, FollowUp, ...words } });
          else several.mutate({ body: { IdList: alarms.map(({ Id }) => Id), FollowUp, ...words } });
        }}
      >
        <HandlingFields label={t.followUp} />
      </Form>
    </Modal>
  );
}
