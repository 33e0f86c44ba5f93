import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Sealed names for the addresses in a playlist: a browser can request one, but cannot read the address from it. */
export interface SealedParts {
  seal(cameraId: number, address: string): string;
  /** Null: it is not ours, or of another camera. */
  open(cameraId: number, name: string): string | null;
}

/**
 * AES-256-GCM with a nonce made of what is sealed: the same address has the same name in every copy of a playlist, by which
 * players know what they have already.
 */
export function createSealedParts(secret: string): SealedParts {
  const key = createHash('sha256').update(secret).digest();
  const bindTo = (cameraId: number) => Buffer.from(String(cameraId));
  return {
    seal(cameraId, address) {
      const nonce = createHmac('sha256', key).update(`${cameraId} ${address}`).digest().subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bindTo(cameraId));
      return Buffer.concat([nonce, cipher.update(address, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    open(cameraId, name) {
      const bytes = Buffer.from(name, 'base64url');
      if (bytes.length <= nonceBytes + tagBytes) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(bindTo(cameraId)).setAuthTag(bytes.subarray(-tagBytes));
        const parts = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
        return Buffer.concat(parts).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
