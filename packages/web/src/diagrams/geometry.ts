import { type DiagramNode, type LineEnd, portsOf } from '@watchpost/contract';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export type Point = readonly [x: number, y: number];
/** A place, and the direction in which a line leaves it; none at a free end. */
export interface Port {
  readonly at: Point;
  readonly out: Point | null;
}
type Placed = Pick<DiagramNode, 'symbol' | 'at' | 'size' | 'turn' | 'flip' | 'bar'>;

/** What a symbol covers once it is turned. */
export function boxOf({ at, size, turn }: Pick<Placed, 'at' | 'size' | 'turn'>): Box {
  const [w, h] = turn % 180 === 0 ? size : [size[1], size[0]];
  return { x: at[0] + (size[0] - w) / 2, y: at[1] + (size[1] - h) / 2, w, h };
}

const turned = ([x, y]: Point, degrees: number): Point => {
  for (let n = degrees / 90; n > 0; n--) [x, y] = [-y, x];
  return [x === 0 ? 0 : x, y === 0 ? 0 : y];
};

/** Where a port of a symbol stands on the drawing; undefined: the symbol has no such port. */
export function portOf(node: Placed, name: string): Port | undefined {
  const ports = portsOf(node.symbol, node.bar);
  if (!Object.hasOwn(ports, name)) return undefined;
  const [shareX, shareY] = ports[name]!.at;
  const x = node.flip ? 1 - shareX : shareX;
  const [w, h] = node.size;
  const middle: Point = [node.at[0] + w / 2, node.at[1] + h / 2];
  const [dx, dy] = turned([(x - 0.5) * w, (shareY - 0.5) * h], node.turn);
  const away: Point = shareY === 0 ? [0, -1] : shareY === 1 ? [0, 1] : x <= 0.5 ? [-1, 0] : [1, 0];
  return { at: [middle[0] + dx, middle[1] + dy], out: turned(away, node.turn) };
}

/** Where an end of a line is; undefined: its symbol or port is gone. */
export function placeOfEnd(end: LineEnd, nodeOf: ReadonlyMap<string, Placed>): Port | undefined {
  if (typeof end[0] === 'number') return { at: end as [number, number], out: null };
  const node = nodeOf.get(end[0]);
  return node && portOf(node, end[1] as string);
}

/** A line leaves a port so far straight, drawing units. */
const stub = 14;

/**
 * The corners of a line: it leaves ports straight, passes the bends, and goes along the axes between them.
 *
 * @returns at least two places, none of which repeats the one before
 */
export function route(from: Port, to: Port, via: readonly Point[]): Point[] {
  const leave = (port: Port): Point[] =>
    port.out ? [port.at, [port.at[0] + port.out[0] * stub, port.at[1] + port.out[1] * stub]] : [port.at];
  const stops = [...leave(from), ...via, ...leave(to).reverse()];
  // Two ports that face each other nearly in line: straight from one to the other.
  if (via.length === 0 && isInLine(from, to)) return [from.at, to.at];
  const corners: Point[] = [stops[0]!];
  for (const next of stops.slice(1)) {
    const last = corners.at(-1)!;
    if (last[0] !== next[0] && last[1] !== next[1]) {
      const before = corners.at(-2);
      const wentDown = before ? before[0] === last[0] : (from.out?.[0] ?? 0) === 0 && from.out !== null;
      // Goes on as it came, then turns; what came down turns aside first where a port is left.
      corners.push(wentDown ? [last[0], next[1]] : [next[0], last[1]]);
    }
    corners.push(next);
  }
  return simplified(corners);
}

const isInLine = (from: Port, to: Port): boolean => {
  const [dx, dy] = [to.at[0] - from.at[0], to.at[1] - from.at[1]];
  const along = (out: Point | null, x: number, y: number) => !out || out[0] * x + out[1] * y > 0;
  return (Math.abs(dx) < 0.5 || Math.abs(dy) < 0.5) && along(from.out, dx, dy) && along(to.out, -dx, -dy);
};

/** Without places that repeat or lie on the way between their neighbours. */
function simplified(corners: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const each of corners) {
    const [last, before] = [kept.at(-1), kept.at(-2)];
    if (last && last[0] === each[0] && last[1] === each[1]) continue;
    if (last && before) {
      const across = before[0] === last[0] && last[0] === each[0];
      const along = before[1] === last[1] && last[1] === each[1];
      if (across || along) kept.pop();
    }
    kept.push(each);
  }
  return kept.length > 1 ? kept : [kept[0]!, kept[0]!];
}

export const pathOf = (corners: readonly Point[]): string =>
  corners.map(([x, y], index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');

/** The middle of the longest stretch, where the letters of the medium stand, and whether there is room for them. */
export function letterPlace(corners: readonly Point[]): { at: Point; length: number } {
  let best = { at: corners[0]!, length: -1 };
  for (const [index, to] of corners.slice(1).entries()) {
    const from = corners[index]!;
    const length = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
    if (length > best.length) best = { at: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], length };
  }
  return best;
}

/** A line to align with: across (`x`) or down (`y`). */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/**
 * Where a box comes to stand when it is let go: at an edge or middle of another one nearby, else on the grid.
 *
 * @param reach how near an edge must be, drawing units
 */
export function snapped(
  box: Box,
  others: readonly Box[],
  { grid, reach }: { grid: number; reach: number },
): { x: number; y: number; guides: Guide[] } {
  const guides: Guide[] = [];
  const along = (axis: 'x' | 'y', start: number, extent: number, marks: readonly number[]): number => {
    let best: { move: number; at: number } | null = null;
    for (const offset of [0, extent / 2, extent])
      for (const at of marks) {
        const move = at - (start + offset);
        if (Math.abs(move) <= reach && (!best || Math.abs(move) < Math.abs(best.move))) best = { move, at };
      }
    if (!best) return Math.round(start / grid) * grid;
    guides.push({ axis, at: best.at });
    return start + best.move;
  };
  const x = along(
    'x',
    box.x,
    box.w,
    others.flatMap(({ x, w }) => [x, x + w / 2, x + w]),
  );
  const y = along(
    'y',
    box.y,
    box.h,
    others.flatMap(({ y, h }) => [y, y + h / 2, y + h]),
  );
  return { x, y, guides };
}
