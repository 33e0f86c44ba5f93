import type { Channel, NotSentReason, OutboundChannel } from '@watchpost/contract';
import type { Person } from './recipients.store.ts';

/** Which ways out of the house there are. */
export type Available = Readonly<Record<OutboundChannel, boolean>>;

/** Where somebody is reached; null: nowhere. */
export const addressOf = (channel: Channel, person: Pick<Person, 'email' | 'mobile'>): string | null =>
  channel === 'email' ? person.email : person.mobile;

/** Why somebody is not reached by one way, whatever he may see; null: he is. A popup reaches everybody. */
export function notReached(
  channel: Channel,
  person: Pick<Person, 'email' | 'mobile'>,
  available: Available,
): NotSentReason | null {
  if (channel === 'app') return null;
  if (!available[channel]) return 'channelNotAvailable';
  return addressOf(channel, person) === null ? 'noAddress' : null;
}
