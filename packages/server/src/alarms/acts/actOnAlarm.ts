import { type Bilingual, commonErrors, type ErrorEntry } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import { inOneWrite } from '../../logs/index.ts';
import { liveLevels } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { changeOf } from '../alarmChange.ts';
import { insertAct, type LockedAlarm, lockAlarm } from '../store.ts';
import { alarmNames } from '../words/alarmNames.ts';

export interface ActDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}

/** What a person does to an alarm; the journal holds it under this name. */
export type Act = 'acknowledged' | 'handled' | 'commented';

/** The call by which a person acts. */
export type ActContext = CallContext<Caller>;

/** Refuses by throwing, or writes and returns the words for the journal. */
export type WriteAct = (transaction: DbOrTransaction, alarm: LockedAlarm, at: Date) => Promise<Bilingual>;

/**
 * One act of a person: the alarm is locked, checked and written together with its journal row; then everybody who looks at it is
 * told.
 *
 * @throws Refusal `notFound` when the caller may not see the alarm. An error of `write` is passed on, and nothing is written.
 */
export const actOnAlarm = (
  deps: ActDeps,
  context: ActContext,
  alarmId: number,
  kind: Act,
  write: WriteAct,
): Promise<void> => actOnAlarms(deps, context, [alarmId], kind, write);

/**
 * The same act on several alarms, all or none. In the order of their numbers, so that two people who chose the same ones wait
 * for each other instead of both being refused.
 *
 * @param check refuses the whole, by throwing, once all of them are known: then it can name each that stands in the way
 */
export async function actOnAlarms(
  deps: ActDeps,
  context: ActContext,
  alarmIds: readonly number[],
  kind: Act,
  write: WriteAct,
  check: (alarms: readonly LockedAlarm[]) => void = () => {},
): Promise<void> {
  const { tenant } = context.caller;
  const now = deps.clock.now();
  const at = new Date(now);
  await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    const alarms: LockedAlarm[] = [];
    for (const alarmId of [...new Set(alarmIds)].sort((a, b) => a - b)) {
      const alarm = await lockAlarm(tenant, transaction, alarmId);
      if (!alarm) throw new Refusal(commonErrors.notFound, {}, alarmIds.length > 1 ? [alarmId] : []);
      alarms.push(alarm);
    }
    check(alarms);
    for (const alarm of alarms) {
      const text = await write(transaction, alarm, at);
      await insertAct(tenant, transaction, alarm, { at, kind, text });
      log({
        companyId: alarm.company_id,
        projectId: alarm.project_id,
        subject: { kind: 'alarm', id: alarm.id, name: alarm.name },
        after: { text },
      });
      afterCommit(() =>
        deps.events.emit('alarmChanged', changeOf(alarm, { kind, levels: liveLevels(alarm), at: now })),
      );
    }
  });
}

/** Refuses with the names of the alarms that stand in the way, and their numbers, so that the others can be done without them. */
export function refuseThose<Alarm extends { readonly id: number; readonly name: string; readonly name_en: string }>(
  alarms: readonly Alarm[],
  isSo: (alarm: Alarm) => boolean,
  entry: ErrorEntry,
): void {
  const those = alarms.filter(isSo);
  if (those.length > 0)
    throw new Refusal(
      entry,
      { names: alarmNames(those) },
      those.map(({ id }) => id),
    );
}
