import { alarmErrors, commonErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { ActDeps } from './acknowledge.ts';
import { type FollowUp, followUpText } from './followUpText.ts';
import { insertAct, lockAlarm, writeHandled } from './store.ts';

/**
 * Records what people decided about an acknowledged alarm. They may decide otherwise later (first observing, then someone
 * drives there): each decision is journalled, the same one twice is refused.
 */
export async function handle(
  { db, clock, events }: ActDeps,
  tenant: UserTenant,
  alarmId: number,
  decision: { followUp: FollowUp; comment: string },
): Promise<void> {
  const now = clock.now();
  const at = new Date(now);
  const alarm = await db.transaction().execute(async (transaction) => {
    const found = await lockAlarm(tenant, transaction, alarmId);
    if (!found) throw new Refusal(commonErrors.notFound);
    if (!found.acknowledged_at) throw new Refusal(alarmErrors.acknowledgeFirst);
    const isSame =
      found.handled_at !== null && found.follow_up === decision.followUp && (found.comment ?? '') === decision.comment;
    if (isSame) throw new Refusal(alarmErrors.alreadyHandled);
    await writeHandled(tenant, transaction, alarmId, { ...decision, userId: tenant.userId, at });
    const words = followUpText[decision.followUp];
    const text = {
      zh: `处理：${words.zh}${decision.comment && `，${decision.comment}`}`,
      en: `Handled: ${words.en}${decision.comment && `; ${decision.comment}`}`,
    };
    await insertAct(tenant, transaction, {
      alarmId,
      at,
      kind: 'handled',
      severity: found.severity,
      text,
      userId: tenant.userId,
    });
    return found;
  });
  events.emit('alarmChanged', {
    alarmId,
    companyId: alarm.company_id,
    projectId: alarm.project_id,
    deviceId: alarm.device_id,
    pointId: alarm.point_id,
    kind: 'handled',
    level: alarm.severity,
    previousLevel: null,
    at: now,
  });
}
