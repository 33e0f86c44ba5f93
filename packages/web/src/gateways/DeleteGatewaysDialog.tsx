import type { WhatGoesWithGateways } from '@watchpost/contract';

import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { ErrorState, Skeleton, useNotify } from '../ui/index.ts';
import { listText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

interface Named {
  readonly DeviceId: number;
  readonly DeviceName: string;
  readonly DeviceNo: string;
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
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const deletion = useCallMutation('delDevicesNew');
  const ids = gateways.map(({ DeviceId }) => DeviceId);
  const start = async () => {
    await deletion.mutateAsync({ query: { deviceIdList: ids } });
    notify.success(t.deleted(ids.length));
    onDone();
    await changed();
  };
  const what = gateways.length === 1 ? t.one(gateways[0]!.DeviceName) : t.several(gateways.length);
  return (
    <ConfirmDialog title={t.deleteTitle(what)} ok={t.delete} act={start} onClose={onClose}>
      <ul>
        {gateways.slice(0, 10).map(({ DeviceId, DeviceName, DeviceNo }) => (
          <li key={DeviceId}>
            {DeviceName} <span className="gateway-faint">{DeviceNo}</span>
          </li>
        ))}
        {gateways.length > 10 ? <li>…</li> : null}
      </ul>
      <p>{t.deleteHint}</p>
      <GoesAlong gatewayIds={ids} isDeletion />
    </ConfirmDialog>
  );
}

/** What hangs on gateways or slaves, counted, before somebody deletes or moves them. */
export function GoesAlong({
  gatewayIds = [],
  slaveIds = [],
  isDeletion = false,
}: {
  gatewayIds?: number[];
  slaveIds?: number[];
  /** What was recorded goes, too, in its time. */
  isDeletion?: boolean;
}) {
  const t = useText(listText);
  const answer = useCall(
    'getWhatGoesWithGateways',
    { body: { DeviceIdList: gatewayIds, DeviceModuleIdList: slaveIds } },
    { scope: 'company', staleTime: 0 },
  );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton height={22} />;
  const parts = partsOf(answer.data, t, slaveIds.length > 0);
  const { ComputedNames } = answer.data;
  return parts.length === 0 ? (
    <p>{t.nothingGoesAlong}</p>
  ) : (
    <>
      <p>
        <b>{t.goesAlong}</b> {parts.join(' · ')}
      </p>
      {isDeletion && ComputedNames.length > 0 ? <p role="alert">{t.goesComputed(ComputedNames.join(' · '))}</p> : null}
      {isDeletion && answer.data.Points > 0 && answer.data.HistoryKeptDays !== null ? (
        <p>{t.historyGoes(answer.data.HistoryKeptDays)}</p>
      ) : null}
    </>
  );
}

function partsOf(goes: WhatGoesWithGateways, t: ReturnType<typeof useText<typeof listText>>, isOfSlaves: boolean) {
  return [
    goes.Slaves > 0 && !isOfSlaves ? t.nSlaves(goes.Slaves) : null,
    goes.Points > 0 ? t.nPoints(goes.Points) : null,
    goes.AlarmRules > 0 ? t.nRules(goes.AlarmRules) : null,
    goes.Alarms > 0 ? t.nAlarms(goes.Alarms) : null,
    goes.Devices > 0 ? t.nDevices(goes.Devices) : null,
  ].filter((part) => part !== null);
}
