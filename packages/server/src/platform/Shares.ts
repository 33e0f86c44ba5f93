import { networksOf } from './networksOf.ts';

/** A network, a person, or all together, and how much it may hold at once. */
export interface Holder {
  readonly name: string;
  readonly max: number;
}

export type GiveBack = () => void;

/** The networks of an address as holders, the wider ones of IPv6 with twice and three times as much. */
export const networkHolders = (address: string, max: number): Holder[] =>
  networksOf(address).map(({ network, share }) => ({ name: network, max: max * share }));

/** Counts what is held at once (connections, bytes) and limits each holder. */
export class Shares {
  readonly #held = new Map<string, number>();

  heldBy(name: string): number {
    return this.#held.get(name) ?? 0;
  }

  /**
   * Takes an amount for every holder, or for none.
   *
   * @returns gives it back, however often it is called; null: one of them would hold too much
   */
  take(holders: readonly Holder[], amount = 1): GiveBack | null {
    if (holders.some(({ name, max }) => this.heldBy(name) + amount > max)) return null;
    for (const { name } of holders) this.#held.set(name, this.heldBy(name) + amount);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const { name } of holders) {
        if (this.heldBy(name) > amount) this.#held.set(name, this.heldBy(name) - amount);
        else this.#held.delete(name);
      }
    };
  }
}
