import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { Curve } from './Curve.tsx';
import type { CurveView } from './curveView.ts';
import { PointPicker } from './PointPicker.tsx';
import { text } from './text.ts';
import { useFittingHeight } from './useFittingHeight.ts';

/** A point to begin with. */
export interface HistoryPoint {
  readonly PointId: number;
  readonly PointName: string;
}

/** CSS pixels. */
const dialogTop = 24;

/**
 * The curve in a dialog of 1300 px (spec §2), as high as leaves its statistics on the screen. What was set inside is forgotten on closing: the next opening starts anew.
 *
 * @param view of the curve that is enlarged, which goes on in the dialog; without one the last 24 hours, statistics on, limits
 *   off (spec §4)
 */
export function HistoryDialog({
  open,
  onClose,
  points,
  name,
  projectId,
  view,
}: {
  open: boolean;
  onClose: () => void;
  points: readonly HistoryPoint[];
  /** Of the device, for the title. */
  name: string;
  projectId: number;
  view?: Partial<CurveView>;
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
      style={{ top: dialogTop }}
    >
      <Content points={points} projectId={projectId} {...(view && { view })} />
    </Modal>
  );
}

function Content({
  points,
  projectId,
  view,
}: {
  points: readonly HistoryPoint[];
  projectId: number;
  view?: Partial<CurveView>;
}) {
  const [ids, setIds] = useState<readonly number[]>(() => points.map(({ PointId }) => PointId));
  const content = useRef<HTMLDivElement>(null);
  const height = useFittingHeight(content, dialogTop);
  return (
    <div ref={content}>
      <PointPicker projectId={projectId} value={ids} onChange={setIds} />
      <Curve pointIds={ids} projectId={projectId} height={height} {...(view && { view })} />
    </div>
  );
}
