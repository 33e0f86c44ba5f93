/**
 * How long the calls about people and places take in a large company, over HTTP, from the request to the answer's last byte.
 *
 * The world: one company with 50,000 members and 10,000 projects in 100 partitions; every member has a company role and
 * roles in five projects, one member has a role of their own in every project. Beside it a second company of the same size,
 * so that a query which forgets the tenant shows in its time. PostgreSQL of its own (fsync on) in a temporary folder.
 */
import { parseArgs } from 'node:util';
import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import { grantsOfUser, system } from '../packages/server/src/access/index.ts';
import { addDefaultRoles } from '../packages/server/src/people/index.ts';
import type { Database } from '../packages/server/src/platform/db/database.ts';
import { count } from './rig/table.ts';
import { timeCalls } from './rig/timeCalls.ts';
import { withLargeCompany } from './rig/withLargeCompany.ts';

const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '50000' }, projects: { type: 'string', default: '10000' } },
});
const memberCount = Number(options.members);
const projectCount = Number(options.projects);
const partitionCount = Math.max(1, Math.round(projectCount / 100));
const projectsPerMember = 5;

interface World {
  companyId: number;
  /** Holds everything, company-wide. */
  administratorId: number;
  /** Has a role of their own in every project, and none company-wide. */
  ownerEverywhereId: number;
  partitionId: number;
  projectId: number;
  memberRoleId: number;
  viewerRoleId: number;
}

/** Fills one company; names are of the kind that pinyin order is for. */
async function fill({ db, pool }: Database, name: string): Promise<World> {
  const insertOne = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]!.id;
  const companyId = await insertOne('INSERT INTO company (name, industry) VALUES ($1, 1) RETURNING id', [name]);
  const roles = await addDefaultRoles({ companyId }, db);
  await pool.query(
    `INSERT INTO subarea (company_id, kind, name, position) SELECT $1, 'partition', '分区' || n, n FROM generate_series(1, $2::int) n`,
    [companyId, partitionCount],
  );
  const { rows: partitions } = await pool.query<{ id: number }>(
    `SELECT id FROM subarea WHERE company_id = $1 AND kind = 'partition' ORDER BY id`,
    [companyId],
  );
  await pool.query(
    `WITH place AS (
       INSERT INTO subarea (company_id, parent_id, kind, name, position)
       SELECT $1, ($3::int[])[1 + n % $4], 'project', substr('东西南北中', 1 + n % 5, 1) || '门店' || n, n FROM generate_series(1, $2::int) n
       RETURNING id, company_id)
     INSERT INTO project (id, company_id, industry, latitude, longitude)
     SELECT id, company_id, 1, 20 + (id % 2000) / 100.0, 100 + (id % 2000) / 100.0 FROM place`,
    [companyId, projectCount, partitions.map(({ id }) => id), partitionCount],
  );
  await pool.query(
    `WITH person AS (
       INSERT INTO app_user (account, nickname, mobile, email)
       SELECT 'm' || $1::int || 'x' || n, substr('王李张刘陈杨赵黄周吴', 1 + n % 10, 1) || substr('伟芳娜敏静丽强磊军洋', 1 + (n / 10) % 10, 1) || n,
              '1' || (30 + $1::int) || lpad(n::text, 8, '0'), 'm' || $1::int || '.' || n || '@example.com'
       FROM generate_series(1, $2::int) n RETURNING id, nickname)
     INSERT INTO membership (company_id, user_id, real_name, department, external)
     SELECT $1::int, id, nickname, '部门' || id % 50, id % 10 = 0 FROM person`,
    [companyId, memberCount],
  );
  await pool.query(
    `INSERT INTO role_entry (user_id, role_id, company_id, project_id)
     SELECT user_id, $2, $1, -1 FROM membership WHERE company_id = $1`,
    [companyId, roles.member],
  );
  await pool.query(
    `WITH place AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM project WHERE company_id = $1),
          person AS (SELECT user_id, row_number() OVER (ORDER BY user_id) AS n FROM membership WHERE company_id = $1)
     INSERT INTO role_entry (user_id, role_id, company_id, project_id)
     SELECT p.user_id, ($3::int[])[1 + (p.n + k) % 3], $1, o.id
     FROM person p CROSS JOIN generate_series(1, $4::int) k JOIN place o ON o.n = (p.n * 7 + k * 101) % $2
     WHERE p.n % 20 <> 0 ON CONFLICT DO NOTHING`,
    [companyId, projectCount, [roles.viewer, roles.operator, roles.projectOwner], projectsPerMember],
  );
  const { rows: people } = await pool.query<{ user_id: number }>(
    'SELECT user_id FROM membership WHERE company_id = $1 ORDER BY user_id LIMIT 2',
    [companyId],
  );
  const [administratorId, ownerEverywhereId] = people.map(({ user_id }) => user_id) as [number, number];
  await pool.query('INSERT INTO role_entry (user_id, role_id, company_id) VALUES ($1, $2, $3)', [
    administratorId,
    roles.companyAdministrator,
    companyId,
  ]);
  await pool.query(
    `INSERT INTO role_entry (user_id, role_id, company_id, project_id)
     SELECT $2, $3, $1, id FROM project WHERE company_id = $1 ON CONFLICT DO NOTHING`,
    [companyId, ownerEverywhereId, roles.projectOwner],
  );
  const projectId = await insertOne('SELECT min(id) AS id FROM project WHERE company_id = $1', [companyId]);
  return {
    companyId,
    administratorId,
    ownerEverywhereId,
    partitionId: partitions[0]!.id,
    projectId,
    memberRoleId: roles.member,
    viewerRoleId: roles.viewer,
  };
}

await withLargeCompany(
  { bench: 'people', words: `${count(memberCount)} members and ${count(projectCount)} projects`, fill },
  async (world, served) => {
    const { companyId, administratorId, ownerEverywhereId } = world;
    const timer = await timeCalls({ ...served, companyId: null, targetMs: null });
    const ask = <Name extends CallName>(what: string, userId: number, name: Name, input: CallInput<AllCalls[Name]>) =>
      timer.ask(what, userId, name, input);
    const members = (what: string, body: object, userId = administratorId) =>
      ask(`members: ${what}`, userId, 'getUserRoleSubareaList', {
        body: { CompanyId: companyId, pageSize: 20, ...body },
      });

    await members('first page, by name', {});
    await members('page in the middle', { pageIndex: Math.ceil(memberCount / 40) });
    await members('by username', { SortType: 'account' });
    await members('by department, descending', { SortType: 'department', IsAsc: false });
    await members('part of a name', { UserNameOrMobile: '王伟' });
    await members('of a project', { SubareaId: world.projectId });
    await members('of a partition', { SubareaId: world.partitionId });
    await members('with a role in the company', { CompanyRoleId: world.memberRoleId });
    await members('with a role in any project', { ProjectRoleId: world.viewerRoleId });
    await members('in no project', { UserType: 'unassigned' });
    await members('as the owner of every project sees them', {}, ownerEverywhereId);
    const holders = { RoleId: world.viewerRoleId, companyId, pageSize: 20 };
    await ask('holders of a project role', administratorId, 'getRoleUserList', { query: holders });
    await ask('holders of a role of everybody', administratorId, 'getRoleUserList', {
      query: { ...holders, RoleId: world.memberRoleId },
    });
    await ask('roles with their counts', administratorId, 'getCompanyRoleList', { query: { companyId } });
    await ask('members to choose from', administratorId, 'getCompanyUserDropdown', { query: { companyId } });

    await timer.measure('rights of an administrator', async () => {
      await grantsOfUser(system, served.database.db, administratorId, companyId);
      return 0;
    });
    await timer.measure('rights of the owner of every project', async () => {
      await grantsOfUser(system, served.database.db, ownerEverywhereId, companyId);
      return 0;
    });
    await ask('the smallest call of the owner of every project', ownerEverywhereId, 'getUserPreferences', {});
    await ask('what a member may do, first page', administratorId, 'getUserView', {
      query: { companyId, userId: ownerEverywhereId },
    });

    const projects = (what: string, body: object) =>
      ask(`projects: ${what}`, administratorId, 'getProjectPage', {
        body: { CompanyId: companyId, PageSize: 20, ...body },
      });
    await projects('first page', {});
    await projects('page in the middle', { PageIndex: Math.ceil(projectCount / 40) });
    await projects('part of a name', { ProjectName: '门店12' });
    await ask('projects of the selector', ownerEverywhereId, 'getUserOwnProject', { query: { companyId } });
    await ask('tree of places', ownerEverywhereId, 'getSubareaTree', { query: { companyId } });
    timer.print();
  },
);
