import type { Channel, NotSentReason, OutboundChannel } from '@watchpost/contract';
import type { Person } from './recipients.store.ts';

/** Which ways out of the house there are. */
export type Available = Readonly<Record<OutboundChannel, boolean>>;

/** Address of a person by a way; null: none. */
export const addressOf = (channel: Channel, person: Pick<Person, 'email' | 'mobile'>): string | null =>
  channel === 'email' ? person.email : person.mobile;

/** Why a person is not reached by one way, their rights aside; null: they are. A popup reaches everybody. */
export function notReached(
  channel: Channel,
  person: Pick<Person, 'email' | 'mobile'>,
  available: Available,
): NotSentReason | null {
  if (channel === 'app') return null;
  if (!available[channel]) return 'channelNotAvailable';
  return addressOf(channel, person) === null ? 'noAddress' : null;
}
