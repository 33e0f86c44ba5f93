import { system } from '../../access/index.ts';
import { dayAfter } from '../../platform/zonedTime.ts';
import { type DayKinds, readCalendars } from '../../projects/index.ts';
import type { Client } from '../store.ts';

/** Further than a shift, a leave of absence or a time zone reaches. */
const aroundDays = 10;

/** By project, what the days around a moment count as. */
export function calendarsAround(
  client: Client,
  projectIds: readonly number[],
  nowMs: number,
): Promise<Map<number, DayKinds>> {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return readCalendars(system, client, projectIds, {
    from: dayAfter(today, -aroundDays),
    to: dayAfter(today, aroundDays),
  });
}
