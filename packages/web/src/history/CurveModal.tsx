import { Modal } from 'antd';
import type { ReactNode } from 'react';

/** CSS pixels. */
export const dialogTop = 24;

/** What curves are looked at in: 1300 px (spec §2), high up; what was set inside is forgotten on closing. */
export function CurveModal({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      width={1300}
      title={title}
      destroyOnHidden
      style={{ top: dialogTop }}
    >
      {children}
    </Modal>
  );
}
