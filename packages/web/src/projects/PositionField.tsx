import { Form } from 'antd';
import type { z } from 'zod';
import type { SchemaFormState } from '../ui/form/index.ts';
import { PlacePicker } from '../ui/map/index.ts';

/** Latitude and longitude of a form as one field: it stands for the longitude, beside which the schema says what is wrong with both. */
export function PositionField<Schema extends z.ZodType>({
  form,
  value = null,
  onChange,
}: {
  form: SchemaFormState<Schema>;
  /** The longitude. */
  value?: number | null;
  onChange?: (longitude: number | null) => void;
}) {
  const latitude: number | null = Form.useWatch('Latitude', { form: form.antd, preserve: true }) ?? null;
  return (
    <PlacePicker
      value={{ latitude, longitude: value }}
      onChange={(next) => {
        form.antd.setFieldValue('Latitude', next.latitude);
        onChange?.(next.longitude);
      }}
    />
  );
}
