import { type GatewayProtocol, isDialled, type OfflineReason, simStopped } from '@watchpost/contract';

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
  /** When its settings were changed last. */
  readonly changedAt: number | null;
  /** Since when people keep it off; null: it may come. */
  readonly disconnectedAt: number | null;
  /** It is to be dialled where the server must not dial. */
  readonly isForbidden: boolean;
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
const keepsOut = new Set(['wrongCredentials', 'tooManyGuesses', 'foreignNetwork']);

/** Longer than a few tries take; before that nothing is known of a device that was set up a moment ago. */
const diallingMs = 30_000;

const stopped: ReadonlySet<string> = new Set(simStopped);

/**
 * The likeliest reason why a gateway is not heard of: what proves most comes first. A refused login is a fact; a name that is
 * almost the right one is nearly as good; a card that carries nothing, and neighbours that fell silent together, explain a
 * silence; else there is only the silence.
 */
export function whyOffline(facts: OfflineFacts): OfflineVerdict {
  const since = facts.offlineSince ?? null;
  if (facts.online) return { reason: 'online', since: null, detail: null, at: null };

  if (facts.disconnectedAt !== null) return { reason: 'disconnected', since, detail: null, at: facts.disconnectedAt };

  if (facts.isForbidden) return { reason: 'forbidden', since, detail: null, at: null };

  const refusal = facts.refused.find(({ reason }) => keepsOut.has(reason));
  if (refusal) return { reason: 'refused', since, detail: refusal.reason, at: refusal.at };

  const [stranger] = similarStrangers(facts);
  if (stranger) return { reason: 'wrongSerial', since, detail: stranger.shown, at: stranger.at };

  if (facts.card && (facts.card.isUsedUp || (facts.card.state !== null && stopped.has(facts.card.state))))
    return { reason: 'card', since, detail: facts.card.isUsedUp ? 'usedUp' : facts.card.state, at: facts.card.readAt };

  if (facts.lastSeenAt === null) {
    const isNew = facts.changedAt !== null && facts.now - facts.changedAt < diallingMs;
    const reason = !isDialled(facts.protocol) ? 'neverSeen' : isNew ? 'dialling' : 'unreachable';
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

/**
 * Names that may be this gateway's, mistyped: of a gateway that never came, or whose settings were changed since it did, and that
 * knocked since it was last heard of. Who is mistaken for another is worse off than who is told nothing.
 *
 * `shown`: with a dot where it is another one's letter, because the name may be that of another company's gateway.
 */
export function similarStrangers(facts: OfflineFacts): { at: number; shown: string }[] {
  const { lastSeenAt, changedAt } = facts;
  if (lastSeenAt !== null && (changedAt === null || changedAt <= lastSeenAt)) return [];
  const names = [facts.serialNumber, facts.identity, ...(facts.userName === null ? [] : [facts.userName])];
  return facts.strangers.flatMap(({ at, subject }) => {
    const own = at > (lastSeenAt ?? 0) ? names.find((name) => isSimilar(name, subject)) : undefined;
    return own === undefined ? [] : [{ at, shown: masked(own, subject) }];
  });
}

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

function masked(own: string, subject: string): string {
  const [a, b] = [plain(own), plain(subject)];
  return a === b ? subject : [...b].map((letter, place) => (letter === a[place] ? letter : '•')).join('');
}

/** Whether one is the other with one letter wrong or two neighbours exchanged, or differs only in capitals, blanks and signs. */
export function isSimilar(name: string, other: string): boolean {
  const [a, b] = [plain(name), plain(other)];
  if (a === '' || a.length !== b.length) return false;
  const wrong = [...a].flatMap((letter, place) => (letter === b[place] ? [] : [place]));
  const [first, second] = wrong;
  if (first === undefined || second === undefined) return true;
  return wrong.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first];
}
