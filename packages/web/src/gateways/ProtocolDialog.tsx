import {
  type GatewayInfo,
  type GatewayProtocol,
  gatewayProtocols,
  gatewaySetUpCalls,
  isDialled,
} from '@watchpost/contract';
import { Alert, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
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
  const [made, setMade] = useState<{ userName: string; password: string; token: string | null } | null>(null);
  const form = useSchemaForm(gatewaySetUpCalls.updateDevicesProtocol.query, {
    initial: { deviceId: gateway.DeviceId, protocol: gateway.PROTOCOL, address: gateway.Address ?? '' },
    save: async (query) => {
      const { DeviceUserName, Password, AccessToken } = await changing.mutateAsync({
        query: { ...query, address: query.address ?? '' },
      });
      notify.success(t.saved);
      if (DeviceUserName !== null && Password !== null)
        setMade({ userName: DeviceUserName, password: Password, token: AccessToken });
      else onClose();
      await changed();
    },
  });
  const protocol: GatewayProtocol = Form.useWatch('protocol', form.antd) ?? gateway.PROTOCOL;
  if (made)
    return (
      <CredentialsDialog
        userName={made.userName}
        password={made.password}
        token={gateway.PayloadFormat === 'thingsboard' ? made.token : null}
        onClose={onClose}
      />
    );
  return (
    <FormDialog form={form} title={t.protocolTitle(gateway.DeviceName)} onClose={onClose}>
      <form.Field name="protocol" label={f.protocol}>
        <Select options={gatewayProtocols.map((value) => ({ value, label: words[value] }))} />
      </form.Field>
      {protocol === gateway.PROTOCOL ? null : <Consequences gateway={gateway} protocol={protocol} />}
      {isDialled(protocol) ? (
        <form.Field name="address" label={f.address} extra={f.addressHint} required>
          <Input maxLength={255} />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}

/** What the change means, before it is made; and what stands in its way. */
function Consequences({ gateway, protocol }: { gateway: GatewayInfo; protocol: GatewayProtocol }) {
  const t = useText(listText);
  const language = useLanguage();
  const isOtherKind = (protocol === 'MQTT') !== (gateway.PROTOCOL === 'MQTT');
  const slaves = protocol === 'MQTT' ? gateway.Slaves.length : 0;
  const points = isOtherKind ? gateway.PointCount : 0;
  if (slaves + points > 0) {
    const what = [slaves > 0 ? t.nSlaves(slaves) : '', points > 0 ? t.nPoints(points) : ''].filter(Boolean);
    return <Alert type="error" showIcon title={t.protocolBlocked(what.join(language === 'zh' ? '、' : ' and '))} />;
  }
  const lines = [
    t.protocolDrops,
    protocol === 'MQTT' ? t.protocolToMqtt : isDialled(protocol) ? t.protocolToDialled : t.protocolToDtu,
    isOtherKind ? (protocol === 'MQTT' ? null : t.protocolFromMqtt) : t.protocolKeeps,
  ];
  return (
    <Alert
      type="warning"
      showIcon
      className="gateway-consequences"
      title={t.protocolMeans}
      description={<ul>{lines.map((line) => (line === null ? null : <li key={line}>{line}</li>))}</ul>}
    />
  );
}
