import { Select } from 'antd';
import { NumberField } from '../ui/form/index.ts';

interface Writable {
  readonly Unit: string;
  readonly Decimals: number;
  readonly UnitMap: readonly { readonly Key: number; readonly Value: string }[];
}

/**
 * What a value is typed or chosen in: the words of a state, a list of allowed values, else a number with its unit. `value` and
 * `onChange` come from the form.
 */
export function ValueInput({
  point,
  allowed,
  ...field
}: {
  point: Writable;
  allowed: readonly number[];
  value?: number;
  onChange?: (value: number | null) => void;
  id?: string;
  'aria-label'?: string;
}) {
  const words = (value: number) => point.UnitMap.find(({ Key }) => Key === value)?.Value;
  const choices = allowed.length > 0 ? allowed : point.UnitMap.map(({ Key }) => Key);
  if (choices.length > 0) {
    return (
      <Select
        {...field}
        options={choices.map((value) => ({ value, label: words(value) ?? `${value} ${point.Unit}`.trim() }))}
      />
    );
  }
  return (
    <NumberField
      {...field}
      style={{ width: '100%' }}
      step={10 ** -point.Decimals}
      suffix={point.Unit || undefined}
      inputMode="decimal"
    />
  );
}
