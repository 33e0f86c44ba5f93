import { type Caller, RightRefused, type VerifyToken } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { ForbiddenCall } from '../platform/http/callServer.ts';
import type { Log } from '../platform/log/log.ts';

/** Reports calls that were refused for a missing right. Of a caller without a valid sign-in there is nothing to report. */
export const createReportForbidden =
  ({ clock, events, log, verifyToken }: { clock: Clock; events: EventBus; log: Log; verifyToken: VerifyToken }) =>
  ({ call, caller, refusal, token, address, userAgent }: ForbiddenCall<Caller>): void => {
    const report = async (): Promise<void> => {
      const at = clock.now();
      const userId = caller?.userId ?? (token === null ? null : (await verifyToken(token))?.userId) ?? null;
      if (userId === null) return;
      const companyId = refusal instanceof RightRefused ? refusal.companyId : (caller?.grants?.companyId ?? null);
      const kind = 'rightRefused';
      events.emit('securityEvent', { kind, userId, companyId, account: '', subject: call, address, userAgent, at });
    };
    report().catch((error) => log.error({ err: error, call }, 'A refused call could not be reported'));
  };
