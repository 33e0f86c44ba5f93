import { usualCycles } from '@watchpost/contract';
import { Select, Space } from 'antd';
import { useText } from '../lib/defineText.ts';
import { NumberField } from '../ui/form/index.ts';
import { editorText } from './editorText.ts';
import { text } from './text.ts';

const custom = -1;
const measured = 0;

/**
 * 10, 30, 60 or 120 seconds, or a multiple of 60. A form field: `value` and `onChange`.
 *
 * @param mayBeMeasured it may be left to the readings to tell: no value
 */
export function CycleField({
  value,
  onChange,
  mayBeMeasured = false,
}: {
  value?: number;
  onChange?: (seconds: number | null | undefined) => void;
  mayBeMeasured?: boolean;
}) {
  const t = useText(text);
  const e = useText(editorText);
  const isUsual = value === undefined || (usualCycles as readonly number[]).includes(value);
  const unsaid = mayBeMeasured ? measured : 60;
  const choose = (chosen: number) => onChange?.(chosen === custom ? 300 : chosen === measured ? undefined : chosen);
  return (
    <Space.Compact block>
      <Select
        aria-label={t.cycle}
        value={isUsual ? (value ?? unsaid) : custom}
        onChange={choose}
        options={[
          ...(mayBeMeasured ? [{ value: measured, label: e.fromReadings }] : []),
          ...usualCycles.map((seconds) => ({ value: seconds as number, label: t.seconds(seconds) })),
          { value: custom, label: e.custom },
        ]}
      />
      {isUsual ? null : (
        <NumberField
          aria-label={t.cycle}
          value={value}
          min={60}
          step={60}
          onChange={(seconds) => onChange?.(seconds)}
        />
      )}
    </Space.Compact>
  );
}
