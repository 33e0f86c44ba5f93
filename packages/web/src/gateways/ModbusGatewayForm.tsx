import {
  type AllCalls,
  type CallInput,
  type GatewayInfo,
  gatewaySetUpCalls,
  isDialled,
  isSerialLine,
  ModbusGatewayChange,
  type modbusProtocols,
  registrationModes,
} from '@watchpost/contract';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { RegistrationField } from './RegistrationField.tsx';
import { SerialField } from './SerialField.tsx';
import { fieldText, listText, registrationText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

export type ModbusProtocol = (typeof modbusProtocols)[number];
type NewGateway = CallInput<AllCalls['addDevicesNewModbus']>['body'];

interface Props {
  protocol: ModbusProtocol;
  /** Null: a new one. */
  present: GatewayInfo | null;
  head?: ReactNode;
  onClose: () => void;
  onDone: (gatewayId: number) => void;
}

/** Adds a gateway that is read over Modbus, or changes one. */
export function ModbusGatewayForm(props: Props) {
  return props.present === null ? <NewForm {...props} /> : <ChangeForm {...props} present={props.present} />;
}

function NewForm({ protocol, head, onClose, onDone }: Props) {
  const t = useText(listText);
  const f = useText(fieldText);
  const project = useProject();
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const adding = useCallMutation('addDevicesNewModbus');
  const form = useSchemaForm(gatewaySetUpCalls.addDevicesNewModbus.body, {
    initial: {
      ProjectId: project.ProjectId,
      CduType: protocol,
      DeviceName: '',
      DeviceNameEn: null,
      DeviceNo: '',
      DeviceTypeE: '',
      DESCRIBES: '',
      Address: '',
      RegistrationMode: 'once',
      RegistrationIdentity: '',
      HeartBeat: '',
      AllowedNetworks: [],
      ICCID: '',
      DeviceModuleAndAddressList: [],
    },
    save: async (body: NewGateway) => {
      const { DeviceId } = await adding.mutateAsync({ body });
      notify.success(t.added(body.DeviceName));
      onDone(DeviceId);
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={t.add} width={720} onClose={onClose}>
      {head}
      <div className="gateway-form">
        <form.Field name="DeviceName" label={f.name}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="DeviceNameEn" label={f.nameEn} extra={f.nameEnHint}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="DeviceNo" label={f.serial} extra={f.serialHint}>
          <SerialField />
        </form.Field>
        <form.Field name="DeviceTypeE" label={f.model}>
          <Input maxLength={50} />
        </form.Field>
        <LineFields form={form} protocol={protocol} isNew />
        {protocol === 'DTU' ? (
          <form.Field name="ICCID" label={f.cardNumber} extra={f.cardHint}>
            <Input maxLength={20} inputMode="numeric" />
          </form.Field>
        ) : null}
        <div className="gateway-form-wide">
          <form.Field name="DESCRIBES" label={f.description}>
            <Input maxLength={200} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

function ChangeForm({ protocol, present, onClose, onDone }: Props & { present: GatewayInfo }) {
  const t = useText(listText);
  const f = useText(fieldText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const changing = useCallMutation('updateDevicesNewModbus');
  const form = useSchemaForm(ModbusGatewayChange, {
    initial: {
      DeviceId: present.DeviceId,
      DeviceName: present.DeviceNameZh,
      DeviceNameEn: present.DeviceNameEn,
      DeviceTypeE: present.DeviceTypeE,
      DESCRIBES: present.DESCRIBES,
      Address: present.Address ?? '',
      RegistrationMode: present.RegistrationMode as 'once',
      RegistrationIdentity: present.RegistrationIdentity === present.DeviceNo ? '' : present.RegistrationIdentity,
      HeartBeat: present.HeartBeat,
      AllowedNetworks: present.AllowedNetworks,
    },
    edits: ['DeviceId'],
    together: [['RegistrationMode', 'RegistrationIdentity']],
    save: async (body) => {
      await changing.mutateAsync({ body });
      notify.success(t.saved);
      onDone(present.DeviceId);
      await changed();
    },
  });
  return (
    <FormDialog form={form} title={`${t.edit} · ${present.DeviceName}`} width={720} onClose={onClose}>
      <div className="gateway-form">
        <form.Field name="DeviceName" label={f.name}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="DeviceNameEn" label={f.nameEn} extra={f.nameEnHint}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="DeviceTypeE" label={f.model}>
          <Input maxLength={50} />
        </form.Field>
        <LineFields form={form as never} protocol={protocol} />
        <div className="gateway-form-wide">
          <form.Field name="DESCRIBES" label={f.description}>
            <Input maxLength={200} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

/** How the device reaches us, or we reach it. */
function LineFields({
  form,
  protocol,
  isNew = false,
}: {
  form: ReturnType<typeof useSchemaForm<typeof gatewaySetUpCalls.addDevicesNewModbus.body>>;
  protocol: ModbusProtocol;
  isNew?: boolean;
}) {
  const f = useText(fieldText);
  const modes = useText(registrationText);
  return (
    <>
      {isDialled(protocol) ? (
        <form.Field name="Address" label={f.address} extra={f.addressHint} required>
          <Input maxLength={255} />
        </form.Field>
      ) : (
        <>
          <form.Field name="RegistrationIdentity" label={f.registration} extra={f.registrationHint}>
            <RegistrationField isNew={isNew} />
          </form.Field>
          <form.Field name="RegistrationMode" label={f.registrationMode}>
            <Select options={registrationModes.map((value) => ({ value, label: modes[value] }))} />
          </form.Field>
        </>
      )}
      {isDialled(protocol) ? null : (
        <form.Field name="AllowedNetworks" label={f.networks} extra={f.networksHint}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ', ';']} />
        </form.Field>
      )}
      {isSerialLine(protocol) ? (
        <form.Field name="HeartBeat" label={f.heartbeat} extra={f.heartbeatHint}>
          <Input />
        </form.Field>
      ) : null}
    </>
  );
}
