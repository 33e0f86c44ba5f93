import { Button, Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useNotify } from '../ui/index.ts';
import { fieldText, listText } from './text.ts';

/** What a gateway signs in with, shown this once. */
export function CredentialsDialog({
  userName,
  password,
  token,
  onClose,
}: {
  userName: string;
  password: string;
  /** Of one that speaks ThingsBoard: such a device may ask for an access token and nothing else. */
  token: string | null;
  onClose: () => void;
}) {
  const t = useText(listText);
  const f = useText(fieldText);
  return (
    <Modal
      open
      title={t.credentialsTitle}
      footer={<Button onClick={onClose}>{t.close}</Button>}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>{t.credentialsHint}</p>
      <p>{f.userName}</p>
      <Secret text={userName} />
      <p>{f.password}</p>
      <Secret text={password} />
      {token !== null ? (
        <>
          <p>{f.accessToken}</p>
          <Secret text={token} />
          <p className="gateway-faint">{f.accessTokenHint}</p>
        </>
      ) : null}
    </Modal>
  );
}

/** A text to be copied as it is. */
export function Secret({ text }: { text: string }) {
  const t = useText(listText);
  const notify = useNotify();
  return (
    <div className="gateway-secret">
      <code>{text}</code>
      <Button
        size="small"
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => notify.success(t.copied),
            (error: unknown) => notify.failure(error),
          );
        }}
      >
        {t.copy}
      </Button>
    </div>
  );
}
