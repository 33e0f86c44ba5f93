import type { Kept } from './standard.store.ts';

/** The id that a standard has in all its versions. */
export const standardIdOf = ({ id, first_id }: Pick<Kept, 'id' | 'first_id'>): number => first_id ?? id;

/**
 * The versions that are in force on a day: of each standard the highest one that is valid by then.
 *
 * @param day `YYYY-MM-DD`
 */
export function inForce<Row extends Kept>(versions: readonly Row[], day: string): Row[] {
  const valid = versions.filter(({ valid_from }) => valid_from === null || valid_from <= day);
  return valid.filter(
    (row) => !valid.some((other) => standardIdOf(other) === standardIdOf(row) && other.revision > row.revision),
  );
}
