import { system } from '../access/index.ts';
import type { EnergyDeps } from './deps.ts';
import { noteLate } from './settle/settle.store.ts';

/** Readings of today are read again at each settling. */
const lateMs = 180_000;

/** Notes readings that come late, so that their days are settled once more. @returns what ends it */
export function noteLateReadings({
  db,
  clock,
  events,
  log,
}: Pick<EnergyDeps, 'db' | 'clock' | 'events' | 'log'>): () => void {
  const owner = {};
  events.on(owner, 'readingsCommitted', ({ columns: { length, pointIds, measuredAt } }) => {
    const before = clock.now() - lateMs;
    const earliest = new Map<number, number>();
    for (let i = 0; i < length; i++) {
      const at = measuredAt[i]!;
      if (at >= before) continue;
      const pointId = pointIds[i]!;
      if (at < (earliest.get(pointId) ?? Number.POSITIVE_INFINITY)) earliest.set(pointId, at);
    }
    if (earliest.size === 0) return;
    const at = [...earliest.values()].map((each) => new Date(each));
    noteLate(system, db, [...earliest.keys()], at).catch((error: unknown) =>
      log.error(
        { err: error },
        'Late readings of meters could not be noted; the nightly settling finds those of three days',
      ),
    );
  });
  return () => events.removeOwner(owner);
}
