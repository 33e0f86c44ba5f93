import type { Socket } from 'node:net';
import type { LineFrame } from '@watchpost/protocols';

/** Heartbeats come each 30 s as a rule; a line that missed three of them is dead, but not before this. */
const minSilentMs = 90_000;
const heartbeatsMissed = 3;
/** From the second request on that nobody answered: one may get lost. Longer than the pause between probes of lost slaves (300 s). */
const unansweredMs = 330_000;

/**
 * Closes a connection that is dead: mobile networks drop links without a word. The socket's own timeout would not do, because
 * our requests into the void count as activity for it.
 *
 * Silence alone proves nothing: a meter that is read once an hour is quiet for an hour. So it counts from a request that was not
 * answered, or, once two heartbeats in a row have shown how far they lie apart, from the last thing that was heard; and, of who
 * came to us, from the beginning until anything is. The rest is left to the keep-alive of the connection itself.
 *
 * @param heartbeat empty: none
 * @param now monotonic
 * @param isGuest it came to us, and has something to say; who was dialled may have nothing to be asked
 * @param onSilent called before it is closed for that
 * @returns to be told of every frame of its line
 */
export function closeWhenSilent(
  socket: Socket,
  heartbeat: Uint8Array,
  now: () => number,
  isGuest: boolean,
  onSilent: () => void,
): (frame: Pick<LineFrame, 'kind'>) => void {
  let timer: NodeJS.Timeout | undefined;
  let unanswered = 0;
  /** When a heartbeat came, with nothing after it. */
  let heartbeatAt: number | null = null;
  let intervalMs = 0;
  const closeIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      onSilent();
      socket.destroy();
    }, ms);
  };
  if (isGuest) closeIn(unansweredMs);
  socket.on('data', (chunk: Buffer) => {
    unanswered = 0;
    const isHeartbeat = heartbeat.length > 0 && chunk.equals(heartbeat);
    if (isHeartbeat && heartbeatAt !== null) intervalMs = Math.max(intervalMs, now() - heartbeatAt);
    heartbeatAt = isHeartbeat ? now() : null;
    if (intervalMs > 0) closeIn(Math.max(minSilentMs, heartbeatsMissed * intervalMs));
    else clearTimeout(timer);
  });
  socket.once('close', () => {
    clearTimeout(timer);
    unanswered = Number.NEGATIVE_INFINITY;
  });
  return ({ kind }) => {
    if (kind === 'request' && ++unanswered === 2 && intervalMs === 0) closeIn(unansweredMs);
  };
}

/** Before the connection itself is probed, where nothing else is said on it: costs a mobile card next to nothing. */
export const keepAliveAfterMs = 300_000;
