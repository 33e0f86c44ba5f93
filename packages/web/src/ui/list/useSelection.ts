import { type Key, useMemo, useState } from 'react';

export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly keys: readonly Key[];
  /** Those of them that are not on this page. */
  readonly elsewhere: readonly Row[];
  select(keys: readonly Key[]): void;
  clear(): void;
}

/**
 * Rows selected on this page and on others, each as it was last seen. A row that may no longer be selected drops out, and one that
 * left a list which is seen whole; of a longer list nobody can tell that from another page, and it is said to be elsewhere. Other
 * filters, which may hide what is selected, end the selection.
 *
 * @param shown the rows of this page
 * @param isWhole whether these are all rows there are
 * @param filters a text that changes with the filters, not with page and order
 */
export function useSelection<Row>(
  shown: readonly Row[],
  isWhole: boolean,
  keyOf: (row: Row) => Key,
  may: (row: Row) => boolean,
  filters: string,
): Selection<Row> {
  const [selected, setSelected] = useState<{ filters: string; rows: ReadonlyMap<Key, Row> }>({
    filters,
    rows: new Map(),
  });
  const kept = selected.filters === filters ? selected.rows : nothing;
  const present = useMemo(() => new Map(shown.map((row) => [keyOf(row), row])), [shown, keyOf]);
  const hasLeft = (key: Key) => isWhole && !present.has(key);
  // For good: one that comes back is not selected by anybody.
  if ([...kept.keys()].some(hasLeft))
    setSelected({ filters, rows: new Map([...(kept as ReadonlyMap<Key, Row>)].filter(([key]) => !hasLeft(key))) });
  return useMemo(() => {
    const rows = new Map<Key, Row>();
    for (const [key, row] of kept as ReadonlyMap<Key, Row>) {
      const latest = present.get(key) ?? row;
      if (may(latest)) rows.set(key, latest);
    }
    return {
      rows: [...rows.values()],
      keys: [...rows.keys()],
      elsewhere: [...rows].filter(([key]) => !present.has(key)).map(([, row]) => row),
      select: (keys) => {
        const next = new Map<Key, Row>();
        for (const key of keys) {
          const row = present.get(key) ?? rows.get(key);
          if (row !== undefined) next.set(key, row);
        }
        setSelected({ filters, rows: next });
      },
      clear: () => setSelected({ filters, rows: new Map() }),
    };
  }, [present, kept, may, filters]);
}

const nothing: ReadonlyMap<Key, never> = new Map<Key, never>();
