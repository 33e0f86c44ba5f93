import { BaseMapRefusal } from './BaseMapRefusal.ts';
import { type DxfPair, dxfPairs } from './dxfPairs.ts';

type Place = readonly [number, number];

/** What is drawn of a DXF file, in its own units, y upwards. */
export interface DxfDrawing {
  /** Corners of lines that go on from one to the next; curves are cut into short pieces. */
  readonly lines: readonly (readonly Place[])[];
  readonly texts: readonly DxfText[];
  /** Metres of one unit; null: the file does not say. */
  readonly metresOfUnit: number | null;
  /** Kinds of entities that are not drawn, with how many there are: `HATCH`, 12. */
  readonly leftOut: ReadonlyMap<string, number>;
}

export interface DxfText {
  readonly at: Place;
  readonly height: number;
  /** Degrees, counter-clockwise. */
  readonly turn: number;
  readonly words: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** `$INSUNITS`, as AutoCAD numbers them. */
const metresOfUnits: Readonly<Record<number, number>> = {
  1: 0.0254,
  2: 0.3048,
  4: 0.001,
  5: 0.01,
  6: 1,
  7: 1000,
  8: 2.54e-8,
  9: 2.54e-5,
  10: 0.9144,
  13: 1e-6,
  14: 0.1,
  15: 10,
  16: 100,
  21: 1200 / 3937,
};

/** Blocks stand in blocks; deeper than this a file goes in circles. */
const deepest = 8;
/** Corners of all lines together: what is drawn within some seconds. */
const maxCorners = 400_000;
/** An arc becomes pieces of so many degrees. */
const arcStepDegrees = 6;
/** Parts that are looked at, and blocks each time that they are inserted. */
const maxParts = 1_000_000;
/** Of one array of blocks. */
const maxCopies = 1000;

interface Entity {
  readonly kind: string;
  readonly groups: readonly DxfPair[];
  /** Vertices of a POLYLINE. */
  readonly vertices: readonly (readonly DxfPair[])[];
}
interface Block {
  readonly base: Place;
  readonly entities: readonly Entity[];
}
/** From a block to where it is inserted: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
interface Placing {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

const unmoved: Placing = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const placed = ({ a, b, c, d, e, f }: Placing, [x, y]: Place): Place => [a * x + c * y + e, b * x + d * y + f];
/** First the inner one, then the outer one. */
const within = (outer: Placing, inner: Placing): Placing => {
  const [e, f] = placed(outer, [inner.e, inner.f]);
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e,
    f,
  };
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Reads the model space of an ASCII DXF file: lines, polylines with their arcs, arcs, circles, ellipses, splines, texts, and blocks
 * wherever they are inserted. Layers that are off or frozen are left out, like hatches and all kinds that it does not know. It
 * runs nothing and follows no reference out of the file.
 *
 * @param text in ASCII form, see `dxfText`
 * @throws BaseMapRefusal for a damaged file, one with too many parts, one without anything to draw
 */
export function readDxf(text: string): DxfDrawing {
  const pairs = dxfPairs(text);
  const sections = sectionsOf(pairs);
  const hiddenLayers = hiddenLayersOf(sections.get('TABLES') ?? []);
  const drawing = new Drawing(blocksOf(sections.get('BLOCKS') ?? []), hiddenLayers);
  for (const entity of entitiesOf(sections.get('ENTITIES') ?? [])) drawing.take(entity, unmoved, 0);
  if (drawing.lines.length === 0 && drawing.texts.length === 0) throw new BaseMapRefusal((t) => t.emptyDxf);
  return {
    lines: drawing.lines,
    texts: drawing.texts,
    leftOut: drawing.leftOut,
    metresOfUnit: metresOfUnits[unitsOf(sections.get('HEADER') ?? [])] ?? null,
  };
}

/** The groups of each section, by its name. */
function sectionsOf(pairs: readonly DxfPair[]): Map<string, DxfPair[]> {
  const sections = new Map<string, DxfPair[]>();
  let current: DxfPair[] | null = null;
  for (let i = 0; i < pairs.length; i++) {
    const { code, value } = pairs[i]!;
    const word = value.trim();
    if (code === 0 && word === 'SECTION') {
      current = [];
      const name = pairs[i + 1];
      if (name?.code === 2) sections.set(name.value.trim(), current);
      i++;
    } else if (code === 0 && word === 'ENDSEC') current = null;
    else current?.push(pairs[i]!);
  }
  return sections;
}

function unitsOf(header: readonly DxfPair[]): number {
  const at = header.findIndex(({ code, value }) => code === 9 && value.trim() === '$INSUNITS');
  return at < 0 ? 0 : Number(header[at + 1]?.value);
}

/** Layers that are switched off (a negative colour) or frozen. */
function hiddenLayersOf(tables: readonly DxfPair[]): Set<string> {
  const hidden = new Set<string>();
  for (const { kind, groups } of entitiesOf(tables)) {
    if (kind !== 'LAYER') continue;
    const isFrozen = (numberOf(groups, 70, 0) & 1) === 1;
    if (isFrozen || numberOf(groups, 62, 7) < 0) hidden.add(wordOf(groups, 2));
  }
  return hidden;
}

function entitiesOf(pairs: readonly DxfPair[]): Entity[] {
  const entities: Entity[] = [];
  let current: { kind: string; groups: DxfPair[]; vertices: DxfPair[][] } | null = null;
  let into: DxfPair[] | null = null;
  for (const pair of pairs) {
    if (pair.code !== 0) {
      into?.push(pair);
      continue;
    }
    const kind = pair.value.trim();
    if (kind === 'VERTEX' && current?.kind === 'POLYLINE') {
      into = [];
      current.vertices.push(into);
    } else if (kind === 'SEQEND') into = null;
    else {
      current = { kind, groups: [], vertices: [] };
      into = current.groups;
      entities.push(current);
    }
  }
  return entities;
}

function blocksOf(pairs: readonly DxfPair[]): Map<string, Block> {
  const blocks = new Map<string, Block>();
  let entities: Entity[] | null = null;
  for (const entity of entitiesOf(pairs)) {
    if (entity.kind === 'BLOCK') {
      entities = [];
      const base: Place = [numberOf(entity.groups, 10, 0), numberOf(entity.groups, 20, 0)];
      blocks.set(wordOf(entity.groups, 2), { base, entities });
    } else if (entity.kind === 'ENDBLK') entities = null;
    else entities?.push(entity);
  }
  return blocks;
}

const numberOf = (groups: readonly DxfPair[], code: number, otherwise: number): number => {
  const found = groups.find((each) => each.code === code);
  const number = found === undefined ? Number.NaN : Number(found.value);
  return Number.isFinite(number) ? number : otherwise;
};
const wordOf = (groups: readonly DxfPair[], code: number): string =>
  groups.find((each) => each.code === code)?.value.trim() ?? '';
const placeOf = (groups: readonly DxfPair[], x: number): Place => [numberOf(groups, x, 0), numberOf(groups, x + 10, 0)];

/** What says nothing on paper. */
const silentKinds = new Set(['ATTDEF', 'VIEWPORT', 'SEQEND', 'POINT', 'ENDBLK']);

/** Collects what is to be drawn. */
class Drawing {
  readonly lines: Place[][] = [];
  readonly texts: DxfText[] = [];
  readonly leftOut = new Map<string, number>();
  readonly #blocks: ReadonlyMap<string, Block>;
  readonly #hiddenLayers: ReadonlySet<string>;
  #corners = 0;
  #parts = 0;

  constructor(blocks: ReadonlyMap<string, Block>, hiddenLayers: ReadonlySet<string>) {
    this.#blocks = blocks;
    this.#hiddenLayers = hiddenLayers;
  }

  take(entity: Entity, placing: Placing, depth: number): void {
    this.#count(1);
    const { kind, groups } = entity;
    // Of paper space, or said to be invisible.
    if (numberOf(groups, 67, 0) === 1 || numberOf(groups, 60, 0) === 1) return;
    if (this.#hiddenLayers.has(wordOf(groups, 8)) || silentKinds.has(kind)) return;
    // What was drawn from below is mirrored.
    const seen = numberOf(groups, 230, 1) < 0 ? within(placing, { ...unmoved, a: -1 }) : placing;
    switch (kind) {
      case 'LINE':
        this.#line([placeOf(groups, 10), placeOf(groups, 11)], placing);
        break;
      case 'LWPOLYLINE':
        this.#polyline(cornersOf(groups), (numberOf(groups, 70, 0) & 1) === 1, seen);
        break;
      case 'POLYLINE': {
        const corners = entity.vertices
          // Of a curve that was smoothed, the corners that it was smoothed from.
          .filter((vertex) => (numberOf(vertex, 70, 0) & 16) === 0)
          .map((vertex) => ({ at: placeOf(vertex, 10), bulge: numberOf(vertex, 42, 0) }));
        this.#polyline(corners, (numberOf(groups, 70, 0) & 1) === 1, seen);
        break;
      }
      case 'CIRCLE':
        this.#line(arc(placeOf(groups, 10), numberOf(groups, 40, 0), 0, 360), seen);
        break;
      case 'ARC': {
        const [from, to] = [numberOf(groups, 50, 0), numberOf(groups, 51, 360)];
        this.#line(arc(placeOf(groups, 10), numberOf(groups, 40, 0), from, to <= from ? to + 360 : to), seen);
        break;
      }
      case 'ELLIPSE':
        this.#line(ellipse(groups), placing);
        break;
      case 'SPLINE':
        this.#line(spline(groups), placing);
        break;
      case 'SOLID':
      case 'TRACE':
      case '3DFACE': {
        const [first, second, third, fourth] = [10, 11, 12, 13].map((code) => placeOf(groups, code));
        // Third and fourth are exchanged in all but faces.
        const corners = kind === '3DFACE' ? [first!, second!, third!, fourth!] : [first!, second!, fourth!, third!];
        this.#line([...corners, first!], seen);
        break;
      }
      case 'TEXT':
      case 'ATTRIB':
        this.#text(textOf(groups), seen);
        break;
      case 'MTEXT':
        this.#text(longTextOf(groups), placing);
        break;
      case 'INSERT':
        this.#insert(groups, seen, depth);
        break;
      case 'DIMENSION':
        this.#block(wordOf(groups, 2), placing, depth, unmoved, false);
        break;
      default:
        this.leftOut.set(kind, (this.leftOut.get(kind) ?? 0) + 1);
    }
  }

  #count(parts: number): void {
    this.#parts += parts;
    if (this.#parts > maxParts) throw new BaseMapRefusal((t) => t.tooManyParts);
  }

  #line(corners: readonly Place[], placing: Placing): void {
    if (corners.length < 2) return;
    this.#corners += corners.length;
    if (this.#corners > maxCorners) throw new BaseMapRefusal((t) => t.tooManyParts);
    const line = corners.map((corner) => placed(placing, corner));
    if (line.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) this.lines.push(line);
  }

  #polyline(corners: readonly { at: Place; bulge: number }[], isClosed: boolean, placing: Placing): void {
    const line: Place[] = [];
    for (const [index, { at, bulge }] of corners.entries()) {
      line.push(at);
      const next = corners[index + 1] ?? (isClosed ? corners[0] : undefined);
      if (next && bulge !== 0) line.push(...bulged(at, next.at, bulge));
    }
    if (isClosed && corners[0]) line.push(corners[0].at);
    this.#line(line, placing);
  }

  #text(text: DxfText | null, placing: Placing): void {
    if (text === null || text.words === '') return;
    if (++this.#corners > maxCorners) throw new BaseMapRefusal((t) => t.tooManyParts);
    const at = placed(placing, text.at);
    const size = Math.hypot(placing.c, placing.d);
    const turn = text.turn + (Math.atan2(placing.b, placing.a) * 180) / Math.PI;
    if (!Number.isFinite(at[0]) || !Number.isFinite(at[1]) || !(text.height * size > 0)) return;
    // Mirrored letters would not be read: only where they stand is mirrored.
    const isMirrored = placing.a * placing.d - placing.b * placing.c < 0;
    this.texts.push({ ...text, at, height: text.height * size, turn: isMirrored ? turn + 180 : turn });
  }

  #insert(groups: readonly DxfPair[], placing: Placing, depth: number): void {
    const [x, y] = placeOf(groups, 10);
    const [cos, sin] = [Math.cos(radians(numberOf(groups, 50, 0))), Math.sin(radians(numberOf(groups, 50, 0)))];
    const [wide, high] = [numberOf(groups, 41, 1), numberOf(groups, 42, 1)];
    const columns = Math.max(1, numberOf(groups, 70, 1));
    const rows = Math.max(1, numberOf(groups, 71, 1));
    if (columns * rows > maxCopies) throw new BaseMapRefusal((t) => t.tooManyParts);
    this.#count(columns * rows);
    for (let column = 0; column < columns; column++)
      for (let row = 0; row < rows; row++) {
        const [across, up] = [column * numberOf(groups, 44, 0), row * numberOf(groups, 45, 0)];
        const turned: Placing = {
          a: cos * wide,
          b: sin * wide,
          c: -sin * high,
          d: cos * high,
          e: x + cos * across - sin * up,
          f: y + sin * across + cos * up,
        };
        this.#block(wordOf(groups, 2), placing, depth, turned, true);
      }
  }

  #block(name: string, placing: Placing, depth: number, turned: Placing, fromBase: boolean): void {
    const block = this.#blocks.get(name);
    if (!block) return;
    if (depth >= deepest) throw new BaseMapRefusal((t) => t.tooManyParts);
    const [x, y] = fromBase ? block.base : [0, 0];
    const inside = within(within(placing, turned), { ...unmoved, e: -x, f: -y });
    for (const entity of block.entities) this.take(entity, inside, depth + 1);
  }
}

/** Corners of an LWPOLYLINE: x, y and how far the piece after it is bent stand one after the other. */
function cornersOf(groups: readonly DxfPair[]): { at: Place; bulge: number }[] {
  const corners: { at: [number, number]; bulge: number }[] = [];
  for (const { code, value } of groups) {
    const number = Number(value);
    if (code === 10) corners.push({ at: [number, 0], bulge: 0 });
    const last = corners.at(-1);
    if (!last) continue;
    if (code === 20) last.at[1] = number;
    if (code === 42) last.bulge = number;
  }
  return corners;
}

/** Places along an arc, its ends among them. @param from degrees, counter-clockwise */
function arc([x, y]: Place, radius: number, from: number, to: number): Place[] {
  const pieces = Math.max(1, Math.min(720, Math.ceil(Math.abs(to - from) / arcStepDegrees)));
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const angle = radians(from + ((to - from) * index) / pieces);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Places between two corners on the arc that a bulge (the tangent of a quarter of its angle) says. */
function bulged([x1, y1]: Place, [x2, y2]: Place, bulge: number): Place[] {
  const angle = 4 * Math.atan(bulge);
  const chord = Math.hypot(x2 - x1, y2 - y1);
  if (chord === 0) return [];
  const toMiddle = chord / 2 / Math.tan(angle / 2);
  const [cx, cy] = [(x1 + x2) / 2 - ((y2 - y1) / chord) * toMiddle, (y1 + y2) / 2 + ((x2 - x1) / chord) * toMiddle];
  const radius = Math.hypot(x1 - cx, y1 - cy);
  const from = (Math.atan2(y1 - cy, x1 - cx) * 180) / Math.PI;
  return arc([cx, cy], radius, from, from + (angle * 180) / Math.PI).slice(1, -1);
}

function ellipse(groups: readonly DxfPair[]): Place[] {
  const [x, y] = placeOf(groups, 10);
  const [majorX, majorY] = placeOf(groups, 11);
  const ratio = numberOf(groups, 40, 1);
  const from = numberOf(groups, 41, 0);
  const to = numberOf(groups, 42, 2 * Math.PI);
  const end = to <= from ? to + 2 * Math.PI : to;
  const pieces = 72;
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const angle = from + ((end - from) * index) / pieces;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [x + majorX * cos - majorY * ratio * sin, y + majorY * cos + majorX * ratio * sin];
  });
}

/** Places along a B-spline by de Boor; where its knots are not told, its fit points joined by lines. */
function spline(groups: readonly DxfPair[]): Place[] {
  const pointsAt = (code: number): Place[] => {
    const points: [number, number][] = [];
    for (const each of groups) {
      if (each.code === code) points.push([Number(each.value), 0]);
      const last = points.at(-1);
      if (last && each.code === code + 10) last[1] = Number(each.value);
    }
    return points;
  };
  const control = pointsAt(10);
  const degree = numberOf(groups, 71, 3);
  const knots = groups.flatMap(({ code, value }) => (code === 40 ? [Number(value)] : []));
  if (control.length <= degree || degree < 1 || degree > 10 || knots.length !== control.length + degree + 1)
    return pointsAt(11);
  const [from, to] = [knots[degree]!, knots[control.length]!];
  const pieces = Math.min(400, 8 * control.length);
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const at = from + ((to - from) * index) / pieces;
    let span = degree;
    while (span < control.length - 1 && at >= knots[span + 1]!) span++;
    const near = Array.from({ length: degree + 1 }, (_each, i) => [...control[span - degree + i]!]);
    for (let round = 1; round <= degree; round++)
      for (let i = degree; i >= round; i--) {
        const low = knots[span - degree + i]!;
        const wide = knots[i + 1 + span - round]! - low;
        const share = wide === 0 ? 0 : (at - low) / wide;
        for (const axis of [0, 1]) near[i]![axis] = (1 - share) * near[i - 1]![axis]! + share * near[i]![axis]!;
      }
    return [near[degree]![0]!, near[degree]![1]!];
  });
}

/** Degree, diameter and plus-minus signs, and characters by their number. */
const plain = (words: string): string =>
  words
    .replace(/%%[dD]/g, '°')
    .replace(/%%[cC]/g, '⌀')
    .replace(/%%[pP]/g, '±')
    .replace(/%%[uUoOkK]/g, '')
    .replace(/\\U\+([0-9a-fA-F]{4})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function textOf(groups: readonly DxfPair[]): DxfText {
  const across = numberOf(groups, 72, 0);
  // Placed otherwise than from its left end, a text has a second place that counts.
  const isAligned = (across !== 0 || numberOf(groups, 73, 0) !== 0) && groups.some(({ code }) => code === 11);
  return {
    at: placeOf(groups, isAligned && across !== 3 && across !== 5 ? 11 : 10),
    height: numberOf(groups, 40, 0),
    turn: numberOf(groups, 50, 0),
    words: plain(wordOf(groups, 1)).trim(),
    anchor: across === 1 || across === 4 ? 'middle' : across === 2 ? 'end' : 'start',
  };
}

/** The first line of a text of several, without its formats. */
function longTextOf(groups: readonly DxfPair[]): DxfText {
  const whole = groups.flatMap(({ code, value }) => (code === 3 || code === 1 ? [value] : [])).join('');
  const words = plain(whole.split(/\\P/)[0]!)
    .replace(/\\[ACFHQTWacfhqtwp][^;\\]*;/g, '')
    .replace(/\\S([^;]*);/g, '$1')
    .replace(/\\[LlOoKk~]/g, ' ')
    .replace(/[{}]/g, '');
  const column = (numberOf(groups, 71, 1) - 1) % 3;
  const direction = placeOf(groups, 11);
  const turn = groups.some(({ code }) => code === 11)
    ? (Math.atan2(direction[1], direction[0]) * 180) / Math.PI
    : numberOf(groups, 50, 0);
  const height = numberOf(groups, 40, 0);
  const [x, y] = placeOf(groups, 10);
  // Its place is above its first line, unless it hangs on its middle or bottom.
  const drop = numberOf(groups, 71, 1) <= 3 ? height : 0;
  return {
    at: [x + drop * Math.sin(radians(turn)), y - drop * Math.cos(radians(turn))],
    height,
    turn,
    words: words.trim(),
    anchor: column === 1 ? 'middle' : column === 2 ? 'end' : 'start',
  };
}
