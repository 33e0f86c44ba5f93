import type pg from 'pg';
import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { Outbox } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { LimitStretch, LiveValues } from '../points/index.ts';

export interface SealDeps {
  readonly db: Db;
  readonly history: History;
  readonly historyShare: HistoryShare;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventBus;
  /** Of the installation, under which the private key is kept. */
  readonly secretKey: string;
}

export interface PackDeps extends SealDeps {
  /** Where people open this installation; null: what is handed out carries no code. */
  readonly publicUrl: string | null;
}

export interface ComplianceDeps extends PackDeps {
  readonly pool: pg.Pool;
  readonly fileStorage: Storage;
  readonly fileUrls: FileUrls;
  readonly outbox: Pick<Outbox, 'available'>;
  readonly live: LiveValues;
  readonly limitsOver: (pointId: number, from: number, to: number) => readonly LimitStretch[];
}
