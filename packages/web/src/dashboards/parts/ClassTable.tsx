import type { DeviceRow, PointValue } from '@watchpost/contract';
import { Select } from 'antd';
import { Link } from 'react-router';
import { severityRank } from '../../devices/index.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { levelShown } from '../../points/index.ts';
import { Value } from '../../ui/index.ts';
import { dashboardText } from '../text.ts';

/** Columns that fit beside a name on a card. */
const mostColumns = 4;

/** The types of points that most devices of a class have, in the order in which they show them. */
export function columnsOf(devices: readonly DeviceRow[]): PointValue[] {
  const first = new Map<number, PointValue>();
  const count = new Map<number, number>();
  for (const { Points } of devices)
    for (const id of new Set(Points.map(({ PointTypeId }) => PointTypeId))) {
      count.set(id, (count.get(id) ?? 0) + 1);
      if (!first.has(id)) first.set(id, Points.find(({ PointTypeId }) => PointTypeId === id)!);
    }
  const ranked = [...first.entries()].sort(([a], [b]) => count.get(b)! - count.get(a)!).slice(0, mostColumns);
  const kept = new Set(ranked.map(([id]) => id));
  return [...first.entries()].filter(([id]) => kept.has(id)).map(([, point]) => point);
}

/** The devices of one class with their values side by side, the most pressing first. */
export function ClassTable({
  devices,
  now,
  classId,
  onClass,
}: {
  devices: readonly DeviceRow[];
  now: number;
  /** Null: the class with the most devices. */
  classId: number | null;
  onClass: (classId: number) => void;
}) {
  const t = useText(dashboardText);
  const classes = [...Map.groupBy(devices, ({ SmallTypeId }) => SmallTypeId).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const shown = classes.find(([first]) => first!.SmallTypeId === classId) ?? classes[0];
  if (!shown) return <p className="dashboard-faint">{t.none}</p>;
  const columns = columnsOf(shown);
  return (
    <>
      <Select<number>
        className="dashboard-add dashboard-add-open"
        aria-label={t.classShown}
        value={shown[0]!.SmallTypeId}
        onChange={onClass}
        options={classes.map(([first]) => ({ value: first!.SmallTypeId, label: first!.SmallTypeName }))}
      />
      <table className="dashboard-table">
        <thead>
          <tr>
            <th scope="col">{t.device}</th>
            {columns.map(({ PointTypeId, PointTypeName }) => (
              <th key={PointTypeId} scope="col">
                {PointTypeName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown
            .toSorted((a, b) => severityRank(a, now) - severityRank(b, now))
            .map(({ Mtid, MName, Points }) => (
              <tr key={Mtid}>
                <th scope="row">
                  <Link to={links.device(Mtid)}>{MName}</Link>
                </th>
                {columns.map(({ PointTypeId }) => {
                  const point = Points.find((each) => each.PointTypeId === PointTypeId);
                  return <td key={PointTypeId}>{point ? <Value value={point} level={levelShown(point)} /> : null}</td>;
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
