import { bandOrder, type Curve, type StrategyPoint } from '@watchpost/contract';
import type { Reference } from './OnlyWhileFields.tsx';
import type { Bands } from './RuleFields.tsx';

/** What a point is judged by: its own limits where it has some, else those of the condition. */
export interface LimitsInForce {
  readonly bands: Bands;
  readonly deadband: number;
  readonly isOwn: boolean;
}

/** A limit that stands beside another point, over the time that one is known. */
export interface MovingLimit {
  readonly band: (typeof bandOrder)[number];
  readonly samples: readonly { readonly at: number; readonly limit: number | null }[];
}

/** Limits that stand still: those that follow another point have no one place. */
export const standing = (bands: Bands): Bands =>
  Object.fromEntries(Object.entries(bands).filter(([, band]) => !band.from));

/** The other points that limits follow, each once. */
export function followedBy(bands: Bands): Reference[] {
  const all = bandOrder.flatMap((band) => bands[band]?.from ?? []);
  return [...new Map(all.map((reference) => [JSON.stringify(reference), reference])).values()];
}

/** Which of the points of a device a reference means, seen from the one that is judged; as the server finds it. */
export function foundAmong(
  reference: Reference,
  judged: StrategyPoint,
  points: readonly StrategyPoint[],
): number | undefined {
  if ('pointId' in reference) return reference.pointId;
  const fitting = points.filter(
    ({ PointId, PointTypeId, ModelTreeId, OwnName }) =>
      PointId !== judged.PointId &&
      PointTypeId === reference.pointTypeId &&
      ModelTreeId === judged.ModelTreeId &&
      (reference.pointName === undefined || OwnName === reference.pointName),
  );
  return fitting.length === 0 ? undefined : Math.min(...fitting.map(({ PointId }) => PointId));
}

/** The lines of limits that follow points, where these are known. */
export const movingLimits = (bands: Bands, curveOf: (reference: Reference) => Curve | undefined): MovingLimit[] =>
  bandOrder.flatMap((band) => {
    const limit = bands[band];
    const curve = limit?.from && curveOf(limit.from);
    if (!limit || !curve) return [];
    return [
      {
        band,
        samples: curve.DataList.map(({ Time, Value }) => ({
          at: Time,
          limit: Value === null ? null : Value + limit.limit,
        })),
      },
    ];
  });
