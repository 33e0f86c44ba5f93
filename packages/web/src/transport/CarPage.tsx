import type { CarInfo } from '@watchpost/contract';
import { dayMs, waybillStatusWords } from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { onTheWire, useZoneOf } from '../history/index.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import { useMay, useMaySetUp } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { Age, EmptyState, ErrorState, PageSkeleton, PageTitle, useSave, Value } from '../ui/index.ts';
import { TrackFacts } from './CarTrackPage.tsx';
import { callsAboutTransport } from './callsAboutTransport.ts';
import { GoodsPanel } from './GoodsPanel.tsx';
import { Fact, TrackView } from './TrackView.tsx';
import { carStateText, carText } from './text.ts';
import './transport.css';
import { VisitTable } from './VisitTable.tsx';

const stateTone = { driving: 'transport-tag-active', stopped: '', silent: 'transport-tag-warn', unknown: '' } as const;

/** One vehicle: what it says now, where it is, what is on board. Route /monitor/carDetail?id=. */
export function CarPage() {
  const t = useText(carText);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const car = useCall('getCarPointInfo', id === null ? null : { query: { carId: id } }, {
    scope: 'company',
    refetchInterval: 10_000,
  });
  if (id === null) return <EmptyState title={t.unknownCar} />;
  if (car.error && !car.data) return <ErrorState error={car.error} onRetry={() => void car.refetch()} />;
  if (!car.data) return <PageSkeleton />;
  return <Car key={id} car={car.data} />;
}

function Car({ car }: { car: CarInfo }) {
  const t = useText(carText);
  const states = useText(carStateText);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const maySetUp = useMaySetUp();
  const maySeeGoods = useMay('monitorView', 'waybillEdit');
  const dialog = useDialog();
  return (
    <div className="transport-page">
      <PageTitle
        title={car.CarName}
        subtitle={[car.PlateNumber, car.ProjectName].filter(Boolean).join(' · ')}
        actions={
          <>
            <Button onClick={() => navigate(links.carTrack(car.CarId))}>{t.track}</Button>
            <Button onClick={() => navigate(links.device(car.CarId, car.ProjectId))}>{t.device}</Button>
            {maySetUp ? (
              <Button onClick={() => dialog.open(<GatewayDialog car={car} onClose={dialog.close} />)}>{t.edit}</Button>
            ) : null}
          </>
        }
      />
      <dl className="transport-facts">
        <Fact
          name={t.states}
          value={<span className={`transport-tag ${stateTone[car.State]}`}>{states[car.State]}</span>}
        />
        {car.Speed === null ? null : <Fact name={t.speed} value={formatWithUnit(car.Speed, 'km/h')} />}
        {car.Position ? <Fact name={t.positionAge} value={<Age at={car.Position.Time} />} /> : null}
        <Fact name={t.plate} value={car.PlateNumber ?? <span className="transport-muted">{t.notSaid}</span>} />
        <Fact name={t.gateway} value={car.CarSn ?? <span className="transport-muted">{t.notSaid}</span>} />
      </dl>
      <div className="transport-columns">
        <LastDay car={car} />
        <div className="transport-stack">
          <section className="transport-panel" aria-label={t.values}>
            <h2>{t.values}</h2>
            <table className="transport-table">
              <tbody>
                {car.PointList.map((point) => (
                  <tr key={point.PointId}>
                    <th scope="row">{point.PointName}</th>
                    <td className="transport-right">
                      <Value value={point} level={point.AlarmLevel} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <section className="transport-panel" aria-label={t.waybills}>
            <h2>{t.waybills}</h2>
            {car.WaybillList.length === 0 ? <p className="transport-muted">{t.noWaybills}</p> : null}
            <ul className="transport-list">
              {car.WaybillList.map(({ WaybillId, WaybillNumber, TransportStatus }) => (
                <li key={WaybillId}>
                  <Link to={links.waybill(WaybillId, car.ProjectId)}>{WaybillNumber}</Link>{' '}
                  <span className="transport-tag">{inWords(waybillStatusWords[TransportStatus as 0 | 1 | 2])}</span>
                </li>
              ))}
            </ul>
          </section>
          <section className="transport-panel" aria-label={t.tags}>
            <h2>{t.tags}</h2>
            {car.TagList.length === 0 ? <p className="transport-muted">{t.noTags}</p> : null}
            <ul className="transport-list">
              {car.TagList.map(({ SensorId, TagSn, TagName, WaybillNumber }) => (
                <li key={SensorId}>
                  {TagName} <code>{TagSn}</code> <span className="transport-muted">{WaybillNumber}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
      {maySeeGoods
        ? car.WaybillList.map(({ WaybillId }) => <GoodsPanel key={WaybillId} waybillId={WaybillId} isNamed />)
        : null}
      {dialog.shown}
    </div>
  );
}

function LastDay({ car }: { car: CarInfo }) {
  const t = useText(carText);
  const dates = useDates();
  const timeZone = useZoneOf(car.ProjectId);
  const minute = Math.floor(useNow(60_000) / 60_000) * 60_000;
  const span = useMemo(() => ({ from: minute - dayMs, to: minute }), [minute]);
  const hasPosition = car.Position !== null;
  const track = useCall(
    'getCarTrack',
    hasPosition ? { query: { carId: car.CarId, ...onTheWire(span, timeZone) } } : null,
    { scope: 'company', placeholderData: (before) => before, staleTime: 60_000 },
  );
  const [at, setAt] = useState<number | null>(null);
  if (!hasPosition) return <EmptyState title={t.noFix} hint={t.noFixHint} />;
  return (
    <section className="transport-panel" aria-label={t.lastDay}>
      <h2 title={dates.dateTime(span.from)}>{t.lastDay}</h2>
      {track.data ? (
        <div className="transport-stack">
          <TrackFacts track={track.data} />
          <TrackView track={track.data} at={at ?? track.data.ToEpoch} onAt={setAt} />
          <VisitTable track={track.data} at={at ?? track.data.ToEpoch} onAt={setAt} />
        </div>
      ) : track.error ? (
        <ErrorState error={track.error} onRetry={() => void track.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </section>
  );
}

const GatewayForm = z.object({ CarSn: z.string().trim().max(64), PlateNumber: z.string().trim().max(20) });

function GatewayDialog({ car, onClose }: { car: CarInfo; onClose: () => void }) {
  const t = useText(carText);
  const save = useSave(callsAboutTransport, onClose);
  const form = useSchemaForm(GatewayForm, {
    initial: { CarSn: car.CarSn ?? '', PlateNumber: car.PlateNumber ?? '' },
    save: (values) => save('batchAddCarTag', { query: {}, body: [{ CarId: car.CarId, ...values }] }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.edit} onClose={onClose}>
      <form.Field name="CarSn" label={t.gateway} extra={t.gatewayHint}>
        <Input maxLength={64} />
      </form.Field>
      <form.Field name="PlateNumber" label={t.plate}>
        <Input maxLength={20} />
      </form.Field>
    </FormDialog>
  );
}
