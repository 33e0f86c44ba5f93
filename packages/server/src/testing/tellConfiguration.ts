import type { Application } from '../application.ts';
import type { ConfigurationKind } from '../events.ts';
import { againAfterDeadlock } from '../platform/db/againAfterDeadlock.ts';
import type { Db } from '../platform/db/database.ts';

/** Says what changed, as whoever changed it does after his commit. Resolves when the running server goes by it. */
export async function tellConfiguration(
  { events, configurationSettled }: Application,
  kind: ConfigurationKind,
  ...ids: number[]
): Promise<void> {
  events.emit('configurationChanged', { companyId: 0, kind, ids });
  await configurationSettled();
}

/** Takes a gateway away while its readings may be on their way into the database, and tells. */
export async function removeGateway(application: Application, db: Db, gatewayId: number): Promise<void> {
  await againAfterDeadlock(() => db.deleteFrom('gateway').where('id', '=', gatewayId).execute());
  await tellConfiguration(application, 'gateway', gatewayId);
}
