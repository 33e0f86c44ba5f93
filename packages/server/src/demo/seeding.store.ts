import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import { forgetAllSeals } from '../compliance/index.ts';
import { forgetAllHistory } from '../history/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Stands from the first row of a seed to its last; what it covers nobody has seen yet. */
const seedingMark = 'seeding';

/**
 * `begun`: a seed of ours was killed half-way. `filled`: companies exist, of any origin; they are never touched.
 */
export async function seedingState(_system: SystemTenant, db: DbOrTransaction): Promise<'empty' | 'begun' | 'filled'> {
  const mark = await db.selectFrom('setting').where('name', '=', seedingMark).select('name').executeTakeFirst();
  if (mark) return 'begun';
  return (await db.selectFrom('company').select('id').limit(1).executeTakeFirst()) ? 'filled' : 'empty';
}

export async function beginSeeding(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await db.insertInto('setting').values({ name: seedingMark, value: 'yes' }).execute();
}

/** A fresh database has no statistics, and guesses badly until its own housekeeping comes by. */
export async function analyze(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await sql`ANALYZE`.execute(db);
}

export async function finishSeeding(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', seedingMark).execute();
}

/** Clears away a seed that was killed: nobody can have signed in before it ended. */
export async function removeSeed(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await forgetAllHistory(_system, db);
  await forgetAllSeals(_system, db);
  await sql`TRUNCATE company, app_user, work_journal RESTART IDENTITY CASCADE`.execute(db);
  await finishSeeding(_system, db);
}
