import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarse from 'world-atlas/land-110m.json?url';
import { type CellLand, cellAddress, type LandCell } from './landCells.ts';

/** A file is asked for once; one that did not come, again. */
function asked<Key, Land>(read: (key: Key) => Promise<Land>, nameOf: (key: Key) => string) {
  const known = new Map<string, Promise<Land>>();
  return (key: Key): Promise<Land> => {
    const name = nameOf(key);
    const land = known.get(name) ?? read(key);
    known.set(name, land);
    land.catch(() => known.delete(name));
    return land;
  };
}

async function fetched(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the land outline answered ${response.status}`);
  return response.json();
}

/**
 * Natural Earth's land at 1:110,000,000 as polygons: the whole earth in 55 KB. Land only: borders are disputed, coasts are not.
 *
 * @throws when the file does not come; the next call asks again
 */
export const coarseLand = asked(
  async () => {
    const world = (await fetched(coarse)) as Topology<{ land: GeometryCollection }>;
    return feature(world, world.objects.land).features as Feature<Polygon | MultiPolygon>[];
  },
  () => '',
);

/** The land at 1:50,000,000 within one square. @throws when the file does not come; the next call asks again */
export const fineLand = asked(async (cell: LandCell) => (await fetched(cellAddress(cell))) as CellLand, cellAddress);
