import { type AllCalls, type CallData, hashInCode } from '@watchpost/contract';

export type SealedDocument = CallData<AllCalls['getSealedDocument']>;

/** What this browser found by itself; null: it cannot compute it, as on a page that came without encryption. */
export interface OwnCheck {
  /** The statement has the hash that is said. */
  readonly hash: boolean | null;
  /** The hash is signed by the key that is said; browsers from before 2025 do not know Ed25519. */
  readonly signature: boolean | null;
  /** The scanned code carries the beginning of the hash; null: no code was scanned. */
  readonly code: boolean | null;
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** SHA-256, hexadecimal; null: this page may not compute it. */
export async function sha256(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string | null> {
  return crypto.subtle ? hexOf(await crypto.subtle.digest('SHA-256', bytes)) : null;
}

async function isSignedBy(publicKey: string, hash: string, signature: string): Promise<boolean | null> {
  if (!crypto.subtle) return null;
  try {
    const der = Uint8Array.from(atob(publicKey.replace(/-----[^-]+-----|\s/g, '')), (char) => char.charCodeAt(0));
    const key = await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), bytesOf(hash));
  } catch (error) {
    // Anything else, such as a key that is none, is no signature.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? null : false;
  }
}

/** Checks a document once more, without the server. @param fragment what follows the `#` of the scanned code */
export async function checkDocument(document: SealedDocument, fragment: string): Promise<OwnCheck> {
  const { Statement, Hash, Signature, PublicKey } = document;
  const own = await sha256(new TextEncoder().encode(Statement));
  return {
    hash: own === null ? null : own === Hash,
    signature: await isSignedBy(PublicKey, Hash, Signature),
    code: fragment === '' ? null : Hash.slice(0, hashInCode) === fragment.toLowerCase(),
  };
}
