import type { Application } from '../application.ts';
import type { ConfigurationKind } from '../events.ts';

/** Says what changed, as whoever changed it does after his commit. Resolves when the running server goes by it. */
export async function tellConfiguration(
  { events, configurationSettled }: Application,
  kind: ConfigurationKind,
  ...ids: number[]
): Promise<void> {
  events.emit('configurationChanged', { companyId: 0, kind, ids });
  await configurationSettled();
}
