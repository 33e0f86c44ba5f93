import { type GatewayInfo, gatewayProtocols, gatewaySetUpCalls } from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { fieldText, listText, protocolText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

/** Changes how a gateway talks to us; one that becomes MQTT gets a login, shown once. */
export function ProtocolDialog({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const t = useText(listText);
  const f = useText(fieldText);
  const words = useText(protocolText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const changing = useCallMutation('updateDevicesProtocol');
  const [made, setMade] = useState<{ userName: string; password: string } | null>(null);
  const form = useSchemaForm(gatewaySetUpCalls.updateDevicesProtocol.query, {
    initial: { deviceId: gateway.DeviceId, protocol: gateway.PROTOCOL, address: gateway.Address ?? '' },
    save: async (query) => {
      const { DeviceUserName, Password } = await changing.mutateAsync({
        query: { ...query, address: query.address ?? '' },
      });
      notify.success(t.saved);
      if (DeviceUserName !== null && Password !== null) setMade({ userName: DeviceUserName, password: Password });
      else onClose();
      await changed();
    },
  });
  const protocol = Form.useWatch('protocol', form.antd) ?? gateway.PROTOCOL;
  if (made) return <CredentialsDialog userName={made.userName} password={made.password} onClose={onClose} />;
  return (
    <FormDialog form={form} title={t.protocolTitle(gateway.DeviceName)} onClose={onClose}>
      <form.Field name="protocol" label={f.protocol}>
        <Select options={gatewayProtocols.map((value) => ({ value, label: words[value] }))} />
      </form.Field>
      {protocol === 'MODBUS_TCP' ? (
        <form.Field name="address" label={f.address} extra={f.addressHint} required>
          <Input maxLength={255} />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}
