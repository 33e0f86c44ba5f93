import { system } from '../../packages/server/src/access/index.ts';
import { finishSeeding } from '../../packages/server/src/demo/seeding.store.ts';
import type { Database } from '../../packages/server/src/platform/db/database.ts';
import { aCompany, aGateway, aPoint, aProject, aSlave } from '../../packages/server/src/testing/factories.ts';

export interface Lines {
  /** What each DTU registers with. */
  serials: string[];
  pointIds: number[];
}

/** A project full of DTUs: equal slaves on each line, equal neighbouring registers on each slave. No server may run on the database yet. */
export async function insertLines(
  { db, pool }: Database,
  {
    lines,
    slavesPerLine,
    pointsPerSlave,
    cycleSeconds,
  }: Record<'lines' | 'slavesPerLine' | 'pointsPerSlave' | 'cycleSeconds', number>,
): Promise<Lines> {
  const companyId = await aCompany(db, { timeZone: 'UTC' });
  const projectId = await aProject(db, companyId, { timeZone: 'UTC' });
  // The first of each kind shows the others what they look like.
  const gateway = await aGateway(db, projectId, { serialNumber: 'L000000000000000' });
  const slave = await aSlave(db, gateway, { address: 1 });
  const point = await aPoint(db, gateway, { slaveId: slave });
  const mapping = {
    functionCode: 3,
    format: 'u16',
    byteOrder: 'AB',
    bit: null,
    scaling: null,
    errorValues: [],
    statusRegister: null,
  };
  await pool.query(
    `INSERT INTO gateway (company_id, project_id, serial_number, registration_identity, name, protocol)
     SELECT $1, $2, s.serial, s.serial, 'Line ' || i, 'DTU'
     FROM generate_series(1, $3::int) i, LATERAL (SELECT 'L' || lpad(i::text, 15, '0') AS serial) s`,
    [companyId, projectId, lines],
  );
  await pool.query(
    `INSERT INTO slave (gateway_id, address, name)
     SELECT g.id, a, 'Slave ' || a FROM gateway g, generate_series(1, $2::int) a WHERE g.project_id = $1 AND g.name LIKE 'Line %'`,
    [projectId, slavesPerLine],
  );
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO point (company_id, project_id, gateway_id, slave_id, point_type_id, name, sampling_interval_seconds, modbus)
     SELECT $1, $2, s.gateway_id, s.id, p.point_type_id, 'Register ' || r, $4, $5::jsonb || jsonb_build_object('address', r)
     FROM slave s JOIN gateway g ON g.id = s.gateway_id, generate_series(0, $6::int - 1) r, point p
     WHERE g.project_id = $2 AND g.name LIKE 'Line %' AND p.id = $3 RETURNING id`,
    [companyId, projectId, point, cycleSeconds, JSON.stringify(mapping), pointsPerSlave],
  );
  await pool.query('DELETE FROM gateway WHERE id = $1', [gateway]);
  await finishSeeding(system, db);
  const { rows: gateways } = await pool.query<{ serial_number: string }>(
    `SELECT serial_number FROM gateway WHERE project_id = $1 ORDER BY id`,
    [projectId],
  );
  return { serials: gateways.map(({ serial_number }) => serial_number), pointIds: rows.map(({ id }) => id) };
}
