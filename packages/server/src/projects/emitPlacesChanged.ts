import type { EventBus } from '../events.ts';
import type { Place } from './places.store.ts';

/** What runs knows projects and areas; a partition stands in lists and trees alone. */
export function emitPlacesChanged(
  events: EventBus,
  companyId: number,
  kind: Place['kind'],
  ids: readonly number[],
): void {
  if (kind === 'partition') events.emit('listsChanged', { companyId, kinds: [kind] });
  else events.emit('configurationChanged', { companyId, kind, ids });
}
