import { insidePolygon, type PlanItem, type PlanZone } from '@watchpost/contract';

interface Device {
  readonly Mtid: number;
  readonly MName: string;
  readonly LocationName: string | null;
}

/**
 * Devices in the order in which somebody who stands at one looks for it: those that are not on the plan yet, of these the ones of
 * the zone that was tapped and of the plan's own area first, then by name.
 *
 * @param at where the plan was tapped, as shares of it; null: nowhere yet
 */
export function onSiteOrder<Each extends Device>(
  devices: readonly Each[],
  items: readonly Pick<PlanItem, 'Mtid'>[],
  zones: readonly PlanZone[],
  at: { readonly X: number; readonly Y: number } | null,
  planArea: string,
): { readonly device: Each; readonly isPlaced: boolean }[] {
  const placed = new Set(items.map(({ Mtid }) => Mtid));
  const zone = at ? zones.find(({ Corners }) => insidePolygon(Corners, at.X, at.Y)) : undefined;
  const far = ({ LocationName }: Device) => (LocationName === zone?.ZoneName ? 0 : LocationName === planArea ? 1 : 2);
  return devices
    .map((device) => ({ device, isPlaced: placed.has(device.Mtid) }))
    .sort(
      (a, b) =>
        Number(a.isPlaced) - Number(b.isPlaced) ||
        far(a.device) - far(b.device) ||
        a.device.MName.localeCompare(b.device.MName, undefined, { numeric: true }),
    );
}
