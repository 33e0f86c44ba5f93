import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** AES-256-GCM: the first 12 bytes are its nonce, the last 16 its tag. */
const nonceBytes = 12;
const tagBytes = 16;

/** Keeps secrets so that who has only the table has none of them. */
export interface SecretBox {
  seal(secret: string): Buffer;
  /** @throws Error when it was sealed with another key, or changed since */
  open(sealed: Buffer): string;
}

export function createSecretBox(key: string): SecretBox {
  const keyBytes = createHash('sha256').update(key).digest();
  return {
    seal(secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyBytes, nonce);
      return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', keyBytes, sealed.subarray(0, nonceBytes));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      const parts = [decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()];
      return Buffer.concat(parts).toString('utf8');
    },
  };
}
