import { type GatewayInfo, gatewaySharing } from '@watchpost/contract';
import { Button, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { listText } from './text.ts';
import { useGatewaysChanged } from './useGatewaysChanged.ts';

/** Says who may open a gateway. */
export function ShareDialog({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const t = useText(listText);
  const notify = useNotify();
  const changed = useGatewaysChanged();
  const sharing = useCallMutation('regionUser');
  const ending = useCallMutation('deleteUser');
  const [type, setType] = useState(gateway.AuthorizationType);
  const [chosen, setChosen] = useState<number[]>([]);
  const people = useCall('getUserbyPro', { query: { deviceId: gateway.DeviceId } }, { scope: 'company' }).data;
  const save = async () => {
    try {
      await sharing.mutateAsync({
        query: { deviceId: gateway.DeviceId, type, uidList: type === gatewaySharing.user ? chosen : [] },
      });
      notify.success(t.saved);
      onClose();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const takeAway = async (userId: number) => {
    try {
      await ending.mutateAsync({ query: { deviceId: gateway.DeviceId, uid: userId } });
      notify.success(t.saved);
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const isEmpty = type === gatewaySharing.user && chosen.length + gateway.SharedWith.length === 0;
  return (
    <Modal
      open
      title={t.shareTitle(gateway.DeviceName)}
      okButtonProps={{ disabled: isEmpty, loading: sharing.isPending }}
      okText={t.save}
      cancelText={t.cancel}
      onOk={() => void save()}
      onCancel={onClose}
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
                      onClick={() => void takeAway(UserId)}
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
    </Modal>
  );
}
