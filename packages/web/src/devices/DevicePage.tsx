import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AlarmDetailDialog, OpenAlarms, pollWhileActive, useAlarmInAddress, WhyButton } from '../alarms/index.ts';
import { DeviceWarnings } from '../faultWarnings/index.ts';
import { Curve, type CurveView, HistoryDialog } from '../history/index.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDrawingsOf } from '../lib/useDrawingsOf.ts';
import { levelShown, limitText } from '../points/index.ts';
import { DeviceRepairs } from '../repair/index.ts';
import { Age, EmptyState, ErrorState, PageSkeleton, PageTitle, SeverityMark, Value } from '../ui/index.ts';
import './DevicePage.css';
import { offlineInWords } from './DeviceTag.tsx';
import { alarmLevelOf, beyondPoint, dataOf, mainPointOf, pendingPoint, standOf, statusText } from './deviceState.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { limitsInWords } from './limitsInWords.ts';
import { NoDataTag } from './NoDataTag.tsx';
import { HiddenTags } from './NotShownTag.tsx';
import { BeyondTag, PendingWords } from './PendingWords.tsx';
import { PointsTable } from './PointsTable.tsx';
import { text } from './text.ts';
import { useHeardNow } from './useHeardNow.ts';
import { type DeviceDetail, useLiveDevice } from './useLiveDevice.ts';
import { useStarred } from './useStarred.ts';

/** The screen the route comes back to. */
const board = '/monitor/commonTable';

/** One device: what it is, its gateways, its points live, and their curve at once. Route /monitor/unit?id=. */
export function DevicePage() {
  const t = useText(text);
  const project = useProject();
  const [params] = useSearchParams();
  const deviceId = idInAddress(params, 'id');
  if (deviceId === null) {
    return <EmptyState title={t.notChosen} hint={t.notChosenHint} action={<Link to={board}>{t.toBoard}</Link>} />;
  }
  if (project.State === 'disabled') return <EmptyState title={t.disabled} hint={t.disabledHint} />;
  if (project.Expired) return <EmptyState title={t.expired} hint={t.expiredHint(project.ServiceEnd ?? '')} />;
  return <Device key={deviceId} projectId={project.ProjectId} deviceId={deviceId} />;
}

function Device({ projectId, deviceId }: { projectId: number; deviceId: number }) {
  const t = useText(text);
  const device = useLiveDevice(projectId, deviceId);
  const starred = useStarred(projectId);
  const [opened, openAlarm] = useAlarmInAddress();
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [large, setLarge] = useState(false);
  // What is enlarged goes on with the range of the small one.
  const [view, setView] = useState<Partial<CurveView>>(withLimits);

  const found = device.data;
  const first = found?.MainPointId ?? found?.Points[0]?.PointId ?? null;
  useEffect(() => {
    // The main point's curve is there without a click.
    if (chosen === null && first !== null) setChosen([first]);
  }, [chosen, first]);

  if (device.error && !found) return <ErrorState error={device.error} onRetry={() => void device.refetch()} />;
  if (!found) return <PageSkeleton cards={3} />;
  const ids = chosen ?? [];
  return (
    <div className="device">
      <PageTitle
        title={found.MName}
        subtitle={[
          found.SmallTypeName,
          found.LocationName,
          // By its make a technician knows which manual to take along; the strip below is for its state.
          [found.Brand, found.Model].filter(Boolean).join(' '),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            <Drawings projectId={projectId} deviceId={deviceId} />
            <Button
              aria-pressed={starred.ids.includes(deviceId)}
              icon={<span aria-hidden="true">{starred.ids.includes(deviceId) ? '★' : '☆'}</span>}
              onClick={() => starred.toggle(deviceId)}
            >
              {t.star}
            </Button>
            <LiveStatus />
          </>
        }
      />
      <Facts device={found} projectId={projectId} />
      <DeviceAlarms projectId={projectId} deviceId={deviceId} onOpen={openAlarm} count={found.AlarmCount} />
      <DeviceWarnings projectId={projectId} deviceId={deviceId} />
      <div className="device-split">
        <section className="device-part device-points" aria-label={t.points}>
          <header className="device-part-head">
            <h2>
              {t.points} <small>{t.pointCount(found.Points.length)}</small>
            </h2>
          </header>
          <PointsTable
            points={found.Points}
            returns={found.Returns}
            gatewaysOffline={found.Gateways.length > 0 && found.Gateways.every(({ Online }) => !Online)}
            chosen={ids}
            onChoose={setChosen}
          />
        </section>
        <section className="device-part device-curve" aria-label={t.history}>
          <header className="device-part-head">
            <h2>{t.history}</h2>
            <span className="device-curve-acts">
              <WhyButton projectId={projectId} points={found.Points.filter(({ PointId }) => ids.includes(PointId))} />
              <Button size="small" onClick={() => setLarge(true)} disabled={ids.length === 0}>
                {t.largeCurve}
              </Button>
            </span>
          </header>
          <div className="device-curve-body">
            <Curve
              pointIds={ids}
              projectId={projectId}
              height={300}
              view={withLimits}
              onView={setView}
              onAlarm={openAlarm}
            />
          </div>
        </section>
      </div>
      <HistoryDialog
        open={large}
        onClose={() => setLarge(false)}
        points={found.Points.filter(({ PointId }) => ids.includes(PointId))}
        name={found.MName}
        projectId={projectId}
        deviceId={deviceId}
        view={view}
        onAlarm={openAlarm}
      />
      <AlarmDetailDialog alarmId={opened} onClose={() => openAlarm(null)} />
    </div>
  );
}

const withLimits = { limits: true };

/** The state of a door as point types call it. */
const doorCode = 'doorState';

/** The main facts first: state, value with its limits and age, doors; then who repairs it, what it is and by what it is connected. */
function Facts({ device, projectId }: { device: DeviceDetail; projectId: number }) {
  const t = useText(text);
  const limitNames = useText(limitText);
  const main = mainPointOf(device);
  const dates = useDates();
  const now = useNow(10_000);
  const heardNow = useHeardNow(10_000);
  const level = alarmLevelOf(device);
  const data = dataOf(device, heardNow);
  const pending = pendingPoint(device);
  const stand = standOf(device, heardNow);
  const statusWords = useText(statusText);
  const beyond = level === null && !pending ? beyondPoint(device, heardNow) : null;
  return (
    <dl className="device-facts" aria-label={t.overview}>
      <div>
        <dt>{t.status}</dt>
        <dd className="device-status">
          {level === null ? null : (
            <SeverityMark level={level} variant="tag">
              {t.inAlarm}
            </SeverityMark>
          )}
          {data === 'offline' ? (
            <SeverityMark level={4} variant="tag" lookOnly>
              {offlineInWords(device, now, t, dates)}
            </SeverityMark>
          ) : null}
          <HiddenTags device={device} now={now} />
          {/* The value that stands beside it needs no name. */}
          {pending ? <PendingWords point={pending} named={pending.PointId !== main?.PointId} /> : null}
          {beyond ? <BeyondTag point={beyond} named={beyond.PointId !== main?.PointId} /> : null}
          {data === 'incomplete' ? <NoDataTag device={device} now={heardNow} /> : null}
          {pending || device.Maintenance ? null : stand === 'normal' ? (
            <span className="device-normal">{statusWords.normal}</span>
          ) : stand === 'noLimits' ? (
            <span>{statusWords.noLimits}</span>
          ) : null}
        </dd>
      </div>
      {main ? (
        <div>
          <dt>{main.PointName}</dt>
          <dd>
            <Value value={main} level={levelShown(main)} />
            <small>{limitsInWords(main, t, limitNames, true) ?? t.noLimits}</small>
            <small className="tabular">
              <Age at={main.Time} />
            </small>
          </dd>
        </div>
      ) : null}
      {device.Points.filter(({ PointTypeCode }) => PointTypeCode === doorCode).map((door) => (
        <div key={door.PointId}>
          <dt>{door.PointName}</dt>
          <dd>
            <Value value={door} level={levelShown(door)} />
          </dd>
        </div>
      ))}
      <DeviceRepairs projectId={projectId} deviceId={device.Mtid} />
      {device.Gateways.map((gateway) => (
        <div key={gateway.GatewayId}>
          <dt>
            {t.gateway} {gateway.Protocol}
          </dt>
          <dd>
            <span className={gateway.Online ? 'device-dot device-dot-on' : 'device-dot'} aria-hidden="true" />
            {gateway.GatewayName} · {gateway.Online ? t.online : t.offline}
            {/* Between two polls a connected gateway may be silent for a minute: only of one that is offline the time says something. */}
            {gateway.Online ? null : (
              <small title={dates.dateTimeSeconds(gateway.LastSeenEPOCH)}>
                {gateway.LastSeenEPOCH === null ? t.neverSeen : t.silentSince(dates.short(gateway.LastSeenEPOCH, now))}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Floor plans and diagrams on which it stands. */
function Drawings({ projectId, deviceId }: { projectId: number; deviceId: number }) {
  const t = useText(text);
  const drawings = useDrawingsOf(projectId, deviceId);
  if (drawings.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: drawings.map(({ path, name }) => ({ key: path, label: <Link to={path}>{name}</Link> })) }}
    >
      <Button icon={<ApartmentOutlined aria-hidden />}>{t.drawings(drawings.length)}</Button>
    </Dropdown>
  );
}

/** The open alarms of this device, where there are any and the user may see them. */
function DeviceAlarms({
  projectId,
  deviceId,
  count,
  onOpen,
}: {
  projectId: number;
  deviceId: number;
  count: number;
  onOpen: (alarmId: number) => void;
}) {
  const mayManage = useMay('alarmManage');
  const alarms = useCall(
    'getAlarmAct',
    mayManage ? { query: {}, body: { ProjectId: projectId, Mtid: deviceId, SortType: 'level', IsAsc: true } } : null,
    { refetchInterval: pollWhileActive },
  );
  if (!mayManage || (count === 0 && !alarms.data?.TotalCount)) return null;
  return (
    <OpenAlarms
      alarms={alarms.data?.Data}
      total={alarms.data?.TotalCount ?? 0}
      error={alarms.error}
      onRetry={() => void alarms.refetch()}
      onOpen={onOpen}
    />
  );
}
