import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/defineText.ts';
import { NumberField } from '../../ui/form/index.ts';
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
    <NumberField
      aria-label={label}
      value={typeof seconds === 'number' ? Math.round((seconds / 60) * 100) / 100 : (seconds ?? null)}
      onChange={(minutes) => onChange(typeof minutes === 'number' ? Math.round(minutes * 60) : minutes)}
      status={wrong ? 'error' : ''}
      step={1}
    />
  );
}

export function Labelled({
  label,
  hint,
  wrong,
  children,
}: {
  label: string;
  hint?: string | undefined;
  /** What is wrong with it. */
  wrong?: readonly string[];
  children: ReactNode;
}) {
  return (
    <span className="strategy-labelled">
      <span>{label}</span>
      {children}
      <Faults words={wrong} />
      {hint ? <small>{hint}</small> : null}
    </span>
  );
}

/** What is wrong, as long as it is: a field that is red says why. */
export function Faults({ words }: { words: readonly string[] | undefined }) {
  return words && words.length > 0 ? (
    <span className="strategy-faults" role="alert">
      {words.map((each) => (
        <small key={each}>{each}</small>
      ))}
    </span>
  ) : null;
}
