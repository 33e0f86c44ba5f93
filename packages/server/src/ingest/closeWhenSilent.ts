import type { Socket } from 'node:net';

/**
 * Closes a connection on which nothing has arrived for so long: mobile networks drop links without a word. The socket's own
 * timeout would not do, because our requests into the void count as activity for it.
 *
 * @param onSilent called before it is closed for that
 */
export function closeWhenSilent(socket: Socket, silentMs: number, onSilent: () => void): void {
  const close = (): void => {
    onSilent();
    socket.destroy();
  };
  let timer = setTimeout(close, silentMs);
  socket.on('data', () => {
    clearTimeout(timer);
    timer = setTimeout(close, silentMs);
  });
  socket.once('close', () => clearTimeout(timer));
}

/** With a heartbeat: three of the usual 30 s. */
export const silentWithHeartbeatMs = 90_000;
/** Without one: longer than the longest pause between probes of slaves that do not answer (300 s). */
export const silentWithoutHeartbeatMs = 330_000;
