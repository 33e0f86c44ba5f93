import type { GatewayInfo } from '@watchpost/contract';
import { Alert, Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { fieldText, listText } from './text.ts';

/** For the installer at the device: checks the login that was entered there, and whether the device connects with it. */
export function VerifyLoginDialog({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const t = useText(listText);
  const notify = useNotify();
  const [userName, setUserName] = useState(gateway.DeviceUserName ?? '');
  const [password, setPassword] = useState('');
  const verifying = useCallMutation('verifyDevice');
  const verify = async () => {
    try {
      await verifying.mutateAsync({
        query: { deviceNo: gateway.DeviceNo, deviceUserName: userName, deviceUserPwd: password },
      });
    } catch (error) {
      notify.failure(error);
    }
  };
  const said = verifying.data;
  return (
    <Modal open title={d.verifyTitle} footer={<Button onClick={onClose}>{t.close}</Button>} onCancel={onClose}>
      <Form layout="vertical" onFinish={() => void verify()}>
        <Form.Item label={f.userName}>
          <Input
            value={userName}
            maxLength={64}
            autoComplete="off"
            onChange={(event) => setUserName(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={f.password} extra={d.verifyHint}>
          <Input.Password
            value={password}
            maxLength={64}
            autoComplete="new-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
        <Button
          type="primary"
          htmlType="submit"
          disabled={userName === '' || password === ''}
          loading={verifying.isPending}
        >
          {d.verify}
        </Button>
      </Form>
      {said ? (
        <Alert
          className="gateway-verified"
          type={said.IsRight === false ? 'error' : said.ConnectStatus === 1 ? 'success' : 'info'}
          showIcon
          title={said.IsRight === true ? `${d.loginHolds} ${said.Message}` : said.Message}
        />
      ) : null}
    </Modal>
  );
}
