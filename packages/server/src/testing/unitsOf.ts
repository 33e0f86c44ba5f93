import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { sixPhotos } from './installPhotos.ts';
import { sheetOf } from './peopleOf.ts';

/** Units, their standards, and a boot password. */
export interface UnitIds {
  bootUnitId: number;
  conformingUnitId: number;
  rejectableUnitId: number;
  /** `UpdateEpoch` of both. */
  waitingUnitEpoch: number;
  keyUnitId: number;
  releasedUnitId: number;
  /** Its installation was entered by the user, and it has a password of tomorrow. */
  shownUnitId: number;
  lockedAgainUnitId: number;
  spareUnitId: number;
  bootPasswordId: number;
  unlockableUnitId: number;
  startingUnitId: number;
  pipeStandardId: number;
  sparePipeStandardId: number;
  caliberStandardId: number;
  spareCaliberStandardId: number;
  freeUnitNumber: string;
  unitSheet: File;
  /** As many as an installation needs. */
  installPhotos: string[];
}

const install = { length: 20_000, gasClimb: 3_000, liquidClimb: 0, gas: 2200, riser: 1900, liquid: 1200, oil: 'POE' };

export async function unitsOf(
  db: Db,
  {
    companyId,
    projectId,
    userId,
    deviceId,
  }: { companyId: number; projectId: number; userId: number; deviceId: number },
  marker: string,
): Promise<UnitIds> {
  const at = new Date();
  const number = () => randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase();
  const model = `${marker} ${number()}`;
  const pipe = async (name: string): Promise<number> => {
    const row = { max_length: 50_000, gas_climb: 15_000, liquid_climb: 10_000, oil_type: 'POE', updated_at: at };
    const { id } = await db
      .insertInto('boot_pipe_standard')
      .values({ ...row, company_id: companyId, model: name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const caliber = async (name: string): Promise<number> => {
    const ranges = { length_from: 0, length_to: 50_000, climb_from: 0, climb_to: 15_000 };
    const { id } = await db
      .insertInto('boot_caliber_standard')
      .values({ ...ranges, gas: 2200, riser: 1900, liquid: 1200, updated_at: at, company_id: companyId, model: name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const unit = async (
    state: 'registered' | 'conforms' | 'released',
    unitNumber: string = number(),
  ): Promise<number> => {
    const { id } = await db
      .insertInto('boot_unit')
      .values({
        company_id: companyId,
        project_id: projectId,
        name: `${marker} unit`,
        contract_number: marker,
        unit_number: unitNumber,
        model,
        position: marker,
        state,
        install: state === 'registered' ? null : JSON.stringify(install),
        verdicts: '[]',
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const releasedNumber = number();
  const releasedUnitId = await unit('released', releasedNumber);
  const password = await db
    .insertInto('boot_password')
    .values({
      company_id: companyId,
      unit_id: releasedUnitId,
      unit_number: releasedNumber,
      day: '2026-01-05',
      attempt: 0,
      issued_by: userId,
      issued_at: at,
      reason: marker,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shownNumber = number();
  const shownUnitId = await unit('released', shownNumber);
  await db.updateTable('boot_unit').set({ submitted_by: userId }).where('id', '=', shownUnitId).execute();
  await db
    .insertInto('boot_password')
    .values({
      ...{ company_id: companyId, unit_id: shownUnitId, unit_number: shownNumber, attempt: 0, issued_at: at },
      day: new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10),
    })
    .execute();
  await db
    .insertInto('boot_event')
    .values({ unit_id: releasedUnitId, kind: 'approved', at, user_name: `${marker} person` })
    .execute();
  const unlockableUnitId = await unit('released');
  // The one that the running server knows: other fixtures have points of the device that can be written to as well.
  const writable = await db
    .selectFrom('device_point')
    .innerJoin('point', 'point.id', 'device_point.point_id')
    .where('device_point.device_id', '=', deviceId)
    .where('point.name', '=', `${marker} Setpoint`)
    .select('point.id')
    .executeTakeFirstOrThrow();
  // A device is one unit: the one that was made last.
  await db
    .updateTable('boot_unit')
    .set({ device_id: null, lock_point_id: null })
    .where('device_id', '=', deviceId)
    .execute();
  await db
    .updateTable('boot_unit')
    .set({ device_id: deviceId, lock_point_id: writable.id, unlock_value: -18 })
    .where('id', '=', unlockableUnitId)
    .execute();
  return {
    bootUnitId: await unit('registered'),
    conformingUnitId: await unit('conforms'),
    rejectableUnitId: await unit('conforms'),
    waitingUnitEpoch: at.getTime(),
    keyUnitId: await unit('registered'),
    releasedUnitId,
    shownUnitId,
    lockedAgainUnitId: await unit('released'),
    spareUnitId: await unit('registered'),
    bootPasswordId: password.id,
    unlockableUnitId,
    startingUnitId: await unit('released'),
    pipeStandardId: await pipe(model),
    sparePipeStandardId: await pipe(`${model} B`),
    caliberStandardId: await caliber(model),
    spareCaliberStandardId: await caliber(`${model} B`),
    freeUnitNumber: `CU-${number()}`,
    unitSheet: await sheetOf(['机组名称', '机组编号', '型号'], [[`Imported ${number()}`, number(), 'ZB-15']]),
    installPhotos: await sixPhotos(db, companyId, userId),
  };
}
