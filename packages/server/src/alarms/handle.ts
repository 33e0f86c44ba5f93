import { alarmErrors, type Bilingual } from '@watchpost/contract';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type ActContext, type ActDeps, actOnAlarm, actOnAlarms, needUndone } from './actOnAlarm.ts';
import { type FollowUp, followUpText } from './followUpText.ts';
import { insertComment, type LockedAlarm, writeHandled } from './store.ts';

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
 */
export const handle = (deps: ActDeps, context: ActContext, alarmId: number, handling: Handling): Promise<void> =>
  actOnAlarm(deps, context, alarmId, 'handled', async (transaction, alarm, at) => {
    const isSame =
      alarm.handled_at !== null &&
      alarm.follow_up === handling.followUp &&
      (alarm.comment ?? '') === handling.comment &&
      (alarm.measures ?? '') === handling.measures &&
      (alarm.analysis_result ?? '') === handling.analysisResult;
    if (isSame) throw new Refusal(alarmErrors.alreadyHandled);
    return write(context, transaction, alarm, handling, at);
  });

/** Several at once, all or none; here one that was handled before is refused however it was handled. */
export const handleAll = (
  deps: ActDeps,
  context: ActContext,
  alarmIds: readonly number[],
  handling: Handling,
): Promise<void> =>
  actOnAlarms(deps, context, alarmIds, 'handled', async (transaction, alarm, at) => {
    needUndone(alarm.handled_at !== null, alarm);
    return write(context, transaction, alarm, handling, at);
  });

async function write(
  { caller: { tenant } }: ActContext,
  transaction: DbOrTransaction,
  alarm: LockedAlarm,
  handling: Handling,
  at: Date,
): Promise<Bilingual> {
  if (!alarm.acknowledged_at) throw new Refusal(alarmErrors.acknowledgeFirst);
  await writeHandled(tenant, transaction, alarm, { ...handling, at });
  const { zh, en } = followUpText[handling.followUp];
  const { comment, measures, analysisResult } = handling;
  return {
    zh: `处理：${zh}${comment && `，${comment}`}${measures && `；措施：${measures}`}${analysisResult && `；分析结果：${analysisResult}`}`,
    en: `Handled: ${en}${comment && `; ${comment}`}${measures && `; measures: ${measures}`}${analysisResult && `; analysis: ${analysisResult}`}`,
  };
}

/** What somebody has to say about an alarm, whatever its state. */
export const comment = (deps: ActDeps, context: ActContext, alarmId: number, words: string): Promise<void> =>
  actOnAlarm(deps, context, alarmId, 'commented', async (transaction, alarm, at) => {
    await insertComment(context.caller.tenant, transaction, alarm, { at, text: words });
    return { zh: `评论：${words}`, en: `Comment: ${words}` };
  });
