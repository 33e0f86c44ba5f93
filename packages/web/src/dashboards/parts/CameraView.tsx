import { Select } from 'antd';
import { CameraTile } from '../../cameras/index.ts';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { ErrorState, Skeleton } from '../../ui/index.ts';
import { dashboardText } from '../text.ts';

const camerasAtOnce = 50;
const refetchInterval = 60_000;

/** One camera of the project, live while it is seen. */
export function CameraView({
  projectId,
  cameraKey,
  onCamera,
}: {
  projectId: number;
  /** Null: the first one. */
  cameraKey: string | null;
  onCamera: (key: string) => void;
}) {
  const t = useText(dashboardText);
  const cameras = useCall(
    'getVideoMonitorPage',
    { body: { ProjectId: projectId, SortType: 'name', IsAsc: true, PageIndex: 1, PageSize: camerasAtOnce } },
    { refetchInterval },
  );
  if (cameras.error && !cameras.data)
    return <ErrorState error={cameras.error} onRetry={() => void cameras.refetch()} />;
  if (!cameras.data) return <Skeleton height={200} />;
  const all = cameras.data.Data;
  const shown = all.find(({ Key }) => String(Key) === cameraKey) ?? all[0];
  if (!shown) return <p className="dashboard-faint">{t.noCameras}</p>;
  return (
    <>
      {all.length > 1 ? (
        <Select<string>
          className="dashboard-add dashboard-add-open"
          aria-label={t.cameraShown}
          showSearch={{ optionFilterProp: 'label' }}
          value={String(shown.Key)}
          onChange={onCamera}
          options={all.map(({ Key, CameraName }) => ({ value: String(Key), label: CameraName }))}
        />
      ) : null}
      <CameraTile key={shown.Key} camera={shown} />
    </>
  );
}
