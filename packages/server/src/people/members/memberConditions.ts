import { type RawBuilder, sql } from 'kysely';

/** An entry in one of these. */
export const inOneOf = (projectIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`e.project_id = ANY(${[...projectIds]}::int[])`;
