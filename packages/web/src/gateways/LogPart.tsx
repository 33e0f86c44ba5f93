import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';

const pageSize = 20;
type Kind = 'all' | 'line' | 'slave' | 'refused';

/** When a gateway and its slaves came and went, and what was refused of it; `slaveId`: of this slave alone. */
export function LogPart({ gatewayId, slaveId }: { gatewayId: number; slaveId?: number }) {
  const d = useText(detailText);
  const dates = useDates();
  const [kind, setKind] = useState<Kind>('all');
  const [size, setSize] = useState(pageSize);
  const log = useCall(
    'getDeviceConnectLog',
    { query: { deviceId: gatewayId, pageSize: size, deviceModuleId: slaveId, ...(kind === 'all' ? {} : { kind }) } },
    { scope: 'company', refetchInterval: 30_000, placeholderData: (before) => before },
  );
  return (
    <Part
      title={d.log}
      actions={
        slaveId === undefined ? (
          <Segmented<Kind>
            size="small"
            aria-label={d.log}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: d.logAll },
              { value: 'line', label: d.logLine },
              { value: 'slave', label: d.logSlave },
              { value: 'refused', label: d.logRefused },
            ]}
          />
        ) : null
      }
    >
      {log.error && !log.data ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : !log.data ? (
        <ListSkeleton rows={5} />
      ) : log.data.Data.length === 0 ? (
        <EmptyState title={d.noLog} />
      ) : (
        <>
          <ul className="gateway-log">
            {log.data.Data.map(({ EPOCH, Message, Detail }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same of the same moment
              <li key={`${EPOCH}-${place}`}>
                <time>{dates.dateTimeSeconds(EPOCH)}</time>
                <span>
                  {Message}
                  {Detail ? <code>{Detail}</code> : null}
                </span>
              </li>
            ))}
          </ul>
          {log.data.TotalCount > size ? (
            <Button type="link" onClick={() => setSize(size + 50)}>
              {d.more}
            </Button>
          ) : null}
        </>
      )}
    </Part>
  );
}
