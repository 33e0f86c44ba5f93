import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { links } from '../lib/links.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import './gateways.css';
import { LogPart } from './LogPart.tsx';
import { PointsPart } from './PointsPart.tsx';
import { SlaveDialog } from './SlaveDialog.tsx';
import { DeleteSlaveDialog, SlaveMark } from './SlavesPart.tsx';
import { fieldText, listText, parityText } from './text.ts';
import { useGatewayStates } from './useGatewaysChanged.ts';

/** One slave: how it stands, how it is read, and its points. Route /terminalManage/slaveStationDetail?id=. */
export function SlavePage() {
  const d = useText(detailText);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  if (id === null) return <EmptyState title={d.notChosenSlave} action={<Link to={links.gateways}>{d.toList}</Link>} />;
  return <Slave key={id} id={id} />;
}

function Slave({ id }: { id: number }) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const t = useText(listText);
  const parities = useText(parityText);
  const navigate = useNavigate();
  const project = useProject();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  useGatewayStates(project.ProjectId);
  const answer = useCall(
    'getModbusDeviceModulePage',
    { body: { DeviceModuleId: id } },
    { scope: 'company', refetchInterval: pollWhenNotLive(10_000) },
  );
  const slave = answer.data?.Data[0];
  const gateway = useCall('getDeviceInfo', slave ? { query: { deviceId: slave.DeviceId } } : null, {
    scope: 'company',
  }).data;
  if (answer.error && !answer.data) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <PageSkeleton cards={2} />;
  if (!slave) return <EmptyState title={d.notChosenSlave} action={<Link to={links.gateways}>{d.toList}</Link>} />;
  const toGateway = links.gateway(slave.DeviceId, gateway?.ProjectId);
  return (
    <div className="gateway-page">
      <PageTitle
        title={slave.SlaveName}
        subtitle={slave.DeviceName}
        actions={
          <>
            <Button onClick={() => navigate(links.workbench(slave.DeviceId, gateway?.ProjectId, id))}>
              {d.workbench}
            </Button>
            {gateway?.MayEdit ? (
              <>
                <Button onClick={() => setDialog('edit')}>{t.edit}</Button>
                <Button danger onClick={() => setDialog('delete')}>
                  {t.delete}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <section className="gateway-part" aria-label={d.overview}>
        <dl className="gateway-facts">
          {(
            [
              [f.state, <SlaveMark key="state" slave={slave} />],
              [
                f.gateway,
                <Link key="gateway" to={toGateway}>
                  {slave.DeviceName}
                </Link>,
              ],
              [f.slaveAddress, slave.DeviceAddress],
              [f.category, slave.Category || '–'],
              [f.baudRate, slave.BaudRate],
              [f.dataBits, slave.DataBit],
              [f.parity, parities[slave.CheckBit as 'none'] ?? slave.CheckBit],
              [f.stopBits, slave.StopBit],
              [f.maxRegisters, slave.MaxRegisters],
              [f.maxGap, slave.MaxGap],
              [f.points, slave.PointCount],
            ] as [string, React.ReactNode][]
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <PointsPart
        slave={slave}
        projectId={gateway?.ProjectId ?? project.ProjectId}
        mayEdit={gateway?.MayEdit ?? false}
      />
      <LogPart gatewayId={slave.DeviceId} slaveId={id} />
      {dialog === 'edit' && gateway ? (
        <SlaveDialog
          gatewayId={slave.DeviceId}
          present={slave}
          usedAddresses={gateway.Slaves.map(({ DeviceAddress }) => DeviceAddress)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'delete' && gateway ? (
        <DeleteSlaveDialog
          slave={slave}
          gateway={gateway}
          onClose={() => setDialog(null)}
          onDone={() => navigate(toGateway)}
        />
      ) : null}
    </div>
  );
}
