import { movesFrom, type WaybillDetail, type WaybillTag, waybillMoves } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Curve } from '../history/index.ts';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, useDialog } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle, useSave } from '../ui/index.ts';
import { CertificatesPanel } from './CertificatesPanel.tsx';
import { callsAboutTransport } from './callsAboutTransport.ts';
import { GoodsPanel } from './GoodsPanel.tsx';
import { HandoversPanel } from './HandoversPanel.tsx';
import { StopsPanel } from './StopsPanel.tsx';
import { Fact } from './TrackView.tsx';
import { TripPanel } from './TripPanel.tsx';
import { waybillText } from './text.ts';
import './transport.css';
import { BindDialog, MoveDialog, rangeInWords, WaybillDialog } from './WaybillDialogs.tsx';
import { WaybillStatusTag } from './WaybillStatusTag.tsx';

/** Spec §9: a curve has ten points at most. */
const curvePoints = 10;

/** One waybill: where it stands, how warm its goods were, and what happened to it. */
export function WaybillView({ id }: { id: number }) {
  const waybill = useCall(
    'getWaybillManagement',
    { query: { waybillId: id } },
    { scope: 'company', refetchInterval: 60_000 },
  );
  if (waybill.error && !waybill.data)
    return <ErrorState error={waybill.error} onRetry={() => void waybill.refetch()} />;
  if (!waybill.data) return <PageSkeleton />;
  return <View waybill={waybill.data} />;
}

function View({ waybill }: { waybill: WaybillDetail }) {
  const t = useText(waybillText);
  const inWords = useBilingual();
  const dates = useDates();
  const dialog = useDialog();
  const when = (epoch: number | null) => (epoch === null ? dash : dates.dateTime(epoch));
  const route = [waybill.Origin, waybill.Destination].filter(Boolean).join(' → ');
  const moves = waybill.MayEdit ? movesFrom(waybill.TransportStatus as 0) : [];
  return (
    <div className="transport-page">
      <PageTitle
        title={waybill.WaybillNumber}
        subtitle={route}
        actions={
          waybill.MayEdit ? (
            <>
              {moves.map((move, i) => (
                <Button
                  key={move}
                  type={i === 0 ? 'primary' : 'default'}
                  danger={i > 0}
                  onClick={() => dialog.open(<MoveDialog move={move} waybill={waybill} onClose={dialog.close} />)}
                >
                  {inWords(waybillMoves[move])}
                </Button>
              ))}
              <Button onClick={() => dialog.open(<WaybillDialog present={waybill} onClose={dialog.close} />)}>
                {t.edit}
              </Button>
            </>
          ) : null
        }
      />
      <section className="transport-panel" aria-label={t.facts}>
        <dl className="transport-facts">
          <Fact
            name={t.status}
            value={
              <>
                <WaybillStatusTag status={waybill.TransportStatus} />{' '}
                {waybill.MovesByFence && waybill.TransportStatus < 2 ? (
                  <span className="transport-tag">{t.followsFences}</span>
                ) : null}{' '}
                {waybill.IsLate ? <span className="transport-tag transport-tag-warn">{t.late}</span> : null}
              </>
            }
          />
          <Fact
            name={t.car}
            value={
              waybill.CarId === null ? (
                (waybill.CarName ?? dash)
              ) : (
                <Link to={links.car(waybill.CarId, waybill.ProjectId)}>{waybill.CarName}</Link>
              )
            }
          />
          <Fact
            name={t.range}
            value={waybill.TempRangeName === null ? t.noRange : `${waybill.TempRangeName} (${rangeInWords(waybill)})`}
          />
          <Fact name={t.shipper} value={waybill.Shipper || dash} />
          <Fact name={t.consignee} value={waybill.Consignee || dash} />
          <Fact name={t.goods} value={[waybill.Goods, waybill.Quantity].filter(Boolean).join(' · ') || dash} />
          <Fact name={t.plannedDepart} value={when(waybill.PlannedDepart)} />
          <Fact name={t.plannedArrive} value={when(waybill.PlannedArrive)} />
          {waybill.OriginFenceId === null || waybill.TransportStatus !== 0 ? null : (
            <Fact
              name={t.leftByTrack}
              value={
                <>
                  {waybill.FenceDeparture === null ? t.notLeftYet : dates.dateTime(waybill.FenceDeparture)}{' '}
                  <span className="transport-muted">{waybill.OriginFenceName}</span>
                </>
              }
            />
          )}
          <Fact name={t.departed} value={when(waybill.DepartEpoch)} />
          {waybill.DestinationFenceId === null ? null : (
            <Fact
              name={t.arrivedByTrack}
              value={
                <>
                  {waybill.FenceArrival === null ? t.notThereYet : dates.dateTime(waybill.FenceArrival.FromEpoch)}{' '}
                  <span className="transport-muted">{waybill.DestinationFenceName}</span>
                </>
              }
            />
          )}
          <Fact name={t.arrived} value={when(waybill.ArriveEpoch)} />
          {waybill.EndEpoch === null ? null : <Fact name={t.ended} value={when(waybill.EndEpoch)} />}
          {waybill.Remark ? <Fact name={t.note} value={waybill.Remark} /> : null}
        </dl>
      </section>
      <StopsPanel waybill={waybill} />
      <section className="transport-panel" aria-label={t.tags}>
        <div className="transport-head">
          <h2>{t.tags}</h2>
          {waybill.MayEdit ? (
            <Button onClick={() => dialog.open(<BindDialog waybill={waybill} onClose={dialog.close} />)}>
              {t.bind}
            </Button>
          ) : null}
        </div>
        {waybill.TagList.length === 0 ? (
          <EmptyState title={t.noTags} hint={t.noTagsHint} />
        ) : (
          <TagTable
            waybill={waybill}
            onUnbind={(tag) => dialog.open(<UnbindDialog waybill={waybill} tag={tag} onClose={dialog.close} />)}
          />
        )}
      </section>
      {waybill.GoodsLagMinutes === null || waybill.TagList.length === 0 ? null : (
        <GoodsPanel waybillId={waybill.WaybillId} />
      )}
      <TripPanel waybill={waybill} />
      <HandoversPanel waybill={waybill} />
      <CertificatesPanel waybill={waybill} />
      <WholeCurve waybill={waybill} />
      <section className="transport-panel" aria-label={t.course}>
        <h2>{t.course}</h2>
        <ol className="transport-list transport-course">
          {waybill.EventList.map(({ Time, UserName, Content }) => (
            <li key={`${Time} ${Content}`}>
              <time dateTime={new Date(Time).toISOString()}>
                {dates.dateTime(Time)} {UserName}
              </time>
              {Content}
            </li>
          ))}
        </ol>
      </section>
      {dialog.shown}
    </div>
  );
}

function TagTable({ waybill, onUnbind }: { waybill: WaybillDetail; onUnbind: (tag: WaybillTag) => void }) {
  const t = useText(waybillText);
  const dates = useDates();
  const now = useNow(60_000);
  const degrees = (value: number | null) => (value === null ? dash : `${formatNumber(value, 1)} °C`);
  const isBeyond = (value: number | null) =>
    value !== null &&
    ((waybill.High !== null && value > waybill.High) || (waybill.Low !== null && value < waybill.Low));
  const cell = (value: number | null) => (
    <td className={isBeyond(value) ? 'transport-right transport-beyond' : 'transport-right'}>{degrees(value)}</td>
  );
  return (
    <div className="transport-scroll">
      <table className="transport-table">
        <thead>
          <tr>
            <th scope="col">{t.tags}</th>
            {[t.beyond, t.highest, t.lowest, t.mean].map((title) => (
              <th key={title} scope="col" className="transport-right">
                {title}
              </th>
            ))}
            <th scope="col" className="transport-right" title={t.kineticHint}>
              {t.kinetic}
            </th>
            <th scope="col" className="transport-right">
              {t.coverage}
            </th>
            <th scope="col">{t.place}</th>
            <th scope="col">{t.boundFrom}</th>
            <th scope="col">{t.boundUntil}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {waybill.TagList.map((tag) => {
            const until = tag.UnboundEpoch ?? now;
            const share = tag.KnownMs === null ? null : Math.min(1, tag.KnownMs / Math.max(1, until - tag.BoundEpoch));
            return (
              <tr key={`${tag.TagSn} ${tag.BoundEpoch}`}>
                <th scope="row">
                  {tag.TagName} {tag.TagName === tag.TagSn ? null : <code>{tag.TagSn}</code>}
                </th>
                <td className={tag.BeyondMs ? 'transport-right transport-beyond' : 'transport-right'}>
                  {tag.BeyondMs === null ? dash : dates.duration(tag.BeyondMs / 1000)}
                </td>
                {cell(tag.Highest)}
                {cell(tag.Lowest)}
                {cell(tag.Mean)}
                <td className={isBeyond(tag.KineticMean) ? 'transport-right transport-beyond' : 'transport-right'}>
                  {degrees(tag.KineticMean)}
                  {tag.WorstDay === null ? null : (
                    <div className="transport-muted" title={dates.dateTime(tag.WorstDay.FromEpoch)}>
                      {t.worstDay(degrees(tag.WorstDay.KineticMean))}
                    </div>
                  )}
                </td>
                <td className="transport-right">{share === null ? dash : formatWithUnit(share * 100, '%', 1)}</td>
                <td>{tag.Place || dash}</td>
                <td>{dates.dateTime(tag.BoundEpoch)}</td>
                <td>{tag.UnboundEpoch === null ? t.live : dates.dateTime(tag.UnboundEpoch)}</td>
                <td>
                  {waybill.MayEdit && tag.UnboundEpoch === null ? (
                    <Button type="link" size="small" onClick={() => onUnbind(tag)}>
                      {t.unbind}
                    </Button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function UnbindDialog({ waybill, tag, onClose }: { waybill: WaybillDetail; tag: WaybillTag; onClose: () => void }) {
  const t = useText(waybillText);
  const save = useSave(callsAboutTransport, onClose);
  return (
    <ConfirmDialog
      title={t.unbindOf(tag.TagName)}
      ok={t.unbind}
      danger={false}
      act={() =>
        save(
          'waybillUnbindTagsWebV2',
          { body: { WaybillId: waybill.WaybillId, SensorIdList: [tag.SensorId!] } },
          t.unbound,
        )
      }
      onClose={onClose}
    >
      <p>{t.unbindHint}</p>
    </ConfirmDialog>
  );
}

/** The temperatures of all tags from the first binding to the last. */
function WholeCurve({ waybill }: { waybill: WaybillDetail }) {
  const t = useText(waybillText);
  const minute = Math.floor(useNow(60_000) / 60_000) * 60_000;
  const known = waybill.TagList.filter(({ PointId }) => PointId !== null);
  const pointIds = [...new Set(known.flatMap(({ PointId }) => PointId ?? []))].slice(0, curvePoints);
  const from = Math.min(...known.map(({ BoundEpoch }) => BoundEpoch));
  const to = Math.max(...known.map(({ UnboundEpoch }) => UnboundEpoch ?? minute));
  const view = useMemo(() => ({ range: 'custom' as const, custom: { from, to } }), [from, to]);
  if (pointIds.length === 0 || to <= from) return null;
  return (
    <section className="transport-panel" aria-label={t.curve}>
      <h2>{t.curve}</h2>
      <Curve key={pointIds.join()} pointIds={pointIds} projectId={waybill.ProjectId} height={300} view={view} />
    </section>
  );
}
