import { indicatorLevel } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { levelText } from './text.ts';
import './reports.css';

/** Where a value lies by its target, in words and colour. */
export function IndicatorLevel({ value, target }: { value: number | null; target: number | null }) {
  const t = useText(levelText);
  const level = indicatorLevel(value, target);
  return <span className={`report-level report-level-${level}`}>{t[level]}</span>;
}
