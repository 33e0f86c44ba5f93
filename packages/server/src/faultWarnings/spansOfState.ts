import { qualityOf } from '@watchpost/contract';
import type { SampleColumns } from '../history/index.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * When a state point had one of the values, by its changes until `to`, and for how long anything was known of it in [from, to).
 * Spans that begin before `from` are whole.
 */
export function spansOfState(
  changes: SampleColumns,
  values: ReadonlySet<number>,
  from: number,
  to: number,
): { spans: Span[]; knownMs: number } {
  const spans: Span[] = [];
  let knownMs = 0;
  let open: number | null = null;
  for (let i = 0; i < changes.length; i++) {
    const at = changes.measuredAt[i]!;
    const value = changes.values[i]!;
    const isKnown = Number.isFinite(value) && qualityOf(changes.quality[i]!) !== 'bad';
    const until = i + 1 < changes.length ? changes.measuredAt[i + 1]! : to;
    if (isKnown) knownMs += Math.max(0, until - Math.max(at, from));
    const is = isKnown && values.has(value);
    if (is) open ??= at;
    else if (open !== null) {
      spans.push({ from: open, to: at });
      open = null;
    }
  }
  if (open !== null) spans.push({ from: open, to });
  return { spans, knownMs };
}
