import {
  type AllCalls,
  type CallInput,
  type GatewayInfo,
  gatewayMqttCalls,
  MqttGatewayChange,
  payloadFormats,
} from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../lib/defineText.ts';
import { useProject, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { MappingLink } from '../mapping/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { SerialField } from './SerialField.tsx';
import { fieldText, formatText, listText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

type NewGateway = CallInput<AllCalls['deviceAddMQTT']>['body'];

interface Props {
  /** Null: a new one. */
  present: GatewayInfo | null;
  head?: ReactNode;
  onClose: () => void;
  /** @param credentials what was made and is shown once; null: its password was given */
  onDone: (gatewayId: number, credentials: { userName: string; password: string; token: string | null } | null) => void;
}

/** Adds a gateway that publishes over MQTT, or changes one. */
export function MqttGatewayForm(props: Props) {
  return props.present === null ? <NewForm {...props} /> : <ChangeForm {...props} present={props.present} />;
}

function NewForm({ head, onClose, onDone }: Props) {
  const t = useText(listText);
  const f = useText(fieldText);
  const project = useProject();
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const adding = useCallMutation('deviceAddMQTT');
  const form = useSchemaForm(gatewayMqttCalls.deviceAddMQTT.body, {
    initial: {
      pid: project.ProjectId,
      deviceName: '',
      deviceNameEn: null,
      deviceNo: '',
      deviceUserName: '',
      deviceUserPwd: '',
      payloadFormat: 'thingsboard',
      mappingProfileId: null,
      DeviceTypeE: '',
      DESCRIBES: '',
      ICCID: '',
    },
    save: async (body: NewGateway) => {
      const { DeviceId, deviceUserName, Password, AccessToken } = await adding.mutateAsync({
        body: withoutNulls(body),
      });
      notify.success(t.added(body.deviceName));
      const token = body.payloadFormat === 'thingsboard' ? AccessToken : null;
      onDone(DeviceId, Password === null ? null : { userName: deviceUserName, password: Password, token });
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={t.add} width={720} onClose={onClose}>
      {head}
      <div className="gateway-form">
        <form.Field name="deviceName" label={f.name}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="deviceNameEn" label={f.nameEn} extra={f.nameEnHint}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="deviceNo" label={f.serial} extra={f.serialHint}>
          <SerialField />
        </form.Field>
        <form.Field name="DeviceTypeE" label={f.model}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="deviceUserName" label={f.userName} extra={f.userNameHint}>
          <Input maxLength={64} autoComplete="off" />
        </form.Field>
        <form.Field name="deviceUserPwd" label={f.password} extra={f.passwordHint}>
          <Input.Password maxLength={64} autoComplete="new-password" />
        </form.Field>
        <FormatFields form={form} />
        <form.Field name="ICCID" label={f.cardNumber} extra={f.cardHint}>
          <Input maxLength={20} inputMode="numeric" />
        </form.Field>
        <div className="gateway-form-wide">
          <form.Field name="DESCRIBES" label={f.description}>
            <Input maxLength={200} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

/** A form carries text, in which null would be a word. */
const withoutNulls = <Body extends object>(body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value ?? ''])) as Body;

function ChangeForm({ present, onClose, onDone }: Props & { present: GatewayInfo }) {
  const t = useText(listText);
  const f = useText(fieldText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const changing = useCallMutation('updateDeviceMQTT');
  const form = useSchemaForm(MqttGatewayChange, {
    initial: {
      DeviceId: present.DeviceId,
      deviceName: present.DeviceNameZh,
      deviceNameEn: present.DeviceNameEn,
      deviceUserName: present.DeviceUserName ?? '',
      deviceUserPwd: '',
      payloadFormat: present.PayloadFormat,
      mappingProfileId: present.MappingProfileId,
      DeviceTypeE: present.DeviceTypeE,
      DESCRIBES: present.DESCRIBES,
    },
    edits: ['DeviceId'],
    // Which mapping profile means something only with the format.
    together: [['payloadFormat', 'mappingProfileId']],
    save: async (body) => {
      await changing.mutateAsync({ body: withoutNulls(body) });
      notify.success(t.saved);
      onDone(present.DeviceId, null);
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={`${t.edit} · ${present.DeviceName}`} width={720} onClose={onClose}>
      <div className="gateway-form">
        <form.Field name="deviceName" label={f.name}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="deviceNameEn" label={f.nameEn} extra={f.nameEnHint}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="deviceUserName" label={f.userName}>
          <Input maxLength={64} autoComplete="off" />
        </form.Field>
        <form.Field name="deviceUserPwd" label={f.password} extra={f.newPasswordHint}>
          <Input.Password maxLength={64} autoComplete="new-password" />
        </form.Field>
        <FormatFields form={form as never} usual={present.PayloadFormat} />
        <form.Field name="DeviceTypeE" label={f.model}>
          <Input maxLength={50} />
        </form.Field>
        <div className="gateway-form-wide">
          <form.Field name="DESCRIBES" label={f.description}>
            <Input maxLength={200} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

/** What its messages look like, and of a mapping which. */
function FormatFields({
  form,
  usual = 'thingsboard',
}: {
  usual?: (typeof payloadFormats)[number];
  form: ReturnType<typeof useSchemaForm<typeof gatewayMqttCalls.deviceAddMQTT.body>>;
}) {
  const f = useText(fieldText);
  const formats = useText(formatText);
  const { company } = useSession();
  const format = (Form.useWatch('payloadFormat', form.antd) ?? usual) as (typeof payloadFormats)[number];
  const profileId = (Form.useWatch('mappingProfileId', form.antd) as number | null | undefined) ?? null;
  const mappings = useCall(
    'getMappingProfileDropdown',
    format === 'mapping' ? { query: { companyId: company.CompanyId } } : null,
    { scope: 'company' },
  ).data;
  return (
    <>
      <form.Field name="payloadFormat" label={f.format}>
        <Select options={payloadFormats.map((value) => ({ value, label: formats[value] }))} />
      </form.Field>
      {format === 'mapping' ? (
        <form.Field
          name="mappingProfileId"
          label={f.mapping}
          required
          extra={<MappingLink profileId={profileId} gatewayId={null} />}
        >
          <Select options={(mappings ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }))} />
        </form.Field>
      ) : null}
    </>
  );
}
