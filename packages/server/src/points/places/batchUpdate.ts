import { pointErrors } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { holdersOfNames, type LinkedPoint } from './places.store.ts';

/** As many characters as a point name has at most. */
const longestName = 50;

/**
 * Names after finding and replacing a text in them, of those that change.
 *
 * @throws Refusal where a name would be empty, too long or taken
 */
export async function replacedNames(
  tenant: UserTenant,
  db: DbOrTransaction,
  points: readonly LinkedPoint[],
  find: string | null,
  replacement: string,
): Promise<Map<number, string>> {
  const changed = new Map<number, string>();
  for (const { id, name } of points) {
    const after = (find === null ? replacement : name.replaceAll(find, replacement)).trim();
    if (after === name) continue;
    if (after === '' || [...after].length > longestName) throw new Refusal(pointErrors.nameEmpty, { name });
    changed.set(id, after);
  }
  if (changed.size === 0) {
    if (find !== null) throw new Refusal(pointErrors.findNothing, { text: find });
    return changed;
  }
  const lines = Map.groupBy(points, ({ slave_id, gateway_id }) => `${gateway_id} ${slave_id}`);
  const clashes = new Set<string>();
  for (const line of lines.values()) {
    const { project_id, slave_id, gateway_id } = line[0]!;
    if (gateway_id !== null && slave_id === null) continue;
    const names = line.map(({ id, name }) => changed.get(id) ?? name);
    for (const [place, name] of names.entries()) if (names.indexOf(name) < place) clashes.add(name);
    const place = { projectId: project_id, slaveId: slave_id, gatewayId: gateway_id };
    const ids = line.map(({ id }) => id);
    for (const name of await holdersOfNames(tenant, db, place, names, ids)) clashes.add(name);
  }
  if (clashes.size > 0) throw new Refusal(pointErrors.namesClash, { names: [...clashes].slice(0, 10).join(', ') });
  return changed;
}
