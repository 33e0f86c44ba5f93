import { openRepairStatuses, repairReaders, repairStatusWords } from '@watchpost/contract';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { orderNumber } from './repairWords.ts';
import { text } from './text.ts';

const pollMs = 60_000;

/** The open repair orders of a device, each with its state and who works on it, as entries of a list of facts. Nothing where there are none. */
export function DeviceRepairs({ projectId, deviceId }: { projectId: number; deviceId: number }) {
  const t = useText(text);
  const inWords = useBilingual();
  const mayRead = useMay(...repairReaders);
  const body = { ProjectId: projectId, EquipmentId: deviceId, Status: [...openRepairStatuses] };
  const orders = useCall('getNewRepairActivePage', mayRead ? { query: { pageIndex: 1, pageSize: 5 }, body } : null, {
    refetchInterval: pollMs,
  });
  return orders.data?.Data.map((order) => (
    <div key={order.RepairId}>
      <dt>
        {t.repairOrder} {orderNumber(order, '')}
      </dt>
      <dd>
        <Link to={links.repair(order.RepairId, projectId)}>{order.FaultContent}</Link>
        <small>
          {[inWords(repairStatusWords[order.Status]), order.RepairUserName ?? order.MaintenanceUnitName]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </dd>
    </div>
  ));
}
