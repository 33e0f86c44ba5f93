import { Select } from 'antd';
import { useState } from 'react';
import { useLanguage } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { countryOf } from './mainCountry.ts';

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
  const rows = (countries.data ?? []).map(({ Key, Value, Code }) => ({ id: Code, dialling: Key, name: Value }));
  const shown = countryOf(rows, value, chosen);
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      showSearch={{
        filterOption: (typed, option) => option?.text.includes(typed.trim().toLowerCase()) ?? false,
      }}
      options={rows.map(({ id: code, dialling, name }) => ({
        value: code,
        label: `${name} +${dialling}`,
        text: `${name} ${code} +${dialling}`.toLowerCase(),
      }))}
      loading={countries.isPending}
      value={shown?.id ?? (value ? `+${value}` : undefined)}
      popupMatchSelectWidth={260}
      onChange={(code) => {
        setChosen(code);
        const country = rows.find((each) => each.id === code);
        if (country) onChange?.(country.dialling);
      }}
    />
  );
}
