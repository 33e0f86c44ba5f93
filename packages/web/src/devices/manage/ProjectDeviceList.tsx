import { type DeviceListRow, maxCopies, maxDevicesAtOnce } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { DeviceCamerasDialog } from '../../cameras/index.ts';
import { useListExport } from '../../downloads/index.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { useMay, useProject, useSeesWholeProject } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { ListPage, pagingOf, type RowAction, useList, whileWaiting } from '../../ui/list/index.ts';
import { BatchDevicesDialog } from './BatchDevicesDialog.tsx';
import { CopyDeviceDialog } from './CopyDeviceDialog.tsx';
import { DeleteDevicesDialog } from './DeleteDevicesDialog.tsx';
import { DeviceFormDialog } from './DeviceFormDialog.tsx';
import { deviceQuestion, projectDeviceList } from './deviceList.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { PropertyImportDialog } from './PropertyImportDialog.tsx';
import { ShownPointsDialog } from './ShownPointsDialog.tsx';
import { manageText } from './text.ts';
import { useAreaOptions, useClasses, useClassOptions } from './useChoices.ts';
import { useDeviceColumns } from './useDeviceColumns.tsx';

type Dialog =
  | { readonly kind: 'add' | 'import' }
  | { readonly kind: 'cameras' | 'edit' | 'shown' | 'copy'; readonly device: DeviceListRow }
  | { readonly kind: 'delete' | 'set' | 'merge'; readonly devices: readonly DeviceListRow[]; done?: () => void };

/** The devices of the project, set up: with every filter and batch. */
export function ProjectDeviceList() {
  const t = useText(manageText);
  const { ProjectId: projectId } = useProject();
  const navigate = useNavigate();
  // In a limited project a new device would be hidden from its maker.
  const mayAdd = useSeesWholeProject();
  const seesCameras = useMay('terminals', 'terminalsEdit');
  const exportList = useListExport();
  const list = useList(projectDeviceList);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const done = () => {
    if (dialog && 'done' in dialog) dialog.done?.();
    close();
  };
  const question = deviceQuestion({ ProjectId: projectId }, list.query);
  const page = useCall('getModelTreePage', { body: { ...question, ...pagingOf(list.query) } }, whileWaiting);
  const columns = useDeviceColumns(false);
  const classes = useClasses();
  const classOptions = useClassOptions();
  const areas = useAreaOptions(projectId);
  const options = useMemo(
    () => ({
      subsystem: classes?.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName })) ?? null,
      classes: classOptions.flatMap((group) => group.options),
      areas: areas.length > 0 ? areas : null,
    }),
    [classes, classOptions, areas],
  );
  const actionsOf = (device: DeviceListRow): RowAction[] => [
    { key: 'edit', label: t.edit, inline: true, run: () => setDialog({ kind: 'edit', device }) },
    { key: 'shown', label: t.shownPoints, run: () => setDialog({ kind: 'shown', device }) },
    ...(seesCameras ? [{ key: 'cameras', label: t.cameras, run: () => setDialog({ kind: 'cameras', device }) }] : []),
    { key: 'monitor', label: t.monitor, run: () => navigate(links.device(device.ModelTreeId)) },
    ...(mayAdd ? [{ key: 'copy', label: t.copy, run: () => setDialog({ kind: 'copy', device }) }] : []),
    { key: 'merge', label: t.merge, run: () => setDialog({ kind: 'merge', devices: [device] }) },
    { key: 'delete', label: t.remove, danger: true, run: () => setDialog({ kind: 'delete', devices: [device] }) },
  ];
  const add = mayAdd ? (
    <Button type="primary" onClick={() => setDialog({ kind: 'add' })}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.tabs}
        keyOf={({ ModelTreeId }) => ModelTreeId}
        nameOf={({ ModelTreeName }) => ModelTreeName}
        options={options}
        onOpen={(device) => setDialog({ kind: 'edit', device })}
        rowActions={actionsOf}
        onExport={() => exportList('devices', { body: question })}
        actions={
          <>
            <Button onClick={() => setDialog({ kind: 'import' })}>{t.importExport}</Button>
            {add}
          </>
        }
        empty={{ title: t.empty, hint: t.emptyHint, action: add }}
        batch={(selected, clear) => (
          <>
            {selected.length <= maxDevicesAtOnce ? (
              <>
                <Button onClick={() => setDialog({ kind: 'set', devices: selected, done: clear })}>{t.batchSet}</Button>
                {selected.length >= 2 && selected.length <= maxCopies ? (
                  <Button onClick={() => setDialog({ kind: 'merge', devices: selected, done: clear })}>
                    {t.merge}
                  </Button>
                ) : null}
                <Button danger onClick={() => setDialog({ kind: 'delete', devices: selected, done: clear })}>
                  {t.remove}
                </Button>
              </>
            ) : (
              <span className="device-faint">{t.atMost(maxDevicesAtOnce)}</span>
            )}
          </>
        )}
      />
      {dialog?.kind === 'add' ? <DeviceFormDialog projectId={projectId} onClose={close} /> : null}
      {dialog?.kind === 'edit' ? (
        <DeviceFormDialog
          key={dialog.device.ModelTreeId}
          projectId={projectId}
          deviceId={dialog.device.ModelTreeId}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'shown' ? (
        <ShownPointsDialog
          projectId={projectId}
          deviceId={dialog.device.ModelTreeId}
          name={dialog.device.ModelTreeName}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'cameras' ? (
        <DeviceCamerasDialog
          projectId={projectId}
          deviceId={dialog.device.ModelTreeId}
          name={dialog.device.ModelTreeName}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'copy' ? (
        <CopyDeviceDialog projectId={projectId} device={dialog.device} onClose={close} />
      ) : null}
      {dialog?.kind === 'import' ? <PropertyImportDialog projectId={projectId} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? (
        <DeleteDevicesDialog projectId={projectId} devices={dialog.devices} onClose={close} onDone={done} />
      ) : null}
      {dialog?.kind === 'set' ? (
        <BatchDevicesDialog projectId={projectId} devices={dialog.devices} onClose={close} onDone={done} />
      ) : null}
      {dialog?.kind === 'merge' ? (
        <MergeDialog projectId={projectId} devices={dialog.devices} onClose={close} onDone={done} />
      ) : null}
    </>
  );
}
