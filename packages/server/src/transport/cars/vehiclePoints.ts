import { coordinateNames } from '@watchpost/contract';
import type { DevicePointRow } from '../../points/index.ts';

/** What the points of a vehicle mean; each may be missing. */
export interface VehiclePoints {
  readonly latitude: DevicePointRow | undefined;
  readonly longitude: DevicePointRow | undefined;
  readonly speed: DevicePointRow | undefined;
  readonly odometer: DevicePointRow | undefined;
  readonly door: DevicePointRow | undefined;
  /** The one that its card shows, else the first. */
  readonly temperature: DevicePointRow | undefined;
}

/**
 * Recognised by type and unit, and the two coordinates by how their names begin: points say what they measure, and not yet what
 * they mean on their device.
 */
export function vehiclePoints(points: readonly DevicePointRow[]): VehiclePoints {
  const called = (pattern: RegExp) =>
    points.find(({ unit, name, name_en }) => unit === '°' && [name, name_en ?? ''].some((each) => pattern.test(each)));
  const ofType = (code: string) => points.find(({ type_code }) => type_code === code);
  const degrees = points.filter(({ type_code, writable }) => type_code === 'temperature' && !writable);
  return {
    latitude: called(coordinateNames.latitude),
    longitude: called(coordinateNames.longitude),
    speed: ofType('speed'),
    odometer: ofType('distance'),
    door: ofType('doorState'),
    temperature: degrees.find(({ main }) => main) ?? degrees[0],
  };
}
