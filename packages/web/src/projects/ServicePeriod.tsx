import { useText } from '../lib/defineText.ts';
import { fieldText } from './projectsText.ts';

/** Start and end of the service: `2026-01-01 – 2026-12-31`, without an end "no end". */
export function ServicePeriod({ start, end }: { start: string | null; end: string | null }) {
  const f = useText(fieldText);
  if (start === null && end === null) return f.unlimited;
  return (
    <span className="tabular project-service">
      {start ?? '…'} – {end ?? f.unlimited}
    </span>
  );
}
