import { dayMs, minuteMs } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { deleteOldCounted } from './allowance.store.ts';
import { deleteOldCodes } from './code.store.ts';

import { deleteOldInboxMessages } from './inbox.store.ts';
import { deleteOldMinutes } from './requestMinute.store.ts';
import { deleteOldSessions } from './session.store.ts';

/** Longer than the refresh token's seven days: a stolen one that is used late is still recognised. */
const sessionsKeptMs = 30 * dayMs;
/** The longest allowance counts a day back. */
const countedKeptMs = 2 * dayMs;
/** Nobody looks for a code of last month; other messages are looked at while something is tried out. */
const inboxKeptMs = 30 * dayMs;

/** Deletes what no longer counts: allowances, ended sign-ins, codes, old messages of the test inbox. */
export async function housekeepAccounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = (keptMs: number) => new Date(clock.now() - keptMs);
  await deleteOldCounted(system, db, before(countedKeptMs));
  await deleteOldMinutes(system, db, Math.floor(clock.now() / minuteMs));
  await deleteOldSessions(system, db, before(sessionsKeptMs));
  await deleteOldCodes(system, db, { before: before(dayMs), now: before(0) });
  await deleteOldInboxMessages(system, db, before(inboxKeptMs));
}
