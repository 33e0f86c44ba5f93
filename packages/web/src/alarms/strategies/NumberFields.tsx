import { InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/defineText.ts';
import { SeverityMark } from '../../ui/index.ts';
import { text } from './text.ts';

export function LevelSelect({
  value,
  onChange,
  label,
  disabled = false,
  wrong = false,
}: {
  value: number;
  onChange: (level: number) => void;
  label?: string;
  disabled?: boolean;
  wrong?: boolean;
}) {
  const t = useText(text);
  return (
    <Select
      aria-label={label ?? t.level}
      value={value}
      disabled={disabled}
      status={wrong ? 'error' : ''}
      onChange={onChange}
      options={[1, 2, 3, 4].map((level) => ({ value: level, label: <SeverityMark level={level} variant="word" /> }))}
    />
  );
}

/** Seconds on the wire, minutes on the screen: half a minute is 0.5. */
export function Minutes({
  label,
  seconds,
  onChange,
  wrong = false,
}: {
  label: string;
  seconds: number | null | undefined;
  onChange: (seconds: number | null) => void;
  wrong?: boolean;
}) {
  return (
    <InputNumber
      aria-label={label}
      value={seconds == null ? null : Math.round((seconds / 60) * 100) / 100}
      onChange={(minutes) => onChange(minutes === null ? null : Math.round(minutes * 60))}
      status={wrong ? 'error' : ''}
      step={1}
    />
  );
}

export function Labelled({ label, hint, children }: { label: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <span className="strategy-labelled">
      <span>{label}</span>
      {children}
      {hint ? <small>{hint}</small> : null}
    </span>
  );
}
