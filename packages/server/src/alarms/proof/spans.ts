import type { Span } from '../engine/index.ts';

/** The same time in spans that neither touch nor overlap, in order. Empty ones and those that end before they begin are left out. */
export function unitedSpans(spans: readonly Span[]): Span[] {
  const united: [number, number][] = [];
  const inOrder = spans.filter(([from, until]) => until > from).sort((a, b) => a[0] - b[0]);
  for (const [from, until] of inOrder) {
    const last = united.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else united.push([from, until]);
  }
  return united;
}

export const lengthMs = (united: readonly Span[]): number =>
  united.reduce((sum, [from, until]) => sum + until - from, 0);

/** How long two lists of united spans have in common. */
export function commonMs(some: readonly Span[], others: readonly Span[]): number {
  let common = 0;
  for (let i = 0, j = 0; i < some.length && j < others.length; ) {
    const [from, until] = some[i]!;
    const [otherFrom, otherUntil] = others[j]!;
    common += Math.max(0, Math.min(until, otherUntil) - Math.max(from, otherFrom));
    if (until < otherUntil) i++;
    else j++;
  }
  return common;
}
