import type { DeviceRow, PointValue } from '@watchpost/contract';
import { pointDataOf } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import './NoDataTag.css';
import { unknownPoints } from './deviceState.ts';
import { text } from './text.ts';

/** A broken ring with a question mark: the sign of what is not known. */
export function NoDataMark({ size = 12 }: { size?: number }) {
  return (
    <svg className="no-data-mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.8" strokeDasharray="4 2.8" />
      <path
        d="M6 6.4a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3M8 11.4v.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Which part of a device is not known, in as few words as a tag holds: "No data: Door +1". Null while all of it is. */
export function NoDataTag({ device, now }: { device: DeviceRow; now: number }) {
  const t = useText(text);
  const unknown = unknownPoints(device, now);
  const [first, ...others] = unknown;
  if (!first) return null;
  const wordsOf = (point: PointValue) => {
    const silent = pointDataOf(point, now) === 'silent';
    // The card's own number needs no name.
    if (point.PointId === device.MainPointId) return silent ? t.noData : t.badData;
    return silent ? t.noDataOf(point.PointName) : t.badDataOf(point.PointName);
  };
  return (
    <span className="no-data-tag" title={unknown.map(wordsOf).join(' · ')}>
      <NoDataMark size={11} />
      <span>
        {wordsOf(first)}
        {others.length > 0 ? ` ${t.moreAlarms(others.length)}` : ''}
      </span>
    </span>
  );
}
