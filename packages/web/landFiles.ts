import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { type CellLand, cellAddress, cutOut, landCells } from './src/ui/map/landCells.ts';

type Corners = [number, number][][];

/** Cuts the land of the earth into squares, so that a map loads what it shows: tens of kilobytes of 550. */
export const landFiles: Plugin = {
  name: 'land-files',
  generateBundle() {
    for (const [address, land] of landOfCells())
      this.emitFile({ type: 'asset', fileName: address.slice(1), source: JSON.stringify(land) });
  },
  configureServer(server) {
    const files = landOfCells();
    server.middlewares.use((request, response, next) => {
      const land = files.get(request.url ?? '');
      if (land) response.setHeader('Content-Type', 'application/json').end(JSON.stringify(land));
      else next();
    });
  },
};

function landOfCells(): Map<string, CellLand> {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ land: GeometryCollection }>;
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }): Corners[] => {
    const land = geometry as Polygon | MultiPolygon;
    return (land.type === 'Polygon' ? [land.coordinates] : land.coordinates) as Corners[];
  });
  return new Map(
    landCells.map((cell) => [
      cellAddress(cell),
      polygons.map((polygon) => cutOut(polygon, cell)).filter((rings) => rings.length > 0),
    ]),
  );
}
