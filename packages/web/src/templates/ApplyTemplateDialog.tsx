import { type AllCalls, type CallData, type TemplateRow, templateCalls } from '@watchpost/contract';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { usePointChoices, usePointsChanged } from '../points/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import './templates.css';
import { text } from './text.ts';

const body = templateCalls.applyTemplate.body;

/** Makes the points of a template on a slave or an MQTT gateway of the project: first shown, then done. */
export function ApplyTemplateDialog({
  template,
  projectId,
  slaveId,
  onClose,
}: {
  template: Pick<TemplateRow, 'id' | 'name' | 'Kind'>;
  projectId: number;
  /** Where it goes, when that is known. */
  slaveId?: number;
  onClose: () => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const choices = usePointChoices(projectId);
  const detail = useCall('getTempById', { query: { id: template.id } }, { scope: 'company' }).data;
  const changed = usePointsChanged();
  const apply = useCallMutation('applyTemplate');
  const [preview, setPreview] = useState<CallData<AllCalls['applyTemplate']> | null>(null);
  const isRegister = template.Kind === 'register';
  const form = useSchemaForm(body, {
    initial: { id: template.id, Prefix: '', ...(slaveId === undefined ? {} : { SlaveId: slaveId }) },
    save: async (values) => {
      const done = await apply.mutateAsync({ body: chosen(values) });
      notify.success(t.applied(done.AddedNames.length));
      onClose();
      await changed();
    },
  });
  /** No point chosen means all of them. */
  const chosen = <Values extends { PointNameList?: string[] | undefined }>({ PointNameList, ...values }: Values) => ({
    ...values,
    ...(PointNameList && PointNameList.length > 0 ? { PointNameList } : {}),
  });
  const look = async () => {
    const values = { ...form.initial, ...form.antd.getFieldsValue() } as Parameters<typeof chosen>[0];
    try {
      setPreview(await apply.mutateAsync({ body: { ...chosen(values), IsDryRun: true } as never }));
    } catch (error) {
      setPreview(null);
      notify.failure(error);
    }
  };
  const points = detail ? [...detail.RegisterList, ...detail.KeyList] : [];
  const mqttGateways = choices?.GatewayList.filter(({ Protocol }) => Protocol === 'MQTT') ?? [];
  return (
    <FormDialog form={form} title={t.applyTitle(template.name)} onClose={onClose}>
      {isRegister ? (
        <form.Field name="SlaveId" label={t.slave} required>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={!choices}
            options={
              choices?.GatewayList.filter(({ Protocol }) => Protocol !== 'MQTT').map((gateway) => ({
                label: gateway.Value,
                title: gateway.Value,
                options: choices.SlaveList.filter(({ GatewayId }) => GatewayId === gateway.Key).map((slave) => ({
                  value: slave.Key,
                  label: `${slave.Value} (${slave.Address})`,
                })),
              })) ?? []
            }
          />
        </form.Field>
      ) : (
        <form.Field name="GatewayId" label={t.gateway} required>
          <Select options={mqttGateways.map(({ Key, Value }) => ({ value: Key, label: Value }))} />
        </form.Field>
      )}
      <form.Field name="Prefix" label={t.prefix} extra={t.prefixHint}>
        <Input maxLength={20} />
      </form.Field>
      <form.Field name="PointNameList" label={t.which}>
        <Select
          mode="multiple"
          placeholder={t.all}
          showSearch={{ optionFilterProp: 'label' }}
          options={points.map(({ PointName, PointNameEn }) => ({
            value: PointName,
            label: PointNameEn && PointNameEn !== PointName ? `${PointName} · ${PointNameEn}` : PointName,
          }))}
        />
      </form.Field>
      <Button onClick={() => void look()} loading={apply.isPending}>
        {t.look}
      </Button>
      {preview ? (
        <div role="status">
          <p className="template-hint">{t.adds(preview.AddedNames.length)}</p>
          <p>{preview.AddedNames.join(' · ')}</p>
          {preview.SkippedNames.length > 0 ? <p>{t.skips(preview.SkippedNames.join(' · '))}</p> : null}
          {preview.NewTypeNames.length > 0 ? <p>{t.makesTypes(preview.NewTypeNames.join(' · '))}</p> : null}
        </div>
      ) : null}
    </FormDialog>
  );
}
