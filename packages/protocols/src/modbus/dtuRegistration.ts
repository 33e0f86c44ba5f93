import { ProtocolError } from '../ProtocolError.ts';

/**
 * How long a fresh connection may stay unidentified before the caller closes it. DTUs register right after connecting; 15 s
 * covers a mobile network at its worst, and bounds what strangers on an open port can hold.
 */
export const identifyWithinMs = 15_000;
/**
 * Bytes a fresh connection may send without being identified. Registration packets have at most 40 bytes (USR, Ebyte; older
 * models 80), and an answer of a slave may follow at once.
 */
export const maxUnidentifiedBytes = 256;
/** Silence after which what has arrived is taken to be all: the segments of one packet arrive closer together. */
export const registrationQuietMs = 500;

/** When a DTU sends its registration packet. In the last two cases `packet` and `identityBytes` belong into the line's `strip`. */
export type RegistrationMode = 'once' | 'everyPacket' | 'both';

export type IdentityKind = 'serialNumber' | 'imei' | 'iccid';

/** `ascii`: one byte a character. `hex`: two digits a byte, an odd number filled with a leading 0 or a trailing F. */
export type RegistrationEncoding = 'ascii' | 'hex';

export interface Registration {
  kind: IdentityKind;
  identity: string;
  encoding: RegistrationEncoding;
  /** The exact bytes, from the first on the connection to the end of the identity. */
  packet: Buffer;
  /** The identity's own bytes within `packet`: the heartbeat of an eager DTU may stand before them, but not every time. */
  identityBytes: Buffer;
  /** What came behind it: hand it back with `socket.unshift()`. */
  rest: Buffer;
}

/** Spec §5.1 for serial numbers; IMEIs have 15 digits; ICCIDs really have 19 or 20 and may hold A–F. */
const identityRules: readonly { kind: IdentityKind; lengths: readonly number[]; whole: RegExp; part: RegExp }[] = [
  { kind: 'serialNumber', lengths: [16, 10], whole: /^[A-Z][A-Z0-9]+$/, part: /^[A-Z][A-Z0-9]*$/ },
  { kind: 'imei', lengths: [15], whole: /^[0-9]+$/, part: /^[0-9]+$/ },
  { kind: 'iccid', lengths: [20, 19], whole: /^[0-9A-F]+$/, part: /^[0-9A-F]+$/ },
];
const maxIdentityCharacters = 20;

type Candidate = Pick<Registration, 'kind' | 'identity' | 'encoding'> & { end: number };

/** Which identities these characters are, in full. */
function kindsOf(text: string): IdentityKind[] {
  return identityRules
    .filter(({ lengths, whole }) => lengths.includes(text.length) && whole.test(text))
    .map(({ kind }) => kind);
}

/** Characters that stand at `at`, longest identity first. */
function asciiCandidates(bytes: Buffer, at: number): Candidate[] {
  return [20, 19, 16, 15, 10]
    .filter((length) => at + length <= bytes.length)
    .flatMap((length) => {
      const identity = bytes.toString('latin1', at, at + length);
      return kindsOf(identity).map((kind): Candidate => ({ kind, identity, encoding: 'ascii', end: at + length }));
    });
}

/** Digits two to a byte at the very start. Only there: any bytes are digits to someone who looks long enough. */
function hexCandidates(bytes: Buffer): Candidate[] {
  return [10, 8]
    .filter((length) => length <= bytes.length)
    .flatMap((length) => {
      const digits = bytes.toString('hex', 0, length).toUpperCase();
      const spellings = [digits, digits.replace(/F$/, ''), digits.replace(/^0/, '')];
      return spellings.flatMap((identity) =>
        kindsOf(identity)
          .filter((kind) => kind !== 'serialNumber')
          .map((kind): Candidate => ({ kind, identity, encoding: 'hex', end: length })),
      );
    });
}

/** Whether bytes still to come could make a longer identity of what starts at `at`. */
const couldGrow = (bytes: Buffer, at: number, length: number): boolean => {
  const text = bytes.toString('latin1', at, at + maxIdentityCharacters);
  return identityRules.some(
    ({ lengths, part }) => part.test(text) && lengths.some((longer) => longer > length && longer > text.length),
  );
};

/**
 * Recognises the registration packet of a DTU on a fresh connection, split or merged at will, with or without other bytes
 * before it (some models put fixed text there).
 *
 * Examples: `38 39 38 36 30 34 …` (20 characters) is the ICCID 898604…; `89 86 04 …` (10 bytes) the same one in hex.
 */
export class RegistrationParser {
  readonly #isKnown: (kind: IdentityKind, identity: string, encoding: RegistrationEncoding) => boolean;
  #bytes: Buffer = Buffer.alloc(0);

  /** @param isKnown whether a gateway is set up to register like this: only those are recognised */
  constructor(isKnown: (kind: IdentityKind, identity: string, encoding: RegistrationEncoding) => boolean) {
    this.#isKnown = isKnown;
  }

  /**
   * The gateway, once it is certain; null while more bytes are needed. Ten characters that may be the beginning of sixteen are
   * certain when another byte follows, or by `conclude()`.
   *
   * @throws ProtocolError `registrationTooLong` after `maxUnidentifiedBytes`
   */
  push(chunk: Uint8Array): Registration | null {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const found = this.#search(true);
    if (!found && this.#bytes.length > maxUnidentifiedBytes) {
      throw new ProtocolError('registrationTooLong', `${this.#bytes.length}`);
    }
    return found;
  }

  /** To be called after `registrationQuietMs` without bytes: the gateway, if what has arrived names one. */
  conclude(): Registration | null {
    return this.#search(false);
  }

  /** Well-formed identities that no gateway has, for the log of refused connections; at most eight. */
  unknownIdentities(): string[] {
    const found = new Set<string>();
    for (let at = 0; at < this.#bytes.length && found.size < 8; at++) {
      const longest = asciiCandidates(this.#bytes, at)[0];
      if (!longest) continue;
      found.add(longest.identity);
      at = longest.end - 1;
    }
    return [...found];
  }

  #search(mustBeCertain: boolean): Registration | null {
    for (let at = 0; at < this.#bytes.length; at++) {
      const candidates = [...asciiCandidates(this.#bytes, at), ...(at === 0 ? hexCandidates(this.#bytes) : [])];
      const found = candidates.find(({ kind, identity, encoding }) => this.#isKnown(kind, identity, encoding));
      if (!found) continue;
      if (mustBeCertain && found.encoding === 'ascii' && couldGrow(this.#bytes, at, found.identity.length)) return null;
      const { kind, identity, encoding, end } = found;
      return {
        kind,
        identity,
        encoding,
        identityBytes: Buffer.from(this.#bytes.subarray(at, end)),
        packet: Buffer.from(this.#bytes.subarray(0, end)),
        rest: Buffer.from(this.#bytes.subarray(end)),
      };
    }
    return null;
  }
}
