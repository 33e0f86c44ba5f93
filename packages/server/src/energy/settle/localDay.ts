import { localOfEpoch } from '../../platform/zonedTime.ts';

/** The day on the wall, `YYYY-MM-DD`, at a moment in epoch ms. */
export const localDay = (at: number, timeZone: string): string => localOfEpoch(at, timeZone).slice(0, 10);
