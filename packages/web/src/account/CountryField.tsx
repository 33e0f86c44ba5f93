import { Select } from 'antd';
import { useState } from 'react';
import { useLanguage } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';

/** The dialling code that goes with a phone number, chosen by country; a field of a `SchemaForm`. */
export function CountryField({
  id,
  value,
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (dialling: string) => void;
}) {
  const language = useLanguage();
  const countries = useCall(
    'getCountryDropdownList',
    { query: { language } },
    { scope: 'user', staleTime: Number.POSITIVE_INFINITY },
  );
  /** Several countries share a dialling code; the field keeps only the code. */
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = countries.data ?? [];
  const shown =
    rows.find(({ Key, Code }) => Key === value && Code === chosen) ?? rows.find(({ Key }) => Key === value) ?? null;
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      showSearch={{
        filterOption: (typed, option) => option?.text.includes(typed.trim().toLowerCase()) ?? false,
      }}
      options={rows.map(({ Key, Value, Code }) => ({
        value: Code,
        label: `${Value} +${Key}`,
        text: `${Value} ${Code} +${Key}`.toLowerCase(),
      }))}
      loading={countries.isPending}
      value={shown?.Code ?? (value ? `+${value}` : undefined)}
      popupMatchSelectWidth={260}
      onChange={(code) => {
        setChosen(code);
        const country = rows.find(({ Code }) => Code === code);
        if (country) onChange?.(country.Key);
      }}
    />
  );
}
