import { CloseOutlined } from '@ant-design/icons';
import { type DeviceRow, type PointValue, type ShownNode, symbolOf } from '@watchpost/contract';
import { Button } from 'antd';
import { Link } from 'react-router';
import { AlarmDetailDialog, OpenAlarms, useAlarmInAddress } from '../alarms/index.ts';
import { PendingWords } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { levelShown } from '../points/index.ts';
import { SeverityMark, Value } from '../ui/index.ts';
import { WriteButton } from '../writing/index.ts';
import type { Live } from './Drawing.tsx';
import { opensTo } from './opensTo.ts';
import { boundPoints, factsOf, lookOf } from './states.ts';
import { diagramText } from './text.ts';
import { numberInWords, useWords } from './words.ts';

/** What is known of one symbol: its alarms with their acts, its points, the way to its device; writing where that is allowed. */
export function NodePanel({ node, live, onClose }: { node: ShownNode; live: Live; onClose: () => void }) {
  const t = useText(diagramText);
  const words = useWords();
  const device = deviceBehind(node, live);
  const facts = factsOf(node, node.device === null ? undefined : device, live.pointOf, live.now, live.neverPoints);
  const look = lookOf(facts);
  const to = opensTo(node);
  const points = pointsBehind(node, device, live.pointOf);
  return (
    <section aria-label={words.name(node, device, live.pointOf)}>
      <div className="dg-side-head">
        {facts.level === null ? null : <SeverityMark level={facts.level} />}
        <h2>{words.name(node, device, live.pointOf)}</h2>
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden="true" />}
          aria-label={t.close}
          onClick={onClose}
        />
      </div>
      <p className="dg-faint">
        {[
          device && words.name(node, device, live.pointOf) !== device.MName ? device.MName : '',
          words.says(node, live.pointOf, facts, look, live.now),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="dg-links">
        {device ? <Link to={links.device(device.Mtid)}>{t.openDevice}</Link> : null}
        {device ? <OwnDiagram device={device} /> : null}
        {to ? <Link to={to}>{t.openTarget}</Link> : null}
      </div>
      {device && !live.isPast ? <Alarms device={device} /> : null}
      {node.notVisible ? null : <h3>{t.points}</h3>}
      {points.length === 0 ? (
        node.notVisible ? null : (
          <p className="dg-faint">{t.unbound}</p>
        )
      ) : (
        <ul>
          {points.map((point) => (
            <li key={point.PointId}>
              <span className="dg-point-name" title={point.PointName}>
                {point.PointName}
              </span>
              {live.isPast ? (
                <span className="tabular">{numberInWords(point, live.now)}</span>
              ) : (
                <>
                  <Value value={point} level={levelShown(point)} />
                  <WriteButton point={point} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {points.map((point) =>
        point.Pending.length > 0 ? <PendingWords key={point.PointId} point={point} named /> : null,
      )}
    </section>
  );
}

/** The way to the diagram that serves the class of a device, where the project has one. */
function OwnDiagram({ device }: { device: DeviceRow }) {
  const t = useText(diagramText);
  const diagrams = useCall('getDiagramList', { query: { projectId: device.ProjectId } }, { staleTime: 60_000 });
  const own = diagrams.data?.find(({ SmallTypeCode }) => SmallTypeCode === device.SmallTypeCode);
  return own ? <Link to={links.deviceOnDiagram(own.DiagramId, device.Mtid)}>{t.deviceDiagram}</Link> : null;
}

/** The device that a symbol stands for, else the one whose point it shows. */
export function deviceBehind(
  node: ShownNode,
  { deviceOf, pointOf }: Pick<Live, 'deviceOf' | 'pointOf'>,
): DeviceRow | undefined {
  if (node.device !== null) return deviceOf.get(node.device);
  const first = boundPoints(node, pointOf)[0]?.point;
  return first
    ? [...deviceOf.values()].find(({ Points }) => Points.some(({ PointId }) => PointId === first.PointId))
    : undefined;
}

/** Those that it shows; for a whole device the others follow. */
function pointsBehind(
  node: ShownNode,
  device: DeviceRow | undefined,
  pointOf: ReadonlyMap<number, PointValue>,
): PointValue[] {
  const bound = boundPoints(node, pointOf).flatMap(({ point }) => point ?? []);
  if (!device || !symbolOf(node.symbol).isDevice) return bound;
  const first = new Set(bound.map(({ PointId }) => PointId));
  return [...bound, ...device.Points.filter(({ PointId }) => !first.has(PointId))];
}

function Alarms({ device }: { device: DeviceRow }) {
  const t = useText(diagramText);
  const mayManage = useMay('alarmManage');
  const [opened, openAlarm] = useAlarmInAddress();
  const alarms = useCall(
    'getAlarmAct',
    mayManage && device.AlarmCount > 0
      ? { query: {}, body: { ProjectId: device.ProjectId, Mtid: device.Mtid, SortType: 'level', IsAsc: true } }
      : null,
    { refetchInterval: pollWhenNotLive(30_000) },
  );
  if (device.AlarmCount === 0) return null;
  if (!mayManage)
    return (
      <p>
        <Link to={links.device(device.Mtid)}>{t.openAlarms}</Link>
      </p>
    );
  return (
    <>
      <OpenAlarms
        alarms={alarms.data?.Data}
        total={alarms.data?.TotalCount ?? 0}
        error={alarms.error}
        onRetry={() => void alarms.refetch()}
        onOpen={openAlarm}
      />
      <AlarmDetailDialog alarmId={opened} onClose={() => openAlarm(null)} />
    </>
  );
}
