import { type Key, useMemo, useState } from 'react';

export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly keys: readonly Key[];
  select(keys: readonly Key[]): void;
  clear(): void;
}

/**
 * Rows selected on this page and on others, each as it was last seen. A row that may no longer be selected drops out; other
 * filters, which may hide what is selected, end the selection.
 *
 * @param shown the rows of this page
 * @param filters a text that changes with the filters, not with page and order
 */
export function useSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => Key,
  may: (row: Row) => boolean,
  filters: string,
): Selection<Row> {
  const [selected, setSelected] = useState<{ filters: string; rows: ReadonlyMap<Key, Row> }>({
    filters,
    rows: new Map(),
  });
  const kept = selected.filters === filters ? selected.rows : nothing;
  return useMemo(() => {
    const present = new Map(shown.map((row) => [keyOf(row), row]));
    const rows = new Map<Key, Row>();
    for (const [key, row] of kept as ReadonlyMap<Key, Row>) {
      const latest = present.get(key) ?? row;
      if (may(latest)) rows.set(key, latest);
    }
    return {
      rows: [...rows.values()],
      keys: [...rows.keys()],
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
  }, [shown, kept, keyOf, may, filters]);
}

const nothing: ReadonlyMap<Key, never> = new Map<Key, never>();
