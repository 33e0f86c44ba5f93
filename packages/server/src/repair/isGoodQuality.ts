import { qualityOf } from '@watchpost/contract';

/** Whether a stored quality lets a value count. */
export const isGoodQuality = (code: number): boolean => qualityOf(code) !== 'bad';
