import type { PlannedStop, WaybillDetail } from '@watchpost/contract';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { waybillText } from './text.ts';
import './transport.css';

/** Where a waybill is to stop on its way, and when it was there. */
export function StopsPanel({ waybill: { StopList, TransportStatus } }: { waybill: WaybillDetail }) {
  const t = useText(waybillText);
  const dates = useDates();
  if (StopList.length === 0) return null;
  const when = (epoch: number | null) => (epoch === null ? dash : dates.dateTime(epoch));
  const arrival = ({ ArriveEpoch, IsByHandover }: PlannedStop) =>
    ArriveEpoch === null ? (
      <span className="transport-muted">{TransportStatus < 2 ? t.notReached : t.noArrival}</span>
    ) : (
      <>
        {when(ArriveEpoch)} <span className="transport-muted">{IsByHandover ? t.byHandover : t.byItsTrack}</span>
      </>
    );
  return (
    <section className="transport-panel" aria-label={t.stops}>
      <h2>{t.stops}</h2>
      <div className="transport-scroll">
        <table className="transport-table">
          <thead>
            <tr>
              <th scope="col">{t.stop}</th>
              <th scope="col">{t.planned}</th>
              <th scope="col">{t.arrived}</th>
              <th scope="col">{t.left}</th>
            </tr>
          </thead>
          <tbody>
            {StopList.map((stop, i) => (
              <tr key={stop.StopId}>
                <th scope="row">
                  {i + 1}. {stop.StopName}{' '}
                  {stop.GeofenceName === null || stop.GeofenceName === stop.StopName ? null : (
                    <span className="transport-muted">{stop.GeofenceName}</span>
                  )}
                </th>
                <td>{when(stop.PlannedEpoch)}</td>
                <td>
                  {arrival(stop)}{' '}
                  {stop.IsLate ? <span className="transport-tag transport-tag-warn">{t.late}</span> : null}
                </td>
                <td>{when(stop.LeaveEpoch)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
