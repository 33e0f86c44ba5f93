import type { FaultCode } from '@watchpost/contract';
import { Select } from 'antd';
import { useBilingual } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';

/** Codes in use that fit a device; of no device, those of every class. */
export function useFaultCodes(deviceId: number | null | undefined): readonly FaultCode[] {
  const codes = useCall(
    'getFaultCodes',
    { query: deviceId ? { EquipmentId: deviceId } : {} },
    { scope: 'company', staleTime: 60_000 },
  );
  return (codes.data ?? []).filter(({ Active, SmallTypeId }) => Active && (deviceId || SmallTypeId === null));
}

/** A code of one kind, those of the device's own class first. Fits a form's field. */
export function CodeField({
  codes,
  kind,
  placeholder,
  ...field
}: {
  codes: readonly FaultCode[];
  kind: FaultCode['Kind'];
  placeholder: string;
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
}) {
  const inWords = useBilingual();
  return (
    <Select
      {...field}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      options={codes
        .filter((code) => code.Kind === kind)
        .map(({ FaultCodeId, NameZh, NameEn }) => ({ value: FaultCodeId, label: inWords({ zh: NameZh, en: NameEn }) }))}
    />
  );
}
