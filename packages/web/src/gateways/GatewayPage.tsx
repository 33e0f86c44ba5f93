import { type GatewayInfo, isDialled, isSerialLine } from '@watchpost/contract';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { links } from '../lib/links.ts';
import { colon, comma } from '../lib/punctuation.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useCall } from '../lib/useCall.ts';
import { Age, EmptyState, ErrorState, PageSkeleton, PageTitle } from '../ui/index.ts';
import { CardPart } from './CardPart.tsx';
import { ConfigurationPart } from './ConfigurationPart.tsx';
import { ConnectPart } from './ConnectPart.tsx';
import { DeleteGatewaysDialog } from './DeleteGatewaysDialog.tsx';
import { DisconnectDialog, KeptOff } from './DisconnectDialog.tsx';
import { detailText } from './detailText.ts';
import './gateways.css';
import { LogPart } from './LogPart.tsx';
import { ModbusGatewayForm, type ModbusProtocol } from './ModbusGatewayForm.tsx';
import { MoveGatewaysDialog } from './MoveGatewaysDialog.tsx';
import { MqttGatewayForm } from './MqttGatewayForm.tsx';
import { MqttPointsPart } from './MqttPointsPart.tsx';
import { ProtocolDialog } from './ProtocolDialog.tsx';
import { RenameGatewaysDialog } from './RenameGatewaysDialog.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { SlavesPart } from './SlavesPart.tsx';
import { StateMark } from './StateMark.tsx';
import { connectionState, sharingWords, syncState } from './states.ts';
import { fieldText, formatText, listText, protocolText, stateText } from './text.ts';
import { useGatewayStates } from './useGatewaysChanged.ts';
import { WhyOfflinePart } from './WhyOfflinePart.tsx';

/** One gateway: how it stands, what hangs on it, what happened, and what is set up. Route /terminalManage/gatewayDetail?id=. */
export function GatewayPage() {
  const d = useText(detailText);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  if (id === null) return <EmptyState title={d.notChosen} action={<Link to={links.gateways}>{d.toList}</Link>} />;
  return <Gateway key={id} id={id} />;
}

type Dialog = 'edit' | 'renumber' | 'move' | 'protocol' | 'share' | 'disconnect' | 'delete';

function Gateway({ id }: { id: number }) {
  const t = useText(listText);
  const d = useText(detailText);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const answer = useCall(
    'getDeviceInfo',
    { query: { deviceId: id } },
    { scope: 'company', refetchInterval: pollWhenNotLive(10_000) },
  );
  const gateway = answer.data;
  useGatewayStates(gateway?.ProjectId ?? null, id);
  if (answer.error && !gateway) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!gateway) return <PageSkeleton cards={3} />;
  const isMqtt = gateway.PROTOCOL === 'MQTT';
  const choices: { key: Dialog; label: string; danger?: boolean }[] = [
    { key: 'renumber', label: t.renumber },
    { key: 'protocol', label: t.protocol },
    { key: 'move', label: t.move },
    ...(gateway.MayShare ? [{ key: 'share' as const, label: t.share }] : []),
    ...(gateway.DisconnectedEPOCH === null ? [{ key: 'disconnect' as const, label: d.disconnect }] : []),
    { key: 'delete', label: t.delete, danger: true },
  ];
  return (
    <div className="gateway-page">
      <PageTitle
        title={gateway.DeviceName}
        subtitle={[gateway.DeviceNo, gateway.ProjectName].join(' · ')}
        actions={
          <>
            {isMqtt ? null : (
              <Button onClick={() => navigate(links.workbench(id, gateway.ProjectId))}>{d.workbench}</Button>
            )}
            {gateway.MayEdit ? (
              <>
                <Button onClick={() => setDialog('edit')}>{t.edit}</Button>
                <Dropdown trigger={['click']} menu={{ items: choices, onClick: ({ key }) => setDialog(key as Dialog) }}>
                  <Button aria-label={d.moreActions}>⋯</Button>
                </Dropdown>
              </>
            ) : null}
          </>
        }
      />
      <KeptOff gateway={gateway} />
      <Facts gateway={gateway} />
      {gateway.DisconnectedEPOCH !== null || (gateway.ConnectStatus === 1 && !isSerialLine(gateway.PROTOCOL)) ? null : (
        <WhyOfflinePart gatewayId={id} />
      )}
      {isMqtt ? <MqttPointsPart gateway={gateway} /> : <SlavesPart gateway={gateway} />}
      <div className="gateway-columns">
        <LogPart gatewayId={id} />
        <div className="gateway-page">
          <ConnectPart gateway={gateway} />
          <ConfigurationPart gateway={gateway} />
          <CardPart gateway={gateway} />
        </div>
      </div>
      {dialog === 'edit' && isMqtt ? <MqttGatewayForm present={gateway} onClose={close} onDone={close} /> : null}
      {dialog === 'edit' && !isMqtt ? (
        <ModbusGatewayForm
          protocol={gateway.PROTOCOL as ModbusProtocol}
          present={gateway}
          onClose={close}
          onDone={close}
        />
      ) : null}
      {dialog === 'renumber' ? (
        <RenameGatewaysDialog what="renumber" gateways={[gateway]} onClose={close} onDone={close} />
      ) : null}
      {dialog === 'protocol' ? <ProtocolDialog gateway={gateway} onClose={close} /> : null}
      {dialog === 'move' ? <MoveGatewaysDialog gateways={[gateway]} onClose={close} onDone={close} /> : null}
      {dialog === 'share' ? <ShareDialog gateway={gateway} onClose={close} /> : null}
      {dialog === 'disconnect' ? <DisconnectDialog gateway={gateway} onClose={close} /> : null}
      {dialog === 'delete' ? (
        <DeleteGatewaysDialog gateways={[gateway]} onClose={close} onDone={() => navigate(links.gateways)} />
      ) : null}
    </div>
  );
}

function Facts({ gateway }: { gateway: GatewayInfo }) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const protocols = useText(protocolText);
  const formats = useText(formatText);
  const words = useText(stateText);
  const dates = useDates();
  const protocol =
    gateway.PROTOCOL === 'MQTT' ? `${protocols.MQTT} · ${formats[gateway.PayloadFormat]}` : protocols[gateway.PROTOCOL];
  const line = useCall(
    'getMasterControl',
    { query: { deviceId: gateway.DeviceId } },
    { scope: 'company', refetchInterval: 10_000 },
  ).data;
  // The gateway itself is asked for again only when it comes or goes.
  const lastSeen = Math.max(gateway.LastSeenEPOCH ?? 0, line?.LastSeenEPOCH ?? 0);
  const shared = gateway.SharedWith.map(({ Name }) => Name).join(comma());
  const facts: [string, React.ReactNode][] = [
    [f.state, <StateMark key="state" state={connectionState(gateway.ConnectStatus)} />],
    [f.lastSeen, lastSeen === 0 ? '–' : <Age key="seen" at={lastSeen} />],
    [f.protocol, protocol],
    ...(isDialled(gateway.PROTOCOL) ? [[f.address, gateway.Address ?? '–'] as [string, React.ReactNode]] : []),
    [f.model, gateway.DeviceTypeE || '–'],
    [f.sync, <StateMark key="sync" state={syncState(gateway.SystemStatus)} />],
    [
      f.sharing,
      `${words[sharingWords[gateway.AuthorizationType] ?? 'projectAll']}${gateway.AuthorizationType === 1 && shared ? `${colon()}${shared}` : ''}`,
    ],
    [
      f.created,
      <>
        {gateway.CREATETIME} {gateway.CreateName ? <small>{gateway.CreateName}</small> : null}
      </>,
    ],
    ...(line && line.PointTotal > 0
      ? [[d.badPoints, `${line.BadPointTotal} / ${line.PointTotal}`] as [string, React.ReactNode]]
      : []),
    ...(gateway.DESCRIBES ? [[f.description, gateway.DESCRIBES] as [string, React.ReactNode]] : []),
  ];
  return (
    <section className="gateway-part" aria-label={d.overview}>
      <dl className="gateway-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {gateway.OfflineSinceEPOCH === null ? null : (
          <div>
            <dt>{d.offlineSince}</dt>
            <dd>{dates.dateTime(gateway.OfflineSinceEPOCH)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
