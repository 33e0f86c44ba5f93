/**
 * How long the analysis for a director takes, over HTTP, from the request to the answer's last byte.
 *
 * The world: one company with 500 projects and 10,000 devices in ten classes, two alarms a device and month over two years, a meter and a
 * floor area for each project, and what was known of twenty points a project and day; beside it a second company of that size, so that a
 * query which forgets the tenant shows in its time. PostgreSQL of its own (fsync on) in a temporary folder. Days are counted beforehand as
 * the night does it; what came since yesterday is counted in the answer.
 */
import { parseArgs } from 'node:util';
import { countDays } from '../packages/server/src/analysis/index.ts';
import { createHistoryShare, openHistory } from '../packages/server/src/history/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import type { Database } from '../packages/server/src/platform/db/database.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { foundCompany } from './rig/foundCompany.ts';
import { count } from './rig/table.ts';
import { timeCalls } from './rig/timeCalls.ts';
import { withLargeCompany } from './rig/withLargeCompany.ts';

const { values: options } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    projects: { type: 'string', default: '500' },
    explain: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const deviceCount = Number(options.devices);
const projectCount = Number(options.projects);
/** Two a device and month, over two years. */
const alarmCount = deviceCount * 2 * 24;
const rounds = 12;
const targetMs = 300;

async function fill(database: Database, name: string) {
  const { pool } = database;
  const { companyId, directorId } = await foundCompany(database, name, projectCount);
  await pool.query(
    `WITH class AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM device_class ORDER BY id LIMIT 10),
       home AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM project WHERE company_id = $1)
     INSERT INTO device (company_id, project_id, device_class_id, name, brand, model)
     SELECT $1, home.id, class.id, '冷柜' || k, 'brand ' || k % 7, 'model ' || k % 60
     FROM generate_series(1, $2::int) k JOIN home ON home.n = k % $3::int JOIN class ON class.n = k % 10`,
    [companyId, deviceCount, projectCount],
  );
  // Without it the planner takes the table for empty and reads all devices once more for each alarm.
  await pool.query('ANALYZE device');
  await pool.query(
    `WITH d AS MATERIALIZED (SELECT id, project_id, name, row_number() OVER (ORDER BY id) - 1 AS n FROM device WHERE company_id = $1)
     INSERT INTO alarm (company_id, project_id, device_id, device_name, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind,
       severity, worst_severity, raised_at, returned_at, acknowledged_at, sentence_zh, sentence_en)
     SELECT $1, d.project_id, d.id, d.name, $1, '{"kind":"limit","high":-15}', 'point', k, '库温', 'limit', 1 + k % 4, 1 + k % 4, at,
       CASE WHEN at + k % 300 * interval '1 minute' < now() THEN at + k % 300 * interval '1 minute' END, CASE WHEN k % 5 > 0 THEN at + k % 90 * interval '1 minute' END,
       '库温 -12.3 °C，高于上限 -15 °C', 'Room temperature −12.3 °C, above the high limit of −15 °C'
     FROM generate_series(1, $2::int) k JOIN d ON d.n = k % $3::int,
       LATERAL (SELECT now() - interval '1 minute' - (k::bigint * 7919 % 63072000) * interval '1 second' AS at) moment`,
    [companyId, alarmCount, deviceCount],
  );
  await pool.query(
    `WITH site AS (INSERT INTO energy_site (project_id, square_metres) SELECT id, 400 + id % 900 FROM project WHERE company_id = $1),
       meter AS (INSERT INTO energy_meter (project_id, name, max_watts, created_at) SELECT id, '总表', 1000000, now() FROM project
         WHERE company_id = $1 RETURNING id)
     INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional)
     SELECT meter.id, current_date - n, ARRAY[0, 90000, 90000, 90000, 90000, 0], ARRAY[0, 0, 0, 0, 0], 96, 96, 0, 0, false
     FROM meter CROSS JOIN generate_series(0, 730) n`,
    [companyId],
  );
  const { rows } = await pool.query<{ id: number }>(
    'SELECT min(device_class_id) AS id FROM device WHERE company_id = $1',
    [companyId],
  );
  return { companyId, directorId, classId: rows[0]!.id };
}

/** As the night does it. What is known of points is written in its place: 7 million comparisons with history are another bench's. */
async function countBeforehand({ db, pool }: Database, companyId: number): Promise<void> {
  const history = openHistory({ db: pool, clock: systemClock, log: silentLog });
  const startedAt = performance.now();
  const deps = { db, clock: systemClock, log: silentLog, history, historyShare: createHistoryShare() };
  await countDays(deps, new AbortController().signal);
  console.error(`Counted two years of both companies in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  for (const [table, step] of [
    ['analysis_project_day', 'day'],
    ['analysis_project_month', 'month'],
  ] as const)
    await pool.query(
      `INSERT INTO ${table} (project_id, day, alarms, urgent, unacknowledged, ack_seconds, back_seconds, excursion_seconds, fault_seconds,
         degree_seconds, watched_seconds, offline_seconds, silent_seconds, bad_seconds)
       SELECT p.id, day::date, 0, 0, 0, '', '', 0, 0, 0, 1728000, 3000, 500, 100
       FROM project p CROSS JOIN generate_series(date_trunc('${step}', current_date - 730), current_date - 2, interval '1 ${step}') day
       WHERE p.company_id = $1 ON CONFLICT (project_id, day) DO UPDATE SET watched_seconds = 1728000, offline_seconds = 3000`,
      [companyId],
    );
  await pool.query('VACUUM ANALYZE');
}

await withLargeCompany(
  {
    bench: 'analysis',
    words: `${count(deviceCount)} devices, ${count(alarmCount)} alarms`,
    fill,
    byTheClock: false,
    explainMs: options.explain === undefined ? null : Number(options.explain),
  },
  async ({ companyId, directorId, classId }, { database, url }) => {
    await countBeforehand(database, companyId);
    const timer = await timeCalls({ database, url, companyId, rounds, targetMs, only: options.only });
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const today = dayBefore(0);
    const last = (days: number) => ({ Start: dayBefore(days - 1), End: today });
    await timer.ask('home: month', directorId, 'getHomeAnalysis', { body: last(31) });
    await timer.ask('home: year', directorId, 'getHomeAnalysis', { body: last(365) });
    for (const Group of ['class', 'brand', 'model'] as const)
      await timer.ask(`devices by ${Group}: year`, directorId, 'getDeviceAnalysis', { body: { ...last(365), Group } });
    await timer.ask('devices of a class: year', directorId, 'getDeviceAnalysis', {
      body: { ...last(365), Group: 'model', SmallTypeId: classId },
    });
    await timer.ask('comparison of two years', directorId, 'getAnalysisComparison', {
      body: { SideA: { Start: dayBefore(730), End: dayBefore(366) }, SideB: last(365) },
    });
    await timer.ask('alarms of a figure: year', directorId, 'getAnalysisAlarms', {
      query: { pageIndex: 1, pageSize: 20 },
      body: { ...last(365), Figure: 'urgent' },
    });
    await timer.ask('service: year', directorId, 'getServiceStatistics', { body: last(365) });
    timer.print();
  },
);
