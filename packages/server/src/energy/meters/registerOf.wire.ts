import { type AllCalls, energyErrors, type ParsedInput } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ReadingExtremes } from '../readings/readings.store.ts';
import { activeUnits, findMeters, type InstallationRow, type InstallationValues, registersOf } from './meters.store.ts';

/** A register that people read: they enter kWh. */
const byHand = { unit: 'kWh', decimals: 2, used_by: null };

type RegisterBody = Pick<
  ParsedInput<AllCalls['replaceEnergyMeter']>['body'],
  'IsManual' | 'PointId' | 'SerialNumber' | 'Multiplier' | 'Capacity' | 'StartReading'
>;

/** Readings and size of a register that may stand together. */
export function checkReadings({
  capacity,
  start_reading,
  end_reading,
}: Pick<InstallationRow, 'capacity' | 'start_reading' | 'end_reading'>): void {
  if (capacity !== null && Math.max(start_reading ?? 0, end_reading ?? 0) >= capacity)
    throw new Refusal(energyErrors.capacityTooSmall);
  if (capacity === null && start_reading !== null && end_reading !== null && end_reading < start_reading)
    throw new Refusal(energyErrors.endBelowStart);
}

/** A register does not contradict what people read off it. */
export function checkAgainstRead(
  { capacity, start_reading, end_reading }: Pick<InstallationRow, 'capacity' | 'start_reading' | 'end_reading'>,
  read: ReadingExtremes | null,
): void {
  if (!read) return;
  if (capacity !== null && read.max >= capacity)
    throw new Refusal({ ...energyErrors.capacityBelowRead, field: 'Capacity' }, { reading: String(read.max) });
  if (capacity !== null) return;
  if (start_reading !== null && start_reading > read.first)
    throw new Refusal({ ...energyErrors.startAboveRead, field: 'StartReading' }, { reading: String(read.first) });
  if (end_reading !== null && end_reading < read.last)
    throw new Refusal({ ...energyErrors.endBelowRead, field: 'EndReading' }, { reading: String(read.last) });
  // Without a size, the register only rises.
  if (read.falls) throw new Refusal({ ...energyErrors.readFalls, field: 'Capacity' });
}

/** The register that a body names, as it is kept. `meterId`: the meter that may read the point already. */
export async function registerOf(
  { tenant }: Caller,
  { transaction }: OneWrite,
  projectId: number,
  body: RegisterBody,
  meterId: number | null,
): Promise<InstallationValues> {
  const pointId = body.IsManual ? null : (body.PointId ?? null);
  if (pointId === null && !body.IsManual) throw new Refusal(energyErrors.pointMissing);
  const point =
    pointId === null ? byHand : (await registersOf(tenant, transaction, projectId)).find(({ id }) => id === pointId);
  if (!point) throw new Refusal(energyErrors.notRegister);
  const own = meterId === null ? null : (await findMeters(tenant, transaction, [meterId]))[0]!.name;
  if (point.used_by !== null && point.used_by !== own)
    throw new Refusal(energyErrors.registerInUse, { name: point.used_by });
  const values = {
    point_id: pointId,
    is_manual: body.IsManual,
    serial_number: body.SerialNumber,
    multiplier: body.Multiplier,
    unit_wh: activeUnits[point.unit.toLowerCase()]!,
    register_count: 10 ** -point.decimals,
    capacity: body.Capacity ?? null,
    start_reading: body.StartReading ?? null,
  };
  checkReadings({ ...values, end_reading: null });
  return values;
}

export const registerInLog = (values: Partial<InstallationValues> & { end_reading?: number | null }): object => ({
  ...(values.point_id === undefined ? {} : { pointId: values.point_id }),
  ...(values.serial_number === undefined ? {} : { meterSerial: values.serial_number }),
  ...(values.multiplier === undefined ? {} : { multiplier: values.multiplier }),
  ...(values.capacity === undefined ? {} : { capacity: values.capacity }),
  ...(values.start_reading === undefined ? {} : { startReading: values.start_reading }),
  ...(values.end_reading === undefined ? {} : { endReading: values.end_reading }),
});
