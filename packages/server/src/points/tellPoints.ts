import type { ConfigurationKind, EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';

/** After the commit the running server reads these again. */
export function tellChanged(
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  events: EventBus,
  companyId: number,
  kind: Extract<ConfigurationKind, 'point' | 'pointType' | 'device'>,
  ids: readonly number[],
): void {
  if (ids.length > 0) afterCommit(() => events.emit('configurationChanged', { companyId, kind, ids }));
}
