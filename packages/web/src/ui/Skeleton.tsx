import { defineText, useText } from '../lib/defineText.ts';
import './Skeleton.css';

const text = defineText({ loading: { zh: '加载中', en: 'Loading' } });

/** A grey bar of the size of what is coming, so that nothing jumps when it arrives. */
export const Skeleton = ({ width = '100%', height = 14 }: { width?: number | string; height?: number | string }) => (
  <span className="skeleton" style={{ width, height }} aria-hidden="true" />
);

/** A page's worth of bars, announced once as "loading". Shown only after 150 ms, so that quick loads do not flicker. */
export function PageSkeleton({ cards = 6 }: { cards?: number }) {
  const t = useText(text);
  return (
    <div className="skeleton-page" role="status" aria-label={t.loading}>
      <Skeleton width="100%" height={64} />
      <div className="skeleton-cards">
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
          <Skeleton key={index} height={138} />
        ))}
      </div>
    </div>
  );
}

/** Rows of a list that is on its way. */
export function ListSkeleton({ rows = 4 }: { rows?: number }) {
  const t = useText(text);
  return (
    <div className="skeleton-list" role="status" aria-label={t.loading}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
        <div key={index} className="skeleton-row">
          <Skeleton width="45%" />
          <Skeleton width="80%" height={12} />
        </div>
      ))}
    </div>
  );
}
