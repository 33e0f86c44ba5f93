import type { CarTrack } from '@watchpost/contract';
import { Button } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { carText } from './text.ts';
import './transport.css';

/** When a vehicle came to geofences and left them; what a silence hides is said as what is known. */
export function VisitTable({ track, at, onAt }: { track: CarTrack; at: number; onAt: (at: number) => void }) {
  const t = useText(carText);
  const dates = useDates();
  if (track.VisitList.length === 0) return null;
  const when = (epoch: number) => dates.byMinute(epoch, track.ToEpoch);
  return (
    <section className="transport-panel" aria-label={t.visits}>
      <h2>{t.visits}</h2>
      <div className="transport-scroll">
        <table className="transport-table">
          <thead>
            <tr>
              <th scope="col">{t.fence}</th>
              <th scope="col">{t.arrived}</th>
              <th scope="col">{t.left}</th>
              <th scope="col">{t.stayed}</th>
              <th scope="col">{t.door}</th>
              <th scope="col" className="transport-right">
                {t.highest}
              </th>
            </tr>
          </thead>
          <tbody>
            {track.VisitList.map((visit) => {
              const { FromEpoch, ToEpoch, IsArrivalKnown, IsDepartureKnown, IsOpen } = visit;
              const lasting = dates.duration((ToEpoch - FromEpoch) / 1000);
              return (
                <tr
                  key={`${visit.GeofenceId} ${FromEpoch}`}
                  className={at >= FromEpoch && at <= ToEpoch ? 'transport-row-chosen' : undefined}
                >
                  <td>
                    <Button type="link" size="small" onClick={() => onAt(FromEpoch)}>
                      {visit.GeofenceName}
                    </Button>
                  </td>
                  <td>{IsArrivalKnown ? when(FromEpoch) : t.notBefore(when(FromEpoch))}</td>
                  <td>{IsOpen ? t.stillInside : IsDepartureKnown ? when(ToEpoch) : t.notAfter(when(ToEpoch))}</td>
                  <td>{IsArrivalKnown && (IsDepartureKnown || IsOpen) ? lasting : t.atLeast(lasting)}</td>
                  <td>{visit.DoorOpenMs === null ? dash : dates.duration(visit.DoorOpenMs / 1000)}</td>
                  <td className="transport-right">
                    {visit.HighestTemperature === null ? dash : `${formatNumber(visit.HighestTemperature, 1)} °C`}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
