import { system } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { noteLateReadings as note } from './due.store.ts';

/** A reading that is older, in ms, may belong to a waybill that is closed already. */
const lateMs = 60_000;

/**
 * Notes readings that come late, so that the certificate of a closed waybill follows them at once. Sealing their hour notes them once
 * more in its own transaction, so none is lost when a process ends first.
 *
 * @returns a function that ends it
 */
export function noteLateTagReadings({
  db,
  clock,
  events,
  log,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly log: Log;
}): () => void {
  const owner = {};
  events.on(owner, 'readingsCommitted', ({ columns: { length, pointIds, measuredAt } }) => {
    const now = clock.now();
    const late = new Map<number, { pointId: number; from: number; to: number }>();
    for (let i = 0; i < length; i++) {
      const at = measuredAt[i]!;
      if (at >= now - lateMs) continue;
      const pointId = pointIds[i]!;
      const known = late.get(pointId);
      if (known) Object.assign(known, { from: Math.min(known.from, at), to: Math.max(known.to, at) });
      else late.set(pointId, { pointId, from: at, to: at });
    }
    if (late.size === 0) return;
    note(system, db, [...late.values()], new Date(now)).catch((error: unknown) =>
      log.error({ err: error }, 'Late readings of closed waybills could not be noted; sealing their hour will'),
    );
  });
  return () => events.removeOwner(owner);
}
