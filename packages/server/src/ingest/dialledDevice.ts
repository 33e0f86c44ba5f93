import { connect, type Socket } from 'node:net';
import { isSerialLine } from '@watchpost/contract';
import { type LineFrame, type ProtocolClock, RtuLine, TcpLine } from '@watchpost/protocols';
import { dialTarget, type GatewayFacts } from '../gateways/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import { closeWhenSilent, keepAliveAfterMs } from './closeWhenSilent.ts';
import { type PolledLine, type PollLineDeps, pollLine } from './pollLine.ts';

export interface DialledDeviceDeps extends PollLineDeps {
  guard: OutboundGuard;
  protocolClock: ProtocolClock;
  log: Log;
}

const connectTimeoutMs = 5_000;
/** A device that was switched off is found soon; one that is gone costs next to nothing. */
const redialMs = { first: 1_000, max: 60_000 };
/** Once could be a restart; three times, over some seconds, is worth a word. Said once until it answers again. */
const failuresUntilTold = 3;
/** A connection that stands so long is one, also when nothing is asked on it or its slaves are all away. */
const standsAfterMs = 10_000;

/**
 * Keeps a connection to one device that speaks Modbus TCP, or to a serial line behind a device server, and reads it until it is
 * stopped. The caller that stops it also reports its line as down.
 */
export class DialledDevice {
  readonly address: string;
  readonly #deps: DialledDeviceDeps;
  /** As it is set up now. */
  #gateway: GatewayFacts;
  #socket: Socket | null = null;
  #polled: PolledLine | null = null;
  #stopped = false;
  #endWait: () => void = () => {};

  /** @param address `host:port`, or a host alone */
  constructor(gateway: GatewayFacts, address: string, deps: DialledDeviceDeps) {
    this.#gateway = gateway;
    this.address = address;
    this.#deps = deps;
  }

  start(): void {
    void this.#keepDialling();
  }

  stop(): void {
    this.#stopped = true;
    this.#endWait();
    this.#socket?.destroy();
  }

  /** Whether the connection there is was made for this way of talking. */
  isConnectedAs({ protocol, heartbeat }: GatewayFacts): boolean {
    return protocol === this.#gateway.protocol && heartbeat.equals(this.#gateway.heartbeat);
  }

  /** Goes on as its gateway is set up now, on the same connection. The address stays. */
  follow(gateway: GatewayFacts): void {
    this.#gateway = gateway;
    this.#polled?.follow(gateway);
  }

  async #keepDialling(): Promise<void> {
    const { address } = this;
    const { host, port } = dialTarget(address);
    let delay = redialMs.first;
    let failures = 0;
    while (!this.#stopped) {
      try {
        const socket = await this.#dial(host, port);
        // A port that accepts and hangs up is no device: only an answer makes it one.
        if (!(await this.#serve(socket))) throw new Error('It hung up without an answer');
        failures = 0;
        delay = redialMs.first;
      } catch (error) {
        failures++;
        if (failures === failuresUntilTold && !this.#stopped)
          this.#deps.log.warn(
            { err: error, gatewayId: this.#gateway.id, address },
            'A Modbus device cannot be reached',
          );
      }
      await this.#wait(delay);
      delay = Math.min(delay * 2, redialMs.max);
    }
  }

  async #dial(host: string, port: number): Promise<Socket> {
    const resolved = await this.#deps.guard(host, port);
    if (this.#stopped) throw new Error('No longer wanted');
    return new Promise((resolve, reject) => {
      const socket = connect({
        host: resolved,
        port,
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: keepAliveAfterMs,
      });
      this.#socket = socket;
      socket.once('close', () => reject(new Error('Closed before it was connected')));
      socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error('No answer within 5 s')));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.off('error', reject);
        socket.on('error', (error) => this.#deps.log.debug({ err: error }, 'A Modbus connection failed'));
        resolve(socket);
      });
    });
  }

  /** Resolves when the connection has ended: whether anything was answered on it. */
  async #serve(socket: Socket): Promise<boolean> {
    const { links, lines, protocolClock, log } = this.#deps;
    const { id: gatewayId, protocol, heartbeat } = this.#gateway;
    const isSerial = isSerialLine(protocol);
    let why: string | undefined;
    const hasHeartbeat = isSerial && heartbeat.length > 0;
    let isUp = false;
    let answered = false;
    const up = (): void => {
      if (isUp || this.#stopped) return;
      isUp = true;
      links.gatewayUp(gatewayId, protocolClock.now(), false, this.address);
      log.info({ gatewayId, protocol }, 'Connected to a Modbus device');
    };
    const heartbeatBytes = hasHeartbeat ? heartbeat : new Uint8Array();
    const watch = closeWhenSilent(socket, heartbeatBytes, protocolClock.monotonic, false, () => {
      why = 'silent';
    });
    const stands = setTimeout(up, standsAfterMs);
    const opened = lines.make(gatewayId, !isSerial, (onFrame) => {
      const noteFrame = (frame: LineFrame): void => {
        if (frame.kind === 'answer') {
          answered = true;
          up();
        }
        watch(frame);
        onFrame(frame);
      };
      return isSerial
        ? new RtuLine(socket, { clock: protocolClock, strip: hasHeartbeat ? [heartbeat] : [], onFrame: noteFrame })
        : new TcpLine(socket, { clock: protocolClock, onFrame: noteFrame });
    });
    const { line } = opened;
    line.start();
    this.#polled = pollLine(opened, this.#gateway, this.#deps);
    await line.closed;
    clearTimeout(stands);
    this.#polled = null;
    socket.destroy();
    // Who stopped it has said so, and may already dial the same gateway elsewhere.
    if (isUp && !this.#stopped) links.gatewayDown(gatewayId, protocolClock.now(), why);
    log[isUp ? 'info' : 'debug']({ gatewayId, why }, 'The line to a Modbus device ended');
    return answered;
  }

  #wait(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
