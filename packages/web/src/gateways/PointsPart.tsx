import type { PointListRow, SlaveRow } from '@watchpost/contract';
import { Button, Dropdown, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { AddPointDialog, EditPointDialog, SheetImportDialog } from '../points/index.ts';
import { ApplyTemplateDialog, SaveAsTemplateDialog } from '../templates/index.ts';
import { Age, EmptyState, ErrorState, ListSkeleton, Value } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';
import { ReadNowButton } from './ReadNowButton.tsx';
import { fieldText, listText } from './text.ts';

const pageSize = 20;

type Dialog = 'add' | 'import' | 'apply' | 'saveAs' | { readonly pointId: number };

/** The points of one slave with registers and present values; users who may set it up add, import and edit them here. */
export function PointsPart({ slave, projectId, mayEdit }: { slave: SlaveRow; projectId: number; mayEdit: boolean }) {
  const { DeviceId: gatewayId, DeviceModuleId: slaveId, SlaveName: slaveName } = slave;
  const d = useText(detailText);
  const f = useText(fieldText);
  const mayList = useMay('projectConfig', 'terminalsEdit');
  const t = useText(listText);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const [page, setPage] = useState(1);
  const points = useCall(
    'getDevicePointPage',
    { body: { GatewayId: gatewayId, SlaveId: slaveId, SortType: 'register', PageIndex: page, PageSize: pageSize } },
    // No channel tells the values of points by their gateway.
    { scope: 'company', refetchInterval: 10_000, placeholderData: (before) => before },
  );
  const { data } = points;
  return (
    <Part
      title={data ? `${d.points} (${data.TotalCount})` : d.points}
      actions={
        <>
          {mayList ? <Link to={links.pointsOfSlave(slaveId, projectId)}>{d.pointList}</Link> : null}
          {mayEdit ? (
            <>
              <ReadNowButton slaveId={slaveId} />
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    { key: 'import', label: d.importPoints },
                    { key: 'apply', label: d.applyTemplate },
                    { key: 'saveAs', label: d.saveAsTemplate, disabled: !data || data.TotalCount === 0 },
                  ],
                  onClick: ({ key }) => setDialog(key as 'import' | 'apply' | 'saveAs'),
                }}
              >
                <Button size="small">{d.more}</Button>
              </Dropdown>
              <Button size="small" type="primary" onClick={() => setDialog('add')}>
                {d.addPoint}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {points.error && !data ? (
        <ErrorState error={points.error} onRetry={() => void points.refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : data.TotalCount === 0 ? (
        <EmptyState
          title={d.noPoints}
          {...(mayEdit
            ? {
                hint: d.noPointsHint,
                action: (
                  <>
                    <Button onClick={() => setDialog('import')}>{d.importPoints}</Button>{' '}
                    <Button onClick={() => setDialog('apply')}>{d.applyTemplate}</Button>
                  </>
                ),
              }
            : {})}
        />
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
            { title: d.value, align: 'right', render: (_, row) => <Present row={row} slave={slave} /> },
            { title: f.lastSeen, render: (_, row) => (row.Time === null ? null : <Age at={row.Time} />) },
            ...(mayEdit
              ? [
                  {
                    title: '',
                    render: (_: unknown, { PointId, PointName }: PointListRow) => (
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
      {dialog === 'add' ? (
        <AddPointDialog place={{ kind: 'modbus', projectId, gatewayId, slaveId }} onClose={close} />
      ) : null}
      {dialog === 'import' ? (
        <SheetImportDialog target={{ kind: 'points', slaveId, slaveName }} onClose={close} />
      ) : null}
      {dialog === 'apply' ? <ApplyTemplateDialog projectId={projectId} slaveId={slaveId} onClose={close} /> : null}
      {dialog === 'saveAs' ? <SaveAsTemplateDialog origin={{ slaveId, name: slaveName }} onClose={close} /> : null}
      {dialog !== null && typeof dialog === 'object' ? (
        <EditPointDialog pointId={dialog.pointId} onClose={close} />
      ) : null}
    </Part>
  );
}

/** What is not answered for, or not asked for while its gateway is away, is of no time that is now. */
const silentSinceOf = ({ ConnectStatus, SilentSinceEPOCH }: SlaveRow): number | null =>
  ConnectStatus === 0 || ConnectStatus === 2 ? (SilentSinceEPOCH ?? 0) : null;

function Present({ row, slave }: { row: PointListRow; slave: SlaveRow }) {
  return <Value value={{ ...row, SamplingSeconds: row.Cycle, SilentSinceEPOCH: silentSinceOf(slave) }} />;
}
