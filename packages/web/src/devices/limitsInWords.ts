import type { PointValue } from '@watchpost/contract';
import type { Text } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { type limitText, nearestLimits } from '../points/index.ts';
import type { text } from './text.ts';

/**
 * The limits a value meets first: "High −15.0", or both ends where there are two. Null without limits.
 *
 * @param named `Limits 2.0 to 8.0` where nothing beside it says what the numbers are; else `2.0 to 8.0`
 */
export function limitsInWords(
  point: PointValue,
  words: Text<typeof text>,
  names: Text<typeof limitText>,
  named: boolean,
): string | null {
  const { upper, lower } = nearestLimits(point);
  const number = (value: number) => formatNumber(value, point.Decimals);
  if (upper && lower) {
    return (named ? words.limitsBetween : words.between)(number(lower.value), number(upper.value));
  }
  const only = upper ?? lower;
  return only ? words.limitIs(names[only.band], number(only.value)) : null;
}
