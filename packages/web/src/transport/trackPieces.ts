import { type CarTrack, nearLimitCelsius } from '@watchpost/contract';
import type { TrackPiece } from '../ui/map/index.ts';

type Step = CarTrack['Path'][number];

/** How warm it was at a step, held against the limits of the point. */
function kindOf({ Temperature }: Step, limits: CarTrack['TemperaturePoint']): TrackPiece['kind'] {
  if (Temperature === null) return 'unknown';
  const { Low = null, High = null } = limits ?? {};
  const room = Math.min(
    (High ?? Number.POSITIVE_INFINITY) - Temperature,
    Temperature - (Low ?? Number.NEGATIVE_INFINITY),
  );
  return room < 0 ? 'beyond' : room <= nearLimitCelsius ? 'near' : 'within';
}

const placeOf = ({ Latitude, Longitude }: Step) => ({ latitude: Latitude, longitude: Longitude });

/** The path in stretches of one look; each begins where the one before ends. What was not known where is a stretch of its own. */
export function piecesOf({ Path, TemperaturePoint }: Pick<CarTrack, 'Path' | 'TemperaturePoint'>): TrackPiece[] {
  const pieces: { kind: TrackPiece['kind']; path: ReturnType<typeof placeOf>[] }[] = [];
  for (const [i, step] of Path.entries()) {
    const before = Path[i - 1];
    if (!before) {
      // One that stands all the time has a place, too.
      if (Path.length === 1) pieces.push({ kind: kindOf(step, TemperaturePoint), path: [placeOf(step)] });
      continue;
    }
    const kind = step.IsAfterGap ? 'gap' : kindOf(before, TemperaturePoint);
    const last = pieces.at(-1);
    if (last?.kind === kind) last.path.push(placeOf(step));
    else pieces.push({ kind, path: [placeOf(before), placeOf(step)] });
  }
  return pieces;
}

/** Where it was at a moment: the newest step until then; null: before the first. */
export function hereAt(path: readonly Step[], at: number): Step | null {
  let [low, high] = [0, path.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (path[middle]!.Time <= at) low = middle + 1;
    else high = middle;
  }
  return path[low - 1] ?? path[0] ?? null;
}
