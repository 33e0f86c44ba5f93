import { alarmErrors, type Bilingual } from '@watchpost/contract';
import { markAlarmRead } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Severity } from '../engine/index.ts';
import { type LockedAlarm, writeAcknowledged } from '../store.ts';
import { severityText } from '../words/severityText.ts';
import { type ActContext, type ActDeps, actOnAlarm, actOnAlarms, refuseThose } from './actOnAlarm.ts';

const justConfirmed: Bilingual = { zh: '已确认', en: 'Acknowledged' };

/**
 * A person has seen the alarm: repeats and escalation stop, and their own messages about it count as read. An ended alarm can
 * still be acknowledged.
 *
 * @param seenSeverity the level on their screen; refused when the alarm has become more severe since, because they never saw
 *   that. Null: a caller that does not say.
 * @param text the sentence for the journal; how the person acted, where that was not on a screen
 */
export const acknowledge = (
  deps: ActDeps,
  context: ActContext,
  alarmId: number,
  seenSeverity: number | null,
  text: Bilingual = justConfirmed,
): Promise<void> =>
  actOnAlarm(deps, context, alarmId, 'acknowledged', async (transaction, alarm, at) => {
    if (alarm.acknowledged_at)
      throw new Refusal(alarmErrors.alreadyAcknowledged, { name: alarm.acknowledged_name ?? '—' });
    return write(context, transaction, alarm, seenSeverity, at, text);
  });

/** Several at once, all or none. */
export const acknowledgeAll = (
  deps: ActDeps,
  context: ActContext,
  seen: ReadonlyMap<number, number | null>,
): Promise<void> =>
  actOnAlarms(
    deps,
    context,
    [...seen.keys()],
    'acknowledged',
    (transaction, alarm, at) => write(context, transaction, alarm, seen.get(alarm.id) ?? null, at),
    (alarms) => {
      refuseThose(alarms, ({ acknowledged_at }) => acknowledged_at !== null, alarmErrors.selectedProcessed);
      if (alarms.length > 1)
        refuseThose(alarms, (alarm) => isWorse(alarm, seen.get(alarm.id) ?? null), alarmErrors.theseBecameMoreSevere);
    },
  );

/** Whether the alarm is more severe than what somebody saw. Uses the severity on screens, which of an ended alarm is its worst; 1 is the most severe. */
const isWorse = ({ effective_severity }: LockedAlarm, seenSeverity: number | null): boolean =>
  seenSeverity !== null && effective_severity < seenSeverity;

async function write(
  { caller: { tenant } }: ActContext,
  transaction: DbOrTransaction,
  alarm: LockedAlarm,
  seenSeverity: number | null,
  at: Date,
  text: Bilingual = justConfirmed,
): Promise<Bilingual> {
  if (isWorse(alarm, seenSeverity)) {
    const { zh, en } = severityText(alarm.effective_severity as Severity);
    throw new Refusal(alarmErrors.becameMoreSevere, { zh, en });
  }
  await writeAcknowledged(tenant, transaction, alarm, at);
  await markAlarmRead(tenant, transaction, alarm.id, at);
  return text;
}
