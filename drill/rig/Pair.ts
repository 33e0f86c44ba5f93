import { mkdirSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOf, type ServerPlace, serverLogFile } from '../../bench/rig/serverProcess.ts';
import { ProcessLog } from '../../tools/start/ProcessLog.ts';
import { Service } from '../../tools/start/Service.ts';

const askEveryMs = 200;
/** A server that sleeps takes the connection and says nothing. */
const answerWithinMs = 1_000;

/** One of two servers on a database, ready or standing by. */
export class PairServer {
  readonly place: ServerPlace;
  isReady = false;
  /** How often it ended although nobody killed it. */
  endedByItself = 0;
  #service: Service | null = null;
  #isEndExpected = false;

  constructor(place: ServerPlace) {
    this.place = place;
  }

  get url(): string {
    return `http://127.0.0.1:${this.place.httpPort}`;
  }

  start(): void {
    const { dataDir } = this.place;
    mkdirSync(path.dirname(serverLogFile(dataDir)), { recursive: true });
    const log = new ProcessLog('server', serverLogFile(dataDir), () => {});
    const service = new Service('packages/server/src/main.ts', environmentOf(this.place), log, () => {});
    this.#service = service;
    this.#isEndExpected = false;
    void service.ended.then(() => {
      if (this.#isEndExpected || this.#service !== service) return;
      this.endedByItself++;
      // As a supervisor does.
      this.start();
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#service?.signal(name);
  }

  /** Ends it and starts it again. */
  async restart(how: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.end(how);
    this.start();
  }

  async end(how: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#isEndExpected = true;
    this.signal(how);
    await this.#service?.ended;
    this.#service = null;
    this.isReady = false;
  }

  async ask(): Promise<void> {
    const asked = this.#service;
    try {
      const reply = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) });
      await reply.arrayBuffer();
      // The answer of a process that ended meanwhile says nothing of the next one.
      this.isReady = reply.status === 200 && asked === this.#service;
    } catch {
      this.isReady = false;
    }
  }
}

/** What stands in front of both: passes connections to the server that is ready, as a load balancer does. */
export class Balancer {
  readonly #servers: readonly PairServer[];
  readonly #portOf: (server: PairServer) => number;
  readonly #cutsWhenDown: boolean;
  readonly #sockets = new Map<Socket, PairServer>();
  readonly #listener: Server;

  /** @param cutsWhenDown ends the connections to a server that is not ready; else they stay until one side ends them */
  constructor(servers: readonly PairServer[], portOf: (server: PairServer) => number, cutsWhenDown: boolean) {
    this.#servers = servers;
    this.#portOf = portOf;
    this.#cutsWhenDown = cutsWhenDown;
    this.#listener = createServer((client) => this.#pass(client));
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#listener.listen(0, '127.0.0.1', resolve));
    return (this.#listener.address() as { port: number }).port;
  }

  close(): void {
    this.#listener.close();
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  /** To be called when a server's readiness was asked for. */
  follow(): void {
    if (!this.#cutsWhenDown) return;
    for (const [socket, server] of this.#sockets) if (!server.isReady) socket.destroy();
  }

  #pass(client: Socket): void {
    const server = this.#servers.find(({ isReady }) => isReady);
    client.on('error', () => {});
    if (!server) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: '127.0.0.1', port: this.#portOf(server), noDelay: true });
    upstream.on('error', () => {});
    client.pipe(upstream).pipe(client);
    this.#sockets.set(client, server);
    client.once('close', () => {
      this.#sockets.delete(client);
      upstream.destroy();
    });
    upstream.once('close', () => client.destroy());
  }
}

/** Asks both for their readiness until the signal is aborted. */
export async function keepAsking(
  servers: readonly PairServer[],
  balancers: readonly Balancer[],
  signal: AbortSignal,
): Promise<void> {
  const each = async (server: PairServer) => {
    while (!signal.aborted) {
      await server.ask();
      for (const balancer of balancers) balancer.follow();
      await pause(askEveryMs);
    }
  };
  await Promise.all(servers.map(each));
}
