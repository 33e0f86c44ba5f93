import type { LinkChange, SourceStatus, Subject } from '../engine/index.ts';
import { type Source, subjectKey, type WatchList } from './watchList.ts';

/** A gateway's line or a slave, as ingest knows it now. */
export interface LinkStatus {
  readonly up: boolean;
  /** Since when, epoch ms on the server's clock. */
  readonly since: number;
}

/** Null while nothing is known yet, for example of a gateway that has had no time to come back after our start. */
export type LinkOf = (source: Source) => LinkStatus | null;

/** Links are looked at this often; what they did in between is dated exactly all the same. */
const lookIntervalMs = 200;

/** What one look found. It counts only once it has been handed to `committed`. */
export interface LinkLook {
  readonly at: number;
  readonly changes: readonly LinkChange[];
  /** Null: nothing is known of it for now. */
  readonly seen: ReadonlyMap<string, LinkStatus | null>;
}

/** What the engine has been told about links, and what there is new to tell. */
export function createLinkLooks() {
  const known = new Map<string, LinkStatus>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    /** What changed since the last look that was committed; null when it is too early for another. */
    look(watchList: WatchList, now: number, linkOf: LinkOf): LinkLook | null {
      if (Math.abs(now - lookedAt) < lookIntervalMs) return null;
      const changes: LinkChange[] = [];
      const seen = new Map<string, LinkStatus | null>();
      for (const subject of watchList.sources) {
        const name = subjectKey(subject);
        const status = statusThroughGateway(watchList, subject, linkOf);
        if (known.get(name)?.up === status?.up) continue;
        if (status) changes.push({ subject, at: status.since, up: status.up });
        seen.set(name, status);
      }
      changes.sort((a, b) => a.at - b.at);
      return { at: now, changes, seen };
    },

    committed(look: LinkLook): void {
      for (const [name, status] of look.seen) {
        if (status) known.set(name, status);
        else known.delete(name);
      }
      lookedAt = look.at;
    },

    /** The engine is about to begin anew with this link: the next look tells all. */
    forget(subject: Subject): void {
      known.delete(subjectKey(subject));
    },
  };
}

/**
 * A slave can answer only through its gateway: before that came nothing is known of it, and its silence counts from there. A
 * gateway that is gone and has a rule of its own explains its slaves: the engine ends what they had, and one that is still
 * silent afterwards is reported anew. Without such a rule, the slaves report the loss.
 */
function statusThroughGateway(watchList: WatchList, source: Source, linkOf: LinkOf): LinkStatus | null {
  const status = linkOf(source);
  const gatewayId = watchList.subjects.get(subjectKey(source))?.gatewayId ?? null;
  if (gatewayId === null) return status;
  const gateway: Source = { type: 'gateway', id: gatewayId };
  const line = linkOf(gateway);
  if (line === null) return null;
  // Without an earlier report, the slave counts as online.
  if (line.up) return { up: status?.up ?? true, since: Math.max(status?.since ?? line.since, line.since) };
  if (watchList.subjects.has(subjectKey(gateway))) return null;
  return { up: false, since: status?.up === false ? status.since : line.since };
}

/**
 * One dead gateway is one alarm: what hangs on it is explained by it. Only a gateway or slave with a rule of its own
 * explains anything, else its death would be no alarm at all.
 */
export function sourceStatus(watchList: WatchList, subject: Subject, linkOf: LinkOf): SourceStatus | null {
  const watched = watchList.subjects.get(subjectKey(subject));
  if (!watched || watched.gatewayId === null) return null;
  let down: SourceStatus['down'] = null;
  let since = Number.NEGATIVE_INFINITY;
  const above: Source[] = [{ type: 'gateway', id: watched.gatewayId }];
  if (watched.slaveId !== null) above.push({ type: 'slave', id: watched.slaveId });
  for (const source of above) {
    const isWatched = watchList.subjects.has(subjectKey(source));
    const status = isWatched ? statusThroughGateway(watchList, source, linkOf) : linkOf(source);
    // The silence of a lost source that is not watched counts on below it.
    if (status === null || (!status.up && !isWatched)) continue;
    since = Math.max(since, status.since);
    if (!status.up) down ??= source.type;
  }
  return since === Number.NEGATIVE_INFINITY ? null : { down, since };
}
