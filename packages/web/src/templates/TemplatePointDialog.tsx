import { TemplateKey, TemplateRegister } from '@watchpost/contract';
import { AutoComplete, Form, Input, Radio, Select, Switch } from 'antd';
import { useMemo } from 'react';
import type { z } from 'zod';
import { textIn, useText } from '../lib/defineText.ts';
import { getLanguage, useBilingual, useLanguage } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import {
  CycleField,
  EnglishName,
  levelOptions,
  NumberTags,
  pointEditorText,
  pointText,
  RegisterFaultFields,
  RegisterFields,
} from '../points/index.ts';
import { FormDialog, NumberField, SchemaField, type SchemaFormState, useSchemaForm } from '../ui/form/index.ts';
import { text } from './text.ts';

export type RegisterRow = z.output<typeof TemplateRegister>;
export type KeyRow = z.output<typeof TemplateKey>;
export type PointRow = RegisterRow | KeyRow;

const usual = {
  PointName: '',
  PointNameEn: null,
  PointTypeName: '',
  ValueType: 0,
  Unit: '',
  Decimals: 1,
  Level: 3,
  IsWrite: false,
  Cycle: 60,
  RangeLow: null,
  RangeHigh: null,
  ErrorValueList: [],
  FrozenMinutes: null,
  Note: '',
};
const usualRegister = {
  ...usual,
  FunctionCode: 3,
  DataFormat: 's16',
  ByteOrder: 'AB',
  RawErrorValueList: [],
  StatusRegister: null,
  StatusFaultValueList: [],
  WriteFunctionCode: null,
};

/** One point of a template, by the rules of points. Mount it to show it. */
export function TemplatePointDialog({
  kind,
  row,
  otherNames,
  firstAddress,
  onSave,
  onClose,
}: {
  kind: 'register' | 'mqtt';
  /** Undefined: a new one. */
  row: PointRow | undefined;
  /** Of the other points of the template: a name stands there once. */
  otherNames: readonly string[];
  firstAddress: number;
  onSave: (row: PointRow) => void;
  onClose: () => void;
}) {
  const t = useText(text);
  const language = useLanguage();
  const schema = useMemo(() => {
    const unused = (point: unknown) =>
      !otherNames.includes(String((point as { PointName?: unknown } | null)?.PointName ?? '').trim());
    const options = { path: ['PointName'], error: () => textIn(text, getLanguage()).nameTwice, when: () => true };
    // Two schemas without a common type; a form asks either for the same things.
    return (kind === 'register'
      ? TemplateRegister.refine(unused, options)
      : TemplateKey.refine(unused, options)) as unknown as z.ZodType<PointRow, Record<string, unknown>>;
  }, [kind, otherNames]);
  const form = useSchemaForm(schema, {
    initial: { ...(row ?? (kind === 'register' ? usualRegister : usual)) },
    save: (values) => {
      onSave(schema.parse(values));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={
        row ? t.editTitle(language === 'en' ? (row.PointNameEn ?? row.PointName) : row.PointName) : t.addPointTitle
      }
      width={760}
      submitText={t.take}
      onClose={onClose}
    >
      <Fields form={form as unknown as Pick<SchemaFormState, 'antd'>} kind={kind} firstAddress={firstAddress} />
    </FormDialog>
  );
}

function Fields({
  form,
  kind,
  firstAddress,
}: {
  form: Pick<SchemaFormState, 'antd'>;
  kind: 'register' | 'mqtt';
  firstAddress: number;
}) {
  const t = useText(text);
  const p = useText(pointText);
  const e = useText(pointEditorText);
  const inWords = useBilingual();
  const { company } = useSession();
  const types = useCall(
    'getPointTypePage',
    { body: { CompanyId: company.CompanyId, PageSize: 100 } },
    { scope: 'company', staleTime: 60_000 },
  ).data?.Data;
  const typeName: string | undefined = Form.useWatch('PointTypeName', form.antd);
  const valueType: number | undefined = Form.useWatch('ValueType', form.antd);
  const code: number | undefined = Form.useWatch('FunctionCode', form.antd);
  const format: string | undefined = Form.useWatch('DataFormat', form.antd);
  const known = types?.find(({ PointTypeName }) => PointTypeName === typeName);
  const mayWrite = kind === 'mqtt' || ((code === 1 || code === 3) && format !== 'bits16');
  return (
    <>
      <div className="point-grid">
        <SchemaField name="PointName" label={p.name}>
          <Input maxLength={50} />
        </SchemaField>
        <SchemaField name="PointNameEn" label={p.nameEn}>
          <EnglishName />
        </SchemaField>
        <SchemaField name="PointTypeName" label={t.type} {...(known ? {} : { extra: t.newTypeHint })}>
          <AutoComplete
            options={types?.map(({ PointTypeName }) => ({ value: PointTypeName })) ?? []}
            showSearch={{
              filterOption: (typed, option) =>
                String(option?.value ?? '')
                  .toLowerCase()
                  .includes(typed.toLowerCase()),
            }}
            onSelect={(chosen: string) => {
              const type = types?.find(({ PointTypeName }) => PointTypeName === chosen);
              if (!type) return;
              const isState = type.ValueType === 1;
              form.antd.setFieldsValue({
                ValueType: type.ValueType,
                Unit: isState ? '' : (type.UnitList[0] ?? ''),
                ...(isState ? { Decimals: 0 } : {}),
              });
            }}
          />
        </SchemaField>
        <SchemaField name="ValueType" label={t.valueType} hidden={known !== undefined}>
          <Radio.Group
            options={[
              { value: 0, label: t.analog },
              { value: 1, label: t.status },
            ]}
          />
        </SchemaField>
        <SchemaField name="Unit" label={p.unit} hidden={valueType === 1}>
          <AutoComplete options={known?.UnitList.map((value) => ({ value })) ?? []} />
        </SchemaField>
        <SchemaField name="Decimals" label={p.decimals}>
          <NumberField min={0} max={6} precision={0} />
        </SchemaField>
        <SchemaField name="Level" label={p.level}>
          <Select options={levelOptions.map(({ value, label }) => ({ value, label: inWords(label) }))} />
        </SchemaField>
        <SchemaField name="Cycle" label={p.cycle}>
          <CycleField />
        </SchemaField>
        <SchemaField name="IsWrite" label={p.writable} valuePropName="checked" hidden={!mayWrite}>
          <Switch />
        </SchemaField>
        {kind === 'mqtt' ? (
          <SchemaField name="MqttKey" label={t.key}>
            <Input maxLength={200} />
          </SchemaField>
        ) : null}
      </div>
      {kind === 'register' ? <RegisterFields form={form} addressHint={t.base(firstAddress)} /> : null}
      <h3 className="point-section">{e.checks}</h3>
      <div className="point-grid">
        {valueType === 1 ? null : (
          <>
            <SchemaField name="RangeLow" label={e.rangeLow} extra={e.rangeHint}>
              <NumberField />
            </SchemaField>
            <SchemaField name="RangeHigh" label={e.rangeHigh}>
              <NumberField />
            </SchemaField>
            <SchemaField name="FrozenMinutes" label={e.frozen} extra={e.frozenHint}>
              <NumberField min={1} max={10_080} precision={0} />
            </SchemaField>
            <SchemaField name="ErrorValueList" label={e.errors}>
              <NumberTags label={e.errors} />
            </SchemaField>
            {kind === 'register' ? <RegisterFaultFields /> : null}
          </>
        )}
        <SchemaField name="Note" label={t.note} className="point-wide">
          <Input maxLength={200} />
        </SchemaField>
      </div>
    </>
  );
}
