import type { CarTrack } from '@watchpost/contract';
import { Button } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { carText } from './text.ts';
import './transport.css';

/** The trips of a track: when, how far, how warm. */
export function TripTable({ track, at, onAt }: { track: CarTrack; at: number; onAt: (at: number) => void }) {
  const t = useText(carText);
  const dates = useDates();
  if (track.TripList.length === 0) return null;
  return (
    <section className="transport-panel" aria-label={t.trips}>
      <h2>{t.trips}</h2>
      <div className="transport-scroll">
        <table className="transport-table">
          <thead>
            <tr>
              <th scope="col">{t.from}</th>
              <th scope="col">{t.until}</th>
              <th scope="col">{t.lasting}</th>
              <th scope="col" className="transport-right">
                {t.distance}
              </th>
              <th scope="col" className="transport-right">
                {t.highest}
              </th>
            </tr>
          </thead>
          <tbody>
            {track.TripList.map(({ FromEpoch, ToEpoch, DistanceMetres, HighestTemperature, IsOpen }) => (
              <tr key={FromEpoch} className={at >= FromEpoch && at <= ToEpoch ? 'transport-row-chosen' : undefined}>
                <td>
                  <Button type="link" size="small" onClick={() => onAt(FromEpoch)}>
                    {dates.byMinute(FromEpoch, track.ToEpoch)}
                  </Button>
                </td>
                <td>{IsOpen ? t.stillDriving : dates.byMinute(ToEpoch, track.ToEpoch)}</td>
                <td>{dates.duration((ToEpoch - FromEpoch) / 1000)}</td>
                <td className="transport-right">{formatWithUnit(DistanceMetres / 1000, 'km', 1)}</td>
                <td className="transport-right">
                  {HighestTemperature === null ? dash : `${formatNumber(HighestTemperature, 1)} °C`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
