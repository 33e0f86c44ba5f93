import type { GatewayInfo } from '@watchpost/contract';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { AddPointDialog, EditPointDialog } from '../points/index.ts';
import { ApplyTemplateDialog, SaveAsTemplateDialog } from '../templates/index.ts';
import { Age, EmptyState, ErrorState, ListSkeleton, Value } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { HeardPart } from './HeardPart.tsx';
import { Part } from './Part.tsx';
import { fieldText, listText } from './text.ts';

const pageSize = 10;

type Dialog = 'add' | 'apply' | 'saveAs' | { readonly pointId: number };

/** The points of an MQTT gateway by the keys it publishes; users who may set it up add and edit them here. */
export function MqttPointsPart({ gateway }: { gateway: GatewayInfo }) {
  const { DeviceId: gatewayId, ProjectId: projectId, MayEdit } = gateway;
  const d = useText(detailText);
  const f = useText(fieldText);
  const t = useText(listText);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const [page, setPage] = useState(1);
  const points = useCall(
    'getDeviceMQTTPointPage',
    { query: { deviceId: gatewayId, pageIndex: page, pageSize } },
    // No channel tells the values of points by their gateway.
    { scope: 'company', refetchInterval: 10_000, placeholderData: (before) => before },
  );
  const title = points.data ? `${d.points} (${points.data.TotalCount})` : d.points;
  return (
    <>
      <Part
        title={title}
        actions={
          MayEdit ? (
            <>
              <Button size="small" onClick={() => setDialog('apply')}>
                {d.applyTemplate}
              </Button>
              <Button size="small" disabled={!points.data?.TotalCount} onClick={() => setDialog('saveAs')}>
                {d.saveAsTemplate}
              </Button>
              <Button size="small" type="primary" onClick={() => setDialog('add')}>
                {d.addPoint}
              </Button>
            </>
          ) : null
        }
      >
        {points.error && !points.data ? (
          <ErrorState error={points.error} onRetry={() => void points.refetch()} />
        ) : !points.data ? (
          <ListSkeleton rows={4} />
        ) : points.data.TotalCount === 0 ? (
          <EmptyState title={d.noPoints} {...(MayEdit ? { hint: d.noKeysHint } : {})} />
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
              { title: d.value, align: 'right', render: (_, row) => <Value value={row} /> },
              { title: f.lastSeen, render: (_, row) => (row.Time === null ? null : <Age at={row.Time} />) },
              ...(MayEdit
                ? [
                    {
                      title: '',
                      render: (_: unknown, { PointId, PointName }: { PointId: number; PointName: string }) => (
                        <Button
                          size="small"
                          type="link"
                          aria-label={d.editPointOf(PointName)}
                          onClick={() => setDialog({ pointId: PointId })}
                        >
                          {t.edit}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
        {dialog === 'add' ? <AddPointDialog place={{ kind: 'mqtt', projectId, gatewayId }} onClose={close} /> : null}
        {dialog === 'apply' ? (
          <ApplyTemplateDialog projectId={projectId} gatewayId={gatewayId} onClose={close} />
        ) : null}
        {dialog === 'saveAs' ? (
          <SaveAsTemplateDialog origin={{ gatewayId, name: gateway.DeviceName }} onClose={close} />
        ) : null}
        {dialog !== null && typeof dialog === 'object' ? (
          <EditPointDialog pointId={dialog.pointId} onClose={close} />
        ) : null}
      </Part>
      {MayEdit ? <HeardPart gateway={gateway} /> : null}
    </>
  );
}
