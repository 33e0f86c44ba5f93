import { useQueryClient } from '@tanstack/react-query';
import type { AlarmDetail } from '@watchpost/contract';
import { Button, Form } from 'antd';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { HandlingFields, type HandlingValues } from './HandlingFields.tsx';
import { text } from './text.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** What people decide about a confirmed alarm, with measures, remarks and what was found. Refusals stand above the form in the server's words. */
export function FollowUpForm({ alarm, confirmed }: { alarm: AlarmDetail; confirmed: boolean }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<HandlingValues>();
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
          <Form<HandlingValues>
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={{
              FollowUp: alarm.FollowUp ?? undefined,
              Comment: alarm.Comment ?? '',
              Measures: alarm.Measures ?? '',
              AnalysisResult: alarm.AnalysisResult ?? '',
            }}
            onFinish={({ FollowUp, ...words }) => {
              if (FollowUp) save.mutate({ body: { Id: alarm.Id, FollowUp, ...words } });
            }}
          >
            <HandlingFields />
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
