import { permissionIds } from '@watchpost/contract';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { checkInstall } from '../remoteBoot/index.ts';

const model = 'ZB-15';
const asks = {
  ...{ trap_interval: 5000, test_pressure: 2800, max_vacuum: 67 },
  ...{ min_slope: null, included_length: null },
};
const pipe = { max_length: 50_000, gas_climb: 15_000, liquid_climb: 10_000, oil_type: 'POE', ...asks };
const calibers = [
  {
    length_from: 0,
    length_to: 25_000,
    climb_from: 0,
    climb_to: 15_000,
    gas: 2200,
    riser: 1900,
    liquid: 1200,
    charge_per_metre: null,
  },
  {
    length_from: 25_000,
    length_to: 50_000,
    climb_from: 0,
    climb_to: 15_000,
    gas: 2800,
    riser: 2200,
    liquid: 1200,
    charge_per_metre: null,
  },
] as const;
const figures = {
  ...{ length: 18_500, gasClimb: 4_000, liquidClimb: 0, gas: 2200, riser: 1900, liquid: 1200, oil: 'POE', traps: 1 },
  // A cooler night took 0.11 MPa; none of it leaked.
  pressure: { from: 2800, to: 2690, fromTemp: 24, toTemp: 12, hours: 26, step: 1 },
  vacuum: { end: 58, rise: 9 },
};
const tooHigh = { ...figures, gasClimb: 16_200, traps: 3 };
/** A unit that a device of the simulator is, released and locked: its lock point starts it. */
export interface LockedUnit {
  readonly projectId: number;
  readonly deviceId: number;
}

/** Standards of one model, and a unit of it in each state. */
export async function insertUnits(
  _system: SystemTenant,
  db: DbOrTransaction,
  {
    companyId,
    projectId,
    userId,
    nowMs,
    locked,
  }: { companyId: number; projectId: number; userId: number; nowMs: number; locked: LockedUnit },
): Promise<void> {
  const at = new Date(nowMs - 6 * 86_400_000);
  const own = { company_id: companyId, model, updated_at: at };
  await db
    .insertInto('boot_pipe_standard')
    .values({ ...own, ...pipe })
    .execute();
  await db
    .insertInto('boot_caliber_standard')
    .values(calibers.map((range) => ({ ...own, ...range })))
    .execute();
  const units = [
    { name: '冷冻间 5 号机组', unit_number: 'CU26A0000416', state: 'released', install: figures },
    {
      name: '烘焙间机组',
      unit_number: 'CU26A0000417',
      state: 'released',
      install: figures,
      ...(await lockOf(db, locked)),
    },
    { name: '冷冻间 6 号机组', unit_number: 'CU26A0000418', state: 'conforms', install: figures },
    { name: '月台风幕机组', unit_number: 'CU26A0000421', state: 'deviates', install: tooHigh },
    { name: '备用机组', unit_number: 'CU26A0000430', state: 'registered', install: null },
  ] as const;
  for (const { install, ...unit } of units) {
    const { id } = await db
      .insertInto('boot_unit')
      .values({
        ...own,
        ...unit,
        project_id: unit.state === 'registered' ? null : 'device_id' in unit ? locked.projectId : projectId,
        released_at: unit.state === 'released' ? at : null,
        contract_number: 'HD-2026-118',
        position: unit.state === 'registered' ? '' : '屋面机房',
        install: install && JSON.stringify(install),
        verdicts: JSON.stringify(install === null ? [] : checkInstall(install, pipe, calibers)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (unit.state !== 'released' || 'device_id' in unit) continue;
    const issuedAt = nowMs - 5 * 86_400_000;
    await db
      .insertInto('boot_password')
      .values({
        ...{ company_id: companyId, unit_id: id, unit_number: unit.unit_number },
        ...{ day: localOfEpoch(issuedAt, 'Asia/Shanghai').slice(0, 10), attempt: 0 },
        ...{ issued_by: userId, issued_at: new Date(issuedAt) },
      })
      .execute();
  }
}

/** A role of people who enter installations, which others release; a member of the company has it besides their own. */
export async function insertInstaller(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<void> {
  const { id } = await db
    .insertInto('role')
    .values({
      ...{ company_id: companyId, name: '机组安装员', name_en: 'Unit installer' },
      ...{ scope: 'company', is_default: false },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('role_permission')
    .values(permissionIds(['bootUnits']).map((permission_id) => ({ role_id: id, permission_id, half_selected: false })))
    .execute();
  await db
    .insertInto('role_entry')
    .values({ user_id: userId, role_id: id, company_id: companyId, project_id: -1 })
    .execute();
}

/** The device and the point that is written to unlock it; the run permission of the simulator's controllers. */
async function lockOf(
  db: DbOrTransaction,
  { deviceId }: LockedUnit,
): Promise<{ device_id: number; lock_point_id: number; unlock_value: number }> {
  const point = await db
    .selectFrom('device_point')
    .innerJoin('point', 'point.id', 'device_point.point_id')
    .where('device_point.device_id', '=', deviceId)
    .where('point.writable', '=', true)
    .select('point.id')
    .executeTakeFirstOrThrow();
  return { device_id: deviceId, lock_point_id: point.id, unlock_value: 1 };
}
