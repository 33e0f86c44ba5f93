import { type Language, pointErrors } from '@watchpost/contract';
import type { UserTenant } from '../../../access/index.ts';
import type { DbOrTransaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { inLanguage } from '../../../platform/inLanguage.ts';
import { holdersOfNames, type LinkedPoint } from '../places.store.ts';

/** Characters of a point name, at most. */
const longestName = 50;

/** A point's new name, in the column of the caller's language. */
export interface ReplacedName {
  readonly column: 'name' | 'name_en';
  readonly before: string;
  readonly after: string;
}

/** Returns the new name of a point. */
type NewName = (id: number, present: string) => string;

/** Replaces each occurrence of a text in the name. */
export const replacing =
  (find: string, replacement: string): NewName =>
  (_, present) =>
    present.replaceAll(find, replacement);

/** The name that was given for it, by its id; one that is called otherwise by now stays. */
export const named =
  (given: ReadonlyMap<number, { readonly was: string; readonly becomes: string }>): NewName =>
  (id, present) => {
    const one = given.get(id);
    return one?.was === present ? one.becomes : present;
  };

/**
 * The names of those points that get another one: the names that a reader of this language sees. Of a point that has an English
 * name, who reads English changes that one and leaves the other alone.
 *
 * @throws Refusal where a name would be empty, too long or taken
 */
export async function replacedNames(
  tenant: UserTenant,
  db: DbOrTransaction,
  points: readonly LinkedPoint[],
  { newName, language }: { newName: NewName; language: Language },
): Promise<Map<number, ReplacedName>> {
  const changed = new Map<number, ReplacedName>();
  for (const { id, name, name_en } of points) {
    const column = language === 'en' && name_en !== null ? 'name_en' : 'name';
    const before = inLanguage(name, name_en, language);
    const after = newName(id, before).trim();
    if (after === before) continue;
    if (after === '' || [...after].length > longestName) throw new Refusal(pointErrors.nameEmpty, { name: before });
    changed.set(id, { column, before, after });
  }
  if (changed.size === 0) return changed;
  const lines = Map.groupBy(points, ({ slave_id, gateway_id }) => `${gateway_id} ${slave_id}`);
  const clashes = new Set<string>();
  for (const line of lines.values()) {
    const { project_id, slave_id, gateway_id } = line[0]!;
    if (gateway_id !== null && slave_id === null) continue;
    // English names are for reading; what tells points of a line apart is their own.
    const names = line.map(({ id, name }) => {
      const given = changed.get(id);
      return given?.column === 'name' ? given.after : name;
    });
    for (const [place, name] of names.entries()) if (names.indexOf(name) < place) clashes.add(name);
    const place = { projectId: project_id, slaveId: slave_id, gatewayId: gateway_id };
    const ids = line.map(({ id }) => id);
    for (const name of await holdersOfNames(tenant, db, place, names, ids)) clashes.add(name);
  }
  if (clashes.size > 0) throw new Refusal(pointErrors.namesClash, { names: [...clashes].slice(0, 10).join(', ') });
  return changed;
}
