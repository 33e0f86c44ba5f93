/** Time as the protocols need it, passed in so that tests own it. */
export interface ProtocolClock {
  /** Epoch milliseconds. Jumps when the clock is set. */
  now(): number;
  /** Milliseconds that only ever grow, of no date: for pauses, timeouts and cycles, which no jump of the clock may stretch. */
  monotonic(): number;
  /** Calls back once after `delayMs`; the returned function cancels it and may be called late. */
  setTimer(callback: () => void, delayMs: number): () => void;
}
