import { isDeepStrictEqual } from 'node:util';
import { system } from '../access/index.ts';
import type { ConfigurationReader } from '../events.ts';
import type { Db } from '../platform/db/database.ts';
import { allPoints, concernedPoints, type PointFacts } from './store.ts';

/** What ingest, alarms and realtime need to know of every point, in memory, by id. */
export interface PointCatalogue extends ConfigurationReader {
  get(pointId: number): PointFacts | undefined;
  all(): IterableIterator<PointFacts>;
  /** The same list until one of its points changes: whoever derives something from it keeps that by the list. */
  ofGateway(gatewayId: number): readonly PointFacts[];
  /** Virtual and computed points; the same list until one of them changes. */
  withoutGateway(): readonly PointFacts[];
  readonly size: number;
}

const none: readonly PointFacts[] = [];

export async function loadPointCatalogue(db: Db): Promise<PointCatalogue> {
  const points = await allPoints(system, db);
  const byId = new Map(points.map((point) => [point.id, point]));
  const byGateway = new Map<number, readonly PointFacts[]>(Map.groupBy(points, (point) => point.gateway_id));

  return {
    get: (pointId) => byId.get(pointId),
    all: () => byId.values(),
    ofGateway: (gatewayId) => byGateway.get(gatewayId) ?? none,
    withoutGateway: () => byGateway.get(0) ?? none,
    get size() {
      return byId.size;
    },

    async reread({ project, gateway, pointType, point, device }) {
      if (project.size + gateway.size + pointType.size + point.size + device.size === 0) return;
      const before = [...byId.values()].filter(
        ({ id, project_id, gateway_id, device_ids, inputs }) =>
          point.has(id) ||
          project.has(project_id) ||
          gateway.has(gateway_id) ||
          inputs.some((input) => point.has(input.id)) ||
          device_ids.some((of) => device.has(of)),
      );
      const present = await concernedPoints(system, db, {
        // By id those that hang on nothing concerned any more: moved to another gateway, or their device is gone.
        pointIds: new Set([...point, ...before.map(({ id }) => id)]),
        projectIds: project,
        gatewayIds: gateway,
        pointTypeIds: pointType,
        deviceIds: device,
      });
      // Only those whose points are others now: many are read again only because a device was renamed.
      const gateways = new Set<number>();
      const presentIds = new Set(present.map(({ id }) => id));
      for (const { id, gateway_id } of before) {
        if (presentIds.has(id)) continue;
        gateways.add(gateway_id);
        byId.delete(id);
      }
      for (const facts of present) {
        const known = byId.get(facts.id);
        if (isDeepStrictEqual(known, facts)) continue;
        if (known) gateways.add(known.gateway_id);
        gateways.add(facts.gateway_id);
        byId.set(facts.id, facts);
      }
      if (gateways.size === 0) return;
      const lists = Map.groupBy(
        [...byId.values()].filter(({ gateway_id }) => gateways.has(gateway_id)),
        ({ gateway_id }) => gateway_id,
      );
      for (const id of gateways) {
        const list = lists.get(id);
        if (list) byGateway.set(id, list);
        else byGateway.delete(id);
      }
    },
  };
}
