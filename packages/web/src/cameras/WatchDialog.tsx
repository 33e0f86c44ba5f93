import type { WatchedCamera } from '@watchpost/contract';
import { Modal } from 'antd';
import { CameraTile } from './CameraTile.tsx';

/** One camera, live. */
export function WatchDialog({ camera, onClose }: { camera: WatchedCamera; onClose: () => void }) {
  return (
    <Modal open title={camera.CameraName} width={720} footer={null} onCancel={onClose} destroyOnHidden>
      <CameraTile camera={camera} />
    </Modal>
  );
}
