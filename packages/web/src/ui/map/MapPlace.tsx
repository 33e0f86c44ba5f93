import { Button } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { Skeleton } from '../Skeleton.tsx';
import { text } from './text.ts';
import './MapPlace.css';

/** What stands where a map will be. */
export function MapPlace({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const t = useText(text);
  if (!failed) {
    return (
      <div className="map-place" role="status" aria-label={t.loading}>
        <Skeleton height="100%" />
      </div>
    );
  }
  return (
    <div className="map-place map-place-failed" role="alert">
      <p>{t.failed}</p>
      <p className="map-place-hint">{t.failedHint}</p>
      <Button onClick={onRetry}>{t.retry}</Button>
    </div>
  );
}
