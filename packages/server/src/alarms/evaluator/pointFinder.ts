import type { Bilingual } from '@watchpost/contract';
import type { PointReference } from '../engine/index.ts';

interface FoundPoint {
  readonly id: number;
  readonly company_id: number;
  readonly name: string;
  readonly name_en: string | null;
  readonly device_id: number | null;
  readonly point_type_id: number;
}

/** Finds which point a rule looks at, seen from the point it judges. */
export function createPointFinder(points: readonly FoundPoint[]) {
  const byId = new Map(points.map((point) => [point.id, point]));
  const ofDevice = new Map<string, number[]>();
  const key = (deviceId: number, typeId: number) => `${deviceId} ${typeId}`;
  for (const { id, device_id, point_type_id } of points) {
    if (device_id === null) continue;
    const others = ofDevice.get(key(device_id, point_type_id));
    if (others) others.push(id);
    else ofDevice.set(key(device_id, point_type_id), [id]);
  }
  /** All that a reference fits: of one that is clear there is one. */
  function fitting(pointId: number, reference: PointReference): readonly number[] {
    if ('pointId' in reference) {
      const companyId = byId.get(reference.pointId)?.company_id;
      return companyId !== undefined && companyId === byId.get(pointId)?.company_id ? [reference.pointId] : [];
    }
    const deviceId = byId.get(pointId)?.device_id ?? null;
    if (deviceId === null) return [];
    const { pointTypeId, pointName } = reference;
    return (ofDevice.get(key(deviceId, pointTypeId)) ?? []).filter(
      (id) => id !== pointId && (pointName === undefined || byId.get(id)?.name === pointName),
    );
  }
  return {
    fitting,
    /**
     * Null when there is none, or none of the company. What is unclear is refused when it is saved; where a device gets a second
     * one later, the one that was there first goes on: a rule that stops by itself would raise nothing any more.
     */
    find(pointId: number, reference: PointReference): number | null {
      const others = fitting(pointId, reference);
      return others.length === 0 ? null : Math.min(...others);
    },
    nameOf(pointId: number): Bilingual | null {
      const point = byId.get(pointId);
      return point === undefined ? null : { zh: point.name, en: point.name_en ?? point.name };
    },
  };
}
