import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useNotify } from '../useNotify.ts';
import { text } from './text.ts';

/**
 * Asks before something is done that is not undone at once. What goes wrong is told, and the dialog stays for another try.
 *
 * @param act does it, says that it is done, and closes
 */
export function ConfirmDialog({
  title,
  ok,
  disabled = false,
  act,
  onClose,
  children,
}: {
  title: string;
  /** The deed, on the button. */
  ok: string;
  disabled?: boolean;
  act: () => Promise<void>;
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
      okText={ok}
      okButtonProps={{ danger: true, loading: isActing, disabled }}
      cancelText={t.cancel}
      onOk={() => void start()}
      onCancel={onClose}
    >
      {children}
    </Modal>
  );
}
