import { useDates, useNow } from '../lib/dates.ts';

/** "3 min ago", counting by itself, with the exact time on hover. A dash for null. */
export function Age({ at, className }: { at: number | null; className?: string }) {
  const dates = useDates();
  const now = useNow(1000);
  return (
    <time
      className={className}
      dateTime={at === null ? undefined : new Date(at).toISOString()}
      title={dates.dateTimeSeconds(at)}
    >
      {dates.age(at, now)}
    </time>
  );
}
