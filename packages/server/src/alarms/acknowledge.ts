import { alarmErrors, commonErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { insertAct, lockAlarm, writeAcknowledged } from './store.ts';

export interface ActDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}

/** A person has seen the alarm: nobody is told again. An alarm that is over can still be acknowledged. */
export async function acknowledge({ db, clock, events }: ActDeps, tenant: UserTenant, alarmId: number): Promise<void> {
  const now = clock.now();
  const at = new Date(now);
  const alarm = await db.transaction().execute(async (transaction) => {
    const found = await lockAlarm(tenant, transaction, alarmId);
    if (!found) throw new Refusal(commonErrors.notFound);
    if (found.acknowledged_at)
      throw new Refusal(alarmErrors.alreadyAcknowledged, { name: found.acknowledged_name ?? '—' });
    await writeAcknowledged(tenant, transaction, alarmId, tenant.userId, at);
    const text = { zh: '已确认', en: 'Confirmed' };
    await insertAct(tenant, transaction, {
      alarmId,
      at,
      kind: 'acknowledged',
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
    kind: 'acknowledged',
    level: alarm.severity,
    previousLevel: null,
    at: now,
  });
}
