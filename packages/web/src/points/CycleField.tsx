import { usualCycles } from '@watchpost/contract';
import { InputNumber, Select, Space } from 'antd';
import { useText } from '../lib/defineText.ts';
import { editorText } from './editorText.ts';
import { text } from './text.ts';

const custom = -1;

/** 10, 30, 60 or 120 seconds, or a multiple of 60. A form field: `value` and `onChange`. */
export function CycleField({ value, onChange }: { value?: number; onChange?: (seconds: number | null) => void }) {
  const t = useText(text);
  const e = useText(editorText);
  const isUsual = value === undefined || (usualCycles as readonly number[]).includes(value);
  return (
    <Space.Compact block>
      <Select
        aria-label={t.cycle}
        value={isUsual ? (value ?? 60) : custom}
        onChange={(chosen: number) => onChange?.(chosen === custom ? 300 : chosen)}
        options={[
          ...usualCycles.map((seconds) => ({ value: seconds as number, label: t.seconds(seconds) })),
          { value: custom, label: e.custom },
        ]}
      />
      {isUsual ? null : (
        <InputNumber
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
