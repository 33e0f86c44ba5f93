import { isDeepStrictEqual } from 'node:util';
import { system } from '../access/index.ts';
import type { ConfigurationReader } from '../events.ts';
import type { Db } from '../platform/db/database.ts';
import { allPoints, concernedPoints, type PointFacts } from './store.ts';

/** What ingest, alarms and realtime need to know of every point, in memory, by id. */
export interface PointCatalogue extends ConfigurationReader {
  get(pointId: number): PointFacts | undefined;
  all(): IterableIterator<PointFacts>;
  /** The same array until one of its points changes: derived values may be cached by it. */
  ofGateway(gatewayId: number): readonly PointFacts[];
  /** Virtual and computed points, and those of tags; the same list until one of them changes. */
  withoutGateway(): readonly PointFacts[];
  /** The same list until one of its points changes. */
  ofProject(projectId: number): readonly PointFacts[];
  readonly size: number;
}

const none: readonly PointFacts[] = [];

/** Lists of points that have something in common, by its id. */
class Lists {
  readonly #byKey: Map<number, readonly PointFacts[]>;
  readonly #keyOf: (point: PointFacts) => number;

  constructor(points: readonly PointFacts[], keyOf: (point: PointFacts) => number) {
    this.#byKey = new Map(Map.groupBy(points, keyOf));
    this.#keyOf = keyOf;
  }

  of(key: number): readonly PointFacts[] {
    return this.#byKey.get(key) ?? none;
  }

  /** Makes those lists anew in which one of these points was or is. */
  renew(changed: readonly PointFacts[], all: Iterable<PointFacts>): void {
    const keys = new Set(changed.map(this.#keyOf));
    const concerned: PointFacts[] = [];
    for (const point of all) if (keys.has(this.#keyOf(point))) concerned.push(point);
    const lists = Map.groupBy(concerned, this.#keyOf);
    for (const key of keys) {
      const list = lists.get(key);
      if (list) this.#byKey.set(key, list);
      else this.#byKey.delete(key);
    }
  }
}

export async function loadPointCatalogue(db: Db): Promise<PointCatalogue> {
  const points = await allPoints(system, db);
  const byId = new Map(points.map((point) => [point.id, point]));
  const byGateway = new Lists(points, (point) => point.gateway_id);
  const byProject = new Lists(points, (point) => point.project_id);

  return {
    get: (pointId) => byId.get(pointId),
    all: () => byId.values(),
    ofGateway: (gatewayId) => byGateway.of(gatewayId),
    withoutGateway: () => byGateway.of(0),
    ofProject: (projectId) => byProject.of(projectId),
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
      const changed: PointFacts[] = [];
      const presentIds = new Set(present.map(({ id }) => id));
      for (const gone of before) {
        if (presentIds.has(gone.id)) continue;
        changed.push(gone);
        byId.delete(gone.id);
      }
      for (const facts of present) {
        const known = byId.get(facts.id);
        if (isDeepStrictEqual(known, facts)) continue;
        if (known) changed.push(known);
        changed.push(facts);
        byId.set(facts.id, facts);
      }
      if (changed.length === 0) return;
      byGateway.renew(changed, byId.values());
      byProject.renew(changed, byId.values());
    },
  };
}
