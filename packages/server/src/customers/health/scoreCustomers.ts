import { system } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type CustomerFigures, companiesToScore, figuresOfCustomers, keepHealth } from './health.store.ts';
import { type HealthFigures, healthScore } from './healthScore.ts';

/** Fewer customers of an industry are no peers. */
const minPeers = 5;
/** Users of a customer who look in. Our choice: one, and one who stands in. */
const usersEnough = 2;

/** Scores customers that have no health of their company's present day: all of them once a day, and those who come meanwhile. */
export async function scoreCustomers(
  { db, clock, log, events }: { readonly db: Db; readonly clock: Clock; readonly log: Log; readonly events: EventBus },
  stopping: AbortSignal,
): Promise<void> {
  const now = new Date(clock.now());
  for (const { id, today } of await companiesToScore(system, db, now)) {
    if (stopping.aborted) return;
    try {
      const rows = scored(await figuresOfCustomers(system, db, id, today, now));
      await db.transaction().execute((transaction) => keepHealth(system, transaction, today, rows));
      events.emit('listsChanged', { companyId: id, kinds: ['customers'] });
    } catch (error) {
      log.error({ err: error, companyId: id }, 'Customers of a company could not be scored; those of the others are');
    }
  }
}

function scored(customers: readonly CustomerFigures[]) {
  const medians = mediansByIndustry(customers);
  return customers.map((customer) => {
    const figures = figuresOf(customer, medians.get(customer.industry));
    const { total } = healthScore(figures);
    const { total: quiet } = healthScore({ ...figures, acknowledged: null, alarms: null });
    return {
      ...{ customer_id: customer.customer_id, score: total === null ? null : Math.round(total) },
      score_without_alarms: quiet === null ? null : Math.round(quiet),
      figures: { ...figures, usage: customer.usage },
    };
  });
}

/** Alarms of a device in 30 days. */
const alarmRate = ({ alarms, devices }: CustomerFigures): number => alarms / devices;

function mediansByIndustry(customers: readonly CustomerFigures[]): Map<number, number> {
  const rates = Map.groupBy(
    customers.filter(({ devices }) => devices > 0),
    ({ industry }) => industry,
  );
  return new Map(
    [...rates].flatMap(([industry, peers]) => {
      if (peers.length < minPeers) return [];
      const sorted = peers.map(alarmRate).sort((a, b) => a - b);
      const middle = (sorted.length - 1) / 2;
      return [[industry, (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2] as const];
    }),
  );
}

const share = (found: number, of: number): HealthFigures['orders'] =>
  of === 0 ? null : { found: found / of, against: of };

const figuresOf = (customer: CustomerFigures, median: number | undefined): HealthFigures => ({
  connected: customer.connected === null ? null : { found: customer.connected, against: customer.points },
  acknowledged: share(customer.prompt, customer.due),
  alarms: customer.devices === 0 || median === undefined ? null : { found: alarmRate(customer), against: median },
  users: { found: customer.users, against: usersEnough },
  orders: share(customer.on_time, customer.orders),
  maintenance: share(customer.visited, customer.visits),
});
