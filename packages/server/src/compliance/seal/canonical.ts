import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { qualityOf, type SealReason } from '@watchpost/contract';

/** Samples in ascending order of time. */
interface Samples {
  readonly length: number;
  readonly measuredAt: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly quality: ArrayLike<number>;
}

/** int64 BE milliseconds, float64 BE value, u8 quality. */
const bytesOfSample = 17;
/** How a value that is no number is written, with any bits it had. */
const notANumber = 0x7ff8_0000_0000_0000n;

export interface DayHash {
  readonly sha: Buffer;
  readonly samples: number;
  readonly bad: number;
}

/**
 * The hash of samples in [from, to), epoch ms: SHA-256 over 17 bytes each, ascending. It depends on no way of storing them: fractions
 * of a millisecond do not count, −0 is 0, and there is one way to be no number. Without a sample it is the hash of nothing.
 */
export function hashOfSamples(all: Samples, from: number, to: number): DayHash {
  const hash = createHash('sha256');
  let bytes = Buffer.allocUnsafe(bytesOfSample * 1024);
  let used = 0;
  let samples = 0;
  let bad = 0;
  for (let i = 0; i < all.length; i++) {
    const at = Math.floor(all.measuredAt[i]!);
    if (at < from || at >= to) continue;
    if (used === bytes.length) {
      hash.update(bytes);
      bytes = Buffer.allocUnsafe(bytes.length);
      used = 0;
    }
    const value = all.values[i]!;
    // By halves: a big integer for each sample costs as much as the hash.
    bytes.writeInt32BE(Math.floor(at / 2 ** 32), used);
    bytes.writeUInt32BE(at >>> 0, used + 4);
    if (Number.isNaN(value)) bytes.writeBigUInt64BE(notANumber, used + 8);
    else bytes.writeDoubleBE(value === 0 ? 0 : value, used + 8);
    bytes[used + 16] = all.quality[i]!;
    used += bytesOfSample;
    samples += 1;
    if (qualityOf(all.quality[i]!) === 'bad' || Number.isNaN(value)) bad += 1;
  }
  return { sha: hash.update(bytes.subarray(0, used)).digest(), samples, bad };
}

export const zeros = Buffer.alloc(32);

const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export interface SealedRecord extends DayHash {
  readonly pointId: number;
  /** From 1, in the order in which a point's seals were made. */
  readonly number: number;
  readonly day: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly revision: number;
  readonly reason: SealReason;
}

/** The chain of a point after a seal. @param previous the one before; of the first seal `zeros` */
export const chainAfter = (previous: Uint8Array, seal: SealedRecord): Buffer =>
  sha256(
    previous,
    [seal.pointId, seal.number, seal.day, seal.from, seal.to, seal.revision, seal.reason, seal.samples, seal.bad].join(
      '|',
    ),
    seal.sha,
  );

/** Root of a tree over chains, as in RFC 6962: a leaf begins with 0, a node with 1, an odd one goes up as it is. */
export function rootOf(chains: readonly Uint8Array[]): Buffer {
  let level = chains.map((chain) => sha256(Buffer.of(0), chain));
  if (level.length === 0) return sha256();
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let i = 0; i < level.length; i += 2)
      above.push(i + 1 < level.length ? sha256(Buffer.of(1), level[i]!, level[i + 1]!) : level[i]!);
    level = above;
  }
  return level[0]!;
}

export interface SealedRoot {
  readonly projectId: number;
  /** From 1, without a gap. */
  readonly number: number;
  /** Null: of days that were sealed again. */
  readonly day: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly madeAt: number;
  readonly leaves: number;
  readonly keyId: number;
  readonly root: Uint8Array;
}

/** What is signed of a root. @param previous of the root before; of the first one `zeros` */
export const hashOfRoot = (previous: Uint8Array, seal: SealedRoot): Buffer =>
  sha256(
    previous,
    [
      seal.projectId,
      seal.number,
      seal.day ?? '',
      seal.from ?? '',
      seal.to ?? '',
      seal.madeAt,
      seal.leaves,
      seal.keyId,
    ].join('|'),
    seal.root,
  );

export const signHash = (hash: Uint8Array, key: KeyObject): Buffer => sign(null, hash, key);

/** False also for a key or signature that is none. */
export function isSigned(hash: Uint8Array, publicKey: string | undefined, signature: Uint8Array): boolean {
  try {
    return publicKey !== undefined && verify(null, hash, publicKey, signature);
  } catch {
    return false;
  }
}
