import { createHash } from 'node:crypto';
import type { StoreChange } from '@watchpost/contract';
import type { StoreArea, StoreContent, StoreDevice } from './storeTemplate.store.ts';

/** What becomes of one area or device of a template. */
export type StoreStep =
  | {
      readonly part: 'area';
      readonly change: StoreChange;
      readonly area: StoreArea;
      /** Where it is, or will be, by the project's own names. */
      readonly path: readonly string[];
    }
  | {
      readonly part: 'device';
      readonly change: StoreChange;
      readonly device: StoreDevice;
      /** The area in which it will be, by the project's own names. */
      readonly path: readonly string[];
      /** The device that the project has under this name. */
      readonly other: StoreDevice | null;
    };

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);

/**
 * What a template does to a project: areas are compared from the project down, areas of one place and devices by name in either
 * language. A device of the same name and class is there already, wherever it stands; one of another class differs, and nothing is
 * applied.
 *
 * @param template areas, those above before those below
 */
export function compareStore(template: StoreContent, project: StoreContent): { steps: StoreStep[]; own: number } {
  const areasOf = Map.groupBy(project.areas, ({ path }) => pathKey(path.slice(0, -1)));
  const byName = new Map(project.devices.flatMap((device) => namesOf(device).map((name) => [name, device] as const)));
  const metAreas = new Set<StoreArea>();
  const metDevices = new Set<StoreDevice>();
  /** By the path in the template. */
  const paths = new Map([[pathKey([]), [] as readonly string[]]]);
  const areas = template.areas.map((area): StoreStep => {
    const { path, nameEn } = area;
    const name = path.at(-1)!;
    const above = paths.get(pathKey(path.slice(0, -1)))!;
    const names = namesOf({ name, nameEn });
    const other = areasOf
      .get(pathKey(above))
      ?.find((each) => namesOf({ name: each.path.at(-1)!, nameEn: each.nameEn }).some((own) => names.includes(own)));
    if (other) metAreas.add(other);
    const itsPath = other?.path ?? [...above, name];
    paths.set(pathKey(path), itsPath);
    return { part: 'area', change: other ? 'present' : 'added', area, path: itsPath };
  });
  const devices = template.devices.map((device): StoreStep => {
    const name = namesOf(device).find((each) => byName.has(each));
    const other = name === undefined ? null : byName.get(name)!;
    if (other) metDevices.add(other);
    const change = other === null ? 'added' : other.classId === device.classId ? 'present' : 'differs';
    return { part: 'device', change, device, path: paths.get(pathKey(device.area))!, other };
  });
  const own = project.areas.length - metAreas.size + project.devices.length - metDevices.size;
  return { steps: [...areas, ...devices], own };
}

const namesOf = ({ name, nameEn }: Pick<StoreDevice, 'name' | 'nameEn'>): string[] =>
  nameEn === null ? [name] : [name, nameEn];

/** SHA-256 of what a comparison found, hexadecimal: what somebody looked at is what is applied. */
export const seenOf = (steps: readonly StoreStep[]): string =>
  createHash('sha256').update(JSON.stringify(steps)).digest('hex');
