import { Form, Input, Select, Switch } from 'antd';
import { useText } from '../lib/defineText.ts';
import { NumberField, SchemaField } from '../ui/form/index.ts';
import { setUpText } from './text.ts';
import { useRegisterOptions } from './useRegisterOptions.ts';

/** Where a meter is read: by a point, or by people. In forms with `IsManual` and `PointId`. */
export function RegisterPoint() {
  const t = useText(setUpText);
  const registers = useRegisterOptions();
  const isManual = Form.useWatch('IsManual') as boolean | undefined;
  return (
    <>
      <SchemaField
        name="IsManual"
        label={t.isManual}
        extra={isManual ? t.manualHint : undefined}
        valuePropName="checked"
      >
        <Switch />
      </SchemaField>
      {isManual ? null : (
        <SchemaField name="PointId" label={t.register}>
          <Select
            options={registers ?? []}
            loading={!registers}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
          />
        </SchemaField>
      )}
    </>
  );
}

/** What stands on a register: its number, its factor, where it rolls over. */
export function RegisterFields() {
  const t = useText(setUpText);
  return (
    <>
      <SchemaField name="SerialNumber" label={t.serial}>
        <Input maxLength={50} />
      </SchemaField>
      <SchemaField name="Multiplier" label={t.multiplier}>
        <NumberField min={0} />
      </SchemaField>
      <SchemaField name="Capacity" label={t.capacity} extra={t.capacityHint}>
        <NumberField min={0} />
      </SchemaField>
    </>
  );
}

/** What a register showed when it came into use. */
export function StartReading() {
  const t = useText(setUpText);
  return (
    <SchemaField name="StartReading" label={t.startReading}>
      <NumberField min={0} />
    </SchemaField>
  );
}
