import { connect, type Socket } from 'node:net';
import { type ProtocolClock, TcpLine } from '@watchpost/protocols';
import type { GatewayFacts } from '../gateways/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import { closeWhenSilent, silentWithoutHeartbeatMs } from './closeWhenSilent.ts';
import { type PollLineDeps, pollLine } from './pollLine.ts';

export interface ModbusDialerOptions extends PollLineDeps {
  gateways: readonly GatewayFacts[];
  guard: OutboundGuard;
  protocolClock: ProtocolClock;
  log: Log;
}

const connectTimeoutMs = 5_000;
/** A device that was switched off is found soon; one that is gone costs next to nothing. */
const redialMs = { first: 1_000, most: 60_000 };
/** Once could be a restart; three times, over some seconds, is worth a word. Said once until it answers again. */
const failuresUntilTold = 3;
const defaultModbusPort = 502;

/** Keeps a connection to each Modbus TCP device and reads it. */
export class ModbusDialer {
  readonly #options: ModbusDialerOptions;
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(options: ModbusDialerOptions) {
    this.#options = options;
  }

  start(): void {
    for (const gateway of this.#options.gateways) {
      if (gateway.protocol === 'MODBUS_TCP' && gateway.address !== null)
        void this.#keepDialling(gateway, gateway.address);
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) socket.destroy();
  }

  async #keepDialling(gateway: GatewayFacts, address: string): Promise<void> {
    const { log } = this.#options;
    const separator = address.lastIndexOf(':');
    const host = separator > 0 ? address.slice(0, separator) : address;
    const port = separator > 0 ? Number(address.slice(separator + 1)) : defaultModbusPort;
    let delay = redialMs.first;
    let failures = 0;
    while (!this.#stopped) {
      try {
        const socket = await this.#dial(host, port);
        failures = 0;
        delay = redialMs.first;
        await this.#serve(socket, gateway);
      } catch (error) {
        failures++;
        if (failures === failuresUntilTold)
          log.warn({ err: error, gatewayId: gateway.id, address }, 'A Modbus TCP device cannot be reached');
      }
      await this.#wait(delay);
      delay = Math.min(delay * 2, redialMs.most);
    }
  }

  async #dial(host: string, port: number): Promise<Socket> {
    const resolved = await this.#options.guard(host);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: resolved, port, noDelay: true, keepAlive: true });
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error('No answer within 5 s')));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.off('error', reject);
        socket.on('error', (error) => this.#options.log.debug({ err: error }, 'A Modbus TCP connection failed'));
        resolve(socket);
      });
    });
  }

  /** Resolves when the connection has ended. */
  async #serve(socket: Socket, gateway: GatewayFacts): Promise<void> {
    const { links, protocolClock, log } = this.#options;
    closeWhenSilent(socket, silentWithoutHeartbeatMs);
    const line = new TcpLine(socket, { clock: protocolClock });
    line.start();
    links.gatewayUp(gateway.id, protocolClock.now(), false);
    log.info({ gatewayId: gateway.id }, 'Connected to a Modbus TCP device');
    pollLine(line, gateway, this.#options);
    await line.closed;
    socket.destroy();
    links.gatewayDown(gateway.id, protocolClock.now());
    log.info({ gatewayId: gateway.id }, 'A Modbus TCP device hung up');
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });
  }
}
