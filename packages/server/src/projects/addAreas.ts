import type { CompanyTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import { needFreeName } from './addSubarea.ts';
import { emitPlacesChanged } from './emitPlacesChanged.ts';
import { insertPlace } from './places.store.ts';

/** An area by the names from the project down to it. */
interface AreaOfPath {
  readonly path: readonly string[];
  readonly nameEn: string | null;
}

/**
 * Adds several areas to a project that was found for the tenant, those above before those below. The company's places were locked
 * before its areas were read (`lockPlaces`).
 *
 * @param present those that the project has
 * @returns all of them with their ids
 * @throws Refusal `areaNameTaken`
 */
export async function addAreas(
  { events }: { readonly events: EventBus },
  { transaction, log, afterCommit }: Pick<OneWrite, 'transaction' | 'log' | 'afterCommit'>,
  tenant: CompanyTenant,
  {
    projectId,
    areas,
    present,
    at,
  }: {
    projectId: number;
    areas: readonly AreaOfPath[];
    present: readonly (AreaOfPath & { readonly id: number })[];
    at: Date;
  },
): Promise<{ id: number; path: readonly string[] }[]> {
  const all: { id: number; path: readonly string[] }[] = [...present];
  const idOf = (path: readonly string[]): number =>
    path.length === 0
      ? projectId
      : all.find((each) => each.path.length === path.length && each.path.every((name, i) => name === path[i]))!.id;
  for (const { path, nameEn } of areas) {
    const parentId = idOf(path.slice(0, -1));
    const place = { parentId, kind: 'area' as const, name: path.at(-1)!, nameEn };
    await needFreeName(tenant, transaction, place);
    const id = await insertPlace(tenant, transaction, { ...place, at });
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: 'area', id, name: place.name },
      after: { name: place.name, nameEn, parentId },
    });
    all.push({ id, path });
  }
  const added = all.slice(present.length).map(({ id }) => id);
  if (added.length > 0) afterCommit(() => emitPlacesChanged(events, tenant.companyId, 'area', added));
  return all;
}
