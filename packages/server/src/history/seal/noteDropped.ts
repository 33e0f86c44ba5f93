/** A collection takes a millisecond. */
const collectEvery = 8 * 1024 * 1024;
let dropped = 0;

/**
 * Says that buffers were dropped, and has the youngest objects collected once they are many. By itself the collector counts the
 * hundred bytes of a typed array and not the hundred kilobytes behind it: it waits while hundreds of megabytes are held for nothing.
 * Without `--expose-gc`, which `npm start` gives, it does wait.
 */
export function noteDropped(bytes: number): void {
  dropped += bytes;
  if (dropped < collectEvery) return;
  dropped = 0;
  globalThis.gc?.({ type: 'minor' });
}
