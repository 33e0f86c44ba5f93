import type { Server } from 'node:net';

/**
 * Opens a server for this machine only.
 *
 * @param port 0 takes a free one
 * @returns the port it listens on
 * @throws Error when the port cannot be had
 */
export async function listenHere(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  return address && typeof address === 'object' ? address.port : port;
}
