import { type GatewayInfo, gatewaySharing } from '@watchpost/contract';
import { Button, Radio, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { listText } from './text.ts';
import { callsAboutGateways } from './useGatewaysChanged.ts';

/** Says who may open a gateway. */
export function ShareDialog({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const t = useText(listText);
  const notify = useNotify();
  const share = useSave(callsAboutGateways, onClose);
  const end = useSave(callsAboutGateways);
  const [type, setType] = useState(gateway.AuthorizationType);
  const [chosen, setChosen] = useState<number[]>([]);
  const people = useCall('getUserbyPro', { query: { deviceId: gateway.DeviceId } }, { scope: 'company' }).data;
  const uidList = type === gatewaySharing.user ? chosen : [];
  const isEmpty = type === gatewaySharing.user && chosen.length + gateway.SharedWith.length === 0;
  return (
    <ConfirmDialog
      title={t.shareTitle(gateway.DeviceName)}
      ok={t.save}
      danger={false}
      disabled={isEmpty}
      act={() => share('regionUser', { query: { deviceId: gateway.DeviceId, type, uidList } }, t.saved)}
      onClose={onClose}
    >
      <Radio.Group
        value={type}
        onChange={(event) => setType(event.target.value as number)}
        style={{ display: 'grid', gap: 8 }}
        options={[
          { value: gatewaySharing.project, label: t.shareProject },
          { value: gatewaySharing.enterprise, label: t.shareEnterprise },
          { value: gatewaySharing.user, label: t.shareUser },
          { value: gatewaySharing.creator, label: t.shareCreator },
        ]}
      />
      {type === gatewaySharing.user ? (
        <div style={{ marginTop: 16 }}>
          {gateway.SharedWith.length > 0 ? (
            <>
              <p>{t.sharedWith}</p>
              <ul>
                {gateway.SharedWith.map(({ UserId, Name }) => (
                  <li key={UserId}>
                    {Name}{' '}
                    <Button
                      size="small"
                      type="link"
                      danger
                      aria-label={t.takeAwayOf(Name)}
                      onClick={() =>
                        void end('deleteUser', { query: { deviceId: gateway.DeviceId, uid: UserId } }, t.saved).catch(
                          notify.failure,
                        )
                      }
                    >
                      {t.takeAway}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          <Select
            mode="multiple"
            aria-label={t.shareWith}
            placeholder={t.shareWith}
            style={{ width: '100%' }}
            value={chosen}
            onChange={setChosen}
            showSearch={{ optionFilterProp: 'label' }}
            options={(people ?? [])
              .filter(({ IsShared }) => !IsShared)
              .map(({ UserId, Name }) => ({ value: UserId, label: Name }))}
          />
        </div>
      ) : null}
    </ConfirmDialog>
  );
}
