import { type GatewayProtocol, isDialled, type OfflineReason } from '@watchpost/contract';

/** Everything that is known about a gateway that is not heard of. Times in epoch ms. */
export interface OfflineFacts {
  readonly now: number;
  readonly online: boolean;
  readonly protocol: GatewayProtocol;
  readonly serialNumber: string;
  readonly identity: string;
  readonly userName: string | null;
  readonly lastSeenAt: number | null;
  readonly offlineSince: number | null;
  /** Since when people keep it off; null: it may come. */
  readonly disconnectedAt: number | null;
  readonly hasPassword: boolean;
  /** What it sent since it was last heard of and we refused, the newest first. */
  readonly refused: readonly { at: number; reason: string }[];
  /** Names nobody has that knocked lately, the newest first. */
  readonly strangers: readonly { at: number; subject: string }[];
  /** What the carrier said of its card last; null: it has none, or nobody was asked. */
  readonly card: { state: string | null; isUsedUp: boolean; readAt: number } | null;
  /** Points that are polled over it; null: it reports by itself. */
  readonly polledPoints: number | null;
  /** The other gateways of its project that were ever heard of. */
  readonly neighbours: { total: number; alsoSilent: number };
}

export interface OfflineVerdict {
  readonly reason: OfflineReason;
  readonly since: number | null;
  /** The name that knocked, of `wrongSerial`; the refusal, of `refused`; the card's state, of `card`. */
  readonly detail: string | null;
  readonly at: number | null;
}

/** Refusals that keep a gateway out, and not only a message. */
const keepsOut = new Set(['wrongCredentials']);

/** A card in one of these states carries data; one in its silent period does from the moment it is first used. */
const carries = new Set(['inUse', 'testingPeriod', 'silentPeriod']);

/** So many letters of a serial number may be mistyped, exchanged, missing or too many. */
const similarWithin = 2;

/**
 * The likeliest reason why a gateway is not heard of: what proves most comes first. A refused login is a fact; a name that is
 * almost the right one is nearly as good; a card that carries nothing, and neighbours that fell silent together, explain a
 * silence; else there is only the silence.
 */
export function whyOffline(facts: OfflineFacts): OfflineVerdict {
  const since = facts.offlineSince ?? null;
  if (facts.online) return { reason: 'online', since: null, detail: null, at: null };

  if (facts.disconnectedAt !== null) return { reason: 'disconnected', since, detail: null, at: facts.disconnectedAt };

  const refusal = facts.refused.find(({ reason }) => keepsOut.has(reason));
  if (refusal) return { reason: 'refused', since, detail: refusal.reason, at: refusal.at };

  const names = [facts.serialNumber, facts.identity, ...(facts.userName === null ? [] : [facts.userName])];
  const stranger = facts.strangers.find(({ subject }) => names.some((name) => isSimilar(name, subject)));
  if (stranger) return { reason: 'wrongSerial', since, detail: stranger.subject, at: stranger.at };

  if (facts.card && (facts.card.isUsedUp || (facts.card.state !== null && !carries.has(facts.card.state))))
    return { reason: 'card', since, detail: facts.card.isUsedUp ? 'usedUp' : facts.card.state, at: facts.card.readAt };

  if (facts.lastSeenAt === null) {
    const reason = isDialled(facts.protocol) ? 'unreachable' : 'neverSeen';
    return { reason, since: null, detail: null, at: null };
  }
  // Nobody asks it anything, so its line carries nothing but a heartbeat, and is hung up on when there is none.
  if (facts.polledPoints === 0) return { reason: 'nothingPolled', since, detail: null, at: facts.lastSeenAt };
  // One neighbour may be chance where there are many; all of two is none.
  const { total, alsoSilent } = facts.neighbours;
  if (total > 0 && alsoSilent / total >= 0.5) return { reason: 'power', since, detail: String(alsoSilent), at: since };
  if (isDialled(facts.protocol)) return { reason: 'unreachable', since, detail: null, at: since };
  return { reason: 'silent', since, detail: null, at: facts.lastSeenAt };
}

/** Whether one is the other with up to two letters wrong, or differs only in capitals, blanks and signs. */
export function isSimilar(name: string, other: string): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const [a, b] = [plain(name), plain(other)];
  if (b === '' || a === '') return false;
  return a === b || distance(a, b, similarWithin) <= similarWithin;
}

/** Letters to change, add or take away, or neighbours to exchange, to make one of the other; more than `most` may be said as `most + 1`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforePrevious[j - 2]! + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length]!;
}
