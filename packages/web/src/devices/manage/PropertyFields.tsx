import { maxPropertyLength, type PropertyRow } from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { DayField } from '../../ui/days/index.ts';

type Values = readonly { PropertyId: number; Value: string }[];

/** What is said of a device, a field for each property of its class. Fits a form's field, which keeps all of them. */
export function PropertyFields({
  properties,
  value = [],
  onChange,
}: {
  properties: readonly PropertyRow[];
  value?: Values;
  onChange?: (values: Values) => void;
}) {
  const textOf = (id: number): string => value.find(({ PropertyId }) => PropertyId === id)?.Value ?? '';
  const set = (id: number, text: string) =>
    onChange?.([...value.filter(({ PropertyId }) => PropertyId !== id), { PropertyId: id, Value: text }]);
  return (
    <div className="device-form-pair">
      {properties.map((property) => {
        const id = `property-${property.PropertyId}`;
        const text = textOf(property.PropertyId);
        const change = (next: string | null | undefined) => set(property.PropertyId, next ?? '');
        return (
          <Form.Item key={property.PropertyId} label={property.PropertyName} htmlFor={id}>
            {property.Kind === 'option' ? (
              <Select
                id={id}
                allowClear
                value={text === '' ? undefined : text}
                onChange={change}
                options={property.Options.map((option) => ({ value: option, label: option }))}
              />
            ) : property.Kind === 'date' ? (
              <DayField id={id} value={text === '' ? null : text} onChange={change} />
            ) : (
              <Input
                id={id}
                value={text}
                maxLength={maxPropertyLength}
                inputMode={property.Kind === 'number' ? 'decimal' : 'text'}
                suffix={property.Unit || undefined}
                onChange={({ target }) => change(target.value)}
              />
            )}
          </Form.Item>
        );
      })}
    </div>
  );
}
