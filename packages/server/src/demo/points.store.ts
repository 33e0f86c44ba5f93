import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

interface Probe {
  id: number;
  project_id: number;
  point_type_id: number;
  device_id: number;
}

/** What somebody has set each target to, °C. */
export const targetValue = -20;

/**
 * What people add beside the points of gateways: in each project of a company a target that they set, a mean and a deviation
 * that are computed, points that are looked at together; and in its library a template of its own for an MQTT logger.
 *
 * @returns ids of the targets, which have no value yet
 */
export async function insertOwnPoints(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, userId, nowMs }: { companyId: number; userId: number; nowMs: number },
): Promise<number[]> {
  const targets: number[] = [];
  const { rows } = await sql<Probe>`
    SELECT p.id, p.project_id, p.point_type_id, dp.device_id FROM point p JOIN point_type t ON t.id = p.point_type_id
    JOIN device_point dp ON dp.point_id = p.id AND dp.main
    WHERE p.company_id = ${companyId} AND t.code = 'temperature' AND p.unit = '°C' ORDER BY p.project_id, p.id`.execute(
    db,
  );
  const projects = [...Map.groupBy(rows, ({ project_id }) => project_id).values()].filter(
    (probes) => probes.length > 1,
  );
  for (const probes of projects) {
    const [first, second] = probes as [Probe, Probe];
    const { project_id, point_type_id } = first;
    const add = async (names: readonly [string, string], formula: string | null): Promise<number> => {
      const { id } = await db
        .insertInto('point')
        .values({
          company_id: companyId,
          project_id,
          point_type_id,
          name: names[0],
          name_en: names[1],
          unit: '°C',
          decimals: 1,
          level: 2,
          writable: formula === null,
          sampling_interval_seconds: 60,
          formula,
          range_low: -60,
          range_high: 60,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const target = await add(['目标温度', 'Target temperature'], null);
    const mean = await add(['平均温度', 'Mean temperature'], 'avg(a, b)');
    const deviation = await add(['偏离目标', 'Off target'], 'abs(m - t)');
    const inputs = [
      { point_id: mean, name: 'a', input_id: first.id },
      { point_id: mean, name: 'b', input_id: second.id },
      { point_id: deviation, name: 'm', input_id: mean },
      { point_id: deviation, name: 't', input_id: target },
    ];
    await db
      .insertInto('point_input')
      .values(inputs.map((input) => ({ ...input, project_id })))
      .execute();
    await db
      .insertInto('point_relevance')
      .values([{ project_id, point_id: first.id, device_id: first.device_id, related_point_id: target, position: 0 }])
      .execute();
    targets.push(target);
  }
  const key = (name: string, nameEn: string, typeName: string, unit: string, mqttKey: string) => ({
    name,
    nameEn,
    typeName,
    valueType: 'analog',
    unit,
    decimals: 1,
    level: 2,
    writable: false,
    samplingIntervalSeconds: 60,
    rangeLow: null,
    rangeHigh: null,
    errorValues: [],
    frozenAfterSeconds: null,
    modbus: null,
    mqttKey,
    note: '',
  });
  await db
    .insertInto('device_template')
    .values({
      company_id: companyId,
      kind: 'mqtt',
      name: '温湿度记录仪（MQTT）',
      name_en: 'Temperature and humidity logger (MQTT)',
      category: '记录仪',
      shared: true,
      created_by: userId,
      created_at: new Date(nowMs),
      points: JSON.stringify([
        key('温度', 'Temperature', 'temperature', '°C', 'temp'),
        key('湿度', 'Humidity', 'humidity', '%RH', 'hum'),
        key('电池电压', 'Battery', 'voltage', 'V', 'batt'),
      ]),
    })
    .execute();
  return targets;
}
