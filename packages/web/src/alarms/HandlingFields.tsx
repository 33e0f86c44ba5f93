import { type AlarmRow, followUps, HandleAlarmForm } from '@watchpost/contract';
import { Form, Input, Radio } from 'antd';
import { useText } from '../lib/defineText.ts';
import { listText } from './listText.ts';
import { followUpText, text } from './text.ts';

/** What people say about an alarm when they handle it. */
export const HandlingValues = HandleAlarmForm.omit({ Id: true, SeenEPOCH: true });

/** What was said about it before, to go on from. */
export const handlingOf = ({ FollowUp, Comment, Measures, AnalysisResult }: AlarmRow) => ({
  FollowUp: FollowUp ?? undefined,
  Comment: Comment ?? '',
  Measures: Measures ?? '',
  AnalysisResult: AnalysisResult ?? '',
});

/**
 * The fields of a handling, inside a form.
 *
 * @param areOver whether what is handled is over: only of that can be said that the alarm is off
 * @param isMoreSaid measures or an analysis stand in the form: they are shown unfolded
 */
export function HandlingFields({
  label,
  areOver,
  isMoreSaid = false,
}: {
  label?: string;
  areOver: boolean;
  isMoreSaid?: boolean;
}) {
  const t = useText(text);
  const l = useText(listText);
  const words = useText(followUpText);
  const area = (name: 'Measures' | 'Comment' | 'AnalysisResult', title: string, hint: string) => (
    <Form.Item name={name} label={title}>
      <Input.TextArea maxLength={500} rows={2} className="alarm-comment" placeholder={hint} />
    </Form.Item>
  );
  return (
    <>
      <Form.Item name="FollowUp" {...(label ? { label } : {})} rules={[{ required: true, message: t.followUpNeeded }]}>
        <Radio.Group
          aria-label={t.followUp}
          className="alarm-follow-ups"
          options={followUps
            .filter((each) => each !== 'alarmOff' || areOver)
            .map((each) => ({ value: each, label: words[each] }))}
        />
      </Form.Item>
      {area('Comment', l.remarks, l.remarksHint)}
      <details className="alarm-more" open={isMoreSaid}>
        <summary>{t.moreFollowUp}</summary>
        {area('Measures', l.measures, l.measuresHint)}
        {area('AnalysisResult', l.analysis, l.analysisHint)}
      </details>
    </>
  );
}
