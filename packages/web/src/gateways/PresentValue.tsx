import type { PointValue } from '@watchpost/contract';
import { dash, formatWithUnit } from '../lib/numbers.ts';

/** A point's value in a table: its word, its number with the unit, or a dash where there is no good one. */
export function PresentValue({ point }: { point: PointValue }) {
  const { Value, ValueText, Unit, Decimals, Quality, QualityReason } = point;
  if (Value === null || Quality === 'bad') return <span title={QualityReason ?? undefined}>{dash}</span>;
  return <span className="tabular">{ValueText ?? formatWithUnit(Value, Unit, Decimals)}</span>;
}
