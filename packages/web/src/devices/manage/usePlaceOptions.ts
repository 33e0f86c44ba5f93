import type { SubareaNode } from '@watchpost/contract';
import { useMemo } from 'react';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import type { ShownOption } from '../../ui/list/index.ts';

const option = ({ SubareaId, SubareaName, Children }: SubareaNode): ShownOption => ({
  value: SubareaId,
  label: SubareaName,
  text: SubareaName,
  ...(Children.length > 0 ? { children: Children.map(option) } : {}),
});

/** Partitions and projects of the user as a tree to choose from; null: there is nothing to choose. */
export function usePlaceOptions(): readonly ShownOption[] | null {
  const { company } = useSession();
  const tree = useCall(
    'getUserOwnSubareaTree',
    { query: { companyId: company.CompanyId } },
    { scope: 'company', staleTime: 60_000 },
  ).data;
  return useMemo(() => (tree && tree.length > 0 ? tree.map(option) : null), [tree]);
}
