import type { BootUnitRow } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { distinctKeys } from '../lib/distinctKeys.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import { bootText } from './text.ts';
import './remoteBoot.css';

/** Pictures as thumbnails; each opens as a whole in a new tab. */
export function Pictures({
  title,
  urls,
  words,
  none,
}: {
  title: string;
  urls: readonly string[];
  words: (n: number) => string;
  /** What is said where there is none; otherwise nothing is shown. */
  none?: string;
}) {
  if (urls.length === 0 && none === undefined) return null;
  return (
    <section aria-label={title}>
      <h3 className="boot-section">{title}</h3>
      {urls.length === 0 ? (
        <p className="boot-why">{none}</p>
      ) : (
        <div className="form-photos">
          {distinctKeys(urls, (url) => url).map(([key, url], place) => (
            <a
              key={key}
              className="form-photo"
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={words(place + 1)}
            >
              <img src={url} alt={words(place + 1)} />
            </a>
          ))}
        </div>
      )}
    </section>
  );
}

/** What the installer photographed, for the person who decides. */
export function InstallPhotos({ of: unit }: { of: BootUnitRow }) {
  const t = useText(bootText);
  const course = useCall('getBootCourse', { query: { unitId: unit.UnitId } }, { scope: 'company' });
  if (course.data)
    return (
      <Pictures title={t.photos} urls={course.data.PhotoList.map(({ Url }) => Url)} words={t.photo} none={t.noPhotos} />
    );
  return course.error ? (
    <ErrorState error={course.error} onRetry={() => void course.refetch()} />
  ) : (
    <ListSkeleton rows={1} />
  );
}
