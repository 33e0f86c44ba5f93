import type { Application } from '../application.ts';
import type { ConfigurationKind } from '../events.ts';
import { againAfterDeadlock } from '../platform/db/againAfterDeadlock.ts';
import type { Db } from '../platform/db/database.ts';

/** Emits the change, as its handler does after the commit. Resolves when the running server uses it. */
export async function tellConfiguration(
  { events, configurationSettled }: Application,
  kind: ConfigurationKind,
  ...ids: number[]
): Promise<void> {
  events.emit('configurationChanged', { companyId: 0, kind, ids });
  await configurationSettled();
}

/** Deletes a gateway while its readings may be on their way into the database, and emits the change. */
export async function removeGateway(application: Application, db: Db, gatewayId: number): Promise<void> {
  await againAfterDeadlock(() => db.deleteFrom('gateway').where('id', '=', gatewayId).execute());
  await tellConfiguration(application, 'gateway', gatewayId);
}
