import { formatNumber } from '../lib/numbers.ts';

/** Fen as ¥ with two decimals. */
export const yuanOf = (fen: number): string => formatNumber(fen / 100, 2);
