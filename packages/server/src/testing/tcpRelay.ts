import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** A wire that can be cut: everything that connects to its port of 127.0.0.1 is passed on. */
export interface TcpRelay {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  /** From now on nothing comes back over the connections that stand; they stay open. */
  hold(): void;
  /** Accepts connections again after a cut. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function tcpRelay(target: NetConnectOpts): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  const farEnds = new Set<Socket>();
  let server: Server;
  let port = 0;
  const mend = async (): Promise<void> => {
    server = createServer((near) => {
      const far = connect(target);
      farEnds.add(far);
      far.on('close', () => farEnds.delete(far));
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
  const hold = (): void => {
    for (const far of farEnds) far.unpipe().resume();
  };
  await mend();
  return { port, cut, hold, mend, close: cut };
}
