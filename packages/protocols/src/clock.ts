/** Time as the protocols need it, passed in so that tests own it. */
export interface ProtocolClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels it and may be called late. */
  setTimer(callback: () => void, delayMs: number): () => void;
}
