import { useText } from '../lib/defineText.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { ComputedFrom, GoesAlong, useGoesAlong } from './GoesAlong.tsx';
import { listText } from './text.ts';
import { callsAboutGateways } from './useGatewaysChanged.ts';

interface Named {
  readonly DeviceId: number;
  readonly DeviceName: string;
  readonly DeviceNo: string;
  readonly ProjectId: number;
}

/** Deletes gateways: names them and what goes along. The server wants proof of identity, for which the client asks. */
export function DeleteGatewaysDialog({
  gateways,
  onClose,
  onDone,
}: {
  gateways: readonly Named[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(listText);
  const save = useSave(callsAboutGateways, onDone);
  const ids = gateways.map(({ DeviceId }) => DeviceId);
  const { answer, isBlocked } = useGoesAlong({ gatewayIds: ids });
  const start = () => save('delDevicesNew', { query: { deviceIdList: ids } }, t.deleted(ids.length));
  const what = gateways.length === 1 ? t.one(gateways[0]!.DeviceName) : t.several(gateways.length);
  return (
    <ConfirmDialog title={t.deleteTitle(what)} ok={t.delete} disabled={isBlocked} act={start} onClose={onClose}>
      <ComputedFrom answer={answer} projectId={gateways[0]!.ProjectId} />
      <ul>
        {gateways.slice(0, 10).map(({ DeviceId, DeviceName, DeviceNo }) => (
          <li key={DeviceId}>
            {DeviceName} <span className="gateway-faint">{DeviceNo}</span>
          </li>
        ))}
        {gateways.length > 10 ? <li>…</li> : null}
      </ul>
      <p>{t.deleteHint}</p>
      <GoesAlong answer={answer} />
    </ConfirmDialog>
  );
}
