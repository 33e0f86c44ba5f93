import { type DebugCheckName, qualityOf, readingDataOf } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { checklist, type Facts } from './checklist.ts';
import type { CommissioningDeps } from './deps.ts';
import { factsOfProject, type NamedCheck } from './facts.store.ts';

type Deps = Pick<CommissioningDeps, 'clock' | 'live' | 'points'>;

/** What is known of a project that was found for the tenant, from the database and from what its points say just now. */
export async function factsNow(
  { clock, live, points }: Deps,
  tenant: UserTenant,
  executor: DbOrTransaction,
  projectId: number,
  since: Date,
): Promise<Facts> {
  const { is_located, points: names, ...stored } = await factsOfProject(tenant, executor, projectId, since);
  const now = clock.now();
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const heard: NamedCheck[] = [];
  const sound: NamedCheck[] = [];
  for (const { id, sampling_interval_seconds } of points.ofProject(projectId)) {
    const name = nameOf.get(id) ?? String(id);
    const reading = live.get(id);
    const state = readingDataOf(
      reading && { ...reading, quality: qualityOf(reading.quality) },
      sampling_interval_seconds * 1000,
      now,
    );
    heard.push({ id, name, good: state !== 'silent' });
    if (state !== 'silent') sound.push({ id, name, good: state !== 'bad' });
  }
  return { ...stored, isLocated: is_located, heard, sound };
}

/** The checks of the checklist that a project passes now. It was found for the tenant. */
export async function passingChecks(
  deps: Deps,
  tenant: UserTenant,
  executor: DbOrTransaction,
  projectId: number,
): Promise<Set<DebugCheckName>> {
  const items = checklist(await factsNow(deps, tenant, executor, projectId, new Date(deps.clock.now())), []);
  return new Set(items.flatMap(({ check, state }) => (state === 'ok' ? check : [])));
}
