import { gatewayProtocols } from '@watchpost/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMedia } from '../lib/useMedia.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { ModbusGatewayForm } from './ModbusGatewayForm.tsx';
import { MqttGatewayForm } from './MqttGatewayForm.tsx';
import { listText, protocolText } from './text.ts';

type Kind = (typeof gatewayProtocols)[number];

/** Adds a gateway of the current project, and leads to its page. */
export function AddGatewayDialog({ onClose }: { onClose: () => void }) {
  const t = useText(listText);
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('DTU');
  const [made, setMade] = useState<{ id: number; userName: string; password: string; token: string | null } | null>(
    null,
  );
  // Four names beside each other are cut on a phone.
  const isWide = useMedia('(min-width: 768px)');
  const names = useText(protocolText);
  const words: Record<Kind, string> = {
    DTU: t.kindDtu,
    MODBUS_TCP: t.kindTcp,
    RTU_TCP: t.kindRtuTcp,
    MQTT: t.kindMqtt,
  };
  const chooser = (
    <Segmented
      block
      vertical={!isWide}
      aria-label={t.kind}
      value={kind}
      onChange={setKind}
      options={gatewayProtocols.map((value) => ({ value, label: names[value] }))}
      style={{ marginBottom: 8 }}
    />
  );
  const head = (
    <>
      {chooser}
      <p className="gateway-faint">{words[kind]}</p>
    </>
  );
  const open = (id: number) => {
    onClose();
    navigate(links.gateway(id));
  };
  if (made)
    return (
      <CredentialsDialog
        userName={made.userName}
        password={made.password}
        token={made.token}
        onClose={() => open(made.id)}
      />
    );
  if (kind === 'MQTT')
    return (
      <MqttGatewayForm
        present={null}
        head={head}
        onClose={onClose}
        onDone={(id, credentials) => (credentials ? setMade({ id, ...credentials }) : open(id))}
      />
    );
  return <ModbusGatewayForm key={kind} protocol={kind} present={null} head={head} onClose={onClose} onDone={open} />;
}
