import { type AllCalls, type CallData, type TemplateRow, templateCalls } from '@watchpost/contract';
import { AutoComplete, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { usePointChoices, usePointsChanged } from '../points/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import './templates.css';
import { text } from './text.ts';
import { useMqttDevices } from './useMqttDevices.ts';

const body = templateCalls.applyTemplate.body;
/** Of the points that were left out, in the message that says so. */
const maxNamed = 5;

/** Makes the points of a template on a slave or an MQTT gateway of the project: first shown, then done. */
export function ApplyTemplateDialog({
  template,
  projectId: known,
  slaveId,
  gatewayId,
  onClose,
}: {
  /** Left out: it is chosen here, of those for the slave or the MQTT gateway that is given then. */
  template?: Pick<TemplateRow, 'id' | 'name' | 'Kind'>;
  /** Where the template is chosen from the library, another project may be chosen here. */
  projectId: number | undefined;
  /** Where it goes, when that is known. */
  slaveId?: number;
  gatewayId?: number;
  onClose: () => void;
}) {
  const t = useText(text);
  const language = useLanguage();
  const notify = useNotify();
  const session = useSession();
  const projects = session.projects.filter(({ ProjectId }) => !session.limitedProjects.has(ProjectId));
  const [projectId, setProjectId] = useState(known ?? projects[0]?.ProjectId ?? 0);
  const choices = usePointChoices(projectId);
  const changed = usePointsChanged();
  const apply = useCallMutation('applyTemplate');
  const [preview, setPreview] = useState<CallData<AllCalls['applyTemplate']> | null>(null);
  const kind = template?.Kind ?? (gatewayId === undefined ? 'register' : 'mqtt');
  const isRegister = kind === 'register';
  const isPlaced = slaveId !== undefined || gatewayId !== undefined;
  const form = useSchemaForm(body, {
    initial: {
      ...(template ? { id: template.id } : {}),
      ...(slaveId === undefined ? {} : { SlaveId: slaveId }),
      ...(gatewayId === undefined ? {} : { GatewayId: gatewayId }),
      Prefix: '',
    },
    save: async (values) => {
      const done = await apply.mutateAsync({ body: chosen(values) });
      const [added, skipped] = [done.AddedNames.length, done.SkippedNames];
      const named = skipped.slice(0, maxNamed).join(t.comma);
      if (skipped.length === 0) notify.success(t.applied(added));
      else notify.success(t.appliedWithout(added, added + skipped.length, named, skipped.length - maxNamed));
      onClose();
      await changed();
    },
  });
  const chosenId: number | undefined = Form.useWatch('id', form.antd) ?? template?.id;
  const detail = useCall('getTempById', chosenId === undefined ? null : { query: { id: chosenId } }, {
    scope: 'company',
  }).data;
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
  const chosenGateway: number | undefined = Form.useWatch('GatewayId', form.antd) ?? gatewayId;
  const devices = useMqttDevices(isRegister ? undefined : chosenGateway)?.filter((name) => name !== null) ?? [];
  const chosenSlave: number | undefined = Form.useWatch('SlaveId', form.antd) ?? slaveId;
  const isReady = chosenId !== undefined && (isRegister ? chosenSlave : chosenGateway) !== undefined;
  const points = detail ? [...detail.RegisterList, ...detail.KeyList] : [];
  const mqttGateways = choices?.GatewayList.filter(({ Protocol }) => Protocol === 'MQTT') ?? [];
  return (
    <FormDialog
      form={form}
      title={template ? t.applyTitle(template.name) : t.applyOne}
      submitText={t.makePoints}
      onClose={onClose}
    >
      {template ? null : (
        <form.Field name="id" label={t.template} required>
          <TemplateSelect
            kind={kind}
            onChosen={() => {
              // Points and preview were of the template chosen before.
              form.antd.setFieldValue('PointNameList', []);
              setPreview(null);
            }}
          />
        </form.Field>
      )}
      {isPlaced ? null : (
        <Form.Item label={t.project} htmlFor="template-project">
          <Select
            id="template-project"
            showSearch={{ optionFilterProp: 'label' }}
            value={projectId}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
            onChange={(chosenProject: number) => {
              setProjectId(chosenProject);
              setPreview(null);
              form.antd.setFieldsValue({ SlaveId: undefined, GatewayId: undefined });
            }}
          />
        </Form.Item>
      )}
      {isPlaced ? null : isRegister ? (
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
      {isRegister ? null : (
        <form.Field name="MqttDevice" label={t.device} extra={t.deviceHint}>
          <AutoComplete allowClear options={devices.map((value) => ({ value }))} />
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
            label: language === 'en' ? (PointNameEn ?? PointName) : PointName,
          }))}
        />
      </form.Field>
      <Button
        onClick={() => void look()}
        loading={apply.isPending}
        disabled={!isReady}
        title={isReady ? undefined : t.nothingChosen}
      >
        {t.look}
      </Button>
      {preview ? (
        <div role="status" className="template-preview">
          <p className="template-hint">{t.adds(preview.AddedNames.length)}</p>
          <p>{preview.AddedNames.join(' · ')}</p>
          {preview.SkippedNames.length > 0 ? <p>{t.skips(preview.SkippedNames.join(' · '))}</p> : null}
          {preview.NewTypeNames.length > 0 ? <p>{t.makesTypes(preview.NewTypeNames.join(' · '))}</p> : null}
        </div>
      ) : null}
    </FormDialog>
  );
}

/** A template of the library, found by a part of its name, brand or model. A form field: `value` and `onChange`. */
function TemplateSelect({
  kind,
  onChosen,
  onChange,
  ...field
}: {
  kind: TemplateRow['Kind'];
  onChosen: () => void;
  id?: string;
  value?: number;
  onChange?: (templateId: number) => void;
}) {
  const t = useText(text);
  const { company } = useSession();
  const [search, setSearch] = useState('');
  const page = useCall(
    'getTempByUid',
    { query: { companyId: company.CompanyId, kind, name: search || undefined, sortType: 'name', pageSize: 100 } },
    { scope: 'company', ...whileWaiting },
  );
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={page.isFetching}
      notFoundContent={page.data ? t.none : null}
      options={page.data?.Data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      onChange={(templateId: number) => {
        onChange?.(templateId);
        onChosen();
      }}
    />
  );
}
