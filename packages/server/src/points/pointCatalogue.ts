import { system } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { allPoints, type PointFacts } from './store.ts';

/** What ingest, alarms and realtime need to know of every point, in memory, by id. Loaded at start and on change. */
export interface PointCatalogue {
  get(pointId: number): PointFacts | undefined;
  all(): IterableIterator<PointFacts>;
  ofGateway(gatewayId: number): readonly PointFacts[];
  readonly size: number;
  reload(): Promise<void>;
}

export async function loadPointCatalogue(db: Db): Promise<PointCatalogue> {
  let byId = new Map<number, PointFacts>();
  let byGateway = new Map<number, PointFacts[]>();
  const reload = async () => {
    const points = await allPoints(system, db);
    byId = new Map(points.map((point) => [point.id, point]));
    byGateway = Map.groupBy(points, (point) => point.gateway_id);
  };
  await reload();
  return {
    get: (pointId) => byId.get(pointId),
    all: () => byId.values(),
    ofGateway: (gatewayId) => byGateway.get(gatewayId) ?? [],
    get size() {
      return byId.size;
    },
    reload,
  };
}
