import type { CameraRow } from '@watchpost/contract';
import { Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { cameraText } from './text.ts';
import { useCamerasChanged } from './useCamerasChanged.ts';

export function UnbindDialog({
  cameras,
  onClose,
  onDone,
}: {
  cameras: readonly CameraRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(cameraText);
  const notify = useNotify();
  const changed = useCamerasChanged();
  const unbinding = useCallMutation('unbindCamera');
  const start = async () => {
    try {
      await unbinding.mutateAsync({ body: { KeyList: cameras.map(({ Key }) => Key) } });
      notify.success(t.unbound);
      onDone();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Modal
      open
      title={t.unbindTitle(cameras.length)}
      okText={t.unbind}
      okButtonProps={{ danger: true, loading: unbinding.isPending }}
      cancelText={t.cancel}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <ul>
        {cameras.slice(0, 10).map(({ Key, CameraName, MName }) => (
          <li key={Key}>
            {CameraName} {MName}
          </li>
        ))}
      </ul>
      <p>{t.unbindHint}</p>
    </Modal>
  );
}
