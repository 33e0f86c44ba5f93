import { useQueryClient } from '@tanstack/react-query';
import { type AlarmDetail, followUps } from '@watchpost/contract';
import { Button, Form, Input, Radio } from 'antd';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { followUpText, text } from './text.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

interface FollowUp {
  FollowUp: (typeof followUps)[number] | undefined;
  Comment: string;
}

/** What people decide about a confirmed alarm, with a comment. Refusals stand above the form in the server's words. */
export function FollowUpForm({ alarm, confirmed }: { alarm: AlarmDetail; confirmed: boolean }) {
  const t = useText(text);
  const words = useText(followUpText);
  const dates = useDates();
  const now = useNow(60_000);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<FollowUp>();
  const save = useCallMutation('upDetail', {
    onSuccess: () => notify.success(t.handled),
    onSettled: () => void refreshAlarms(queryClient),
  });
  return (
    <section aria-labelledby={`follow-${alarm.Id}`}>
      <h2 id={`follow-${alarm.Id}`}>{t.followUp}</h2>
      {confirmed ? (
        <>
          {alarm.CommentName ? (
            <p className="alarm-rule">{t.byAt(alarm.CommentName, dates.short(alarm.COMMENT_TIME, now))}</p>
          ) : null}
          {save.error ? (
            <p className="alarm-hint alarm-hint-refused" role="alert">
              {save.error.message}
            </p>
          ) : null}
          <Form<FollowUp>
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={{ FollowUp: alarm.FollowUp ?? undefined, Comment: alarm.Comment ?? '' }}
            onFinish={({ FollowUp, Comment }) => {
              if (FollowUp) save.mutate({ body: { Id: alarm.Id, FollowUp, Comment } });
            }}
          >
            <Form.Item name="FollowUp" rules={[{ required: true, message: t.followUpNeeded }]}>
              <Radio.Group
                aria-labelledby={`follow-${alarm.Id}`}
                className="alarm-follow-ups"
                options={followUps.map((each) => ({ value: each, label: words[each] }))}
              />
            </Form.Item>
            <Form.Item name="Comment" label={t.comment}>
              <Input.TextArea
                maxLength={500}
                showCount
                rows={2}
                className="alarm-comment"
                placeholder={t.commentHint}
              />
            </Form.Item>
            <Button htmlType="submit" loading={save.isPending}>
              {t.saveFollowUp}
            </Button>
          </Form>
        </>
      ) : (
        <p className="alarm-rule">{t.confirmFirst}</p>
      )}
    </section>
  );
}
