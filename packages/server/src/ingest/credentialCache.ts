import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { verifyPassword } from '../account/index.ts';

/**
 * Checks passwords of gateways. Argon2id takes 20 ms by design; a thousand gateways that come back after a power cut would
 * take as many cores as the machine has. A password that was right once is recognised by a salted digest in memory.
 */
export class CredentialCache {
  readonly #salt = randomBytes(16);
  readonly #known = new Map<number, { phc: string; digest: Buffer }>();

  /** Whether it was right before. */
  knows(gatewayId: number, phc: string, password: string): boolean {
    const known = this.#known.get(gatewayId);
    return known !== undefined && known.phc === phc && timingSafeEqual(known.digest, this.#digestOf(password));
  }

  async verify(gatewayId: number, phc: string, password: string): Promise<boolean> {
    if (!(await verifyPassword(phc, password))) return false;
    this.#known.set(gatewayId, { phc, digest: this.#digestOf(password) });
    return true;
  }

  #digestOf(password: string): Buffer {
    return createHash('sha256').update(this.#salt).update(password).digest();
  }
}
