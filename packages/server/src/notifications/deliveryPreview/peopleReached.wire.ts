import type { Available } from '../outbox/reachedBy.ts';
import type { Client } from '../store.ts';
import { notificationPreview, type Subject } from './notificationPreview.wire.ts';

const calling: ReadonlySet<string> = new Set(['sms', 'voice']);

/**
 * Counts the people whom an alarm raised now would reach at once by SMS or call: by contacts, rotas, leave, rights, addresses and
 * quiet hours of this moment. Each strategy is asked once, however many points it watches.
 */
export function peopleReached(client: Client, available: Available, now: number) {
  const asked = new Map<string, Promise<ReadonlySet<number>>>();
  const reachedBy = async (
    place: Pick<Subject, 'companyId' | 'projectId' | 'timeZone'>,
    { strategyId, severity }: { strategyId: number; severity: number },
  ): Promise<ReadonlySet<number>> => {
    const subject = { ...place, strategyId, severity, alarmId: null, escalateMinutes: null, since: now, isOver: null };
    const { Rows } = await notificationPreview(client, subject, now, available, 'en');
    return new Set(
      Rows.flatMap(({ UserId, Channel, Reason }) =>
        UserId !== null && calling.has(Channel) && Reason === null ? [UserId] : [],
      ),
    );
  };
  return async (
    place: Pick<Subject, 'companyId' | 'projectId' | 'timeZone'>,
    strategies: readonly { strategyId: number; severity: number }[],
  ): Promise<number> => {
    const people = new Set<number>();
    for (const strategy of strategies) {
      const key = `${strategy.strategyId} ${strategy.severity}`;
      const reached = asked.get(key) ?? reachedBy(place, strategy);
      asked.set(key, reached);
      for (const userId of await reached) people.add(userId);
    }
    return people.size;
  };
}
