import { pointInRole, type RoleCode, rolesOfClass } from '../devices/roles.ts';
import type { DiagramDocument, DiagramNode } from './document.ts';
import { type PlantDevice, withRoles } from './layOut.ts';

/** What keeps a document from serving a class: where it stands in it, and why. */
export interface NotByRoles {
  readonly path: string;
  readonly node: string;
  /** `role`: its point has no role on the device; `device`: it is another device. */
  readonly why: 'role' | 'device';
}

/** The points of a device in its roles, those accepted first. */
function rolesOfPoints(device: PlantDevice): Map<number, RoleCode> {
  const known = withRoles(device);
  const roles = new Map<number, RoleCode>();
  for (const role of rolesOfClass[device.classCode] ?? []) {
    const id = pointInRole(role, known);
    if (id !== undefined && !roles.has(id)) roles.set(id, role);
  }
  return roles;
}

/**
 * A document that was drawn on one device, as it serves every device of its class: by roles, without ids.
 *
 * @returns what cannot be said by roles instead, where there is anything
 */
export function byRoles(
  document: DiagramDocument,
  device: PlantDevice,
): { document: DiagramDocument } | { faults: NotByRoles[] } {
  const roleOf = rolesOfPoints(device);
  const faults: NotByRoles[] = [];
  const nodes = document.nodes.map((node, index): DiagramNode => {
    const { bind, roles: before, isSelf: _isSelf, ...rest } = node;
    const fault = (path: string, why: NotByRoles['why']) =>
      faults.push({ path: `Document.nodes.${index}.${path}`, node: node.id, why });
    if (node.device !== null && node.device !== device.id) fault('device', 'device');
    // What this device has no point for stays as it was drawn on another.
    const roles: Record<string, RoleCode> = { ...before };
    for (const [input, pointId] of Object.entries(bind)) {
      const role = roleOf.get(pointId);
      if (role) roles[input] = role;
      else fault(`bind.${input}`, 'role');
    }
    const isSelf = node.device !== null || Object.keys(roles).length > 0;
    return { ...rest, device: null, bind: {}, ...(isSelf ? { isSelf: true as const, roles } : {}) };
  });
  return faults.length > 0 ? { faults } : { document: { ...document, nodes } };
}

/** A document of a class as it shows one device of it. @param device null: there is none, and nothing is bound */
export function forDevice(document: DiagramDocument, device: PlantDevice | null): DiagramDocument {
  const known = device && withRoles(device);
  const nodes = document.nodes.map((node): DiagramNode => {
    if (!node.isSelf || !device || !known) return node;
    const { isSelf: _isSelf, roles = {}, ...rest } = node;
    const bind: Record<string, number> = {};
    const missing: Record<string, RoleCode> = {};
    for (const [input, role] of Object.entries(roles)) {
      const id = pointInRole(role, known);
      if (id === undefined) missing[input] = role;
      else bind[input] = id;
    }
    return { ...rest, device: device.id, bind, ...(Object.keys(missing).length > 0 ? { roles: missing } : {}) };
  });
  return { ...document, nodes };
}

/** A device with the points alone that have a role: what a drawing of its class can show. */
export function onlyRoles(device: PlantDevice): PlantDevice {
  const roles = rolesOfPoints(device);
  return { ...device, points: device.points.filter(({ id }) => roles.has(id)) };
}
