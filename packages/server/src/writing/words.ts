import type { Bilingual } from '@watchpost/contract';
import type { StatusWord } from './points.store.ts';

interface Measured {
  readonly unit: string;
  readonly decimals: number;
  readonly status_values: readonly StatusWord[];
}

/** A value as people say it: the word of a state, else the number with its unit. */
export function valueInWords({ unit, decimals, status_values }: Measured, value: number): Bilingual {
  const status = status_values.find((word) => word.value === value);
  if (status) return { zh: status.zh, en: status.en };
  const text = `${Number(value.toFixed(Math.max(decimals, 0)))}${unit === '' ? '' : ` ${unit}`}`;
  return { zh: text, en: text };
}
