/** A DTU whose line flaps redials this often, too; two devices that throw each other out do it without end. */
const replacedUntilTold = 4;
const windowMs = 60_000;

/**
 * Notices two devices that call themselves by one name: each takes the line over from the other, again and again. One that
 * merely redials has usually hung up before.
 */
export class IdentityClashes {
  readonly #replaced = new Map<number, number[]>();

  /** To be told when a gateway's open line is taken over. True once in a while, when it happens too often to be a redial. */
  takenOver(gatewayId: number, now: number): boolean {
    const times = (this.#replaced.get(gatewayId) ?? []).filter((at) => Math.abs(now - at) < windowMs);
    times.push(now);
    const isClash = times.length >= replacedUntilTold;
    if (isClash) this.#replaced.delete(gatewayId);
    else this.#replaced.set(gatewayId, times);
    return isClash;
  }
}
