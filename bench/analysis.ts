/**
 * How long the analysis for a director takes, over HTTP, from the request to the answer's last byte.
 *
 * The world: one company with 500 projects and 10,000 devices in ten classes, and two alarms a device and month over two years; beside
 * it a second company of that size, so that a query which forgets the tenant shows in its time. PostgreSQL of its own (fsync on) in a
 * temporary folder.
 */
import { parseArgs } from 'node:util';
import type { Database } from '../packages/server/src/platform/db/database.ts';
import { foundCompany } from './rig/foundCompany.ts';
import { count } from './rig/table.ts';
import { timeCalls } from './rig/timeCalls.ts';
import { withLargeCompany } from './rig/withLargeCompany.ts';

const { values: options } = parseArgs({
  options: { devices: { type: 'string', default: '10000' }, projects: { type: 'string', default: '500' } },
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
  await pool.query(
    `WITH d AS (SELECT id, project_id, name, row_number() OVER (ORDER BY id) - 1 AS n FROM device WHERE company_id = $1)
     INSERT INTO alarm (company_id, project_id, device_id, device_name, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind,
       severity, worst_severity, raised_at, returned_at, acknowledged_at, sentence_zh, sentence_en)
     SELECT $1, d.project_id, d.id, d.name, 0, '{"kind":"limit","high":-15}', 'point', k, '库温', 'limit', 1 + k % 4, 1 + k % 4, at,
       at + k % 300 * interval '1 minute', CASE WHEN k % 5 > 0 THEN at + k % 90 * interval '1 minute' END,
       '库温 -12.3 °C，高于上限 -15 °C', 'Room temperature −12.3 °C, above the high limit of −15 °C'
     FROM generate_series(1, $2::int) k JOIN d ON d.n = k % $3::int,
       LATERAL (SELECT now() - interval '1 day' - (k::bigint * 7919 % 63072000) * interval '1 second' AS at) moment`,
    [companyId, alarmCount, deviceCount],
  );
  const { rows } = await pool.query<{ id: number }>(
    'SELECT min(device_class_id) AS id FROM device WHERE company_id = $1',
    [companyId],
  );
  return { companyId, directorId, classId: rows[0]!.id };
}

await withLargeCompany(
  {
    bench: 'analysis',
    words: `${count(deviceCount)} devices, ${count(alarmCount)} alarms`,
    fill,
    byTheClock: false,
  },
  async ({ companyId, directorId, classId }, { database, url }) => {
    const timer = await timeCalls({ database, url, companyId, rounds, targetMs });
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
    await timer.ask('service: year', directorId, 'getServiceStatistics', { body: last(365) });
    timer.print();
  },
);
