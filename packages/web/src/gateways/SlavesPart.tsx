import type { GatewayInfo, SlaveRow } from '@watchpost/contract';
import { Alert, Button, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDuration, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { SheetImportDialog } from '../points/index.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { Age, EmptyState, useNotify, useSave } from '../ui/index.ts';
import { RowActions } from '../ui/list/index.ts';
import { useKeepOff } from './DisconnectDialog.tsx';
import { detailText } from './detailText.ts';
import { ComputedFrom, GoesAlong, useGoesAlong } from './GoesAlong.tsx';
import { Part } from './Part.tsx';
import { SlaveDialog, type SlaveSettings } from './SlaveDialog.tsx';
import { StateMark } from './StateMark.tsx';
import { slaveState } from './states.ts';
import { fieldText, listText, parityText } from './text.ts';
import { callsAboutGateways } from './useGatewaysChanged.ts';

/** The slaves on the line of a gateway, with their state and when a silent one is asked again. */
export function SlavesPart({ gateway }: { gateway: GatewayInfo }) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const t = useText(listText);
  const parities = useText(parityText);
  const [edited, setEdited] = useState<SlaveRow | 'new' | null>(null);
  const [like, setLike] = useState<SlaveSettings | null>(null);
  const [gone, setGone] = useState<SlaveRow | null>(null);
  const [filled, setFilled] = useState<SlaveRow | null>(null);
  const add = gateway.MayEdit ? (
    <Button size="small" type="primary" onClick={() => setEdited('new')}>
      {d.addSlave}
    </Button>
  ) : null;
  return (
    <Part title={`${d.slaves} (${gateway.Slaves.length})`} actions={add}>
      {gateway.Slaves.length === 0 ? (
        <EmptyState title={d.noSlaves} hint={d.noSlavesHint} />
      ) : (
        <Table<SlaveRow>
          size="small"
          rowKey="DeviceModuleId"
          dataSource={gateway.Slaves}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: f.slaveAddress, dataIndex: 'DeviceAddress', width: 80, align: 'right' },
            {
              title: f.slaveName,
              render: (_, row) => <Link to={links.slave(row.DeviceModuleId, gateway.ProjectId)}>{row.SlaveName}</Link>,
            },
            { title: f.category, dataIndex: 'Category' },
            { title: f.state, render: (_, row) => <SlaveMark slave={row} /> },
            { title: f.points, dataIndex: 'PointCount', align: 'right' },
            {
              title: f.serialLine,
              render: (_, row) =>
                `${row.BaudRate} · ${row.DataBit} · ${parities[row.CheckBit as 'none'] ?? row.CheckBit} · ${row.StopBit}`,
            },
            ...(gateway.MayEdit
              ? [
                  {
                    title: '',
                    render: (_: unknown, row: SlaveRow) => (
                      <RowActions
                        name={row.SlaveName}
                        actions={[
                          {
                            key: 'import',
                            label: d.importPointsHere,
                            fullLabel: d.importPointsOf(row.SlaveName),
                            inline: true,
                            run: () => setFilled(row),
                          },
                          { key: 'edit', label: t.edit, run: () => setEdited(row) },
                          { key: 'delete', label: t.delete, danger: true, run: () => setGone(row) },
                        ]}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {edited ? (
        <SlaveDialog
          // Another one begins with a fresh form.
          key={like === null ? 'first' : gateway.Slaves.length}
          gatewayId={gateway.DeviceId}
          present={edited === 'new' ? null : edited}
          like={like}
          usedAddresses={gateway.Slaves.map(({ DeviceAddress }) => DeviceAddress)}
          onClose={() => {
            setEdited(null);
            setLike(null);
          }}
          {...(edited === 'new' ? { onNext: setLike } : {})}
        />
      ) : null}
      {gone ? (
        <DeleteSlaveDialog slave={gone} gateway={gateway} onClose={() => setGone(null)} onDone={() => setGone(null)} />
      ) : null}
      {filled ? (
        <SheetImportDialog
          target={{ kind: 'points', slaveId: filled.DeviceModuleId, slaveName: filled.SlaveName }}
          onClose={() => setFilled(null)}
        />
      ) : null}
    </Part>
  );
}

/** How a slave stands; of a silent one since when, and when it is asked again. */
export function SlaveMark({ slave }: { slave: SlaveRow }) {
  const d = useText(detailText);
  const language = useLanguage();
  const now = useNow(1_000);
  const next = slave.NextTryEPOCH === null ? null : Math.max(0, Math.round((slave.NextTryEPOCH - now) / 1000));
  return (
    <span>
      <StateMark state={slaveState(slave.ConnectStatus)} />
      {slave.SilentSinceEPOCH === null ? null : (
        <small className="gateway-faint">
          {' '}
          <Age at={slave.SilentSinceEPOCH} />
          {next === null ? null : ` · ${d.nextTry(formatDuration(next, language))}`}
        </small>
      )}
    </span>
  );
}

export function DeleteSlaveDialog({
  slave,
  gateway,
  onClose,
  onDone,
}: {
  slave: SlaveRow;
  /** While it is connected its slaves cannot be deleted. */
  gateway: GatewayInfo;
  onClose: () => void;
  onDone: () => void;
}) {
  const d = useText(detailText);
  const t = useText(listText);
  const notify = useNotify();
  const save = useSave(callsAboutGateways, onDone);
  const keepOff = useKeepOff(gateway);
  const [isLeaving, setIsLeaving] = useState(false);
  const isConnected = gateway.ConnectStatus === 1;
  const { answer, isBlocked } = useGoesAlong({ slaveIds: [slave.DeviceModuleId] });
  const disconnect = async () => {
    setIsLeaving(true);
    try {
      await keepOff(true);
    } catch (error) {
      notify.failure(error);
    } finally {
      setIsLeaving(false);
    }
  };
  const start = () => save('devDeleteTCP', { query: { deviceModuleIdList: [slave.DeviceModuleId] } }, d.slaveDeleted);
  return (
    <ConfirmDialog
      title={d.deleteSlave(slave.SlaveName)}
      ok={t.delete}
      disabled={isConnected || isBlocked}
      act={start}
      onClose={onClose}
    >
      {isConnected ? (
        <Alert
          type="warning"
          showIcon
          title={d.slaveOfConnected}
          action={
            <Button size="small" loading={isLeaving} onClick={() => void disconnect()}>
              {d.disconnect}
            </Button>
          }
        />
      ) : null}
      <ComputedFrom answer={answer} projectId={gateway.ProjectId} />
      <p>{d.deleteSlaveHint}</p>
      <GoesAlong answer={answer} isOfSlaves />
    </ConfirmDialog>
  );
}
