import { Table } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useCall } from '../lib/useCall.ts';
import { Age, EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';
import { PresentValue } from './PresentValue.tsx';
import { fieldText } from './text.ts';

const pageSize = 10;

/** What an MQTT gateway publishes, by the keys it uses. */
export function MqttPointsPart({ gatewayId }: { gatewayId: number }) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const [page, setPage] = useState(1);
  const points = useCall(
    'getDeviceMQTTPointPage',
    { query: { deviceId: gatewayId, pageIndex: page, pageSize } },
    { scope: 'company', refetchInterval: pollWhenNotLive(10_000), placeholderData: (before) => before },
  );
  const title = points.data ? `${d.points} (${points.data.TotalCount})` : d.points;
  return (
    <Part title={title}>
      {points.error && !points.data ? (
        <ErrorState error={points.error} onRetry={() => void points.refetch()} />
      ) : !points.data ? (
        <ListSkeleton rows={4} />
      ) : points.data.TotalCount === 0 ? (
        <EmptyState title={d.noPoints} />
      ) : (
        <Table
          size="small"
          rowKey="PointId"
          dataSource={points.data.Data}
          scroll={{ x: 'max-content' }}
          pagination={
            points.data.TotalCount > pageSize
              ? { current: page, pageSize, total: points.data.TotalCount, onChange: setPage, showSizeChanger: false }
              : false
          }
          columns={[
            { title: d.points, dataIndex: 'PointName' },
            {
              title: d.key,
              render: (_, row) => (
                <span className="gateway-code">{[row.MqttDevice, row.MqttKey].filter(Boolean).join(' / ')}</span>
              ),
            },
            { title: d.value, align: 'right', render: (_, row) => <PresentValue point={row} /> },
            { title: f.lastSeen, render: (_, row) => (row.Time === null ? null : <Age at={row.Time} />) },
          ]}
        />
      )}
    </Part>
  );
}
