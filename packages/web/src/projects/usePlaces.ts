import type { SubareaNode } from '@watchpost/contract';
import { useMemo } from 'react';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import type { ShownOption } from '../ui/list/index.ts';

const optionOf = ({ SubareaId, SubareaName, Children }: SubareaNode): ShownOption => ({
  value: SubareaId,
  label: SubareaName,
  text: SubareaName,
  ...(Children.length > 0 ? { children: Children.map(optionOf) } : {}),
});

const below = (nodes: readonly SubareaNode[], id: number): readonly SubareaNode[] | null => {
  for (const node of nodes) {
    const found = node.SubareaId === id ? node.Children : below(node.Children, id);
    if (found) return found;
  }
  return null;
};

/** The areas of a project, or everything the user may see; null: there is nothing to choose. */
export function usePlaces(projectId: number | null): readonly ShownOption[] | null {
  const { company } = useSession();
  const tree = useCall(
    'getSubareaTree',
    { query: { companyId: company.CompanyId } },
    { scope: 'company', staleTime: 60_000 },
  ).data;
  return useMemo(() => {
    const shown = tree && (projectId === null ? tree : below(tree, projectId));
    return shown && shown.length > 0 ? shown.map(optionOf) : null;
  }, [tree, projectId]);
}
