import type { EventBus } from '../events.ts';
import type { GatewayFacts } from '../gateways/index.ts';
import type { Clock } from '../platform/clock.ts';

/** A second connection says that it is a gateway, or has taken the place of the first: two boxes with one identity, or a forger. */
export type Clashed = (gateway: Pick<GatewayFacts, 'company_id' | 'serial_number'>, address: string) => void;

/** Says among the security events whose gateway it is, and where the second connection came from. */
export const reportClash =
  ({ events, clock }: { events: EventBus; clock: Clock }): Clashed =>
  ({ company_id: companyId, serial_number: subject }, address) =>
    events.emit('securityEvent', {
      ...{ kind: 'gatewayClash', userId: null, companyId, account: '', subject },
      ...{ address, userAgent: '', at: clock.now() },
    });
