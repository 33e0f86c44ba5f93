/**
 * How long the pages of energy take, over HTTP, from the request to the answer's last byte, where a company has many meters.
 *
 * The world: one company with 1,000 meters in 40 projects, each with one that supplies the others, and their days of three years in five
 * time classes; beside it a second company of that size, so that a query which forgets the tenant shows in its time. PostgreSQL of its
 * own (fsync on) in a temporary folder.
 */
import { parseArgs } from 'node:util';
import type { Database } from '../packages/server/src/platform/db/database.ts';
import { foundCompany } from './rig/foundCompany.ts';
import { count } from './rig/table.ts';
import { timeCalls } from './rig/timeCalls.ts';
import { withLargeCompany } from './rig/withLargeCompany.ts';

const { values: options } = parseArgs({ options: { meters: { type: 'string', default: '1000' } } });
const meterCount = Number(options.meters);
const projectCount = Math.max(1, Math.round(meterCount / 25));
const dayCount = 3 * 365;
/** Quarters are asked for a day at a time; so many days of them are enough. */
const quarterDays = 60;
const targetMs = 50;

async function fill(database: Database, name: string) {
  const { pool } = database;
  const company = await foundCompany(database, name, projectCount);
  const { companyId } = company;
  await pool.query(
    `INSERT INTO energy_meter (project_id, name, max_watts, created_at, settled_through)
     SELECT id, '总表', 500000, now(), '2100-01-01' FROM project WHERE company_id = $1`,
    [companyId],
  );
  await pool.query(
    `WITH root AS (
       SELECT m.id, m.project_id, row_number() OVER (ORDER BY m.id) - 1 AS n FROM energy_meter m JOIN project p ON p.id = m.project_id
       WHERE p.company_id = $1)
     INSERT INTO energy_meter (project_id, parent_id, name, max_watts, created_at, settled_through)
     SELECT root.project_id, root.id, '分表' || k, 100000, now(), '2100-01-01'
     FROM generate_series($2::int + 1, $3::int) k JOIN root ON root.n = k % $2::int`,
    [companyId, projectCount, meterCount],
  );
  await pool.query(
    `INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, peak_w, peak_at, is_provisional)
     SELECT m.id, current_date - d, ARRAY[0, 30000 + d % 7, 40000, 20000, 8000, 2000 + m.id % 50], ARRAY[9000000, 28000000, 21000000, 9600000, 500000],
       96, 95, 1, 0, 5000 + (m.id * 31 + d * 17) % 4000, (current_date - d) + time '10:00', d < 20
     FROM energy_meter m JOIN project p ON p.id = m.project_id AND p.company_id = $1, generate_series(0, $2::int - 1) d`,
    [companyId, dayCount],
  );
  await pool.query(
    `INSERT INTO energy_quarter (meter_id, day, wh, flags)
     SELECT m.id, current_date - d, array_fill(1000 + d, ARRAY[96]), repeat('m', 96)
     FROM energy_meter m JOIN project p ON p.id = m.project_id AND p.company_id = $1, generate_series(0, $2::int - 1) d`,
    [companyId, quarterDays],
  );
  return company;
}

await withLargeCompany(
  { bench: 'energy', words: `${count(meterCount)} meters, ${count(dayCount)} days`, fill, byTheClock: false },
  async ({ companyId, directorId, projectId }, { database, url }) => {
    const timer = await timeCalls({ database, url, companyId, targetMs });
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const today = dayBefore(0);
    const last = (days: number) => ({ Start: dayBefore(days - 1), End: today });
    await timer.ask('project: month', directorId, 'getEnergySummary', { body: { ProjectId: projectId, ...last(31) } });
    await timer.ask('project: year', directorId, 'getEnergySummary', { body: { ProjectId: projectId, ...last(365) } });
    await timer.ask('project: two years', directorId, 'getEnergySummary', {
      body: { ProjectId: projectId, ...last(730) },
    });
    await timer.ask('project: table of a year', directorId, 'getEnergyMonths', {
      body: { ProjectId: projectId, Year: Number(today.slice(0, 4)) - 1 },
    });
    await timer.ask('project: load of a day', directorId, 'getEnergyLoad', {
      body: { ProjectId: projectId, Day: dayBefore(1) },
    });
    await timer.ask('company: month', directorId, 'getEnergyByProject', { body: last(31) });
    await timer.ask('company: year', directorId, 'getEnergyByProject', { body: last(365) });
    await timer.ask('company: two years', directorId, 'getEnergyByProject', { body: last(730) });
    timer.print();
  },
);
