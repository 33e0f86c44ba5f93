import { EnvironmentOutlined } from '@ant-design/icons';
import type { CarTrack } from '@watchpost/contract';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Curve, onTheWire, useZoneOf } from '../history/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import type { PageProps } from '../lib/page.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDialog } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, Skeleton } from '../ui/index.ts';
import { FenceDialog } from './FenceDialog.tsx';
import { Fact, TrackView } from './TrackView.tsx';
import { carText } from './text.ts';
import './transport.css';
import { TripTable } from './TripTable.tsx';
import { usePeriod } from './usePeriod.tsx';
import { VisitTable } from './VisitTable.tsx';

/** Where a vehicle of the project was, its stops, and how warm it was there. Route /monitor/carTrack?car=. */
export function CarTrackPage(_: PageProps) {
  const t = useText(carText);
  const { ProjectId } = useProject();
  const [params, setParams] = useSearchParams();
  const timeZone = useZoneOf(ProjectId);
  const { span, field } = usePeriod(timeZone);
  const cars = useCall('getCarTagDropdownList', { query: { projectId: ProjectId } });
  const asked = idInAddress(params, 'car');
  const carId = cars.data?.find(({ Key }) => Key === asked)?.Key ?? cars.data?.[0]?.Key ?? null;
  const track = useCall('getCarTrack', carId === null ? null : { query: { carId, ...onTheWire(span, timeZone) } }, {
    staleTime: 60_000,
    placeholderData: (before) => (before?.CarId === carId ? before : undefined),
  });
  if (cars.error && !cars.data) return <ErrorState error={cars.error} onRetry={() => void cars.refetch()} />;
  if (!cars.data) return <PageSkeleton />;
  if (carId === null) return <EmptyState title={t.none} hint={t.noneHint} />;
  return (
    <div className="transport-page">
      <div className="transport-bar">
        <Select
          aria-label={t.car}
          value={carId}
          popupMatchSelectWidth={false}
          showSearch={{ optionFilterProp: 'label' }}
          options={cars.data.map(({ Key, Value }) => ({ value: Key, label: Value }))}
          onChange={(id) =>
            setParams(
              (before) => {
                before.set('car', String(id));
                return before;
              },
              { replace: true },
            )
          }
        />
        {field}
        <Link to={links.car(carId)}>{t.details}</Link>
        <Link to={links.geofences}>{t.fences}</Link>
      </div>
      {track.error && !track.data ? (
        <ErrorState error={track.error} onRetry={() => void track.refetch()} />
      ) : track.data ? (
        <Track key={`${carId} ${track.data.FromEpoch}`} track={track.data} projectId={ProjectId} />
      ) : (
        <Skeleton height={420} />
      )}
    </div>
  );
}

function Track({ track, projectId }: { track: CarTrack; projectId: number }) {
  const [at, setAt] = useState(track.ToEpoch);
  const { FromEpoch: from, ToEpoch: to, TemperaturePoint, DoorPoint } = track;
  const pointIds = [TemperaturePoint, DoorPoint].flatMap((point) => point?.PointId ?? []);
  const view = useMemo(() => ({ range: 'custom' as const, custom: { from, to }, limits: true }), [from, to]);
  return (
    <>
      <TrackFacts track={track} />
      <div className="transport-columns">
        <div className="transport-stack">
          <TrackView track={track} at={at} onAt={setAt} />
          <VisitTable track={track} at={at} onAt={setAt} />
        </div>
        <div className="transport-stack">
          <TripTable track={track} at={at} onAt={setAt} />
          <StopTable track={track} at={at} onAt={setAt} mayAddFences />
        </div>
      </div>
      {pointIds.length === 0 ? null : (
        <section className="transport-panel">
          <Curve pointIds={pointIds} projectId={projectId} height={240} view={view} at={at} onAt={setAt} />
        </section>
      )}
    </>
  );
}

export function TrackFacts({ track }: { track: CarTrack }) {
  const t = useText(carText);
  const dates = useDates();
  const kilometres = (metres: number) => formatWithUnit(metres / 1000, 'km', 1);
  const unknown = track.GapList.reduce((sum, { FromEpoch, ToEpoch }) => sum + ToEpoch - FromEpoch, 0);
  return (
    <dl className="transport-facts">
      <Fact
        name={t.distance}
        value={
          <>
            {kilometres(track.DistanceMetres)}
            {track.OdometerMetres === null ? null : (
              <span className="transport-muted"> ({t.odometer(kilometres(track.OdometerMetres))})</span>
            )}
          </>
        }
      />
      <Fact name={t.driving} value={dates.duration(track.DrivingMs / 1000)} />
      <Fact name={t.stops} value={track.StopList.length} />
      {unknown > 0 ? <Fact name={t.gaps} value={dates.duration(unknown / 1000)} /> : null}
      {track.DroppedCount > 0 ? <Fact name="" value={t.dropped(track.DroppedCount)} /> : null}
    </dl>
  );
}

export function StopTable({
  track,
  at,
  onAt,
  mayAddFences = false,
}: {
  track: CarTrack;
  at: number;
  onAt: (at: number) => void;
  mayAddFences?: boolean;
}) {
  const t = useText(carText);
  const dialog = useDialog();
  const mayEdit = useMay('waybillEdit') && mayAddFences;
  const dates = useDates();
  const high = track.TemperaturePoint?.High ?? null;
  if (track.StopList.length === 0) return null;
  return (
    <section className="transport-panel" aria-label={t.stops}>
      <h2>{t.stops}</h2>
      <div className="transport-scroll">
        <table className="transport-table">
          <thead>
            <tr>
              <th scope="col">{t.stopNumber}</th>
              <th scope="col">{t.from}</th>
              <th scope="col">{t.lasting}</th>
              <th scope="col">{t.door}</th>
              <th scope="col" className="transport-right">
                {t.highest}
              </th>
              {mayEdit ? <td /> : null}
            </tr>
          </thead>
          <tbody>
            {track.StopList.map((stop, i) => (
              <tr
                key={stop.FromEpoch}
                className={at >= stop.FromEpoch && at <= stop.ToEpoch ? 'transport-row-chosen' : undefined}
              >
                <td>
                  <Button type="link" size="small" onClick={() => onAt(stop.FromEpoch)}>
                    {i + 1}
                  </Button>
                </td>
                <td>{dates.byMinute(stop.FromEpoch, track.ToEpoch)}</td>
                <td>
                  {dates.duration((stop.ToEpoch - stop.FromEpoch) / 1000)}
                  {stop.IsOpen ? <span className="transport-muted"> · {t.still}</span> : null}
                </td>
                <td>{stop.DoorOpenMs === null ? dash : dates.duration(stop.DoorOpenMs / 1000)}</td>
                <td
                  className={
                    high !== null && stop.HighestTemperature !== null && stop.HighestTemperature > high
                      ? 'transport-right transport-beyond'
                      : 'transport-right'
                  }
                >
                  {stop.HighestTemperature === null ? dash : `${formatNumber(stop.HighestTemperature, 1)} °C`}
                </td>
                {mayEdit ? (
                  <td>
                    <Button
                      type="text"
                      size="small"
                      icon={<EnvironmentOutlined />}
                      aria-label={t.makeFenceOf(i + 1)}
                      title={t.makeFenceOf(i + 1)}
                      onClick={() =>
                        dialog.open(
                          <FenceDialog
                            present={null}
                            at={{
                              latitude: Number(stop.Latitude.toFixed(6)),
                              longitude: Number(stop.Longitude.toFixed(6)),
                            }}
                            onClose={dialog.close}
                          />,
                        )
                      }
                    />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {dialog.shown}
    </section>
  );
}
