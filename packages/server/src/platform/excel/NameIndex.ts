/** What a cell that names something means: one of them, none, or more than one. */
export type NamedBy<Item> =
  | { readonly kind: 'one'; readonly item: Item }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly items: readonly Item[] };

const written = (name: string): string => name.trim();
/** People type width and case as their keyboard has them. */
const heard = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/**
 * Finds what the cells of a spreadsheet name: an item that is written exactly so, else one whose name differs in case and width
 * alone. Two that would fit are never decided between.
 */
export class NameIndex<Item> {
  readonly #exact = new Map<string, Set<Item>>();
  readonly #loose = new Map<string, Set<Item>>();

  /** @param names every name of the item, in either language; null: none in that one */
  add(item: Item, names: readonly (string | null)[]): void {
    for (const name of names) {
      if (name === null || name.trim() === '') continue;
      put(this.#exact, written(name), item);
      put(this.#loose, heard(name), item);
    }
  }

  find(name: string): NamedBy<Item> {
    const items = [...(this.#exact.get(written(name)) ?? this.#loose.get(heard(name)) ?? [])];
    const [item] = items;
    if (item === undefined) return { kind: 'none' };
    return items.length === 1 ? { kind: 'one', item } : { kind: 'several', items };
  }
}

function put<Item>(index: Map<string, Set<Item>>, name: string, item: Item): void {
  const there = index.get(name);
  if (there) there.add(item);
  else index.set(name, new Set([item]));
}
