import { commonErrors, type deliveryPreviewCalls, type NotSentReason, outboundChannels } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeliveryLogDeps } from '../deliveryLog/handlers.ts';
import { readAlarmsToTell } from '../outbox/recipients.store.ts';
import { isNotified } from '../severityRules.ts';
import { notificationPreview, type Subject } from './notificationPreview.wire.ts';
import { findSeenAlarm, findStrategy, readSetting, type SettingRow, writeSetting } from './setting.store.ts';

const minuteOf = (clock: string): number | null =>
  clock === '' ? null : Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const clockOf = (minute: number | null): string =>
  minute === null ? '' : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export function deliveryPreviewHandlers(deps: DeliveryLogDeps): Handlers<typeof deliveryPreviewCalls> {
  const { db, clock, outbox } = deps;
  return {
    async getWhoWouldBeCalled({ caller, language }, { body }) {
      const client = clientOf(db);
      const now = clock.now();
      const subject = async (): Promise<Subject> => {
        if (body.AlarmId !== undefined) {
          const seen = await findSeenAlarm(caller.tenant, db, body.AlarmId);
          const alarm = seen && (await readAlarmsToTell(system, client, [seen.id])).get(seen.id);
          if (!alarm) throw new Refusal(commonErrors.notFound);
          const isOver: NotSentReason | null = alarm.acknowledged
            ? 'acknowledged'
            : alarm.returned
              ? 'returned'
              : seen.hidden
                ? 'hidden'
                : isNotified(alarm.severity)
                  ? null
                  : 'recordOnly';
          return { ...alarm, alarmId: alarm.id, severity: seen.severity, since: alarm.ladderBeganAt.getTime(), isOver };
        }
        const strategy = body.StrategyId === undefined ? null : await findStrategy(system, db, body.StrategyId);
        if (!strategy || !caller.tenant.projectIds.includes(strategy.project_id))
          throw new Refusal(commonErrors.notFound);
        return {
          alarmId: null,
          strategyId: strategy.id,
          companyId: strategy.company_id,
          projectId: strategy.project_id,
          timeZone: strategy.time_zone,
          escalateMinutes: strategy.escalate_minutes,
          severity: body.Level ?? 1,
          since: now,
          isOver: isNotified(body.Level ?? 1) ? null : 'recordOnly',
        };
      };
      return notificationPreview(client, await subject(), now, outbox.available, language);
    },

    async getContactSetting({ caller }) {
      const row = await readSetting(caller.tenant, db);
      return {
        Language: row.language,
        QuietFrom: clockOf(row.quiet_from),
        QuietUntil: clockOf(row.quiet_until),
        QuietWeekdayList: row.quiet_weekdays,
        QuietLevelList: row.quiet_severities,
        Mobile: row.mobile,
        Email: row.email,
        NotAvailable: outboundChannels.filter((channel) => channel !== 'webhook' && !outbox.available[channel]),
      };
    },

    async updateContactSetting(context, { body }) {
      const { tenant, userId, grants } = context.caller;
      const setting: SettingRow = {
        language: body.Language,
        quiet_from: minuteOf(body.QuietFrom),
        quiet_until: minuteOf(body.QuietUntil),
        quiet_weekdays: body.QuietWeekdayList,
        quiet_severities: body.QuietLevelList,
      };
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        const { nickname, mobile: _mobile, email: _email, ...before } = await readSetting(tenant, transaction);
        if (JSON.stringify(before) === JSON.stringify(setting)) return unchanged();
        await writeSetting(tenant, transaction, setting);
        const words = (row: SettingRow) => ({
          language: row.language,
          quietHours: row.quiet_from === null ? null : `${clockOf(row.quiet_from)}–${clockOf(row.quiet_until)}`,
          weekdays: row.quiet_weekdays,
          levels: row.quiet_severities,
        });
        log({
          companyId: grants?.companyId ?? null,
          subject: { kind: 'account', id: userId, name: nickname },
          before: words(before),
          after: words(setting),
        });
      });
      return null;
    },
  };
}
