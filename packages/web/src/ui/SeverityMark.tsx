import { useText } from '../lib/defineText.ts';
import './SeverityMark.css';
import { severityOf, severityShapes, severityText } from './severity.ts';

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
        <path d={severityShapes[severity]} fill="currentColor" />
      </svg>
      {!lookOnly && (variant === 'mark' || children !== undefined) ? (
        <span className="visually-hidden">{word}</span>
      ) : null}
      {variant === 'mark' ? null : <span>{children ?? word}</span>}
    </span>
  );
}
