import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { AllCalls, CallData } from '@watchpost/contract';
import { Button, Checkbox, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { ConfirmDialog } from '../../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, useSave } from '../../ui/index.ts';
import { manageText } from './text.ts';
import { callsAboutDevices } from './useDevicesChanged.ts';

type Point = CallData<AllCalls['getModelTreeShowPoint']>[number];

/** Which points a device shows on its card and page, in which order, and which is the main one. */
export function ShownPointsDialog({
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
  const t = useText(manageText);
  const present = useCall(
    'getModelTreeShowPoint',
    { query: { projectId, modelTreeId: deviceId } },
    // What somebody else saved meanwhile must not be overwritten by an old answer.
    { staleTime: 0, gcTime: 0, refetchOnMount: 'always' },
  );
  if (present.data && present.data.length > 0)
    return <Chooser {...{ projectId, deviceId, name, onClose }} present={present.data} />;
  return (
    <Modal open title={t.shownTitle(name)} footer={null} onCancel={onClose}>
      {present.error ? <ErrorState error={present.error} onRetry={() => void present.refetch()} /> : null}
      {present.isPending ? <ListSkeleton rows={5} /> : null}
      {present.data ? <EmptyState title={t.noPointsYet} hint={t.noPointsYetHint} /> : null}
    </Modal>
  );
}

function Chooser({
  projectId,
  deviceId,
  name,
  present,
  onClose,
}: {
  projectId: number;
  deviceId: number;
  name: string;
  present: readonly Point[];
  onClose: () => void;
}) {
  const t = useText(manageText);
  const save = useSave(callsAboutDevices, onClose);
  const [points, setPoints] = useState<readonly Point[]>(present);
  const main = points.find(({ IsMain }) => IsMain)?.PointId ?? null;
  const change = (pointId: number, to: Partial<Point>) =>
    setPoints(points.map((point) => (point.PointId === pointId ? { ...point, ...to } : point)));
  const makeMain = (pointId: number) =>
    setPoints(points.map((point) => ({ ...point, IsMain: point.PointId === pointId })));
  const move = (index: number, by: 1 | -1) => {
    const next = [...points];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    setPoints(next);
  };
  const keep = () => {
    const shown = points.filter(({ IsShow }) => IsShow);
    const mainPointId = shown.find(({ IsMain }) => IsMain)?.PointId;
    const query = { projectId, modelTreeId: deviceId, ...(mainPointId === undefined ? {} : { mainPointId }) };
    return save('editModelTreeShowPoint', { query, body: shown.map(({ PointId }) => PointId) }, t.saved);
  };
  return (
    <ConfirmDialog title={t.shownTitle(name)} ok={t.save} danger={false} act={keep} onClose={onClose}>
      <p className="device-faint">{t.shownHint}</p>
      <ol className="shown-points">
        {points.map((point, index) => (
          <li key={point.PointId}>
            <span>
              <Checkbox
                checked={point.IsShow}
                aria-label={t.show(point.PointName)}
                onChange={({ target }) =>
                  change(point.PointId, target.checked ? { IsShow: true } : { IsShow: false, IsMain: false })
                }
              >
                {point.PointName} <span className="device-faint">{point.Unit || point.PointTypeName}</span>
              </Checkbox>
            </span>
            <Radio
              checked={main === point.PointId}
              disabled={!point.IsShow}
              aria-label={t.makeMain(point.PointName)}
              onChange={() => makeMain(point.PointId)}
            >
              {t.main}
            </Radio>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t.up(point.PointName)}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t.down(point.PointName)}
              disabled={index === points.length - 1}
              onClick={() => move(index, 1)}
            />
          </li>
        ))}
      </ol>
    </ConfirmDialog>
  );
}
