import { alarmErrors } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';
import { type ActContext, type ActDeps, actOnAlarm } from './actOnAlarm.ts';
import { type FollowUp, followUpText } from './followUpText.ts';
import { writeHandled } from './store.ts';

/**
 * Records what people decided about an acknowledged alarm. They may decide otherwise later (first observing, then someone
 * drives there): each decision is journalled, the same one twice is refused.
 */
export const handle = (
  deps: ActDeps,
  context: ActContext,
  alarmId: number,
  decision: { followUp: FollowUp; comment: string },
): Promise<void> =>
  actOnAlarm(deps, context, alarmId, 'handled', async (transaction, alarm, at) => {
    if (!alarm.acknowledged_at) throw new Refusal(alarmErrors.acknowledgeFirst);
    const isSame =
      alarm.handled_at !== null && alarm.follow_up === decision.followUp && (alarm.comment ?? '') === decision.comment;
    if (isSame) throw new Refusal(alarmErrors.alreadyHandled);
    await writeHandled(context.caller.tenant, transaction, alarm, { ...decision, at });
    const words = followUpText[decision.followUp];
    return {
      zh: `处理：${words.zh}${decision.comment && `，${decision.comment}`}`,
      en: `Handled: ${words.en}${decision.comment && `; ${decision.comment}`}`,
    };
  });
