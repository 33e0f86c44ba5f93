import { minuteMs } from '@watchpost/contract';

/** So long before an alarm there is something to see of how it came. */
const beforeAlarmMs = 5 * minuteMs;

/** The whole minute below, epoch ms: what was shown once is asked for again by the same name. */
export const toMinute = (at: number): number => Math.floor(at / minuteMs) * minuteMs;

/** From where a replay shows how an alarm came about; both epoch ms. */
export const momentBefore = (raisedAt: number): number => toMinute(raisedAt - beforeAlarmMs);
