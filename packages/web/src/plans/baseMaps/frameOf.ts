import type { DxfDrawing } from './readDxf.ts';

/** The part of a drawing that becomes the base map, in its units, y upwards. */
export interface Frame {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Lines and texts that lie outside of it as a whole. */
  readonly farAway: number;
}

/** White around the drawing, as a share of its longer side. */
const margin = 0.02;
/** What lies beyond these shares of all places on a side is looked at as stray. */
const stray = 0.005;
/** The drawing may be so many times as wide or high as what is not stray before that is left out. */
const maxExtentRatio = 4;

/**
 * The frame around a drawing. Files often carry a forgotten part kilometres away, beside which the building would be a dot: what
 * makes the drawing many times as large as nearly all of it is left out, and counted.
 */
export function frameOf({ lines, texts }: Pick<DxfDrawing, 'lines' | 'texts'>): Frame {
  const places = [...lines.flat(), ...texts.map(({ at }) => at)];
  const [left, right] = extent(places.map(([x]) => x));
  const [bottom, top] = extent(places.map(([, y]) => y));
  const longer = Math.max(right - left, top - bottom) || 1;
  const frame = {
    left: left - longer * margin,
    bottom: bottom - longer * margin,
    width: right - left + 2 * longer * margin,
    height: top - bottom + 2 * longer * margin,
  };
  const isInside = ([x, y]: readonly [number, number]) =>
    x >= frame.left && x <= frame.left + frame.width && y >= frame.bottom && y <= frame.bottom + frame.height;
  const farAway = lines.filter((line) => !line.some(isInside)).length + texts.filter(({ at }) => !isInside(at)).length;
  return { ...frame, farAway };
}

/** From where to where nearly all of them lie, or all, where that is not much more. */
function extent(values: number[]): [number, number] {
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  const [least, most] = [sorted[0] ?? 0, sorted[last] ?? 0];
  const skipped = Math.floor(sorted.length * stray);
  const [low, high] = [sorted[skipped] ?? 0, sorted[last - skipped] ?? 0];
  if (high - low <= 0 || most - least <= maxExtentRatio * (high - low)) return [least, most];
  // What lies about as far out as the rest is wide still belongs to it.
  const room = (high - low) / 2;
  const within = sorted.filter((value) => value >= low - room && value <= high + room);
  return [within[0]!, within.at(-1)!];
}
