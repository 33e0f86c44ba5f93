import type { LimitForecast } from '../platform/statistics/forecastLimit.ts';
import type { WarningFacts } from './warnings.store.ts';

/** What is known of a point that comes to a limit; it is compared with nobody. */
export const forecastFacts = (
  about: Pick<WarningFacts, 'deviceId' | 'pointId' | 'kind' | 'severity' | 'evidenceFrom' | 'evidenceTo'>,
  ahead: LimitForecast,
): WarningFacts => ({
  ...about,
  ...ahead,
  likeValue: null,
  likePast: null,
  likeCount: 0,
  likeIds: [],
  pastValue: null,
});
