import { addDefaultRoles } from '../../packages/server/src/people/index.ts';
import type { Database } from '../../packages/server/src/platform/db/database.ts';

/** A company with its default roles, a director who may do everything in it, and so many projects. */
export async function foundCompany(
  { db, pool }: Database,
  name: string,
  projectCount: number,
): Promise<{ companyId: number; directorId: number; projectId: number }> {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]!.id;
  const companyId = await one('INSERT INTO company (name, industry) VALUES ($1, 1) RETURNING id', [name]);
  const roles = await addDefaultRoles({ companyId }, db);
  const directorId = await one(
    `WITH person AS (INSERT INTO app_user (account, nickname) VALUES ('director' || $1::int, '主任') RETURNING id, nickname),
       member AS (INSERT INTO membership (company_id, user_id, real_name) SELECT $1::int, id, nickname FROM person)
     SELECT id FROM person`,
    [companyId],
  );
  await pool.query('INSERT INTO role_entry (user_id, role_id, company_id, project_id) VALUES ($1, $2, $3, -1)', [
    directorId,
    roles.companyAdministrator,
    companyId,
  ]);
  await pool.query(
    `WITH place AS (
       INSERT INTO subarea (company_id, kind, name, position) SELECT $1, 'project', '门店' || n, n FROM generate_series(1, $2::int) n
       RETURNING id, company_id)
     INSERT INTO project (id, company_id, industry) SELECT id, company_id, 1 FROM place`,
    [companyId, projectCount],
  );
  const projectId = await one('SELECT min(id) AS id FROM project WHERE company_id = $1', [companyId]);
  return { companyId, directorId, projectId };
}
