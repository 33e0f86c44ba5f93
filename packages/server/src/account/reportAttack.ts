import type { SecurityEventKind } from '@watchpost/contract';
import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';

export interface ReportDeps {
  readonly clock: Clock;
  readonly events: EventBus;
}

/** Where a request comes from, as its caller's browser and network say. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** Whose account it is about: somebody's, or what was typed where there is none. */
export type Attacked = { readonly userId: number } | { readonly typed: string };

/** Reports what may be an attack on an account to the list of security events. */
export function reportAttack(
  { clock, events }: ReportDeps,
  kind: SecurityEventKind,
  attacked: Attacked,
  { address, userAgent }: Origin,
): void {
  const isKnown = 'userId' in attacked;
  events.emit('securityEvent', {
    kind,
    userId: isKnown ? attacked.userId : null,
    companyId: null,
    account: isKnown ? '' : hidden(attacked.typed),
    subject: '',
    address,
    userAgent,
    at: clock.now(),
  });
}

/** The beginning only: people type passwords into the wrong field. */
const hidden = (typed: string): string => `${[...typed.trim()].slice(0, 2).join('')}***`;
