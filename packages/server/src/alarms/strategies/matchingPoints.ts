import type { WatchablePoint } from './choices.store.ts';

const kindOf = ({ class_id, type_id }: WatchablePoint): string => `${class_id} ${type_id}`;
const fullKey = (point: WatchablePoint): string => `${kindOf(point)} ${point.name}`;

/**
 * Which points of a project match those of another: same device class, type and name; where a name is unknown there, the one
 * point of that type on each device of the class.
 */
export function matchingPoints(originals: readonly WatchablePoint[], candidates: readonly WatchablePoint[]) {
  const byName = Map.groupBy(candidates, fullKey);
  const byKind = Map.groupBy(candidates, kindOf);
  const matches = new Map<WatchablePoint, WatchablePoint[]>();
  const unmatched: WatchablePoint[] = [];
  for (const original of originals) {
    const ofKind = original.class_id === null ? [] : (byKind.get(kindOf(original)) ?? []);
    const isAlone = new Set(ofKind.map(({ device_id }) => device_id)).size === ofKind.length;
    const found = byName.get(fullKey(original)) ?? (isAlone ? ofKind : []);
    if (found.length === 0) unmatched.push(original);
    for (const point of found) matches.set(point, [...(matches.get(point) ?? []), original]);
  }
  return {
    points: [...matches.keys()],
    unmatched,
    /** The originals that a point matches: those of its name before others of its kind. */
    originalsOf(point: WatchablePoint): readonly WatchablePoint[] {
      const all = matches.get(point) ?? [];
      const namesakes = all.filter((original) => fullKey(original) === fullKey(point));
      return namesakes.length > 0 ? namesakes : all;
    },
  };
}
