import { curvePointLimit } from '@watchpost/contract';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import './PointPicker.css';
import { text } from './text.ts';
import { useFreePoints } from './useFreePoints.ts';

/** Points of a project, several at once, by device, at the end those that serve none; as many as a curve takes (spec §9). */
export function PointPicker({
  projectId,
  value,
  names,
  onChange,
}: {
  projectId: number;
  value: readonly number[];
  /** Of points that may stand beyond the devices that are offered here. */
  names: ReadonlyMap<number, string>;
  onChange: (pointIds: number[]) => void;
}) {
  const t = useText(text);
  const devices = useCall('getTableListRead', { body: { ProjectId: projectId, PageSize: 500 } }, { staleTime: 60_000 });
  const free = useFreePoints(projectId);
  const options = useMemo(() => {
    const ofDevices = (devices.data?.Data ?? []).map((device) => ({
      label: device.MName,
      title: device.MName,
      options: device.Points.map((point) => ({
        value: point.PointId,
        label: `${device.MName} · ${point.PointName}`,
      })),
    }));
    if (free.length === 0) return ofDevices;
    const ofProject = free.map(({ PointId, PointName }) => ({ value: PointId, label: PointName }));
    return [...ofDevices, { label: t.ofProject, title: t.ofProject, options: ofProject }];
  }, [devices.data, free, t]);
  const offered = new Set(options.flatMap((device) => device.options.map((point) => point.value)));
  const further = value
    .filter((id) => !offered.has(id))
    .map((id) => ({ value: id, label: names.get(id) ?? (devices.isPending ? '…' : t.pointOf(id)) }));
  return (
    <div className="point-picker">
      <Select<number[]>
        mode="multiple"
        aria-label={t.choosePoints(curvePointLimit)}
        placeholder={t.choosePoints(curvePointLimit)}
        value={[...value]}
        onChange={onChange}
        options={[...options, ...further]}
        loading={devices.isPending}
        maxCount={curvePointLimit}
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        popupRender={(menu) => (
          <>
            {value.length >= curvePointLimit ? (
              <p className="point-picker-full" role="status">
                {t.full(curvePointLimit)}
              </p>
            ) : null}
            {menu}
          </>
        )}
        style={{ width: '100%' }}
      />
    </div>
  );
}
