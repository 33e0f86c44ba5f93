import { useQueryClient } from '@tanstack/react-query';
import { type PreAlarm, type WarningFeedback, warningFeedbackNames, warningFeedbacks } from '@watchpost/contract';
import { Form, Input, Modal, Radio } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { Refused, useNotify } from '../ui/index.ts';
import { refreshWarnings } from './refreshWarnings.ts';
import { feedbackHints, text } from './text.ts';
import { warningName } from './warningWords.ts';

/** What the service department says of a warning. Mount it to show it. */
export function FeedbackDialog({ warning, onClose }: { warning: PreAlarm; onClose: () => void }) {
  const t = useText(text);
  const hints = useText(feedbackHints);
  const inWords = useBilingual();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<{ feedback?: WarningFeedback; remark: string }>();
  const save = useCallMutation('updatePraAlarmFeedback', {
    onSuccess: () => {
      notify.success(t.saved);
      onClose();
    },
    onSettled: () => void refreshWarnings(queryClient),
  });
  return (
    <Modal
      open
      width={520}
      title={t.giveOf(warningName(warning))}
      okText={t.save}
      cancelText={t.cancel}
      okButtonProps={{ loading: save.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Refused error={save.error} />
      <p className="warning-content">{warning.Content}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ feedback: warning.Feedback ?? undefined, remark: '' }}
        onFinish={({ feedback, remark }) => {
          if (feedback) save.mutate({ query: { ID: warning.ID, feedback, remark: remark.trim() } });
        }}
      >
        <Form.Item name="feedback" label={t.what} rules={[{ required: true, message: t.whatNeeded }]}>
          <Radio.Group
            aria-label={t.what}
            className="warning-feedbacks"
            options={warningFeedbackNames.map((value) => ({
              value,
              label: (
                <>
                  {inWords(warningFeedbacks[value])} <small className="warning-muted">{hints[value]}</small>
                </>
              ),
            }))}
          />
        </Form.Item>
        <Form.Item name="remark" label={t.remark}>
          <Input.TextArea rows={3} maxLength={500} placeholder={t.remarkHint} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
