import { type Bilingual, commonErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { changeOf } from './alarmChange.ts';
import { insertAct, type LockedAlarm, lockAlarm } from './store.ts';

export interface ActDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}

/** What a person does to an alarm; the journal holds it under this name. */
export type Act = 'acknowledged' | 'handled';

/**
 * One act of a person: the alarm is locked, checked and written together with its journal row; then everybody who looks at it is
 * told.
 *
 * @param write refuses by throwing, or writes and answers the words for the journal
 * @throws Refusal `notFound` when the tenant may not see the alarm; whatever `write` throws, and then nothing is written
 */
export async function actOnAlarm(
  { db, clock, events }: ActDeps,
  tenant: UserTenant,
  alarmId: number,
  kind: Act,
  write: (transaction: DbOrTransaction, alarm: LockedAlarm, at: Date) => Promise<Bilingual>,
): Promise<void> {
  const now = clock.now();
  const at = new Date(now);
  const alarm = await db.transaction().execute(async (transaction) => {
    const found = await lockAlarm(tenant, transaction, alarmId);
    if (!found) throw new Refusal(commonErrors.notFound);
    const text = await write(transaction, found, at);
    await insertAct(tenant, transaction, found, { at, kind, text });
    return found;
  });
  events.emit('alarmChanged', changeOf(alarm, { kind, level: alarm.severity, previousLevel: null, at: now }));
}
