/** Each item with a React key of its own: what two items share is numbered, so that neither is dropped. */
export function distinctKeys<Item>(items: readonly Item[], keyOf: (item: Item) => string): [key: string, item: Item][] {
  const times = new Map<string, number>();
  return items.map((item) => {
    const key = keyOf(item);
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    return [before === 0 ? key : `${key} ${before + 1}`, item];
  });
}
