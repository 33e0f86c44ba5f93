import {
  byteOrders,
  functionCodes,
  type RegisterFormatName,
  registerFormatNames,
  registerFormats,
} from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { NumberField, SchemaField, type SchemaFormState } from '../ui/form/index.ts';
import { editorText } from './editorText.ts';
import { NumberTags } from './NumberTags.tsx';
import './points.css';

/** The registers of a point: what does not fit the chosen format cannot be chosen. For forms on a schema with these fields. */
export function RegisterFields({
  form,
  addressHint,
}: {
  form: Pick<SchemaFormState, 'antd'>;
  /** How addresses are counted, where that is not as on the wire. */
  addressHint?: string;
}) {
  const t = useText(editorText);
  const inWords = useBilingual();
  const format: RegisterFormatName | undefined = Form.useWatch('DataFormat', form.antd);
  const code: number | undefined = Form.useWatch('FunctionCode', form.antd);
  const isBits = code === 1 || code === 2;
  const fits = (name: RegisterFormatName) => code === undefined || code === null || (name === 'bit') === isBits;
  const choose = (values: object) => {
    form.antd.setFieldsValue(values);
  };
  const orders: readonly string[] = format ? registerFormats[format].byteOrders : byteOrders;
  return (
    <>
      <h3 className="point-section">{t.register}</h3>
      <div className="point-grid">
        <SchemaField name="FunctionCode" label={t.functionCode} required>
          <Select
            options={Object.entries(functionCodes).map(([value, { words }]) => ({
              value: Number(value),
              label: inWords(words),
            }))}
            onChange={(chosen: number) => {
              const bits = chosen <= 2;
              if (bits) choose({ DataFormat: 'bit', ByteOrder: null, AddressBit: null });
              else if (format === 'bit') choose({ DataFormat: 's16', ByteOrder: 'AB' });
              if (chosen === 2 || chosen === 4) choose({ IsWrite: false });
            }}
          />
        </SchemaField>
        <SchemaField name="RegisterAddress" label={t.address} required extra={addressHint ?? t.addressHint}>
          <NumberField />
        </SchemaField>
        <SchemaField
          name="DataFormat"
          label={t.format}
          required
          extra={format === 's64' || format === 'u64' ? t.wideHint : undefined}
        >
          <Select
            options={registerFormatNames
              .filter(fits)
              .map((value) => ({ value, label: inWords(registerFormats[value].words) }))}
            onChange={(chosen: RegisterFormatName) => {
              const [usual] = registerFormats[chosen].byteOrders;
              const order = form.antd.getFieldValue('ByteOrder');
              const keeps = (registerFormats[chosen].byteOrders as readonly string[]).includes(order);
              choose({
                ByteOrder: keeps ? order : (usual ?? null),
                AddressBit: chosen === 'bits16' ? (form.antd.getFieldValue('AddressBit') ?? 1) : null,
                ...(chosen === 'bits16' ? { IsWrite: false } : {}),
              });
            }}
          />
        </SchemaField>
        <SchemaField name="ByteOrder" label={t.byteOrder} hidden={format === 'bit'}>
          <Select options={orders.map((value) => ({ value, label: value }))} />
        </SchemaField>
        <SchemaField name="AddressBit" label={t.bit} extra={t.bitHint} hidden={format !== 'bits16'}>
          <NumberField />
        </SchemaField>
        <SchemaField name="WriteFunctionCode" label={t.writeFunction} hidden={code !== 1 && code !== 3}>
          <Select
            allowClear
            placeholder={t.writeFunctionUsual}
            options={(code === 1 ? [5, 15] : [6, 16]).map((value) => ({
              value,
              label: String(value).padStart(2, '0'),
            }))}
          />
        </SchemaField>
      </div>
      <h3 className="point-section">{t.mapping}</h3>
      <p className="point-hint">{t.mappingHint}</p>
      <div className="point-grid">
        {(['X1', 'X2', 'Y1', 'Y2'] as const).map((name) => (
          <SchemaField key={name} name={name} label={name.toLowerCase()}>
            <NumberField />
          </SchemaField>
        ))}
      </div>
    </>
  );
}

/** How a broken sensor shows in registers. */
export function RegisterFaultFields() {
  const t = useText(editorText);
  return (
    <>
      <SchemaField name="RawErrorValueList" label={t.rawErrors} extra={t.rawErrorsHint}>
        <NumberTags label={t.rawErrors} />
      </SchemaField>
      <SchemaField name="StatusRegister" label={t.statusRegister}>
        <NumberField />
      </SchemaField>
      <SchemaField name="StatusFaultValueList" label={t.statusFaults}>
        <NumberTags label={t.statusFaults} />
      </SchemaField>
    </>
  );
}

/** A field that people rarely need to type in both languages. */
export const EnglishName = (props: { value?: string | null; onChange?: (event: unknown) => void }) => {
  const t = useText(editorText);
  return <Input maxLength={50} placeholder={t.usualName} {...props} value={props.value ?? ''} />;
};
