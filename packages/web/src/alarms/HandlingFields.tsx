import { followUps } from '@watchpost/contract';
import { Form, Input, Radio } from 'antd';
import { useText } from '../lib/defineText.ts';
import { listText } from './listText.ts';
import { followUpText, text } from './text.ts';

/** What people say about an alarm when they handle it. */
export interface HandlingValues {
  FollowUp: (typeof followUps)[number] | undefined;
  Comment: string;
  Measures: string;
  AnalysisResult: string;
}

/** The fields of a handling, inside a form. */
export function HandlingFields({ label }: { label?: string }) {
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
          options={followUps.map((each) => ({ value: each, label: words[each] }))}
        />
      </Form.Item>
      {area('Comment', l.remarks, l.remarksHint)}
      {area('Measures', l.measures, l.measuresHint)}
      {area('AnalysisResult', l.analysis, l.analysisHint)}
    </>
  );
}
