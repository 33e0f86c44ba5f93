import type pg from 'pg';
import type { SystemTenant } from '../access/index.ts';
import { daysKept, type Figure, type FigureKind } from './figureKinds.ts';
import type { PointFacts } from './tellingPoints.ts';

type Client = Pick<pg.Pool, 'query'>;

export interface DevicePoints {
  readonly deviceId: number;
  readonly timeZone: string;
  readonly points: PointFacts[];
}

/** Devices after one, by id, with their points in order; of projects that are in use. */
export async function readDevices(
  _system: SystemTenant,
  client: Client,
  afterId: number,
  limit: number,
): Promise<DevicePoints[]> {
  const { rows } = await client.query<{ device_id: number; time_zone: string } & Record<string, unknown>>(
    `SELECT d.id AS device_id, d.time_zone, p.id, p.name, p.name_en, t.code AS type_code, t.value_type = 'status' AS is_state, t.status_values, p.unit,
       p.decimals, p.level, dp.main, p.writable, p.sampling_interval_seconds
     FROM (SELECT d.id, project.time_zone FROM device d JOIN project ON project.id = d.project_id
           WHERE d.id > $1 AND project.deleted_at IS NULL AND project.disabled_at IS NULL ORDER BY d.id LIMIT $2) d
     LEFT JOIN (device_point dp JOIN point p ON p.id = dp.point_id JOIN point_type t ON t.id = p.point_type_id) ON dp.device_id = d.id
     ORDER BY d.id, dp.position, p.id`,
    [afterId, limit],
  );
  const devices: DevicePoints[] = [];
  for (const row of rows) {
    if (devices.at(-1)?.deviceId !== row.device_id)
      devices.push({ deviceId: row.device_id, timeZone: row.time_zone, points: [] });
    if (row.id !== null) devices.at(-1)!.points.push(pointOf(row));
  }
  return devices;
}

const pointOf = (row: Record<string, unknown>): PointFacts => ({
  id: row.id as number,
  name: row.name as string,
  nameEn: row.name_en as string | null,
  typeCode: row.type_code as string,
  isState: row.is_state as boolean,
  statusValues: row.status_values as PointFacts['statusValues'],
  unit: row.unit as string,
  decimals: row.decimals as number,
  level: row.level as number,
  isMain: row.main as boolean,
  isWritable: row.writable as boolean,
  samplingIntervalSeconds: row.sampling_interval_seconds as number,
});

/** By which clocks the projects that are in use go. */
export async function zonesInUse(_system: SystemTenant, client: Client): Promise<string[]> {
  const { rows } = await client.query<{ time_zone: string }>(
    'SELECT DISTINCT time_zone FROM project WHERE deleted_at IS NULL AND disabled_at IS NULL ORDER BY time_zone',
  );
  return rows.map(({ time_zone }) => time_zone);
}

/** Of these days those whose figures were not taken yet, ascending. */
export async function missingDays(
  _system: SystemTenant,
  client: Client,
  { first, last }: { first: number; last: number },
): Promise<number[]> {
  const { rows } = await client.query<{ day: number }>(
    `SELECT day FROM generate_series($1::int, $2::int) day WHERE NOT EXISTS (SELECT FROM device_figure_day k WHERE k.day = day.day) ORDER BY day`,
    [first, last],
  );
  return rows.map(({ day }) => day);
}

export async function markDays(
  _system: SystemTenant,
  client: Client,
  days: readonly number[],
  at: Date,
): Promise<void> {
  await client.query(
    'INSERT INTO device_figure_day (day, taken_at) SELECT unnest($1::int[]), $2 ON CONFLICT (day) DO UPDATE SET taken_at = $2',
    [[...days], at],
  );
  await client.query('DELETE FROM device_figure_day WHERE day < $1', [Math.max(...days) - 2 * daysKept]);
}

interface FigureRow {
  device_id: number;
  point_id: number;
  kind: FigureKind;
  first_day: number;
  daily: (number | null)[];
}

const figureOf = (row: FigureRow): Figure => ({
  deviceId: row.device_id,
  pointId: row.point_id,
  kind: row.kind,
  firstDay: row.first_day,
  daily: row.daily,
});

export async function readFigures(
  _system: SystemTenant,
  client: Client,
  deviceIds: readonly number[],
  kind: FigureKind | null = null,
): Promise<Figure[]> {
  const { rows } = await client.query<FigureRow>(
    'SELECT * FROM device_figure WHERE device_id = ANY($1::int[]) AND ($2::text IS NULL OR kind = $2)',
    [[...deviceIds], kind],
  );
  return rows.map(figureOf);
}

/** Points and devices that were deleted meanwhile are left out. */
export async function writeFigures(_system: SystemTenant, client: Client, figures: readonly Figure[]): Promise<void> {
  if (figures.length === 0) return;
  await client.query(
    `INSERT INTO device_figure (device_id, point_id, kind, first_day, daily)
     SELECT f.device_id, f.point_id, f.kind, f.first_day, f.daily::real[]
     FROM unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::text[]) AS f(device_id, point_id, kind, first_day, daily)
     JOIN device ON device.id = f.device_id JOIN point ON point.id = f.point_id
     ON CONFLICT (device_id, point_id, kind) DO UPDATE SET first_day = excluded.first_day, daily = excluded.daily`,
    [
      figures.map(({ deviceId }) => deviceId),
      figures.map(({ pointId }) => pointId),
      figures.map(({ kind }) => kind),
      figures.map(({ firstDay }) => firstDay),
      figures.map(
        ({ daily }) => `{${daily.map((value) => (value === null ? 'NULL' : value.toPrecision(7))).join(',')}}`,
      ),
    ],
  );
}

/** A figure that is compared, with what makes others like it. */
export interface ComparedFigure extends Figure {
  readonly companyId: number;
  readonly projectId: number;
  readonly timeZone: string;
  /** Same class of devices, point of the same name and unit. */
  readonly likeness: string;
  readonly unit: string;
}

/** All figures of one company. */
export async function figuresOfCompany(
  _system: SystemTenant,
  client: Client,
  companyId: number,
): Promise<ComparedFigure[]> {
  const { rows } = await client.query<
    FigureRow & { project_id: number; time_zone: string; device_class_id: number; name: string; unit: string }
  >(
    `SELECT f.*, d.project_id, project.time_zone, d.device_class_id, p.name, p.unit FROM device_figure f JOIN device d ON d.id = f.device_id
     JOIN point p ON p.id = f.point_id JOIN project ON project.id = d.project_id
     WHERE d.company_id = $1 AND project.deleted_at IS NULL AND project.disabled_at IS NULL ORDER BY f.device_id, f.point_id`,
    [companyId],
  );
  return rows.map((row) => ({
    ...figureOf(row),
    companyId,
    projectId: row.project_id,
    timeZone: row.time_zone,
    likeness: `${row.device_class_id} ${row.unit} ${row.name}`,
    unit: row.unit,
  }));
}

export async function companiesWithFigures(_system: SystemTenant, client: Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT DISTINCT d.company_id AS id FROM device_figure f JOIN device d ON d.id = f.device_id ORDER BY id',
  );
  return rows.map(({ id }) => id);
}
