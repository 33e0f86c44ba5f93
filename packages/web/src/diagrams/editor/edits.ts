import {
  type DiagramDocument,
  type DiagramLine,
  type DiagramNode,
  type DiagramText,
  type LineEnd,
  mediumBetween,
  type SymbolCode,
  symbolOf,
} from '@watchpost/contract';
import { boxOf } from '../geometry.ts';

/** What is chosen: ids of symbols, lines and texts. */
export type Chosen = ReadonlySet<string>;
export const gridStep = 10;

const isPort = (end: LineEnd): end is [string, string] => typeof end[0] === 'string';
const moved = ([x, y]: readonly [number, number], dx: number, dy: number): [number, number] => [x + dx, y + dy];

/** An id that nothing in the document has yet. */
export function freeId({ nodes, lines, texts }: DiagramDocument, wanted: string): string {
  const taken = new Set([...nodes, ...lines, ...texts].map(({ id }) => id));
  for (let n = 1; ; n++) if (!taken.has(`${wanted}${n}`)) return `${wanted}${n}`;
}

/** Moves what is chosen; bends of lines go along when the line, or both its ends, are chosen. */
export function move(document: DiagramDocument, chosen: Chosen, dx: number, dy: number): DiagramDocument {
  if (dx === 0 && dy === 0) return document;
  const line = (each: DiagramLine): DiagramLine => {
    const goes = (end: LineEnd) => (isPort(end) ? chosen.has(end[0]) : chosen.has(each.id));
    const whole = chosen.has(each.id) || (goes(each.from) && goes(each.to));
    if (!whole) return each;
    const end = (of: LineEnd): LineEnd => (isPort(of) ? of : moved(of, dx, dy));
    return { ...each, from: end(each.from), to: end(each.to), via: each.via.map((bend) => moved(bend, dx, dy)) };
  };
  return {
    ...document,
    nodes: document.nodes.map((node) => (chosen.has(node.id) ? { ...node, at: moved(node.at, dx, dy) } : node)),
    lines: document.lines.map(line),
    texts: document.texts.map((text) => (chosen.has(text.id) ? { ...text, at: moved(text.at, dx, dy) } : text)),
  };
}

const edge = 2 * gridStep;
const largestSheet = 6000;

/** A sheet that reaches as far as what stands on it; what was put beside it would be cut off for who looks. */
export function withRoom(document: DiagramDocument): DiagramDocument {
  const boxes = document.nodes.map(boxOf);
  const w = Math.max(
    document.size.w,
    ...boxes.map((box) => Math.ceil(box.x + box.w + edge)),
    ...document.texts.map(({ at }) => Math.ceil(at[0] + edge)),
  );
  const h = Math.max(
    document.size.h,
    ...boxes.map((box) => Math.ceil(box.y + box.h + edge)),
    ...document.texts.map(({ at }) => Math.ceil(at[1] + edge)),
  );
  if (w === document.size.w && h === document.size.h) return document;
  return { ...document, size: { w: Math.min(largestSheet, w), h: Math.min(largestSheet, h) } };
}

/** Removes what is chosen, and lines that lose an end. */
export function remove(document: DiagramDocument, chosen: Chosen): DiagramDocument {
  const goes = (end: LineEnd) => isPort(end) && chosen.has(end[0]);
  return {
    ...document,
    nodes: document.nodes.filter(({ id }) => !chosen.has(id)),
    lines: document.lines.filter(({ id, from, to }) => !chosen.has(id) && !goes(from) && !goes(to)),
    texts: document.texts.filter(({ id }) => !chosen.has(id)),
  };
}

/** The same once more, a little aside, with the lines between what is chosen. */
export function duplicate(
  document: DiagramDocument,
  chosen: Chosen,
): { document: DiagramDocument; chosen: Set<string> } {
  let next = document;
  const idOf = new Map<string, string>();
  const named = (id: string) => {
    const fresh = freeId(next, id.replace(/-?\d+$/, '') || 'n');
    idOf.set(id, fresh);
    return fresh;
  };
  const aside = 2 * gridStep;
  for (const node of document.nodes)
    if (chosen.has(node.id))
      next = { ...next, nodes: [...next.nodes, { ...node, id: named(node.id), at: moved(node.at, aside, aside) }] };
  for (const text of document.texts)
    if (chosen.has(text.id))
      next = { ...next, texts: [...next.texts, { ...text, id: named(text.id), at: moved(text.at, aside, aside) }] };
  for (const line of document.lines) {
    const end = (of: LineEnd): LineEnd | null => {
      if (!isPort(of)) return moved(of, aside, aside);
      const copy = idOf.get(of[0]);
      return copy === undefined ? null : [copy, of[1]];
    };
    const [from, to] = [end(line.from), end(line.to)];
    const isBetween = isPort(line.from) || isPort(line.to) || chosen.has(line.id);
    if (from && to && isBetween) {
      const via = line.via.map((bend) => moved(bend, aside, aside));
      next = { ...next, lines: [...next.lines, { ...line, id: named(line.id), from, to, via }] };
    }
  }
  return { document: next, chosen: new Set(idOf.values()) };
}

export type Edge = 'left' | 'centre' | 'top' | 'middle';

/** Brings the chosen symbols to one line: that of the first of them. */
export function align(document: DiagramDocument, chosen: Chosen, edge: Edge): DiagramDocument {
  const first = document.nodes.find(({ id }) => chosen.has(id));
  if (!first) return document;
  const to = boxOf(first);
  return {
    ...document,
    nodes: document.nodes.map((node) => {
      if (!chosen.has(node.id)) return node;
      const box = boxOf(node);
      const dx = edge === 'left' ? to.x - box.x : edge === 'centre' ? to.x + to.w / 2 - box.x - box.w / 2 : 0;
      const dy = edge === 'top' ? to.y - box.y : edge === 'middle' ? to.y + to.h / 2 - box.y - box.h / 2 : 0;
      return dx === 0 && dy === 0 ? node : { ...node, at: moved(node.at, dx, dy) };
    }),
  };
}

/** Brings what is chosen before, or behind, everything else. */
export function reorder(document: DiagramDocument, chosen: Chosen, to: 'front' | 'back'): DiagramDocument {
  const is = ({ id }: { id: string }) => chosen.has(id);
  const rest = document.nodes.filter((node) => !is(node));
  const those = document.nodes.filter(is);
  return { ...document, nodes: to === 'front' ? [...rest, ...those] : [...those, ...rest] };
}

export function addNode(
  document: DiagramDocument,
  symbol: SymbolCode,
  middle: readonly [number, number],
  more: Partial<Pick<DiagramNode, 'device' | 'bind' | 'label'>> = {},
): { document: DiagramDocument; id: string } {
  const [w, h] = symbolOf(symbol).size;
  const id = freeId(document, symbol);
  const snap = (value: number) => Math.round(value / gridStep) * gridStep;
  const node: DiagramNode = {
    id,
    symbol,
    at: [snap(middle[0] - w / 2), snap(middle[1] - h / 2)],
    size: [w, h],
    turn: 0,
    device: null,
    bind: {},
    ...(symbolOf(symbol).isBar ? { bar: [4, 4] as [number, number] } : {}),
    ...more,
  };
  return { document: { ...document, nodes: [...document.nodes, node] }, id };
}

export function addText(
  document: DiagramDocument,
  at: readonly [number, number],
  text: DiagramText['text'],
): { document: DiagramDocument; id: string } {
  const id = freeId(document, 'text');
  const added: DiagramText = { id, at: [at[0], at[1]], text, size: 14 };
  return { document: { ...document, texts: [...document.texts, added] }, id };
}

/** Joins two ends; null: nothing flows through both of the ports. A free end takes what the other one carries. */
export function join(
  document: DiagramDocument,
  from: LineEnd,
  to: LineEnd,
): { document: DiagramDocument; id: string } | null {
  const nodeOf = new Map(document.nodes.map((node) => [node.id, node]));
  const described = (end: LineEnd) => {
    const node = isPort(end) ? nodeOf.get(end[0]) : undefined;
    return node && isPort(end) ? { symbol: node.symbol, bar: node.bar, port: end[1] } : null;
  };
  const [a, b] = [described(from), described(to)];
  const one = a ?? b;
  const medium = a && b ? mediumBetween(a, b) : one ? mediumBetween(one, one) : 'signal';
  if (!medium) return null;
  const id = freeId(document, 'line');
  return { document: { ...document, lines: [...document.lines, { id, medium, from, to, via: [] }] }, id };
}

export const setNode = (document: DiagramDocument, id: string, part: Partial<DiagramNode>): DiagramDocument => ({
  ...document,
  nodes: document.nodes.map((node) => (node.id === id ? withoutUndefined({ ...node, ...part }) : node)),
});
export const setLine = (document: DiagramDocument, id: string, part: Partial<DiagramLine>): DiagramDocument => ({
  ...document,
  lines: document.lines.map((line) => (line.id === id ? { ...line, ...part } : line)),
});
export const setText = (document: DiagramDocument, id: string, part: Partial<DiagramText>): DiagramDocument => ({
  ...document,
  texts: document.texts.map((text) => (text.id === id ? { ...text, ...part } : text)),
});

/** The server takes no field that says nothing. */
const withoutUndefined = (node: DiagramNode): DiagramNode =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as DiagramNode;
