import { signInCalls } from '@watchpost/contract';
import { useEffect, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { type Country, CountrySelect } from './CountrySelect.tsx';
import { callPublic } from './publicCalls.ts';
import { TextField } from './TextField.tsx';
import { text } from './text.ts';
import type { FieldState } from './usePublicForm.ts';

/** A phone number with its country's dialling code. */
export function PhoneField({ field, region }: { field: FieldState; region: FieldState }) {
  const t = useText(text);
  const countries = useCountries();
  return (
    <TextField
      field={{ ...field, error: field.error ?? region.error }}
      label={t.mobile}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      before={<CountrySelect countries={countries} value={region.value} onChange={region.change} />}
    />
  );
}

/** Without an answer only the code that is chosen can be used, which is China's for most. */
function useCountries(): readonly Country[] {
  const language = useLanguage();
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => {
    let wanted = true;
    callPublic(signInCalls.getCountryDropdownList, { query: { language } }).then(
      (rows) => {
        if (wanted) setCountries(rows.map(({ Key, Value, Code }) => ({ dialling: Key, name: Value, id: Code })));
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [language]);
  return countries;
}
