import type { AlarmChanged } from '@watchpost/contract';
import type { ReadingColumns } from './history/index.ts';
import type { Events } from './platform/events/events.ts';

/** Everything domains tell each other, in the past tense; emitted only after the transaction that made it true. */
export interface DomainEvents {
  alarmChanged: {
    alarmId: number;
    companyId: number;
    projectId: number;
    /** Null: an alarm of a gateway or slave, or of a point that serves no device. */
    deviceId: number | null;
    pointId: number | null;
    kind: AlarmChanged['kind'];
    level: number;
    /** The level before a change of severity: those who see only that one must be told, too. Null otherwise. */
    previousLevel: number | null;
    /** Epoch ms: event time of what the evaluator saw, else when people acted. */
    at: number;
  };
  /** New popups wait for these users. */
  pushesWaiting: { userIds: readonly number[] };
  /** `fresh`: the rows that are newer than what was known of their point. */
  readingsCommitted: { columns: ReadingColumns; fresh: readonly number[] };
}

export type EventBus = Events<DomainEvents>;
