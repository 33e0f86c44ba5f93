import type { GatewayInfo } from '@watchpost/contract';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

/** Keeps a gateway off, or lets it in again; of either kind. */
export function useKeepOff({ DeviceId, PROTOCOL }: GatewayInfo): (isDisconnected: boolean) => Promise<void> {
  const modbus = useCallMutation('updateDevicesNewModbus');
  const mqtt = useCallMutation('updateDeviceMQTT');
  const changed = useGatewaysChanged();
  return async (IsDisconnected) => {
    await (PROTOCOL === 'MQTT' ? mqtt : modbus).mutateAsync({ body: { DeviceId, IsDisconnected } });
    await changed();
  };
}

/** Hangs up on a gateway and keeps it off, such as to delete one of its slaves. */
export function DisconnectDialog({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const d = useText(detailText);
  const notify = useNotify();
  const keepOff = useKeepOff(gateway);
  return (
    <ConfirmDialog
      title={d.disconnectTitle(gateway.DeviceName)}
      ok={d.disconnect}
      act={async () => {
        await keepOff(true);
        notify.success(d.disconnected);
        onClose();
      }}
      onClose={onClose}
    >
      <p>{d.disconnectHint}</p>
      {gateway.PROTOCOL === 'MQTT' ? <p>{d.disconnectMqtt}</p> : null}
    </ConfirmDialog>
  );
}

/** Says that a gateway is kept off, with the way back. */
export function KeptOff({ gateway }: { gateway: GatewayInfo }) {
  const d = useText(detailText);
  const dates = useDates();
  const notify = useNotify();
  const keepOff = useKeepOff(gateway);
  const [isActing, setIsActing] = useState(false);
  if (gateway.DisconnectedEPOCH === null) return null;
  const letIn = async () => {
    setIsActing(true);
    try {
      await keepOff(false);
      notify.success(d.connectedAgain);
    } catch (error) {
      notify.failure(error);
    } finally {
      setIsActing(false);
    }
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={d.keptOff(dates.dateTime(gateway.DisconnectedEPOCH))}
      action={
        gateway.MayEdit ? (
          <Button size="small" loading={isActing} onClick={() => void letIn()}>
            {d.connectAgain}
          </Button>
        ) : null
      }
    />
  );
}
