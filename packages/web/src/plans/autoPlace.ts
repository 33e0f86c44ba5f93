import type { PlanZone } from '@watchpost/contract';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
const margin = 0.06;
const wholePlan: Box = { left: 0, top: 0, right: 1, bottom: 1 };

const boxOf = (zone: PlanZone | undefined): Box =>
  zone
    ? {
        left: Math.min(...zone.Corners.map(([x]) => x)),
        top: Math.min(...zone.Corners.map(([, y]) => y)),
        right: Math.max(...zone.Corners.map(([x]) => x)),
        bottom: Math.max(...zone.Corners.map(([, y]) => y)),
      }
    : wholePlan;

/** Places for so many things in rows, apart from each other and from the edge. */
export function rows(count: number, { left, top, right, bottom }: Box, shape: number): { X: number; Y: number }[] {
  const [width, height] = [right - left, bottom - top];
  // A tag is three times as wide as it is high.
  const columns = Math.max(
    1,
    Math.min(count, Math.ceil(Math.sqrt((count * width * shape) / Math.max(height, 0.001) / 3))),
  );
  const lines = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => ({
    X: left + width * (margin + ((1 - 2 * margin) * ((index % columns) + 0.5)) / columns),
    Y: top + height * (margin + ((1 - 2 * margin) * (Math.floor(index / columns) + 0.5)) / lines),
  }));
}

/**
 * Devices laid out in rows: those of an area in the zone that bears its name, the others over the whole plan.
 *
 * @param shape width of the plan by its height
 */
export function autoPlace(
  devices: readonly { Mtid: number; LocationName: string | null }[],
  zones: readonly PlanZone[],
  shape: number,
): { Mtid: number; PointId: null; X: number; Y: number }[] {
  const groups = Map.groupBy(devices, ({ LocationName }) => zones.find(({ ZoneName }) => ZoneName === LocationName));
  return [...groups].flatMap(([zone, group]) => {
    const places = rows(group.length, boxOf(zone), shape);
    return group.map(({ Mtid }, index) => ({ Mtid, PointId: null, ...places[index]! }));
  });
}
