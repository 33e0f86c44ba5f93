import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** A wire that can be cut: everything that connects to its port of 127.0.0.1 is passed on. */
export interface TcpRelay {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function tcpRelay(target: NetConnectOpts): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  const mend = async (): Promise<void> => {
    server = createServer((near) => {
      const far = connect(target);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await mend();
  return { port, cut, mend, close: cut };
}
