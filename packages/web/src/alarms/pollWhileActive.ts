import type { AlarmRow } from '@watchpost/contract';
import { pollWhenNotLive } from '../lib/realtime.ts';

/** How long a present value of a list stands before it is asked for again, ms; the specification's poll of alarms. */
const everyMs = 30_000;

/** For lists of alarms: their present values move on while they are active, and no message says so. */
export const pollWhileActive = (query: {
  state: { data?: { Data: readonly Pick<AlarmRow, 'Active'>[] } | undefined };
}): number | false => (query.state.data?.Data.some(({ Active }) => Active) ? everyMs : pollWhenNotLive(everyMs)());
