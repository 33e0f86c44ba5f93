import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { printText } from './text.ts';

export interface PrintedDevice {
  readonly key: string;
  readonly name: string;
  readonly area: string | null;
  readonly state: string;
  readonly value: string;
  /** Epoch ms; null: nothing was measured. */
  readonly measuredAt: number | null;
}

/** What stands on the drawing above, in words and figures. */
export function PrintedDevices({ devices }: { devices: readonly PrintedDevice[] }) {
  const t = useText(printText);
  const dates = useDates();
  if (devices.length === 0) return null;
  return (
    <table className="print-table">
      <thead>
        <tr>
          <th scope="col">{t.device}</th>
          <th scope="col">{t.area}</th>
          <th scope="col">{t.state}</th>
          <th scope="col" className="print-number">
            {t.value}
          </th>
          <th scope="col">{t.measured}</th>
        </tr>
      </thead>
      <tbody>
        {devices.map(({ key, name, area, state, value, measuredAt }) => (
          <tr key={key}>
            <td>{name}</td>
            <td>{area ?? t.noArea}</td>
            <td>{state}</td>
            <td className="print-number">{value}</td>
            <td>{dates.dateTime(measuredAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
