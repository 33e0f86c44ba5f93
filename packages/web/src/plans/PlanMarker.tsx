import type { DeviceRow, PlanItem, PointValue } from '@watchpost/contract';
import {
  alarmLevelOf,
  hollowShape,
  isOffline,
  mainPointOf,
  NoDataMark,
  notShownOf,
  standOf,
  statusText,
  useNotShownWords,
} from '../devices/index.ts';
import { type Text, useText } from '../lib/defineText.ts';
import { dash, formatWithUnit } from '../lib/numbers.ts';
import { isStale, severityOf, severityShapes, severityText } from '../ui/index.ts';
import { type MarkerSize, markerBox } from './markerSizes.ts';
import { planText } from './text.ts';

const mostNameUnits = 15;

/** A Chinese character takes the room of two others. */
function shortened(name: string): string {
  let units = 0;
  for (const [index, character] of [...name].entries()) {
    units += (character.codePointAt(0) ?? 0) > 0x2e80 ? 1.7 : 1;
    if (units > mostNameUnits) return `${[...name].slice(0, index).join('')}…`;
  }
  return name;
}

export const pointShown = (item: Pick<PlanItem, 'PointId'>, device: DeviceRow): PointValue | null =>
  (item.PointId === null ? null : device.Points.find(({ PointId }) => PointId === item.PointId)) ?? mainPointOf(device);

/** The value that stands on the plan; a dash while none can be trusted. */
export function valueShown(point: PointValue | null, now: number): string {
  if (!point || point.Time === null || point.Quality === 'bad' || isStale(point, now)) return dash;
  return point.ValueText ?? formatWithUnit(point.Value, point.Unit, point.Decimals);
}

/**
 * How a device stands, in one word, and what keeps its alarms from being shown.
 *
 * @returns a function whose `isNever` says that nothing is kept of the device from before the moment that is shown
 */
export function useStateWords(): (device: DeviceRow, now: number, isNever?: boolean) => string {
  const t: Text<typeof planText> = useText(planText);
  const severities = useText(severityText);
  const statuses = useText(statusText);
  const notShownWords = useNotShownWords();
  return (device, now, isNever = false) => {
    const level = alarmLevelOf(device);
    if (level !== null) return severities[severityOf(level)];
    if (isNever) return t.noEarlierData;
    const stand = statuses[standOf(device, now)];
    const notShown = notShownOf(device, now);
    return notShown ? t.standAnd(stand, notShownWords(notShown, now)) : stand;
  };
}

/**
 * The name of the link or button around a marker: what the marker shows, word for word, with its state; the whole name of the
 * device behind it where the marker shortens it.
 */
export function useMarkerWords(): (
  item: Pick<PlanItem, 'PointId'>,
  device: DeviceRow,
  now: number,
  isNever?: boolean,
) => string {
  const t = useText(planText);
  const stateWords = useStateWords();
  return (item, device, now, isNever = false) => {
    const short = shortened(device.MName);
    const words = t.deviceWords(short, valueShown(pointShown(item, device), now), stateWords(device, now, isNever));
    return short === device.MName ? words : t.wholeName(words, device.MName);
  };
}

/**
 * One device as it stands on a plan, drawn around 0/0 in CSS pixels. Its state reads by outline, hatch and mark, not by
 * colour alone; to a screen reader the link or button around it says all of it in words.
 */
export function PlanMarker({
  item,
  device,
  now,
  size,
  selected = false,
  isNever = false,
}: {
  item: Pick<PlanItem, 'PointId'>;
  device: DeviceRow;
  now: number;
  size: MarkerSize;
  selected?: boolean;
  /** Nothing is kept of it from before the moment that is shown. */
  isNever?: boolean;
}) {
  const level = alarmLevelOf(device);
  const stand = isNever ? 'never' : standOf(device, now);
  const notShown = isNever ? null : notShownOf(device, now);
  const { width, height } = markerBox[size];
  const round = size === 'dot' ? width / 2 : 6;
  const severity = level === null ? null : severityOf(level);
  const state = `plan-marker-${severity ?? stand}`;
  const corner = size === 'dot' ? 'translate(-8 -8)' : `translate(${width / 2 - 10} ${-height / 2 - 8})`;
  return (
    <g aria-hidden className={`plan-marker ${state}${selected ? ' plan-marker-selected' : ''}`}>
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={round} />
      {!isNever && isOffline(device, now) ? (
        <rect
          className="plan-marker-hatch"
          x={-width / 2}
          y={-height / 2}
          width={width}
          height={height}
          rx={round}
          fill="url(#plan-hatch)"
        />
      ) : null}
      {size === 'named' ? (
        <text className="plan-marker-name" x={-width / 2 + 8} y={-5}>
          {shortened(device.MName)}
        </text>
      ) : null}{' '}
      {size === 'dot' ? null : (
        <text
          className="plan-marker-value"
          x={size === 'named' ? -width / 2 + 8 : 0}
          y={size === 'named' ? 14 : 5}
          textAnchor={size === 'named' ? 'start' : 'middle'}
        >
          {valueShown(pointShown(item, device), now)}
        </text>
      )}
      {severity ? (
        <path className="plan-marker-mark" transform={corner} d={severityShapes[severity]} />
      ) : notShown ? (
        <path className="not-shown-mark" transform={corner} d={hollowShape(notShown.level)} />
      ) : stand === 'noData' ? (
        <PartlyUnknown transform={corner} />
      ) : null}
    </g>
  );
}

/** The sign of what is not known, on the ground of a marker. */
export const PartlyUnknown = ({ transform }: { transform: string }) => (
  <g className="plan-marker-unknown" transform={transform}>
    <circle cx="8" cy="8" r="8" stroke="none" />
    <NoDataMark size={16} />
  </g>
);

/** What markers of a drawing share. */
export const PlanPatterns = () => (
  <defs>
    <pattern id="plan-hatch" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0V6" className="plan-hatch-line" />
    </pattern>
  </defs>
);
