import { Form, Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { shelfText } from './listText.ts';

/** Why something is hidden: a field `Reason` that must be filled in. */
export function ReasonField() {
  const s = useText(shelfText);
  return (
    <Form.Item name="Reason" label={s.reason} rules={[{ required: true, whitespace: true, message: s.reasonNeeded }]}>
      <Input maxLength={200} placeholder={s.reasonHint} />
    </Form.Item>
  );
}
