import type { AlarmChanged, AlarmKindName, Bilingual, CompanyNewsKind, SecurityEventKind } from '@watchpost/contract';
import type { Events } from './platform/events/events.ts';

/** What people set up. A slave belongs to its gateway, a rule to its strategy, and which devices a point serves to the point. */
export type ConfigurationKind = 'project' | 'area' | 'gateway' | 'pointType' | 'point' | 'device' | 'alarmStrategy';

export interface ConfigurationChange {
  companyId: number;
  kind: ConfigurationKind;
  /** Those added, edited or removed; which of it happened shows when they are read again. What hangs on them is implied. */
  ids: readonly number[];
}

/** Changes that are read again together: their ids by kind. */
export type ChangedConfiguration = { readonly [kind in ConfigurationKind]: ReadonlySet<number> } & {
  readonly companies: ReadonlySet<number>;
};

/** Holds a picture of the configuration in memory. */
export interface ConfigurationReader {
  /** Makes the picture true again. May be asked twice for the same change. */
  reread(changed: ChangedConfiguration): Promise<void> | void;
}

// What events carry stands here: a type imported from a domain would put every domain into one circle.

/**
 * Readings in bulk, as parallel columns: no object per sample from the wire to the disk.
 *
 * Arrays may be longer than `length`; entries from `length` on are meaningless. Consumers treat the columns as frozen.
 */
export interface ReadingColumns {
  length: number;
  pointIds: Int32Array;
  /** Epoch milliseconds, measured (not received); fractions of a millisecond are dropped when stored. */
  measuredAt: Float64Array;
  /** NaN when there is no number. */
  values: Float64Array;
  /** The quality byte of the contract. */
  quality: Uint8Array;
}

/** One change of a line's state, at an epoch ms of our clock. */
export interface LineChange {
  kind: 'gateway' | 'slave';
  id: number;
  up: boolean;
  at: number;
  /** Where it came from, or why it ended: one word for the log of its lines. */
  detail?: string | undefined;
}

/** An alarm whose delay still runs on a point, as the alarm engine knows it. Times are epoch ms. */
export interface PendingOnPoint {
  readonly kind: AlarmKindName;
  readonly severity: number;
  readonly since: number;
  /** Null while a bad sample stops the delay. */
  readonly dueAt: number | null;
  /** The state of another point holds it back: which, until when at the latest, and whether that state is over already. */
  readonly heldBy?: Bilingual & { readonly until: number; readonly isSettling: boolean };
}

/** What may be an attack, or follow one. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** Whose account it concerns; null: nobody's. */
  readonly userId: number | null;
  /** In which company it happened; null: in none, it concerns every company of the user, but for a refused right. */
  readonly companyId: number | null;
  /** Of nobody's account what was typed, hidden but for its beginning; else empty. */
  readonly account: string;
  /** The call that was refused, the serial number of a gateway; else empty. */
  readonly subject: string;
  readonly address: string;
  readonly userAgent: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Everything domains tell each other, in the past tense; emitted only after the transaction that made it true. */
export interface DomainEvents {
  /** What these users may see, or whether their sign-ins hold, is no longer as it was: roles, grants, memberships, logout. */
  accessChanged: { userIds: readonly number[] };
  alarmChanged: {
    alarmId: number;
    companyId: number;
    projectId: number;
    /** Null: an alarm of a gateway or slave, or of a point that serves no device. */
    deviceId: number | null;
    pointId: number | null;
    kind: AlarmChanged['kind'];
    /**
     * Users who see one of these levels are notified: the present level, after a change also the one before. For an ended alarm all
     * levels it had, because lists find it by each of them.
     */
    levels: readonly number[];
    /** Epoch ms: event time of what the evaluator saw, else when people acted. */
    at: number;
  };
  /** A file that somebody asked for is ready, or could not be made. */
  downloadFinished: { userId: number };
  /** Files that somebody no longer wants, made or not. */
  downloadsDeleted: { ids: readonly number[] };
  /** What people of a company see in their lists is no longer as it was; nothing that runs stands on it. */
  listsChanged: { companyId: number; kinds: readonly CompanyNewsKind[] };
  /** Gateways or slaves fell silent or answer again. */
  linesChanged: { changes: readonly LineChange[] };
  /** What is pending on a point at one level now; empty: the last of it returned or was raised. */
  pendingChanged: { pointId: number; level: number; pending: readonly PendingOnPoint[] };
  configurationChanged: ConfigurationChange;
  /** New popups wait for these users. */
  pushesWaiting: { userIds: readonly number[] };
  /** What may be an attack, or follow one; nothing has to have been committed. */
  securityEvent: SecurityEvent;
  /** `fresh`: the rows that are newer than what was known of their point. */
  readingsCommitted: { columns: ReadingColumns; fresh: readonly number[] };
}

export type EventBus = Events<DomainEvents>;
