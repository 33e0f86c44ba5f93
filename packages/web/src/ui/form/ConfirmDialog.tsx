import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useNotify } from '../useNotify.ts';
import { text } from './text.ts';

/**
 * Asks before something is done that is not undone at once. What goes wrong is shown, and the dialog stays for another try.
 *
 * @param ok the deed, on the button; deleting unless said otherwise
 * @param danger false where it can be undone
 * @param act does it, says that it is done, and closes: `useSave`
 */
export function ConfirmDialog({
  title,
  ok,
  disabled = false,
  danger = true,
  act,
  onClose,
  children,
}: {
  title: string;
  ok?: string;
  disabled?: boolean;
  danger?: boolean;
  act: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useText(text);
  const notify = useNotify();
  const [isActing, setIsActing] = useState(false);
  const start = async () => {
    setIsActing(true);
    try {
      await act();
    } catch (error) {
      notify.failure(error);
    } finally {
      setIsActing(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText={ok ?? t.delete}
      okButtonProps={{ danger, loading: isActing, disabled }}
      cancelText={t.cancel}
      onOk={() => void start()}
      onCancel={onClose}
    >
      {children}
    </Modal>
  );
}
