import { ApartmentOutlined, CloudOutlined, DiffOutlined, LinkOutlined } from '@ant-design/icons';
import { curvePointLimit } from '@watchpost/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { serverNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useNotify } from '../ui/index.ts';
import { WeatherDialog } from '../weather/index.ts';
import { Curve, spanOf } from './Curve.tsx';
import { CurveModal, dialogTop } from './CurveModal.tsx';
import { ComparisonDialog } from './compare/ComparisonDialog.tsx';
import type { TimeSpan } from './curveRange.ts';
import type { CurveView } from './curveView.ts';
import { type NamedPoint, PointDialog } from './PointDialog.tsx';
import { PointPicker } from './PointPicker.tsx';
import { text } from './text.ts';
import { useFittingHeight } from './useFittingHeight.ts';

/** A point to begin with. */
export interface HistoryPoint {
  readonly PointId: number;
  readonly PointName: string;
}

/**
 * The curve in a dialog, as high as leaves its statistics on the screen.
 *
 * @param view how it opens, where that differs from the last 24 hours, statistics on, limits off (spec §4); of a curve that is
 *   enlarged, its own
 */
export function HistoryDialog({
  open,
  onClose,
  points,
  name,
  projectId,
  deviceId = null,
  view,
  onAlarm,
}: {
  open: boolean;
  onClose: () => void;
  points: readonly HistoryPoint[];
  /** Of the device, for the title. */
  name: string;
  projectId: number;
  /** On whose page points are related; null: wherever they are shown. */
  deviceId?: number | null;
  view?: Partial<CurveView>;
  /** Opens an alarm whose mark was clicked. */
  onAlarm?: ((alarmId: number) => void) | undefined;
}) {
  const t = useText(text);
  return (
    <CurveModal open={open} onClose={onClose} title={t.titleOf(name)}>
      <Content
        points={points}
        projectId={projectId}
        deviceId={deviceId}
        name={name}
        onAlarm={onAlarm}
        {...(view && { view })}
      />
    </CurveModal>
  );
}

function Content({
  points,
  projectId,
  deviceId,
  name,
  view,
  onAlarm,
}: {
  points: readonly HistoryPoint[];
  projectId: number;
  deviceId: number | null;
  name: string;
  view?: Partial<CurveView>;
  onAlarm: ((alarmId: number) => void) | undefined;
}) {
  const t = useText(text);
  const [ids, setIds] = useState<readonly number[]>(() => points.map(({ PointId }) => PointId));
  const [names, setNames] = useState<ReadonlyMap<number, string>>(
    () => new Map(points.map(({ PointId, PointName }) => [PointId, `${name} · ${PointName}`])),
  );
  const [now, setNow] = useState<CurveView | null>(null);
  const [compared, setCompared] = useState<TimeSpan | null>(null);
  const [weather, setWeather] = useState(false);
  const [picking, setPicking] = useState(false);
  const related = useRelated(ids, deviceId, (found) => {
    setIds((before) => [...new Set([...before, ...found.map(({ PointId }) => PointId)])].slice(0, curvePointLimit));
    setNames((before) => new Map([...found.map(nameOf), ...before]));
  });
  const content = useRef<HTMLDivElement>(null);
  const height = useFittingHeight(content, dialogTop);
  return (
    <div ref={content}>
      <div className="history-points">
        <PointPicker projectId={projectId} value={ids} names={names} onChange={setIds} />
        <Button icon={<ApartmentOutlined />} onClick={() => setPicking(true)}>
          {t.pickPoints}
        </Button>
        <Button icon={<LinkOutlined />} disabled={ids.length === 0} loading={related.asking} onClick={related.add}>
          {t.addRelated}
        </Button>
      </div>
      <Curve
        pointIds={ids}
        projectId={projectId}
        height={height}
        name={name}
        onView={setNow}
        onAlarm={onAlarm}
        {...(view && { view })}
        tools={
          <>
            <Button icon={<CloudOutlined />} onClick={() => setWeather(true)}>
              {t.weatherDays}
            </Button>
            <Button
              icon={<DiffOutlined />}
              disabled={ids.length === 0 || !now}
              onClick={() => now && setCompared(spanOf(now, serverNow()))}
            >
              {t.compare}
            </Button>
          </>
        }
      />
      {compared ? (
        <ComparisonDialog open onClose={() => setCompared(null)} points={ids} projectId={projectId} span={compared} />
      ) : null}
      {picking ? (
        <PointDialog
          open
          title={t.pickPoints}
          projectId={projectId}
          chosen={ids}
          most={curvePointLimit}
          onClose={() => setPicking(false)}
          onPick={(pointIds, picked) => {
            setIds(pointIds);
            setNames((before) => new Map([...before, ...picked.map(nameOf)]));
            setPicking(false);
          }}
        />
      ) : null}
      <WeatherDialog open={weather} onClose={() => setWeather(false)} projectId={projectId} />
    </div>
  );
}

type PointWithDevice = Pick<NamedPoint, 'PointId' | 'PointName' | 'MName'>;

/** Looks for what belongs together with the points of a curve; spec §8 says what is told of a failure and of none. */
function useRelated(
  ids: readonly number[],
  deviceId: number | null,
  take: (found: readonly PointWithDevice[]) => void,
) {
  const t = useText(text);
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const onPage = deviceId === null ? {} : { modelTreeId: deviceId };
  const add = async (): Promise<void> => {
    setAsking(true);
    try {
      const answers = await Promise.all(
        ids.map((pointId) => callApi('getPointRelevance', { query: { pointId, ...onPage } })),
      );
      const found = answers.flat();
      const added = found.filter(({ PointIdB }) => !ids.includes(PointIdB));
      if (found.length === 0) notify.info(t.noRelated);
      else if (added.length === 0) notify.info(t.relatedShown);
      else
        take(
          added.map(({ PointIdB, PointName, ModelTreeName }) => ({
            PointId: PointIdB,
            PointName,
            MName: ModelTreeName ?? '',
          })),
        );
    } catch {
      notify.warning(t.relatedFailed);
    } finally {
      setAsking(false);
    }
  };
  return { asking, add: () => void add() };
}

const nameOf = ({ PointId, PointName, MName }: PointWithDevice): [number, string] => [
  PointId,
  MName === '' ? PointName : `${MName} · ${PointName}`,
];
