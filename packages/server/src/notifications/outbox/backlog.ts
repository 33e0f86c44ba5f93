import { outboundChannels } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type Backlog, readBacklog, stuckAfterMinutes } from './outbox.store.ts';

/** Messages that wait to be sent, for the operator of the platform. */
export function watchBacklog({ pool, clock, metrics }: { pool: pg.Pool; clock: Clock; metrics: Metrics }) {
  const figures = async (figure: (backlog: Backlog) => number): Promise<Record<string, number>> => {
    const waiting = await readBacklog(system, pool);
    const of = (channel: string) => waiting.find((each) => each.channel === channel);
    return Object.fromEntries(
      outboundChannels.map((channel) => [channel, of(channel) === undefined ? 0 : figure(of(channel)!)]),
    );
  };
  const secondsSince = (at: Date): number => Math.max(0, (clock.now() - at.getTime()) / 1000);
  metrics.gauges('watchpost_messages_waiting', 'Messages that wait to be taken', 'way', () =>
    figures(({ waiting }) => waiting),
  );
  metrics.gauges('watchpost_oldest_waiting_message_seconds', 'Age of the oldest of them', 'way', () =>
    figures(({ oldestAt }) => secondsSince(oldestAt)),
  );
  return {
    /** The ways by which something waits and nothing has been taken for long; null: none. Webhooks are no provider of ours. */
    async stuck(): Promise<string | null> {
      const stuck = (await readBacklog(system, pool))
        .filter(({ channel }) => channel !== 'webhook')
        .map(({ channel, stuckSince }) => ({ channel, minutes: Math.floor(secondsSince(stuckSince) / 60) }))
        .filter(({ minutes }) => minutes >= stuckAfterMinutes);
      return stuck.length === 0
        ? null
        : stuck.map(({ channel, minutes }) => `no ${channel} message has been taken for ${minutes} min`).join('; ');
    },
  };
}
