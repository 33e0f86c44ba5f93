import type { EventBus } from '../../events.ts';
import type { OneWrite } from '../../logs/index.ts';

/** After the commit the running server and every open screen read these devices again. */
export function tellDevices(
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  events: EventBus,
  companyId: number,
  ids: readonly number[],
  /** Points that serve others now, or none. */
  pointIds: readonly number[] = [],
): void {
  afterCommit(() => {
    events.emit('configurationChanged', { companyId, kind: 'device', ids });
    if (pointIds.length > 0) events.emit('configurationChanged', { companyId, kind: 'point', ids: pointIds });
  });
}
