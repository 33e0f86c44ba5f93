import { useText } from '../lib/defineText.ts';
import './SeverityMark.css';
import { type Severity, severityOf, severityText } from './severity.ts';

const shapes: Record<Severity, string> = {
  urgent: 'M8 0.5 15.5 8 8 15.5 0.5 8Z',
  important: 'M8 1.5 15.5 14.5H0.5Z',
  general: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z',
  record: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Zm0 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
};

/** ◆ urgent, ▲ important, ● general, ○ record: shape, colour and word, never colour alone. */
export function SeverityMark({
  level,
  size = 12,
  variant = 'mark',
  lookOnly = false,
  children,
}: {
  /** The wire's 1–4. */
  level: number;
  /** Of the shape, in pixels. */
  size?: number;
  /** `mark`: the shape, its word only read aloud. `word`: shape and word. `tag`: both on the level's soft ground. */
  variant?: 'mark' | 'word' | 'tag';
  /** What is marked has no severity and only looks alike, as silence does: the level's word is not read aloud. */
  lookOnly?: boolean;
  /** Other words than the level's own, for example "door open 18 min". */
  children?: React.ReactNode;
}) {
  const severity = severityOf(level);
  const word = useText(severityText)[severity];
  return (
    <span className={`severity severity-${severity} severity-as-${variant}`}>
      <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[severity]} fill="currentColor" />
      </svg>
      {!lookOnly && (variant === 'mark' || children !== undefined) ? (
        <span className="visually-hidden">{word}</span>
      ) : null}
      {variant === 'mark' ? null : <span>{children ?? word}</span>}
    </span>
  );
}
