import { Modal } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { text } from './text.ts';

/** Says that the company has no data screen of its own, and leads to the standard one. */
export function NoDataScreen({ notice, onClose }: { notice: string; onClose: () => void }) {
  const t = useText(text);
  const navigate = useNavigate();
  return (
    <Modal
      open
      title={t.dataScreen}
      okText={t.standardScreen}
      onCancel={onClose}
      onOk={() => {
        onClose();
        void navigate('/dataScreen');
      }}
    >
      {notice}
    </Modal>
  );
}
