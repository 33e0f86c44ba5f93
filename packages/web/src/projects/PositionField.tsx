import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { SchemaFormState } from '../ui/form/index.ts';
import { type DraftPosition, PlacePicker } from '../ui/map/index.ts';
import { useMapTiles } from './useChoices.ts';

type Degrees = DraftPosition['latitude'];

/** Latitude and longitude of a form as one field; what is wrong with either stands beside it. */
export function PositionField<Schema extends z.ZodType>({
  form,
  label,
}: {
  form: SchemaFormState<Schema>;
  label: ReactNode;
}) {
  const Field = form.Field as SchemaFormState['Field'];
  return (
    <Form.Item label={label}>
      <Field name={['Latitude']} noStyle>
        <Kept />
      </Field>
      <Field name={['Longitude']} noStyle>
        <Picker form={form} />
      </Field>
    </Form.Item>
  );
}

/** The longitude's field shows both. */
const Kept = () => null;

function Picker<Schema extends z.ZodType>({
  form: { antd },
  value = null,
  onChange,
}: {
  form: SchemaFormState<Schema>;
  /** The longitude. */
  value?: Degrees;
  onChange?: (longitude: Degrees) => void;
}) {
  const latitude: Degrees = Form.useWatch('Latitude', { form: antd, preserve: true }) ?? null;
  return (
    <PlacePicker
      tiles={useMapTiles()}
      value={{ latitude, longitude: value }}
      onChange={(next) => {
        antd.setFieldValue('Latitude', next.latitude);
        onChange?.(next.longitude);
      }}
      onLeave={() => void antd.validateFields(['Latitude', 'Longitude']).catch(() => undefined)}
    />
  );
}
