import { CloseOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { ClipboardEvent } from 'react';
import { useText } from '../../lib/defineText.ts';
import { MapPlace } from './MapPlace.tsx';
import type { MapTiles, Position } from './mapSite.ts';
import './PlacePicker.css';
import type { PlaceMapProps } from './PlaceMap.tsx';
import { positionInText } from './position.ts';
import { text } from './text.ts';
import { lazyMap } from './useMapProgram.ts';

const useProgram = lazyMap(() => import('./PlaceMap.tsx').then((m) => m.PlaceMap));

/** As it is being typed: either may still be missing, or (then it is the text) be no number. */
export interface DraftPosition {
  readonly latitude: number | string | null;
  readonly longitude: number | string | null;
}

/** What was typed, as a number when it is one: what is wrong with anything else the form says, nothing is made right silently. */
const typedNumber = (typed: string): number | string | null => {
  const text = typed.trim();
  return text === '' ? null : /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : typed;
};

/** What the map can show of it. */
const positionOf = ({ latitude, longitude }: DraftPosition): Position | null =>
  typeof latitude === 'number' &&
  typeof longitude === 'number' &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : null;

/**
 * A position to choose: by a click on the map, by dragging the marker or moving it with the arrow keys, by typing or pasting
 * coordinates. Fits a `Form.Item`; the form says when a number is missing or out of range.
 *
 * @param onLeave a field was left
 */
export function PlacePicker({
  value = { latitude: null, longitude: null },
  onChange,
  onLeave,
  tiles,
  disabled = false,
}: {
  value?: DraftPosition;
  onChange?: (next: DraftPosition) => void;
  onLeave?: () => void;
  tiles: MapTiles | null;
  disabled?: boolean;
}) {
  const t = useText(text);
  const { latitude, longitude } = value;
  /** Both numbers at once, into whichever field. */
  const paste = (event: ClipboardEvent) => {
    const pasted = positionInText(event.clipboardData.getData('text'));
    if (!pasted) return;
    event.preventDefault();
    onChange?.(pasted);
  };
  return (
    <div className="place-picker">
      <div className="place-picker-numbers" onPaste={paste}>
        {(['latitude', 'longitude'] as const).map((name) => (
          <Input
            key={name}
            aria-label={t[name]}
            prefix={t[name]}
            title={name === 'latitude' ? t.latitudeRange : t.longitudeRange}
            inputMode="text"
            maxLength={20}
            disabled={disabled}
            value={value[name] ?? ''}
            onChange={({ target }) => onChange?.({ latitude, longitude, [name]: typedNumber(target.value) })}
            onBlur={onLeave}
          />
        ))}
        {disabled || (latitude === null && longitude === null) ? null : (
          <Button type="text" icon={<CloseOutlined />} onClick={() => onChange?.({ latitude: null, longitude: null })}>
            {t.clear}
          </Button>
        )}
      </div>
      <div className="place-picker-map">
        <PlaceView
          label={t.pickOnMap}
          position={positionOf(value)}
          tiles={tiles}
          onChange={disabled ? undefined : onChange}
        />
      </div>
      {disabled ? null : <p className="place-picker-hint">{t.pickHint}</p>}
    </div>
  );
}

/** One place on the map. Fills its parent. */
export function PlaceView(props: PlaceMapProps) {
  const { Program, failed, retry } = useProgram();
  return Program ? <Program {...props} /> : <MapPlace failed={failed} onRetry={retry} />;
}
