import type { UserTenant } from '../access/index.ts';
import type { AlarmService } from './evaluator/alarmService.ts';
import { createForecast, type ForecastDeps } from './forecast/createForecast.ts';
import type { AlarmNow } from './present.ts';
import { createPresentValues } from './presentValues.ts';
import { relatedSuppressions } from './relatedSuppressions.ts';
import type { AlarmListRow } from './store.ts';

/** What is known of these alarms now, which the tenant may see. The answer is asked for each of them. */
export type AlarmsNowOf = (
  tenant: UserTenant,
  rows: readonly AlarmListRow[],
  signal: AbortSignal,
) => Promise<(row: AlarmListRow) => AlarmNow>;

export function createAlarmsNow(
  deps: ForecastDeps & { readonly alarms: Pick<AlarmService, 'presentValueOf' | 'relatedSuppressions'> },
): AlarmsNowOf {
  const forecastOf = createForecast(deps);
  const presentValuesOf = createPresentValues(deps);
  return async (tenant, rows, signal) => {
    const forecasts = await forecastOf(tenant, rows, signal);
    const values = await presentValuesOf(tenant, rows);
    return (row) => ({
      forecast: forecasts.get(row.id) ?? null,
      held: relatedSuppressions(deps.alarms, tenant, row),
      presentValue: values.get(row.id) ?? null,
    });
  };
}
