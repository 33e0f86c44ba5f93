import {
  type DiagramDocument,
  type GeneratedKind,
  isRack,
  layOutAir,
  layOutCircuit,
  layOutSingleLine,
  mayLeadTo,
  type PlantDevice,
  type RelationKind,
  relationFrom,
  relationKinds,
} from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { countOfClasses, type PlantRow, plantOfProject, relationsOfProject } from '../devices/index.ts';
import { supplyOf } from '../energy/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** A diagram that follows from devices. */
export interface Generated {
  kind: GeneratedKind;
  /** The rack or unit; null: of the whole project. */
  of: PlantRow | null;
  devices: PlantRow[];
  isAssumed: boolean;
  draw(): DiagramDocument;
}

const meters = ['energyMeter'];

/** As drawings take a device: with the points that are shown of it, whose values screens have. */
export const plantOf = ({ id, name, class_code, main_point_id, points }: PlantRow): PlantDevice => ({
  id,
  name,
  classCode: class_code,
  mainPointId: main_point_id,
  points: points.filter(({ isShown }) => isShown),
  takenRoles: points.flatMap(({ isShown, role }) => (isShown ? [] : (role ?? []))),
});

/**
 * The diagrams of a project that follow from the devices that the tenant sees, their roles and relations. A rack or unit for which
 * nobody said what it serves is drawn with all that it could serve where the project has only one; else it stands alone.
 */
export async function generateDiagrams(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<Generated[]> {
  const kinds = Object.values(relationKinds);
  const classCodes = [...kinds.flatMap(({ from, to }) => [...from, ...to]), ...meters];
  const [plant, relations, supply] = await Promise.all([
    plantOfProject(tenant, db, projectId, { classCodes }),
    relationsOfProject(tenant, db, projectId),
    supplyOf(tenant, db, projectId),
  ]);
  const deviceOf = new Map(plant.map((device) => [device.id, device]));
  const isOnlyOne = async (kind: RelationKind) =>
    (await countOfClasses(tenant, db, projectId, relationKinds[kind].from)) === 1;
  const onlyOne = { cools: await isOnlyOne('cools'), conditions: await isOnlyOne('conditions') };
  const generated: Generated[] = [];
  for (const source of plant) {
    const kind = relationFrom(source.class_code);
    if (kind === null) continue;
    const said = relations.filter(({ from_id, kind: of }) => from_id === source.id && of === kind);
    const isAssumed = said.length === 0 && onlyOne[kind];
    const served = isAssumed
      ? plant.filter(({ class_code }) => mayLeadTo(kind, class_code) && class_code !== 'dock')
      : said.flatMap(({ to_id }) => deviceOf.get(to_id) ?? []);
    const own = plantOf(source);
    generated.push({
      kind: isRack(own) ? 'circuit' : 'air',
      of: source,
      devices: [source, ...served],
      isAssumed: isAssumed && served.length > 0,
      draw: () => (isRack(own) ? layOutCircuit(own, served.map(plantOf)) : layOutAir(own, served.map(plantOf))),
    });
  }
  const measured = plant.filter(({ class_code }) => meters.includes(class_code));
  if (measured.length > 0) {
    const meterOf = new Map(supply.map((meter) => [meter.id, meter]));
    const byDevice = new Map(supply.flatMap((meter) => (meter.device_id === null ? [] : [[meter.device_id, meter]])));
    /** The nearest meter above that is a device which is seen. */
    const above = (deviceId: number): number | null => {
      const seen = new Set<number>();
      let parent = meterOf.get(byDevice.get(deviceId)?.parent_id ?? 0);
      while (parent && !seen.has(parent.id)) {
        seen.add(parent.id);
        if (parent.device_id !== null && deviceOf.has(parent.device_id)) return parent.device_id;
        parent = meterOf.get(parent.parent_id ?? 0);
      }
      return null;
    };
    generated.push({
      kind: 'singleLine',
      of: null,
      devices: measured,
      isAssumed: measured.length > 1 && measured.every(({ id }) => !byDevice.has(id)),
      draw: () => layOutSingleLine(measured.map((device) => ({ device: plantOf(device), above: above(device.id) }))),
    });
  }
  return generated;
}
