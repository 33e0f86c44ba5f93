import type { WhatGoesWith } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { goesAlongText, projectsText } from './projectsText.ts';

/** What hangs on these places, counted, before somebody deletes or hands them over. */
export function GoesAlong({
  ids,
  without = [],
  itself,
}: {
  ids: readonly number[];
  without?: readonly (keyof WhatGoesWith)[];
  /** What the one place is: no word is made of it when nothing of its kind goes along. */
  itself?: keyof WhatGoesWith;
}) {
  const t = useText(projectsText);
  const counted = useText(goesAlongText);
  const { company } = useSession();
  const answer = useCall(
    'getWhatGoesWith',
    { query: { companyId: company.CompanyId, subareaIdList: [...ids] } },
    { scope: 'company', staleTime: 0 },
  );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton height={44} />;
  const parts = (Object.keys(counted) as (keyof WhatGoesWith)[])
    .filter((name) => !without.includes(name) && answer.data[name] > (name === itself ? 1 : 0))
    .map((name) => counted[name](answer.data[name]));
  return (
    <p className="project-goes-along">
      {parts.length === 0 ? (
        t.nothingGoesAlong
      ) : (
        <>
          <b>{t.goesAlong}</b> {parts.join(' · ')}
        </>
      )}
    </p>
  );
}
