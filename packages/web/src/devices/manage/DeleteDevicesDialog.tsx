import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { ConfirmDialog } from '../../ui/form/index.ts';
import { ErrorState, Skeleton, useSave } from '../../ui/index.ts';
import type { NamedDevice } from './NamedDevice.ts';
import { manageText } from './text.ts';
import { callsAboutDevices } from './useDevicesChanged.ts';

/** Deletes devices: names them and what goes along. The server wants proof of identity, for which the client asks. */
export function DeleteDevicesDialog({
  projectId,
  devices,
  onClose,
  onDone,
}: {
  projectId: number;
  devices: readonly NamedDevice[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(manageText);
  const save = useSave(callsAboutDevices, onDone);
  const ids = devices.map(({ ModelTreeId }) => ModelTreeId);
  const goes = useCall('getWhatGoesWithModelTree', { query: { projectId, modelTreeIdList: ids } }, { staleTime: 0 });
  const start = () =>
    save('deleteModelTree', { body: { ProjectId: projectId, ModelTreeIdList: ids } }, t.deleted(devices.length));
  const parts = goes.data
    ? [
        goes.data.Points > 0 ? t.goesPoints(goes.data.Points) : null,
        goes.data.Alarms > 0 ? t.goesAlarms(goes.data.Alarms) : null,
        goes.data.Members > 0 ? t.goesMembers(goes.data.Members) : null,
      ].filter((part) => part !== null)
    : [];
  return (
    <ConfirmDialog title={t.deleteTitle(devices.length)} ok={t.remove} act={start} onClose={onClose}>
      <ul className="device-names">
        {devices.map(({ ModelTreeId, ModelTreeName }) => (
          <li key={ModelTreeId}>{ModelTreeName}</li>
        ))}
      </ul>
      <p>{t.deleteHint}</p>
      {goes.error && !goes.data ? <ErrorState error={goes.error} onRetry={() => void goes.refetch()} /> : null}
      {goes.isPending ? <Skeleton height={44} /> : null}
      {parts.length > 0 ? <p className="device-goes">{parts.join(' · ')}</p> : null}
    </ConfirmDialog>
  );
}
