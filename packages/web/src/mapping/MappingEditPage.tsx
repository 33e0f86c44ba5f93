import { type MappingDefinitionRow, NewMappingProfile } from '@watchpost/contract';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, PageSkeleton, useNotify, useSave } from '../ui/index.ts';
import './mapping.css';
import { MappingFields } from './MappingFields.tsx';
import { emptyMapping, mappingPresets } from './mappingPresets.ts';
import { TryMapping } from './TryMapping.tsx';
import { fieldText, text } from './text.ts';
import { callsAboutMappings, useMappingsChanged } from './useMappingsChanged.ts';

type NewProfileBody = z.input<typeof NewMappingProfile>;

const idOf = (value: string | null): number | null => (value !== null && /^\d+$/.test(value) ? Number(value) : null);

/** Adds, copies or edits one mapping profile, with what it makes of real messages beside it. */
export function MappingEditPage() {
  const t = useText(text);
  const { company } = useSession();
  const [params] = useSearchParams();
  const id = idOf(params.get('id'));
  const copyOf = idOf(params.get('copyOf'));
  const modelId = id ?? copyOf;
  const model = useCall(
    'getMappingProfile',
    modelId === null ? null : { query: { companyId: company.CompanyId, mappingProfileId: modelId } },
    { scope: 'company', staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  if (modelId === null) return <Editor id={null} name="" note="" mapping={emptyMapping} mayEdit />;
  if (model.error && !model.data) return <ErrorState error={model.error} onRetry={() => void model.refetch()} />;
  if (!model.data) return <PageSkeleton />;
  const { MappingProfileId, MappingName, Note, CanEdit, ...mapping } = model.data;
  return (
    <Editor
      key={MappingProfileId}
      id={id}
      name={id === null ? t.copyOf(MappingName).slice(0, 50) : MappingName}
      note={Note}
      mapping={mapping}
      mayEdit={id === null || CanEdit}
    />
  );
}

function Editor({
  id,
  name,
  note,
  mapping,
  mayEdit,
}: {
  id: number | null;
  name: string;
  note: string;
  mapping: MappingDefinitionRow;
  mayEdit: boolean;
}) {
  const t = useText(text);
  const f = useText(fieldText);
  const inWords = useBilingual();
  const { company } = useSession();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const notify = useNotify();
  const changed = useMappingsChanged();
  const adding = useCallMutation('addMappingProfile');
  const save = useSave(callsAboutMappings);
  const [sample, setSample] = useState<{ topic: string; payload: string } | null>(null);
  const initial = { CompanyId: company.CompanyId, MappingName: name, Note: note, ...mapping };
  const add = async (body: NewProfileBody) => {
    const { MappingProfileId } = await adding.mutateAsync({ body });
    notify.success(t.saved);
    await changed();
    // What was saved stays on the screen, now under its own number.
    setTimeout(() => void navigate(`?id=${MappingProfileId}`, { replace: true }));
  };
  const change = (profileId: number, body: Partial<NewProfileBody>) =>
    save('updateMappingProfile', { body: { ...body, MappingProfileId: profileId } }, t.saved);
  const form = useSchemaForm(
    NewMappingProfile,
    id === null
      ? { initial, save: add }
      : { initial, edits: ['CompanyId'], save: (body: Partial<NewProfileBody>) => change(id, body) },
  );
  const values = Form.useWatch([], { form: form.antd, preserve: true }) as Partial<MappingDefinitionRow> | undefined;
  const begin = (key: string) => {
    const preset = mappingPresets[key];
    if (!preset) return;
    form.antd.setFieldsValue({ ...emptyMapping, ...preset.mapping });
    form.noteChange();
    setSample(preset.sample);
  };
  return (
    <div className="mapping-edit">
      <div className="mapping-form">
        {mayEdit ? null : <Alert type="info" showIcon title={t.readOnly} />}
        <fieldset disabled={!mayEdit}>
          <SchemaForm
            form={form}
            actions={<Button onClick={() => void navigate('/deviceManage/mappingProfile')}>{t.cancel}</Button>}
          >
            <h2>{f.basics}</h2>
            <div className="mapping-pair">
              <form.Field name="MappingName" label={t.name}>
                <Input maxLength={50} />
              </form.Field>
              <form.Field name="Note" label={t.note}>
                <Input maxLength={200} />
              </form.Field>
            </div>
            {id === null ? (
              <Form.Item label={f.preset}>
                <Select
                  aria-label={f.preset}
                  placeholder={f.preset}
                  onChange={begin}
                  options={Object.entries(mappingPresets).map(([value, { label }]) => ({
                    value,
                    label: inWords(label),
                  }))}
                />
              </Form.Item>
            ) : null}
            <MappingFields form={form} />
          </SchemaForm>
        </fieldset>
      </div>
      <TryMapping mapping={{ ...mapping, ...values }} sample={sample} initialGatewayId={idOf(params.get('gateway'))} />
    </div>
  );
}
