import type { PointListRow } from '@watchpost/contract';
import { Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { dash, formatWithUnit } from '../lib/numbers.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { Age, EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';
import { fieldText } from './text.ts';

const pageSize = 20;

/** The points of one slave with their registers and present values; the list of points is a click away. */
export function PointsPart({
  gatewayId,
  slaveId,
  projectId,
}: {
  gatewayId: number;
  slaveId: number;
  projectId: number;
}) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const mayList = useMay('projectConfig', 'terminalsEdit');
  const [page, setPage] = useState(1);
  const points = useCall(
    'getDevicePointPage',
    { body: { GatewayId: gatewayId, SlaveId: slaveId, SortType: 'register', PageIndex: page, PageSize: pageSize } },
    { scope: 'company', refetchInterval: pollWhenNotLive(10_000), placeholderData: (before) => before },
  );
  const { data } = points;
  return (
    <Part
      title={data ? `${d.points} (${data.TotalCount})` : d.points}
      actions={mayList ? <Link to={links.pointsOfSlave(slaveId, projectId)}>{d.pointList}</Link> : null}
    >
      {points.error && !data ? (
        <ErrorState error={points.error} onRetry={() => void points.refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : data.TotalCount === 0 ? (
        <EmptyState title={d.noPoints} />
      ) : (
        <Table<PointListRow>
          size="small"
          rowKey="PointId"
          dataSource={data.Data}
          scroll={{ x: 'max-content' }}
          pagination={
            data.TotalCount > pageSize
              ? { current: page, pageSize, total: data.TotalCount, onChange: setPage, showSizeChanger: false }
              : false
          }
          columns={[
            { title: d.points, dataIndex: 'PointName' },
            { title: d.register, render: (_, row) => <span className="gateway-code">{row.Source}</span> },
            { title: d.value, align: 'right', render: (_, row) => <Present row={row} /> },
            { title: f.lastSeen, render: (_, row) => (row.Time === null ? null : <Age at={row.Time} />) },
          ]}
        />
      )}
    </Part>
  );
}

function Present({ row }: { row: PointListRow }) {
  if (row.Value === null || row.Quality === 'bad') return <span title={row.QualityReason ?? undefined}>{dash}</span>;
  return <span className="tabular">{row.ValueText ?? formatWithUnit(row.Value, row.Unit, row.Decimals)}</span>;
}
