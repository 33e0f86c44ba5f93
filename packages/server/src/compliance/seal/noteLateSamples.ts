import { hourMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { SealDeps } from '../deps.ts';
import { noteDirty } from './seal.store.ts';

/** A reading that is older, in ms, may belong to a day that is sealed already. */
const lateMs = hourMs;

/**
 * Notes readings that come late, so that a verification knows of them at once. Sealing the hour notes them once more, in its own
 * transaction: what a process forgets that ends here is found then.
 *
 * @returns a function that ends it
 */
export function noteLateSamples({
  db,
  clock,
  events,
  log,
}: Pick<SealDeps, 'db' | 'clock' | 'events' | 'log'>): () => void {
  const owner = {};
  events.on(owner, 'readingsCommitted', ({ columns: { length, pointIds, measuredAt } }) => {
    const before = clock.now() - lateMs;
    const late = new Map<string, [number, number]>();
    for (let i = 0; i < length; i++) {
      const at = measuredAt[i]!;
      if (at >= before) continue;
      const hour = Math.floor(at / hourMs);
      late.set(`${pointIds[i]} ${hour}`, [pointIds[i]!, hour]);
    }
    if (late.size === 0) return;
    const found = [...late.values()];
    noteDirty(
      system,
      db,
      found.map(([pointId]) => pointId),
      found.map(([, hour]) => hour),
    ).catch((error: unknown) =>
      log.error({ err: error }, 'Late readings of sealed days could not be noted; sealing their hour will'),
    );
  });
  return () => events.removeOwner(owner);
}
