import { commonErrors, nobodyInParticular, type notificationCalls, type popupCalls } from '@watchpost/contract';
import { type Caller, narrowed, type UserTenant } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { isServed } from '../projects/index.ts';
import { alarmViewer } from './alarmViewers.ts';
import { type DeliveryLogDeps, deliveryLogHandlers } from './deliveryLog/handlers.ts';
import { deliveryPreviewHandlers } from './deliveryPreview/handlers.ts';
import { type DutyDeps, dutyHandlers } from './duty/handlers.ts';
import { presentPopup } from './present.ts';
import { markRead, pagePopups, tenantProjects } from './store.ts';
import { type WebhookDeps, webhookHandlers } from './webhooks/handlers.ts';

export const notificationHandlers = (
  deps: DeliveryLogDeps & DutyDeps & WebhookDeps,
): Handlers<typeof notificationCalls> => ({
  ...popupHandlers(deps),
  ...deliveryLogHandlers(deps),
  ...deliveryPreviewHandlers(deps),
  ...dutyHandlers(deps),
  ...webhookHandlers(deps),
});

function popupHandlers({ db, clock }: DeliveryLogDeps): Handlers<typeof popupCalls> {
  /** Projects whose alarms may pop up for the caller: their screens show alarms there, and the project is served. */
  const popupTenant = async (caller: Caller): Promise<UserTenant> => {
    const viewer = alarmViewer(caller);
    const served = (await tenantProjects(viewer, db)).filter((project) => isServed(project, clock.now()));
    return narrowed(
      viewer,
      served.map(({ id }) => id),
    );
  };

  return {
    async getAlarmPlayScreenPage({ caller, language }, { body }) {
      const named = body.UserId === nobodyInParticular ? undefined : body.UserId;
      if (named !== undefined && named !== caller.userId) throw new Refusal(commonErrors.noPermission);
      const page = rowRange(body);
      const { rows, total } = await pagePopups(await popupTenant(caller), db, page);
      return { Data: rows.map((row) => presentPopup(row, language)), TotalCount: total };
    },

    async readAlarmPlayScreen({ caller }, { body }) {
      await markRead(caller.tenant, db, body, new Date(clock.now()));
      return null;
    },
  };
}
