import type { DeviceSticker } from '@watchpost/contract';
import { Button, Input, Modal, Table } from 'antd';
import { useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { ErrorState, Refused, useNotify } from '../ui/index.ts';
import './repair.css';
import { text } from './text.ts';

/** Stickers with which anybody can report a device of the project. Mount it to show it. */
export function StickersDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const t = useText(text);
  const dates = useDates();
  const notify = useNotify();
  const [chosen, choose] = useState<readonly number[]>([]);
  const [search, setSearch] = useState('');
  const devices = useCall('getStickers', { query: { ProjectId: projectId } });
  const done = { onSettled: () => void devices.refetch() };
  const make = useCallMutation('makeStickers', {
    ...done,
    onSuccess: (file) => {
      saveFile(file);
      choose([]);
    },
  });
  const revoke = useCallMutation('revokeStickers', {
    ...done,
    onSuccess: () => {
      notify.success(t.revoked);
      choose([]);
    },
  });
  const wanted = search.trim().toLowerCase();
  const body = { ProjectId: projectId, EquipmentIdList: [...chosen] };
  const none = chosen.length === 0;
  return (
    <Modal
      open
      width={760}
      title={t.stickers}
      onCancel={onClose}
      footer={
        <div className="repair-dialog-foot">
          <Button danger disabled={none} loading={revoke.isPending} onClick={() => revoke.mutate({ body })}>
            {t.revokeStickers}
          </Button>
          <span className="repair-grow" />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            type="primary"
            disabled={none}
            loading={make.isPending}
            onClick={() => make.mutate({ body: { ...body, Address: window.location.origin } })}
          >
            {t.printStickers(chosen.length)}
          </Button>
        </div>
      }
    >
      <Refused error={make.error ?? revoke.error} />
      <p className="repair-muted">{t.stickersHint}</p>
      <div className="repair-codes-head">
        <Input
          allowClear
          aria-label={t.searchDevices}
          placeholder={t.searchDevices}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {devices.error && !devices.data ? (
        <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
      ) : (
        <Table<DeviceSticker>
          size="small"
          rowKey="EquipmentId"
          loading={devices.isPending}
          dataSource={
            devices.data?.filter(({ EquipmentName, Area }) =>
              `${EquipmentName} ${Area ?? ''}`.toLowerCase().includes(wanted),
            ) ?? []
          }
          pagination={{ hideOnSinglePage: true, defaultPageSize: 10, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          rowSelection={{
            selectedRowKeys: [...chosen],
            preserveSelectedRowKeys: true,
            onChange: (keys) => choose(keys as number[]),
            getCheckboxProps: ({ EquipmentName }) => ({ 'aria-label': EquipmentName }) as object,
          }}
          columns={[
            { title: t.device, dataIndex: 'EquipmentName' },
            { title: t.area, render: (_, { Area }) => Area ?? dash },
            { title: t.deviceClass, dataIndex: 'SmallTypeName' },
            { title: t.stickerMade, width: 150, render: (_, row) => dates.dateTime(row.MadeEPOCH) },
            { title: t.stickerReports, width: 120, align: 'right', dataIndex: 'ReportCount' },
          ]}
        />
      )}
    </Modal>
  );
}
