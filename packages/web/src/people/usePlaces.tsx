import type { SubareaNode } from '@watchpost/contract';
import { useMemo } from 'react';
import { useCall } from '../lib/useCall.ts';
import type { ShownOption } from '../ui/list/index.ts';

/** Partitions and projects of the company to choose one from, in the order of the tree, indented by depth. */
export function usePlaces(): readonly ShownOption[] {
  const tree = useCall('getAllSubareaTree', { query: {} }, { scope: 'company', staleTime: 60_000 });
  return useMemo(() => {
    const places: ShownOption[] = [];
    const add = (nodes: readonly SubareaNode[], depth: number) => {
      for (const { SubareaId, SubareaName, Kind, Children } of nodes) {
        places.push({
          value: SubareaId,
          text: SubareaName,
          label: (
            <span
              className={Kind === 'partition' ? 'access-place access-place-partition' : 'access-place'}
              style={{ paddingInlineStart: depth * 14 }}
            >
              {SubareaName}
            </span>
          ),
        });
        add(Children, depth + 1);
      }
    };
    add(tree.data ?? [], 0);
    return places;
  }, [tree.data]);
}
