import type { AlarmRow, DeviceRow } from '@watchpost/contract';
import { memo, useMemo } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import { levelShown, limitText, nearestLimits } from '../points/index.ts';
import { Age, qualityText, reasonInWords, Value } from '../ui/index.ts';
import './DeviceCard.css';
import { DeviceTag } from './DeviceTag.tsx';
import { alarmLevelOf, type CardValue, type cardValueOf, mainPointOf } from './deviceState.ts';
import { limitsInWords } from './limitsInWords.ts';
import { PausedWords } from './PendingWords.tsx';
import { Sparkline } from './Sparkline.tsx';
import { type Scale, sparklineOf, type Trend } from './sparkline.ts';
import { text } from './text.ts';
import { VehicleLine } from './VehicleLine.tsx';

const trendMs = 6 * 3_600_000;
/** On a wide card, besides the main one. */
const mostPointsBeside = 8;

/** The trend of a device's main point with its limits, ending in the present value while that can be trusted. */
export function Trendline({
  device,
  trend,
  minute,
  state,
  scale,
}: {
  device: DeviceRow;
  trend: Trend | undefined;
  scale: Scale | null;
  minute: number;
  state: CardValue;
}) {
  const t = useText(text);
  const point = mainPointOf(device);
  const trusted = state === 'good' || state === 'uncertain';
  const shape = useMemo(() => {
    if (!point) return null;
    const { upper, lower } = nearestLimits(point);
    const latest =
      trusted && point.Time !== null && point.Value !== null ? { time: point.Time, value: point.Value } : null;
    const limits = { upper: upper?.value ?? null, lower: lower?.value ?? null };
    return sparklineOf(trend ?? [], latest, limits, minute - trendMs, minute, scale);
  }, [point, trend, minute, trusted, scale]);
  const words = (value: number) => formatWithUnit(value, point?.Unit ?? '', point?.Decimals ?? 0);
  return (
    <Sparkline
      shape={shape}
      label={shape ? t.trend(words(shape.min), words(shape.max)) : t.noTrend}
      level={trusted && point ? levelShown(point) : null}
      tone={trusted ? 'live' : 'old'}
    />
  );
}

/** Why there is no number, in a line under the dash; null while there is one. */
export function useReason(device: DeviceRow, state: CardValue): string | null {
  const t = useText(text);
  const qualities = useText(qualityText);
  const point = mainPointOf(device);
  if (!point) return t.noMainPoint;
  if (state === 'none' || point.Time === null) return t.noValue;
  if (state === 'bad') return reasonInWords(point.QualityReason, point.ExceptionCode, qualities) ?? t.invalid;
  if (state === 'uncertain') return reasonInWords(point.QualityReason, point.ExceptionCode, qualities);
  if (state === 'stale') return t.stale;
  return null;
}

/**
 * One device: name, what it does or what is wrong, its big number, the last six hours with the limit, and how old that is.
 * Draws again only when its own device changes.
 *
 * @param state judged by the board, because a value turns stale without any message
 * @param minute the end of the trend
 */
export const DeviceCard = memo(function DeviceCard({
  device,
  alarm,
  trend,
  state,
  scale,
  minute,
  wide = false,
  onOpenAlarm,
}: {
  device: DeviceRow;
  alarm: AlarmRow | undefined;
  trend: Trend | undefined;
  state: ReturnType<typeof cardValueOf>;
  scale: Scale | null;
  minute: number;
  /** Where there is room: with its other values beside the curve. */
  wide?: boolean;
  onOpenAlarm: (alarmId: number) => void;
}) {
  const t = useText(text);
  const limitNames = useText(limitText);
  const point = mainPointOf(device);
  const level = alarmLevelOf(device);
  const old = state === 'offline' || state === 'stale';
  const reason = useReason(device, state);
  return (
    <article
      className={`device-card device-card-${state}${wide ? ' device-card-wide' : ''}${level ? ` device-card-level-${level}` : ''}${old ? ' hatched' : ''}`}
    >
      <div className="device-card-head">
        <h3>
          <Link to={links.device(device.Mtid)} title={device.MName}>
            {device.MName}
          </Link>
        </h3>
        <DeviceTag device={device} alarm={alarm} onOpenAlarm={onOpenAlarm} />
      </div>
      <div className="device-card-value">
        {point ? (
          <Value value={point} size="large" level={levelShown(point)} />
        ) : (
          <span className="device-card-nothing">–</span>
        )}
        {reason ? (
          <span className="device-card-reason">{reason}</span>
        ) : point ? (
          <PausedWords point={point} brief />
        ) : null}
      </div>
      <Trendline device={device} trend={trend} minute={minute} state={state} scale={scale} />
      {wide ? (
        <dl className="device-card-points">
          {device.Points.filter(({ PointId }) => PointId !== point?.PointId)
            .slice(0, mostPointsBeside)
            .map((each) => (
              <div key={each.PointId}>
                <dt title={each.PointName}>{each.PointName}</dt>
                <dd>
                  <Value value={each} level={levelShown(each)} />
                </dd>
              </div>
            ))}
        </dl>
      ) : null}
      <VehicleLine device={device} brief={wide} />
      <div className="device-card-foot">
        <span className="device-card-limit">
          {point ? (limitsInWords(point, t, limitNames, true) ?? t.noLimits) : ''}
        </span>
        {point?.Time ? <Age at={point.Time} /> : null}
      </div>
    </article>
  );
});
