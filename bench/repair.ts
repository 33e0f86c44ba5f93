/**
 * How long the list of repair orders takes, over HTTP, from the request to the answer's last byte, where a company has many.
 *
 * The world: one company with 100,000 orders of 2,000 devices in 20 projects, one in fifty of them open, with their clocks; beside it a
 * second company of that size, so that a query which forgets the tenant shows in its time. PostgreSQL of its own (fsync on) in a
 * temporary folder.
 */
import { parseArgs } from 'node:util';
import type { AllCalls, CallInput } from '@watchpost/contract';
import type { Database } from '../packages/server/src/platform/db/database.ts';
import { foundCompany } from './rig/foundCompany.ts';
import { count } from './rig/table.ts';
import { timeCalls } from './rig/timeCalls.ts';
import { withLargeCompany } from './rig/withLargeCompany.ts';

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    /** Only what is called so. */
    only: { type: 'string', default: '' },
    /** Prints every statement that takes longer than so many milliseconds, with its plan. */
    explain: { type: 'string', default: '' },
  },
});
const orderCount = Number(options.orders);
const projectCount = 20;
const devicesEach = 100;
const targetMs = 50;

interface World {
  companyId: number;
  directorId: number;
  projectId: number;
  deviceId: number;
}

/** Fills one company; half of the past orders say symptom and cause, a third went to a team, one in fifty is open with its clocks. */
async function fill(database: Database, name: string): Promise<World> {
  const { pool } = database;
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]!.id;
  const { companyId, directorId, projectId } = await foundCompany(database, name, projectCount);
  await pool.query(
    `INSERT INTO device (company_id, project_id, device_class_id, name)
     SELECT p.company_id, p.id, (SELECT id FROM device_class WHERE code = 'freezerRoom'), '冷柜' || n
     FROM project p CROSS JOIN generate_series(1, $2::int) n WHERE p.company_id = $1`,
    [companyId, devicesEach],
  );
  const teamId = await one(
    `INSERT INTO maintenance_team (company_id, name, types, areas, enabled, note, updated_at)
     VALUES ($1, '维保', '{onSite}', '{全国}', true, '', now()) RETURNING id`,
    [companyId],
  );
  await pool.query(
    `WITH d AS (SELECT id, project_id, name, row_number() OVER (ORDER BY id) - 1 AS n FROM device WHERE company_id = $1),
       code AS (SELECT (SELECT id FROM fault_code WHERE kind = 'symptom' AND code = 'OTH') AS symptom,
         (SELECT id FROM fault_code WHERE kind = 'cause' AND code = '3.4') AS cause)
     INSERT INTO repair_order (project_id, number, status, severity, source, device_id, device_name, fault_content, service_type,
       applicant_id, applicant_name, assignee_id, assignee_name, created_at, submitted_at, accepted_at, arrived_at, finished_at, completed_at,
       recovery_state, symptom_id, cause_id, team_id, team_name)
     SELECT d.project_id, 'R' || $1::int || '-' || o, CASE WHEN o % 50 = 0 THEN 1 + o % 3 ELSE 7 END, 1 + o % 3, 'manual', d.id, d.name,
       '第' || o || '次：' || (ARRAY['风机停转', '温度偏高', '结霜严重', '门封破损'])[1 + o % 4], 'onSite', $2, '主任',
       CASE WHEN o % 3 = 0 THEN NULL ELSE $2::int END, '主任', at, at, at + interval '10 min', at + interval '1 h', at + interval '3 h',
       CASE WHEN o % 50 = 0 THEN NULL ELSE at + interval '4 h' END, 'verified',
       CASE WHEN o % 2 = 0 THEN code.symptom END, CASE WHEN o % 2 = 0 THEN code.cause END,
       CASE WHEN o % 3 = 0 THEN $3::int END, CASE WHEN o % 3 = 0 THEN '维保' END
     FROM generate_series(1, $4::int) o JOIN d ON d.n = o % $5::int CROSS JOIN code
       CROSS JOIN LATERAL (SELECT now() - o * interval '5 min' AS at) t`,
    [companyId, directorId, teamId, orderCount, projectCount * devicesEach],
  );
  await pool.query(
    `INSERT INTO work_clock (project_id, order_kind, order_id, kind, calendar, state, started_at, target_seconds, due_at, met_at, breached_at)
     SELECT r.project_id, 'repair', r.id, k.kind, 'always', CASE WHEN r.status = 7 THEN 'met' ELSE 'running' END, r.submitted_at, 3600,
       CASE WHEN r.status = 7 THEN NULL ELSE r.submitted_at + interval '1 h' END, CASE WHEN r.status = 7 THEN r.finished_at END,
       CASE WHEN r.id % 7 = 0 THEN r.submitted_at + interval '1 h' END
     FROM repair_order r JOIN project p ON p.id = r.project_id CROSS JOIN (VALUES ('response'), ('arrival'), ('resolution')) k(kind)
     WHERE p.company_id = $1`,
    [companyId],
  );
  const deviceId = await one('SELECT min(id) AS id FROM device WHERE company_id = $1', [companyId]);
  return { companyId, directorId, projectId, deviceId };
}

await withLargeCompany(
  {
    bench: 'repair',
    words: `${count(orderCount)} repair orders`,
    fill,
    explainMs: options.explain === '' ? null : Number(options.explain),
    byTheClock: false,
  },
  async ({ companyId, directorId, projectId, deviceId }, served) => {
    const timer = await timeCalls({ ...served, companyId, targetMs, only: options.only });
    const orders = (what: string, body: CallInput<AllCalls['getNewRepairActivePage']>['body'], pageIndex = 1) =>
      timer.ask(what, directorId, 'getNewRepairActivePage', { query: { pageIndex, pageSize: 20 }, body });

    await orders('first page: open ones by what is due', {});
    await orders('of one project', { ProjectId: projectId });
    await orders('newest first', { SortType: 'create', IsAsc: false });
    await orders('a page in the middle', { SortType: 'create', IsAsc: false }, Math.ceil(orderCount / 40));
    await orders('in maintenance', { Status: [2, 3] });
    await orders('overdue', { IsOverdue: true });
    await orders('of a device', { EquipmentId: deviceId });
    await orders('part of a fault', { FaultContentOrOrder: '结霜' });
    await orders('a number', { FaultContentOrOrder: `R${companyId}-777` });
    await orders('mine', { IsMy: true });
    await timer.ask(
      'what can be filtered by',
      directorId,
      'getNewRepairActivePageQueryParameter',
      { query: {}, body: [] },
      false,
    );
    const today = new Date().toISOString().slice(0, 10);
    const start = new Date(Date.now() - 180 * 86_400_000).toISOString().slice(0, 10);
    await timer.ask(
      'analysis of 180 days',
      directorId,
      'getRepairAnalysis',
      { body: { Start: start, End: today } },
      false,
    );
    timer.print();
  },
);
