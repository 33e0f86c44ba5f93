import { EnvironmentOutlined } from '@ant-design/icons';
import { coordinateNames, type DeviceRow, type PointValue, positionSilentMs } from '@watchpost/contract';
import { Link } from 'react-router';
import { useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { formatNumber } from '../lib/numbers.ts';
import { Age, Value } from '../ui/index.ts';
import './DeviceCard.css';
import { text } from './text.ts';

/** What a card says of a vehicle beside its temperature. */
const stateCodes = ['doorState', 'runState', 'speed'];

/** Where a vehicle was last and how old that is, its doors, its unit and its speed; nothing of a device that has no position. */
export function VehicleLine({ device, brief }: { device: DeviceRow; brief: boolean }) {
  const t = useText(text);
  const now = useNow(10_000);
  const [latitude, longitude] = [coordinateNames.latitude, coordinateNames.longitude].map((pattern) =>
    device.Points.find(({ Unit, PointName }) => Unit === '°' && pattern.test(PointName)),
  );
  if (!latitude || !longitude) return null;
  const isKnown = latitude.Value !== null && longitude.Value !== null && latitude.Time !== null;
  const isOld = latitude.Time !== null && now - latitude.Time > positionSilentMs;
  const states = brief ? [] : device.Points.filter(({ PointTypeCode }) => stateCodes.includes(PointTypeCode ?? ''));
  return (
    <div className="device-card-vehicle">
      <span>
        <EnvironmentOutlined aria-hidden />{' '}
        {isKnown ? (
          <>
            <Link
              className="device-card-above"
              to={links.car(device.Mtid, device.ProjectId)}
              title={t.positionOf(device.MName)}
            >
              {`${formatNumber(latitude.Value!, 4)}, ${formatNumber(longitude.Value!, 4)}`}
            </Link>{' '}
            <Age at={latitude.Time} className={isOld ? 'device-card-above device-card-old' : 'device-card-above'} />
          </>
        ) : (
          t.noPosition
        )}
      </span>
      {states.map((point) => (
        <State key={point.PointId} point={point} />
      ))}
    </div>
  );
}

const State = ({ point }: { point: PointValue }) => (
  <span>
    {point.PointName} <Value value={point} level={point.AlarmLevel} />
  </span>
);
