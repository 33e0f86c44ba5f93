import type { Caller, UserTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { MoveToCompany, OpenWorkOf } from '../handOver.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import type { CurrentAlarms, ProjectStand } from './present.ts';

export interface ProjectDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly fileUrls: { fileUrl(fileId: string): string };
  /** Pictures behind maps; null: the outline of the land alone. */
  readonly mapTiles: { url: string; credit: string; datum: 'wgs84' | 'gcj02' } | null;
  /** By project, what a caller would find in its alarm list. Handed in, because the alarms stand on the projects. */
  currentAlarms(caller: Caller): Promise<ReadonlyMap<number, CurrentAlarms>>;
  /** By project, how the devices stand that a caller sees. Handed in, because devices stand on the projects. */
  standsOf(tenant: UserTenant, projectIds: readonly number[]): Promise<ReadonlyMap<number, ProjectStand>>;
  /** What every domain that keeps something under a company does when a project goes to another one, in this order. */
  readonly movesToCompany: readonly MoveToCompany[];
  /** What keeps a project from going, domain by domain. */
  readonly openWork: readonly OpenWorkOf[];
}

export type ProjectContext = CallContext<Caller>;
