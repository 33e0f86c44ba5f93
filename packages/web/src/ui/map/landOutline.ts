import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/land-50m.json?url';
import coarse from 'world-atlas/land-110m.json?url';

export type LandDetail = 'coarse' | 'fine';

/** Natural Earth's land at 1:110,000,000 (55 KB) and 1:50,000,000 (545 KB). Land only: borders are disputed, coasts are not. */
const addresses: Record<LandDetail, string> = { coarse, fine };

const known = new Map<LandDetail, Promise<Feature<Polygon | MultiPolygon>[]>>();

/**
 * The land of the earth as polygons, asked for once. @throws when the file does not come; the next call asks again
 */
export function landOutline(detail: LandDetail): Promise<Feature<Polygon | MultiPolygon>[]> {
  let land = known.get(detail);
  if (!land) {
    land = load(addresses[detail]);
    known.set(detail, land);
    land.catch(() => known.delete(detail));
  }
  return land;
}

async function load(address: string): Promise<Feature<Polygon | MultiPolygon>[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the land outline answered ${response.status}`);
  const world = (await response.json()) as Topology<{ land: GeometryCollection }>;
  return feature(world, world.objects.land).features as Feature<Polygon | MultiPolygon>[];
}
