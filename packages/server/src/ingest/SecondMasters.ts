/** A single frame may have wandered for minutes through a mobile network; a third is somebody's habit. */
const strayUntilTold = 3;
const strayWithinMs = 600_000;
/** While it goes on, the log of lines says it once an hour. */
const toldAgainMs = 3_600_000;

interface Heard {
  strayAt: number[];
  toldAt: number | null;
}

/**
 * Finds lines on which somebody else asks, too: answers come that we did not ask for. One that could have been the answer to our
 * own request says so at once.
 */
export class SecondMasters {
  readonly #heard = new Map<string, Heard>();

  /** To be told of every unsolicited frame. Returns whether the installer is to be told now. @param now monotonic */
  heard(gatewayId: number, slaveAddress: number, contests: boolean, now: number): boolean {
    const key = `${gatewayId}/${slaveAddress}`;
    const heard = this.#heard.get(key) ?? { strayAt: [], toldAt: null };
    this.#heard.set(key, heard);
    heard.strayAt = [...heard.strayAt.filter((at) => now - at < strayWithinMs), now].slice(-strayUntilTold);
    const isCertain = contests || heard.strayAt.length === strayUntilTold;
    if (!isCertain || (heard.toldAt !== null && now - heard.toldAt < toldAgainMs)) return false;
    heard.toldAt = now;
    return true;
  }

  /** Forgets gateways that are gone. */
  follow(gatewayIds: ReadonlySet<number>): void {
    for (const key of this.#heard.keys()) if (!gatewayIds.has(Number.parseInt(key, 10))) this.#heard.delete(key);
  }
}
