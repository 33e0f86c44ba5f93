import { type AllCalls, type CallData, type TemplateKind, type TemplateRow, templateCalls } from '@watchpost/contract';
import { Form, Input, Modal, Select, Switch } from 'antd';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, NumberField, SchemaField, type SchemaFormState, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, PageSkeleton, useSave } from '../ui/index.ts';
import { TemplatePointsField } from './TemplatePointsField.tsx';
import './templates.css';
import { text } from './text.ts';
import { callsAboutTemplates } from './useTemplatesChanged.ts';

const addBody = templateCalls.addTemplate.body;
const updateBody = templateCalls.updateTemplate.body;
const width = 960;

/** A new template, entered by hand. Mount it to show it. */
export function AddTemplateDialog({ kind, onClose }: { kind: TemplateKind; onClose: () => void }) {
  const t = useText(text);
  const { company } = useSession();
  const save = useSave(callsAboutTemplates, onClose);
  const form = useSchemaForm(addBody, {
    initial: {
      CompanyId: company.CompanyId,
      Kind: kind,
      name: '',
      FLAG: true,
      Source: 'own',
      ...(kind === 'register'
        ? {
            FirstAddress: 0,
            MaxRegisters: 125,
            MaxGap: 0,
            BaudRate: 9600,
            DataBits: 8,
            Parity: 'none',
            StopBits: 1,
            RegisterList: [],
          }
        : { KeyList: [] }),
    } as Partial<z.input<typeof addBody>>,
    save: (body) => save('addTemplate', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={kind === 'register' ? t.addRegister : t.addMqtt} width={width} onClose={onClose}>
      <Fields form={form as unknown as SchemaFormState} kind={kind} canShare />
    </FormDialog>
  );
}

/** Everything about a template, its points included. Mount it to show it. */
export function EditTemplateDialog({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const { data, error, refetch } = useCall(
    'getTempById',
    { query: { id: template.id } },
    { scope: 'company', staleTime: 0, gcTime: 0 },
  );
  if (data) return <EditForm detail={data} onClose={onClose} />;
  return (
    <Modal open title={template.name} width={width} footer={null} onCancel={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />}
    </Modal>
  );
}

function EditForm({ detail, onClose }: { detail: CallData<AllCalls['getTempById']>; onClose: () => void }) {
  const t = useText(text);
  const save = useSave(callsAboutTemplates, onClose);
  const isRegister = detail.Kind === 'register';
  const form = useSchemaForm(updateBody, {
    initial: {
      id: detail.id,
      name: detail.Name,
      nameEn: detail.nameEn,
      FLAG: detail.FLAG,
      Brand: detail.Brand,
      Model: detail.Model,
      Category: detail.Category,
      Description: detail.Description,
      Source: detail.Source,
      SourceName: detail.SourceName,
      ...(isRegister
        ? {
            FirstAddress: detail.FirstAddress,
            MaxRegisters: detail.MaxRegisters,
            MaxGap: detail.MaxGap,
            BaudRate: detail.BaudRate,
            DataBits: detail.DataBits,
            Parity: detail.Parity,
            StopBits: detail.StopBits,
            RegisterList: detail.RegisterList,
          }
        : { KeyList: detail.KeyList }),
    } as z.input<typeof updateBody>,
    edits: ['id'],
    save: (body) => save('updateTemplate', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.editTitle(detail.name)} width={width} onClose={onClose}>
      <Fields form={form as unknown as SchemaFormState} kind={detail.Kind} canShare={detail.TYPE === 'custom'} />
    </FormDialog>
  );
}

function Fields({ form, kind, canShare }: { form: SchemaFormState; kind: TemplateKind; canShare: boolean }) {
  const t = useText(text);
  const firstAddress: number = Form.useWatch('FirstAddress', form.antd) ?? 0;
  const points = kind === 'register' ? 'RegisterList' : 'KeyList';
  const rows: readonly unknown[] | undefined = Form.useWatch(points, form.antd);
  return (
    <>
      <div className="template-facts">
        <SchemaField name="name" label={t.name} required>
          <Input maxLength={50} />
        </SchemaField>
        <SchemaField name="nameEn" label={t.nameEn}>
          <Input maxLength={50} />
        </SchemaField>
        <SchemaField name="Brand" label={t.brand}>
          <Input maxLength={50} />
        </SchemaField>
        <SchemaField name="Model" label={t.model}>
          <Input maxLength={50} />
        </SchemaField>
        <SchemaField name="Category" label={t.category}>
          <Input maxLength={50} />
        </SchemaField>
        <SchemaField name="Source" label={t.source}>
          <Select options={(['maker', 'field', 'own'] as const).map((value) => ({ value, label: t[value] }))} />
        </SchemaField>
        <SchemaField name="SourceName" label={t.sourceName}>
          <Input maxLength={300} />
        </SchemaField>
        {canShare ? (
          <SchemaField name="FLAG" label={t.share} valuePropName="checked">
            <Switch />
          </SchemaField>
        ) : null}
      </div>
      <SchemaField name={points} label={t.pointsOf(rows?.length ?? 0)}>
        <TemplatePointsField kind={kind} firstAddress={firstAddress} />
      </SchemaField>
      {kind === 'register' ? <LineFields /> : null}
      <SchemaField name="Description" label={t.description}>
        <Input.TextArea maxLength={500} rows={3} />
      </SchemaField>
    </>
  );
}

/** How such a device is read, and what its serial line is set to when it leaves the maker. */
function LineFields() {
  const t = useText(text);
  return (
    <div className="template-facts">
      <SchemaField name="FirstAddress" label={t.firstAddress}>
        <Select options={[0, 1].map((value) => ({ value, label: t.base(value) }))} />
      </SchemaField>
      <SchemaField name="MaxRegisters" label={t.maxRegisters}>
        <NumberField min={1} max={125} precision={0} />
      </SchemaField>
      <SchemaField name="MaxGap" label={t.maxGap}>
        <NumberField min={0} max={100} precision={0} />
      </SchemaField>
      <SchemaField name="BaudRate" label={t.baudRate}>
        <NumberField min={300} max={1_000_000} precision={0} />
      </SchemaField>
      <SchemaField name="DataBits" label={t.dataBits}>
        <Select options={[7, 8].map((value) => ({ value, label: value }))} />
      </SchemaField>
      <SchemaField name="Parity" label={t.parity}>
        <Select
          options={[
            { value: 'none', label: t.parityNone },
            { value: 'even', label: t.parityEven },
            { value: 'odd', label: t.parityOdd },
          ]}
        />
      </SchemaField>
      <SchemaField name="StopBits" label={t.stopBits}>
        <Select options={[1, 2].map((value) => ({ value, label: value }))} />
      </SchemaField>
    </div>
  );
}
