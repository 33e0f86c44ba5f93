import { CloseOutlined } from '@ant-design/icons';
import { Button, InputNumber } from 'antd';
import type { ClipboardEvent } from 'react';
import { useText } from '../../lib/defineText.ts';
import { MapPlace } from './MapPlace.tsx';
import type { MapTiles } from './mapSite.ts';
import './PlacePicker.css';
import type { PlaceMapProps } from './PlaceMap.tsx';
import { positionInText } from './position.ts';
import { text } from './text.ts';
import { lazyMap } from './useMapProgram.ts';

const useProgram = lazyMap(() => import('./PlaceMap.tsx').then((m) => m.PlaceMap));

/** As it is being typed: either may still be missing. */
export interface DraftPosition {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Both or neither. */
export const isWholePosition = ({ latitude, longitude }: DraftPosition): boolean =>
  (latitude === null) === (longitude === null);

/**
 * A position to choose: by a click on the map, by dragging the marker or moving it with the arrow keys, by typing or pasting
 * coordinates. Fits a `Form.Item`; the form says when one of the two numbers is missing (`isWholePosition`).
 */
export function PlacePicker({
  value = { latitude: null, longitude: null },
  onChange,
  tiles = null,
  disabled = false,
}: {
  value?: DraftPosition;
  onChange?: (next: DraftPosition) => void;
  tiles?: MapTiles | null;
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
        <InputNumber<number>
          aria-label={t.latitude}
          prefix={t.latitude}
          title={t.latitudeRange}
          min={-90}
          max={90}
          precision={6}
          controls={false}
          disabled={disabled}
          value={latitude}
          onChange={(next) => onChange?.({ latitude: next, longitude })}
        />
        <InputNumber<number>
          aria-label={t.longitude}
          prefix={t.longitude}
          title={t.longitudeRange}
          min={-180}
          max={180}
          precision={6}
          controls={false}
          disabled={disabled}
          value={longitude}
          onChange={(next) => onChange?.({ latitude, longitude: next })}
        />
        {disabled || (latitude === null && longitude === null) ? null : (
          <Button type="text" icon={<CloseOutlined />} onClick={() => onChange?.({ latitude: null, longitude: null })}>
            {t.clear}
          </Button>
        )}
      </div>
      <div className="place-picker-map">
        <PlaceView
          label={t.pickOnMap}
          position={latitude === null || longitude === null ? null : { latitude, longitude }}
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
