import { alarmErrors, type Bilingual, type FollowUp, followUpWords } from '@watchpost/contract';
import { zoneOf } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { insertComment, type LockedAlarm, writeHandled } from '../store.ts';
import { type ActContext, type ActDeps, actOnAlarm, actOnAlarms, refuseThose } from './actOnAlarm.ts';

/** What people decided about an alarm. */
export interface Handling {
  readonly followUp: FollowUp;
  readonly comment: string;
  readonly measures: string;
  readonly analysisResult: string;
}

/**
 * Records what people decided about an acknowledged alarm. They may decide otherwise later (first observing, then someone
 * drives there): each decision is journalled, the same one twice is refused.
 *
 * @param seenAt when it had last been handled, as shown to the caller, in epoch milliseconds; null: not yet. Refused when a
 *   colleague has decided since, because that would be overwritten unseen. Undefined: a caller that does not say.
 */
export const handle = (
  deps: ActDeps,
  context: ActContext,
  alarmId: number,
  handling: Handling,
  seenAt: number | null | undefined,
): Promise<void> =>
  actOnAlarm(deps, context, alarmId, 'handled', async (transaction, alarm, at) => {
    const isSame =
      alarm.handled_at !== null &&
      alarm.follow_up === handling.followUp &&
      (alarm.comment ?? '') === handling.comment &&
      (alarm.measures ?? '') === handling.measures &&
      (alarm.analysis_result ?? '') === handling.analysisResult;
    if (isSame) throw new Refusal(alarmErrors.alreadyHandled);
    if (seenAt !== undefined && alarm.handled_at !== null && alarm.handled_at.getTime() !== seenAt) {
      const timeZone = await zoneOf(context.caller.tenant, transaction, alarm.project_id);
      throw new Refusal(alarmErrors.handledMeanwhile, {
        name: alarm.handled_name ?? '—',
        time: localOfEpoch(alarm.handled_at.getTime(), timeZone).slice(0, 16),
        followUp: followUpWords[alarm.follow_up as FollowUp],
      });
    }
    if (!alarm.acknowledged_at) throw new Refusal(alarmErrors.acknowledgeFirst);
    needOver([alarm], handling);
    return write(context, transaction, alarm, handling, at);
  });

/** Several at once, all or none; one that was handled before is refused here, with any decision. */
export const handleAll = (
  deps: ActDeps,
  context: ActContext,
  alarmIds: readonly number[],
  handling: Handling,
): Promise<void> =>
  actOnAlarms(
    deps,
    context,
    alarmIds,
    'handled',
    (transaction, alarm, at) => write(context, transaction, alarm, handling, at),
    (alarms) => {
      refuseThose(alarms, ({ handled_at }) => handled_at !== null, alarmErrors.selectedProcessed);
      refuseThose(alarms, ({ acknowledged_at }) => acknowledged_at === null, alarmErrors.acknowledgeTheseFirst);
      needOver(alarms, handling);
    },
  );

/** "The alarm is off" sends people home, so it is refused while one is active. */
function needOver(alarms: readonly LockedAlarm[], { followUp }: Handling): void {
  if (followUp === 'alarmOff') refuseThose(alarms, ({ returned_at }) => returned_at === null, alarmErrors.stillActive);
}

async function write(
  { caller: { tenant } }: ActContext,
  transaction: DbOrTransaction,
  alarm: LockedAlarm,
  handling: Handling,
  at: Date,
): Promise<Bilingual> {
  await writeHandled(tenant, transaction, alarm, { ...handling, at });
  const { zh, en } = followUpWords[handling.followUp];
  const { comment, measures, analysisResult } = handling;
  return {
    zh: `处理：${zh}${comment && `，${comment}`}${measures && `；措施：${measures}`}${analysisResult && `；分析结果：${analysisResult}`}`,
    en: `Handled: ${en}${comment && `; ${comment}`}${measures && `; measures: ${measures}`}${analysisResult && `; analysis: ${analysisResult}`}`,
  };
}

/** What somebody has to say about an alarm, in any of its states. */
export const comment = (deps: ActDeps, context: ActContext, alarmId: number, words: string): Promise<void> =>
  actOnAlarm(deps, context, alarmId, 'commented', async (transaction, alarm, at) => {
    await insertComment(context.caller.tenant, transaction, alarm, { at, text: words });
    return { zh: `评论：${words}`, en: `Comment: ${words}` };
  });
