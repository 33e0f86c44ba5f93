import { createHash } from 'node:crypto';
import type { StoreChange } from '@watchpost/contract';
import type { StoreArea, StoreContent, StoreDevice } from './storeTemplate.store.ts';

/** What becomes of one area or device of a template. */
export type StoreStep =
  | { readonly part: 'area'; readonly change: StoreChange; readonly area: StoreArea }
  | {
      readonly part: 'device';
      readonly change: StoreChange;
      readonly device: StoreDevice;
      /** The device that the project has under this name. */
      readonly other: StoreDevice | null;
    };

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);

/**
 * What a template does to a project: areas are compared by their names from the project down, devices by name in either language.
 * A device of the same name and class is there already, wherever it stands; one of another class differs, and nothing is applied.
 */
export function compareStore(template: StoreContent, project: StoreContent): { steps: StoreStep[]; own: number } {
  const paths = new Set(project.areas.map(({ path }) => pathKey(path)));
  const byName = new Map(
    project.devices.flatMap((device) =>
      [device.name, device.nameEn].filter((name) => name !== null).map((name) => [name, device] as const),
    ),
  );
  const met = new Set<StoreDevice>();
  const areas = template.areas.map(
    (area): StoreStep => ({ part: 'area', change: paths.has(pathKey(area.path)) ? 'present' : 'added', area }),
  );
  const devices = template.devices.map((device): StoreStep => {
    const other = byName.get(device.name) ?? (device.nameEn === null ? undefined : byName.get(device.nameEn)) ?? null;
    if (other) met.add(other);
    const change = other === null ? 'added' : other.classId === device.classId ? 'present' : 'differs';
    return { part: 'device', change, device, other };
  });
  const wanted = new Set(template.areas.map(({ path }) => pathKey(path)));
  const ownAreas = [...paths].filter((path) => !wanted.has(path)).length;
  return { steps: [...areas, ...devices], own: ownAreas + project.devices.length - met.size };
}

/** SHA-256 of what a comparison found, hexadecimal: what somebody looked at is what is applied. */
export const seenOf = (steps: readonly StoreStep[]): string =>
  createHash('sha256').update(JSON.stringify(steps)).digest('hex');
