import type { CameraRow } from '@watchpost/contract';

import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
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
    await unbinding.mutateAsync({ body: { KeyList: cameras.map(({ Key }) => Key) } });
    notify.success(t.unbound);
    onDone();
    await changed();
  };
  return (
    <ConfirmDialog title={t.unbindTitle(cameras.length)} ok={t.unbind} act={start} onClose={onClose}>
      <ul>
        {cameras.slice(0, 10).map(({ Key, CameraName, MName }) => (
          <li key={Key}>
            {CameraName} {MName}
          </li>
        ))}
      </ul>
      <p>{t.unbindHint}</p>
    </ConfirmDialog>
  );
}
