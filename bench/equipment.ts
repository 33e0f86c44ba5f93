/**
 * How long the lists of gateways, slaves, points, devices and alarms take in a large company, over HTTP, from the request to the
 * answer's last byte.
 *
 * The world: one company with 10,000 gateways (most of them DTUs with three slaves each), 10,000 devices and 100,000 points,
 * half of everything in one huge project and the rest in a hundred others, and a year with 1,000,000 alarms, of which some hundred are
 * still on. Beside it a second company of the same size, so that
 * a query which forgets the tenant shows in its time. PostgreSQL of its own (fsync on) in a temporary folder.
 */
import { parseArgs } from 'node:util';
import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import { addDefaultRoles } from '../packages/server/src/people/index.ts';
import type { Database } from '../packages/server/src/platform/db/database.ts';
import { localOfEpoch } from '../packages/server/src/platform/zonedTime.ts';
import { count } from './rig/table.ts';
import { timeCalls } from './rig/timeCalls.ts';
import { withLargeCompany } from './rig/withLargeCompany.ts';

const { values: options } = parseArgs({
  options: {
    gateways: { type: 'string', default: '10000' },
    points: { type: 'string', default: '100000' },
    alarms: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '30' },
    /** Only what is called so. */
    only: { type: 'string', default: '' },
    /** Prints every statement that takes longer than so many milliseconds, with its plan. */
    explain: { type: 'string', default: '' },
  },
});
const gatewayCount = Number(options.gateways);
const pointCount = Number(options.points);
const alarmCount = Number(options.alarms);
const otherProjects = 100;
const rounds = Number(options.rounds);
/** p95 of a list, ms. */
const targetMs = 50;

interface World {
  companyId: number;
  /** Holds everything, company-wide. */
  administratorId: number;
  hugeProjectId: number;
  gatewayId: number;
}

/** Fills one company; names are of the kind that pinyin order is for. */
async function fill({ db, pool }: Database, name: string): Promise<World> {
  const idOf = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]!.id;
  const companyId = await idOf('INSERT INTO company (name, industry) VALUES ($1, 1) RETURNING id', [name]);
  const roles = await addDefaultRoles({ companyId }, db);
  const administratorId = await idOf(
    `INSERT INTO app_user (account, nickname, mobile) VALUES ('admin' || $1::int, '管理员', '139' || lpad($1::int::text, 8, '0')) RETURNING id`,
    [companyId],
  );
  await pool.query('INSERT INTO membership (company_id, user_id, real_name) VALUES ($1, $2, $3)', [
    companyId,
    administratorId,
    '管理员',
  ]);
  await pool.query('INSERT INTO role_entry (user_id, role_id, company_id) VALUES ($1, $2, $3)', [
    administratorId,
    roles.companyAdministrator,
    companyId,
  ]);
  await pool.query(
    `WITH place AS (
       INSERT INTO subarea (company_id, kind, name, position)
       SELECT $1::int, 'project', substr('东西南北中', 1 + n % 5, 1) || '门店' || n, n FROM generate_series(0, $2::int) n RETURNING id, company_id)
     INSERT INTO project (id, company_id, industry) SELECT id, company_id, 1 FROM place`,
    [companyId, otherProjects],
  );
  const { rows: projects } = await pool.query<{ id: number }>(
    'SELECT id FROM project WHERE company_id = $1 ORDER BY id',
    [companyId],
  );
  const [hugeProjectId, ...others] = projects.map(({ id }) => id) as [number, ...number[]];
  // Every other one goes into the huge project.
  const projectOf = `CASE WHEN n % 2 = 0 THEN ${hugeProjectId} ELSE ($2::int[])[1 + n % ${otherProjects}] END`;
  await pool.query(
    `INSERT INTO gateway (company_id, project_id, serial_number, registration_identity, name, name_en, protocol, model, online, last_seen_at, offline_since)
     SELECT $1::int, ${projectOf}, serial, serial, substr('冷热干湿高低前后左右', 1 + n % 10, 1) || '库网关' || n, 'Gateway ' || n,
            CASE WHEN n % 5 = 0 THEN 'MQTT' ELSE 'DTU' END, 'USR-G771', n % 10 <> 0,
            CASE WHEN n % 50 <> 0 THEN now() - n * interval '1 second' END, CASE WHEN n % 10 = 0 AND n % 50 <> 0 THEN now() - interval '1 hour' END
     FROM (SELECT n, 'B' || lpad($1::int::text, 4, '0') || lpad(n::text, 11, '0') AS serial FROM generate_series(1, $3::int) n) numbered`,
    [companyId, others, gatewayCount],
  );
  await pool.query(
    `INSERT INTO gateway_card (gateway_id, card_number, bound_at, state, used_megabytes, total_megabytes, read_at)
     SELECT id, lpad(id::text, 20, '0'), now(), (ARRAY['inUse', 'inUse', 'inUse', 'shutdown', 'dormancy', 'testingPeriod'])[1 + id % 6], id % 120, 100, now()
     FROM gateway WHERE company_id = $1 AND id % 3 <> 0`,
    [companyId],
  );
  await pool.query(
    `INSERT INTO slave (gateway_id, address, name, category, silent_since)
     SELECT id, k, substr('温湿压流电门', 1 + (id + k) % 6, 1) || '控器' || k, '温控器', CASE WHEN (id + k) % 40 = 0 THEN now() END
     FROM gateway CROSS JOIN generate_series(1, 3) k WHERE company_id = $1 AND protocol = 'DTU'`,
    [companyId],
  );
  await pool.query(
    `INSERT INTO gateway_event (gateway_id, at, kind) SELECT id, now() - k * interval '1 hour', CASE WHEN k % 2 = 0 THEN 'up' ELSE 'down' END
     FROM gateway CROSS JOIN generate_series(0, 3) k WHERE company_id = $1`,
    [companyId],
  );
  // Its plans would be made for empty tables.
  await pool.query('ANALYZE');
  const typeId = await idOf(
    `INSERT INTO point_type (company_id, code, name_zh, name_en, value_type) VALUES ($1, 'bench', '温度', 'Temperature', 'analog') RETURNING id`,
    [companyId],
  );
  const { rows: classes } = await pool.query<{ id: number }>('SELECT id FROM device_class ORDER BY id LIMIT 10');
  await pool.query(
    `INSERT INTO device (company_id, project_id, device_class_id, name, name_en, brand, model)
     SELECT $1::int, ${projectOf}, ($3::int[])[1 + n % ${classes.length}], substr('风冷立卧岛柜机组库房', 1 + n % 10, 1) || '柜' || n, 'Case ' || n, '品牌' || n % 20, '型号' || n % 50
     FROM generate_series(1, $4::int) n`,
    [companyId, others, classes.map(({ id }) => id), gatewayCount],
  );
  await pool.query(
    `WITH line AS (
       SELECT g.id AS gateway_id, g.project_id, s.id AS slave_id, row_number() OVER (ORDER BY g.id, s.id) - 1 AS turn
       FROM gateway g LEFT JOIN slave s ON s.gateway_id = g.id WHERE g.company_id = $1)
     INSERT INTO point (company_id, project_id, gateway_id, slave_id, point_type_id, name, name_en, unit, level, writable, modbus, mqtt_key)
     SELECT $1::int, line.project_id, line.gateway_id, line.slave_id, $2::int, substr('送回排新吸蒸', 1 + n % 6, 1) || '风温度' || n, 'Temperature ' || n, '°C', 1 + n % 3, n % 7 = 0,
            CASE WHEN line.slave_id IS NOT NULL THEN jsonb_build_object('functionCode', 3, 'address', n % 60000, 'format', 's16', 'byteOrder', 'AB', 'bit', null,
              'scaling', null, 'errorValues', '[]'::jsonb, 'statusRegister', null) END,
            CASE WHEN line.slave_id IS NULL THEN 'k' || n END
     FROM generate_series(1, $3::int) n JOIN line ON line.turn = n % (SELECT count(*) FROM line)`,
    [companyId, typeId, pointCount],
  );
  await pool.query('ANALYZE');
  await pool.query(
    `WITH place AS (SELECT id, project_id, row_number() OVER (PARTITION BY project_id ORDER BY id) - 1 AS turn FROM device WHERE company_id = $1),
          mine AS (
            SELECT p.id, p.project_id, row_number() OVER (PARTITION BY p.project_id ORDER BY p.id) % many.devices AS turn
            FROM point p JOIN (SELECT project_id, count(*) AS devices FROM device GROUP BY project_id) many USING (project_id) WHERE company_id = $1)
     INSERT INTO device_point (project_id, device_id, point_id, position)
     SELECT mine.project_id, place.id, mine.id, mine.id FROM mine JOIN place USING (project_id, turn)`,
    [companyId],
  );
  const strategyId = await idOf(
    `INSERT INTO alarm_strategy (company_id, project_id, name) VALUES ($1, $2, '温度超限') RETURNING id`,
    [companyId, hugeProjectId],
  );
  // Over a year, by points in turn; of the newest, one a point, every thousandth is still on, one in fifty was never confirmed.
  await pool.query(
    `WITH mine AS (
       SELECT p.id, p.project_id, p.name, d.device_id, device.name AS device_name, row_number() OVER (ORDER BY p.id) - 1 AS turn
       FROM point p JOIN device_point d ON d.point_id = p.id JOIN device ON device.id = d.device_id WHERE p.company_id = $1),
     raised AS (SELECT n, now() - n * interval '1 year' / $2::int AS at FROM generate_series(1, $2::int) n)
     INSERT INTO alarm (company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
       device_name, unit, kind, severity, worst_severity, band, raised_at, returned_at, acknowledged_at, acknowledged_by, handled_at, handled_by, follow_up, comment,
       limit_value, value_at_raise, extreme, sentence_zh, sentence_en)
     SELECT $1::int, project_id, $3::int, $3::int, '{}', 'point', mine.id, mine.id, device_id, mine.name, device_name, '°C',
       (ARRAY['limit', 'limit', 'limit', 'state', 'noData'])[1 + n % 5], 1 + n % 4, 1 + n % 4, 'high', at,
       CASE WHEN n % 1000 <> 0 OR n > (SELECT count(*) FROM mine) THEN at + (n % 180) * interval '1 minute' END,
       CASE WHEN n % 50 <> 0 THEN at + (n % 90) * interval '1 minute' END, CASE WHEN n % 50 <> 0 THEN $4::int END,
       CASE WHEN n % 3 = 0 THEN at + (n % 90) * interval '1 minute' END, CASE WHEN n % 3 = 0 THEN $4::int END,
       CASE WHEN n % 3 = 0 THEN 'observing' END, CASE WHEN n % 3 = 0 THEN '已联系门店' END,
       -15, -14, -12, '高于上限 −15.0 °C', 'above high limit −15.0 °C'
     FROM raised JOIN mine ON mine.turn = n % (SELECT count(*) FROM mine)`,
    [companyId, alarmCount, strategyId, administratorId],
  );
  const gatewayId = await idOf(
    `SELECT g.id FROM gateway g WHERE g.company_id = $1 AND g.project_id = $2 AND g.protocol = 'DTU' ORDER BY g.id LIMIT 1`,
    [companyId, hugeProjectId],
  );
  return { companyId, administratorId, hugeProjectId, gatewayId };
}

await withLargeCompany(
  {
    bench: 'equipment',
    words: `${count(gatewayCount)} gateways and devices, ${count(pointCount)} points and ${count(alarmCount)} alarms`,
    fill,
    explainMs: options.explain === '' ? null : Number(options.explain),
  },
  async ({ companyId: CompanyId, administratorId, hugeProjectId: ProjectId, gatewayId }, served) => {
    const timer = await timeCalls({ ...served, companyId: null, rounds, targetMs, only: options.only });
    const ask = <Name extends CallName>(what: string, name: Name, input: CallInput<AllCalls[Name]>) =>
      timer.ask(what, administratorId, name, input);
    const middle = Math.ceil(gatewayCount / 40);
    const gateways = (what: string, body: object) =>
      ask(`gateways: ${what}`, 'showDeviceList', { body: { CompanyId, QueryAll: true, PageSize: 20, ...body } });
    await gateways('first page, by name', {});
    await gateways('page in the middle', { PageIndex: middle });
    await gateways('by last heard of', { SortType: 'lastSeen', IsAsc: false });
    await gateways('by project', { SortType: 'project' });
    await gateways('by state', { SortType: 'status' });
    await gateways('part of a name', { NameOrDESCRIBES: '网关123' });
    await gateways('offline', { ConnectStatusList: [0] });
    await gateways('with a card shut down', { SimStatus: [3] });
    await gateways('with little data left', { SimFlowStatusList: [2] });
    await gateways('waiting for their configuration', { SystemStatusList: [0] });
    await gateways('of a huge project', { QueryAll: undefined, ProjectIdList: [ProjectId] });
    await ask('gateways: totals', 'getDeviceTotal', { body: { CompanyId, QueryAll: true } });
    await ask('gateways: to choose from', 'getTerminalDropdow', { query: { ProjectId } });
    await ask('gateway: all about one', 'getDeviceInfo', { query: { deviceId: gatewayId } });

    const slaves = (what: string, body: object) =>
      ask(`slaves: ${what}`, 'getModbusDeviceModulePage', {
        body: { CompanyId, QueryAll: true, PageSize: 20, ...body },
      });
    await slaves('first page, by name', {});
    await slaves('by address', { SortType: 'address' });
    await slaves('by gateway, page in the middle', { SortType: 'gateway', PageIndex: middle });
    await slaves('silent', { ConnectStatusList: [0] });
    await slaves('of a huge project', { QueryAll: undefined, ProjectIdList: [ProjectId] });

    const points = (what: string, body: object) =>
      ask(`points of a huge project: ${what}`, 'getPointPage', { body: { ProjectId, PageSize: 20, ...body } });
    await points('first page, by name', {});
    await points('page in the middle', { PageIndex: Math.ceil(pointCount / 80) });
    await points('last page, descending', { IsAsc: false, PageIndex: Math.floor(pointCount / 40) });
    await points('by type', { SortType: 'type' });
    await points('by gateway', { SortType: 'gateway' });
    await points('part of a name', { PointName: '温度123' });
    await points('watched', { IsSetAlarm: true });

    const read = (what: string, body: object) =>
      ask(`points with values: ${what}`, 'queryPointRead', { body: { PageSize: 20, ...body } });
    await read('of the company, by device', { CompanyId });
    await read('of the company, by name', { CompanyId, SortType: 'name' });
    await read('of a huge project, by device', { ProjectId });
    await read('part of a name', { CompanyId, name: '温度123' });

    const devices = (what: string, body: object) =>
      ask(`devices: ${what}`, 'getModelTreePage', { body: { CompanyId, PageSize: 20, ...body } });
    await devices('first page, by name', {});
    await devices('page in the middle', { PageIndex: middle });
    await devices('by class', { SortType: 'class' });
    await devices('of a huge project', { ProjectIdList: [ProjectId] });
    await devices('part of a name', { ModelTreeName: '柜123' });
    await ask('devices: totals', 'getModelTreeStatusTotal', { body: { ProjectId } });

    const day = (ago: number) => localOfEpoch(Date.now() - ago * 86_400_000, 'Asia/Shanghai');
    const month = { Cstime: day(31), Cetime: day(0) };
    const past = (what: string, body: object) =>
      ask(`alarms, past: ${what}`, 'getAlarmClear', { query: {}, body: { ...month, PageSize: 20, ...body } });
    await ask('alarms, current: all projects', 'getAlarmAct', { query: {}, body: { PageSize: 20 } });
    await ask('alarms, current: of a huge project', 'getAlarmAct', {
      query: {},
      body: { ProjectId, PageSize: 20 },
    });
    await ask('alarms, confirmed: all projects', 'getAlarmAct', { query: { status: 1 }, body: { PageSize: 20 } });
    await ask('alarms, to be handled: all projects', 'getAlarmPendingSolve', {
      query: {},
      body: { ...month, PageSize: 20 },
    });
    await ask('alarms, hidden: all projects', 'getAlarmHidden', { body: { PageSize: 20 } });
    await past('a month, all projects', {});
    await past('a month of a huge project', { ProjectId });
    await past('a month, page in the middle', { PageIndex: Math.ceil(alarmCount / 12 / 40) });
    await past('a month, longest first', { SortType: 'duration', IsAsc: false });
    await past('urgent ones of limits', { Level: [1], AlarmClass: ['limit'] });
    await past('part of a name', { Acontent: '温度123' });
    await past('handled by one', { commentUser: [administratorId] });
    await past('lasted two hours', { DurationMin: 120 });
    timer.print();
  },
);
