import { accountErrors } from '@watchpost/contract';
import { countFailed, createTurns, limitsByNetwork, tooManyRequests } from '../account/index.ts';
import type { EventBus } from '../events.ts';
import type { GatewayFacts } from '../gateways/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';

/**
 * Wrong passwords of one gateway from one network, within 15 minutes. A gateway that was set up wrongly tries every few
 * seconds; what it is told does not change by trying more often. Other gateways of its network are let in.
 */
const wrongPasswords = { count: 20, withinMs: 15 * 60_000 };

/** Looks at a password of a gateway unless too many were wrong: each look takes 20 ms of a processor. */
export type GatewayThrottle = (
  gateway: Pick<GatewayFacts, 'id' | 'company_id' | 'serial_number'>,
  address: string,
  verify: () => Promise<boolean>,
) => Promise<'right' | 'wrong' | 'throttled'>;

export function createGatewayThrottle(deps: { db: Db; clock: Clock; events: EventBus }): GatewayThrottle {
  /**
   * An attempt counts as wrong until it is known to be right, so those that count together wait for each other: of one gateway
   * from one network. Guesses from other networks do not delay the gateway.
   */
  const inTurn = createTurns(() => tooManyRequests(wrongPasswords.withinMs));
  return async ({ id, company_id: companyId, serial_number: subject }, address, verify) => {
    const limits = limitsByNetwork(`mqtt:${id}`, address, wrongPasswords, tooManyRequests);
    const rooms = limits.map(({ key, allowance }) => ({ name: key, maxWaiting: allowance.count }));
    let isChecked = false;
    try {
      await inTurn({ keys: [limits[0]!.key], rooms }, () =>
        countFailed(deps, limits, async () => {
          isChecked = true;
          if (!(await verify())) throw new Refusal(accountErrors.wrongPassword);
        }),
      );
      return 'right';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const at = deps.clock.now();
      const kind = 'gatewayRefused';
      deps.events.emit('securityEvent', {
        kind,
        userId: null,
        companyId,
        account: '',
        subject,
        address,
        userAgent: '',
        at,
      });
      return isChecked ? 'wrong' : 'throttled';
    }
  };
}
