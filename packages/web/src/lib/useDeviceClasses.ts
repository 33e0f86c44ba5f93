import { useSession } from './session.ts';
import { useCall } from './useCall.ts';

/** The device classes of the catalogue, to choose from. */
export function useDeviceClasses(): readonly { value: number; label: string }[] {
  const { company } = useSession();
  const { data } = useCall(
    'getModelClassList',
    { query: { companyId: company.CompanyId } },
    { scope: 'company', staleTime: 600_000 },
  );
  return (data ?? []).flatMap(({ SmallTypes }) =>
    SmallTypes.map(({ SmallTypeId, SmallTypeName }) => ({ value: SmallTypeId, label: SmallTypeName })),
  );
}
