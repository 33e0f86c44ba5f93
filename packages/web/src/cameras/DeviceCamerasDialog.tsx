import type { CameraRow } from '@watchpost/contract';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton, useNotify } from '../ui/index.ts';
import { BindCameraDialog } from './CameraDialog.tsx';
import { CameraStateMark } from './CameraStateMark.tsx';
import { CameraTile } from './CameraTile.tsx';
import './cameras.css';
import { cameraText } from './text.ts';
import { useCamerasChanged } from './useCamerasChanged.ts';

/** Application and video management of a device: which cameras look at it, live, and which others should. */
export function DeviceCamerasDialog({
  projectId,
  deviceId,
  name,
  onClose,
}: {
  projectId: number;
  deviceId: number;
  name: string;
  onClose: () => void;
}) {
  const t = useText(cameraText);
  const mayEdit = useMay('terminalsEdit');
  const notify = useNotify();
  const changed = useCamerasChanged();
  const changing = useCallMutation('updateCamera');
  const [binding, setBinding] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const all = useCall('getCameraPage', { body: { ProjectId: projectId, PageSize: 500 } });
  const rows = all.data?.Data ?? [];
  const own = rows.filter(({ Mtid }) => Mtid === deviceId);
  const others = rows.filter(({ Mtid, MayEdit }) => Mtid !== deviceId && MayEdit);
  const look = async (camera: CameraRow | undefined, at: number | null) => {
    if (!camera) return;
    try {
      await changing.mutateAsync({ body: { Key: camera.Key, Mtid: at } });
      notify.success(at === null ? t.letGoDone : t.bound);
      setChosen(null);
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const content = () => {
    if (all.error) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />;
    if (!all.data) return <ListSkeleton rows={3} />;
    if (own.length === 0) return <EmptyState title={t.manageEmpty} hint={t.emptyHint} />;
    return (
      <ul className="camera-device-list">
        {own.map((camera) => (
          <li key={camera.Key}>
            <CameraTile camera={{ ...camera, Mtid: null, MName: null }} />
            <div className="camera-device-actions">
              <CameraStateMark standing={camera} />
              {camera.MayEdit ? (
                <Button size="small" type="text" onClick={() => void look(camera, null)}>
                  {t.letGo}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <Modal
        open
        title={t.manageOf(name)}
        width={640}
        destroyOnHidden
        footer={<Button onClick={onClose}>{t.close}</Button>}
        onCancel={onClose}
      >
        {content()}
        {mayEdit && all.data ? (
          <div className="camera-device-take">
            {others.length > 0 ? (
              <>
                <Select<number>
                  aria-label={t.takeOne}
                  placeholder={t.takeOne}
                  value={chosen}
                  onChange={setChosen}
                  showSearch={{ optionFilterProp: 'label' }}
                  options={others.map(({ Key, CameraName, MName }) => ({
                    value: Key,
                    label: MName === null ? CameraName : `${CameraName} (${MName})`,
                  }))}
                />
                <Button
                  disabled={chosen === null}
                  loading={changing.isPending}
                  onClick={() =>
                    void look(
                      others.find(({ Key }) => Key === chosen),
                      deviceId,
                    )
                  }
                >
                  {t.take}
                </Button>
              </>
            ) : null}
            <Button type="primary" onClick={() => setBinding(true)}>
              {t.bind}
            </Button>
          </div>
        ) : null}
      </Modal>
      {binding ? (
        <BindCameraDialog projectId={projectId} deviceId={deviceId} onClose={() => setBinding(false)} />
      ) : null}
    </>
  );
}
