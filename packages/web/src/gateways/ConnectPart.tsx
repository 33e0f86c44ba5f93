import type { GatewayInfo } from '@watchpost/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { Skeleton, useNotify } from '../ui/index.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';
import { listText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';
import { VerifyLoginDialog } from './VerifyLoginDialog.tsx';

/** What to type into the device so that it finds us; a new password for one that publishes. */
export function ConnectPart({ gateway }: { gateway: GatewayInfo }) {
  const d = useText(detailText);
  const t = useText(listText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const [verifying, setVerifying] = useState(false);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<{ userName: string; password: string; token: string | null } | null>(null);
  const settings = useCall('getDeviceTCPConfig', { query: { deviceId: gateway.DeviceId } }, { scope: 'company' }).data;
  const reset = useCallMutation('resetDeviceMQTTPwd');
  const start = async () => {
    try {
      const { deviceUserName, Password, AccessToken } = await reset.mutateAsync({
        body: { DeviceId: gateway.DeviceId },
      });
      setAsking(false);
      setMade({ userName: deviceUserName, password: Password ?? '', token: AccessToken });
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Part
      title={d.connect}
      actions={
        gateway.MayEdit && gateway.PROTOCOL === 'MQTT' ? (
          <>
            <Button size="small" onClick={() => setVerifying(true)}>
              {d.verifyLogin}
            </Button>
            <Button size="small" onClick={() => setAsking(true)}>
              {d.resetPassword}
            </Button>
          </>
        ) : null
      }
    >
      {settings ? (
        <dl className="gateway-facts">
          {settings.Settings.map(({ Name, Value, Hint }) => (
            <div key={Name}>
              <dt>{Name}</dt>
              <dd>
                <span className="gateway-code">{Value}</span>
                {Hint ? <div className="gateway-faint">{Hint}</div> : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton height={80} />
      )}
      {verifying ? <VerifyLoginDialog gateway={gateway} onClose={() => setVerifying(false)} /> : null}
      {asking ? (
        <Modal
          open
          title={d.resetPassword}
          okText={d.reset}
          okButtonProps={{ loading: reset.isPending }}
          cancelText={t.cancel}
          onOk={() => void start()}
          onCancel={() => setAsking(false)}
        >
          <p>{d.resetHint}</p>
        </Modal>
      ) : null}
      {made ? (
        <CredentialsDialog
          userName={made.userName}
          password={made.password}
          token={gateway.PayloadFormat === 'thingsboard' ? made.token : null}
          onClose={() => setMade(null)}
        />
      ) : null}
    </Part>
  );
}
