import { Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { Curve } from './Curve.tsx';
import { PointPicker } from './PointPicker.tsx';
import { text } from './text.ts';

/** A point to begin with. */
export interface HistoryPoint {
  readonly PointId: number;
  readonly PointName: string;
}

/**
 * The curve in a dialog of 1300 px (spec §2). What was set inside is forgotten on closing: the next opening starts with the last
 * 24 hours, statistics on, limits off (spec §4).
 */
export function HistoryDialog({
  open,
  onClose,
  points,
  name,
  projectId,
}: {
  open: boolean;
  onClose: () => void;
  points: readonly HistoryPoint[];
  /** Of the device, for the title. */
  name: string;
  projectId: number;
}) {
  const t = useText(text);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      width={1300}
      title={t.titleOf(name)}
      destroyOnHidden
      style={{ top: 32 }}
    >
      <Content points={points} projectId={projectId} />
    </Modal>
  );
}

function Content({ points, projectId }: { points: readonly HistoryPoint[]; projectId: number }) {
  const [ids, setIds] = useState<readonly number[]>(() => points.map(({ PointId }) => PointId));
  return (
    <>
      <PointPicker projectId={projectId} value={ids} onChange={setIds} />
      <Curve pointIds={ids} projectId={projectId} height={400} />
    </>
  );
}
