import { createServer, type Server, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import {
  identifyWithinMs,
  type LineFrame,
  type ProtocolClock,
  ProtocolError,
  type Registration,
  RegistrationParser,
  RtuLine,
  registrationQuietMs,
} from '@watchpost/protocols';
import type { GatewayCatalogue, GatewayFacts } from '../gateways/index.ts';
import type { Log } from '../platform/log/log.ts';
import { closeWhenSilent, keepAliveAfterMs } from './closeWhenSilent.ts';
import { IdentityClashes } from './IdentityClashes.ts';
import type { Pace } from './Pace.ts';
import { type PolledLine, type PollLineDeps, pollLine } from './pollLine.ts';

export interface DtuListenerOptions extends PollLineDeps {
  gateways: GatewayCatalogue;
  protocolClock: ProtocolClock;
  /** How often a DTU may dial in; null: as often as it likes. */
  pace: Pace | null;
  log: Log;
  listen: string;
  port: number;
}

/** A connection of which it is known whose it is. */
interface Dialled {
  socket: Socket;
  gateway: GatewayFacts;
  registration: Registration;
}

interface Served {
  socket: Socket;
  gateway: GatewayFacts;
  polled: PolledLine;
  /** One word for the log of its lines, where it is we who hang up. */
  why?: string;
}

/** A port on the internet attracts strangers; the gateways of a company need far fewer. */
const maxUnidentified = 500;
/** Of one address; a carrier may hide many DTUs behind one, but they do not all dial in the same 15 s. */
const maxUnidentifiedOfAddress = 50;

/** Listens for DTUs: finds out who dialled in, then reads its line until it closes. The newest connection of a DTU wins. */
export class DtuListener {
  readonly #options: DtuListenerOptions;
  readonly #current = new Map<number, Served>();
  /** Who dials too often, with his newest connection. */
  readonly #waiting = new Map<number, Dialled>();
  readonly #clashes = new IdentityClashes();
  readonly #sockets = new Set<Socket>();
  #unidentified = 0;
  readonly #unidentifiedOf = new Map<string, number>();
  #server: Server | null = null;

  constructor(options: DtuListenerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#server = createServer((socket) => this.#accept(socket));
    await new Promise<void>((resolve, reject) => {
      this.#server!.once('error', reject).listen(this.#options.port, this.#options.listen, () => resolve());
    });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  /** After gateways or points changed: lines go on as they are set up now; a DTU that would not be known as it was dials in anew. */
  follow(): void {
    for (const served of this.#current.values()) {
      const { socket, gateway, polled } = served;
      const present = this.#options.gateways.get(gateway.id);
      if (present && isDeepStrictEqual(registrationOf(present), registrationOf(gateway))) polled.follow(present);
      else {
        served.why = present?.is_kept_off ? 'disconnected' : 'reconfigured';
        socket.destroy();
      }
    }
  }

  get port(): number {
    const address = this.#server?.address();
    return typeof address === 'object' && address ? address.port : this.#options.port;
  }

  get connectedCount(): number {
    return this.#current.size;
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', (error) => this.#options.log.debug({ err: error }, 'A DTU connection failed'));
    const address = socket.remoteAddress ?? '';
    const ofAddress = this.#unidentifiedOf.get(address) ?? 0;
    if (this.#unidentified >= maxUnidentified || ofAddress >= maxUnidentifiedOfAddress) {
      socket.destroy();
      return;
    }
    this.#unidentified++;
    this.#unidentifiedOf.set(address, ofAddress + 1);
    this.#identify(socket)
      .finally(() => {
        this.#unidentified--;
        const rest = (this.#unidentifiedOf.get(address) ?? 1) - 1;
        if (rest > 0) this.#unidentifiedOf.set(address, rest);
        else this.#unidentifiedOf.delete(address);
      })
      .then((found) => found && this.#serveInTurn({ socket, ...found }))
      .catch((error) => {
        this.#options.log.error({ err: error }, 'A DTU connection could not be served');
        socket.destroy();
      });
  }

  /** Null when it is nobody we know, or nobody in time; then the connection is closed and the stranger remembered. */
  #identify(socket: Socket): Promise<{ gateway: GatewayFacts; registration: Registration } | null> {
    const { gateways } = this.#options;
    const parser = new RegistrationParser((_kind, identity) => gateways.withIdentity(identity) !== undefined);
    let head = Buffer.alloc(0);
    // Once it is closed a socket no longer knows.
    const sender = socket.remoteAddress;
    return new Promise((resolve) => {
      let quiet: NodeJS.Timeout | null = null;
      const timeout = setTimeout(() => finish(null, 'notIdentified'), identifyWithinMs);

      const finish = (registration: Registration | null, problem: string | null): void => {
        clearTimeout(timeout);
        if (quiet) clearTimeout(quiet);
        socket.off('data', onData).off('close', onClose);
        const gateway = registration && gateways.withIdentity(registration.identity);
        if (gateway && !gateway.is_kept_off) {
          socket.pause();
          resolve({ registration, gateway });
          return;
        }
        socket.destroy();
        if (problem !== null) this.#remember(problem, parser, head, sender);
        resolve(null);
      };
      const onData = (chunk: Buffer): void => {
        head = Buffer.concat([head, chunk]).subarray(0, 512);
        if (quiet) clearTimeout(quiet);
        try {
          const registration = parser.push(chunk);
          if (registration) {
            finish(registration, null);
            return;
          }
        } catch (error) {
          finish(null, error instanceof ProtocolError ? error.code : 'unreadable');
          return;
        }
        quiet = setTimeout(() => {
          const registration = parser.conclude();
          if (registration) finish(registration, null);
          else if (parser.unknownIdentities().length > 0) finish(null, 'unknownIdentity');
        }, registrationQuietMs);
      };
      const onClose = (): void => finish(null, head.length > 0 ? 'closedUnidentified' : null);
      socket.on('data', onData).on('close', onClose);
    });
  }

  #remember(reason: string, parser: RegistrationParser, head: Buffer, sender: string | undefined): void {
    const subject = parser.unknownIdentities().join(' ');
    void this.#options.intake.refuse({ gatewayId: null, reason, subject, payload: head, sender });
  }

  /**
   * Who dials too often waits, with his socket unread. His newest connection takes the turn of the one before: who has hung up by
   * then, or is set up otherwise, is not served.
   */
  async #serveInTurn(dialled: Dialled): Promise<void> {
    const { gateways, pace } = this.#options;
    const { id } = dialled.gateway;
    const before = this.#waiting.get(id);
    if (before) {
      this.#waiting.set(id, dialled);
      before.socket.destroy();
      return;
    }
    const turn = pace?.turn(id);
    if (!turn) {
      this.#serve(dialled);
      return;
    }
    this.#waiting.set(id, dialled);
    await turn;
    const newest = this.#waiting.get(id)!;
    this.#waiting.delete(id);
    const present = gateways.get(id);
    if (!present || !isDeepStrictEqual(registrationOf(present), registrationOf(newest.gateway)))
      newest.socket.destroy();
    if (!newest.socket.destroyed) this.#serve({ ...newest, gateway: present! });
  }

  #serve({ socket, gateway, registration }: Dialled): void {
    const { links, protocolClock, log } = this.#options;
    socket.setNoDelay(true).setKeepAlive(true, keepAliveAfterMs);
    if (registration.rest.length > 0) socket.unshift(registration.rest);
    const strip: Uint8Array[] = gateway.heartbeat.length > 0 ? [gateway.heartbeat] : [];
    if (gateway.registration_mode !== 'once') strip.push(registration.packet, registration.identityBytes);
    const watch = closeWhenSilent(socket, gateway.heartbeat, protocolClock.monotonic, true, () => {
      served.why = 'silent';
    });
    const opened = this.#options.lines.make(gateway.id, false, (onFrame) => {
      const noteFrame = (frame: LineFrame): void => {
        watch(frame);
        onFrame(frame);
      };
      return new RtuLine(socket, { clock: protocolClock, strip, onFrame: noteFrame });
    });
    const { line } = opened;
    line.start();
    // Paused since the registration was recognised; a listener alone does not set it flowing again.
    socket.resume();
    links.gatewayUp(gateway.id, protocolClock.now(), false, socket.remoteAddress);
    log.info({ gatewayId: gateway.id, identity: registration.identity }, 'A DTU dialled in');
    const previous = this.#current.get(gateway.id);
    const served: Served = { socket, gateway, polled: pollLine(opened, gateway, this.#options) };
    this.#current.set(gateway.id, served);
    previous?.socket.destroy();
    if (previous && this.#clashes.takenOver(gateway.id, protocolClock.monotonic())) {
      const subject = `${registration.identity} ${socket.remoteAddress ?? ''}`.trim();
      const payload = registration.packet;
      void this.#options.intake.refuse({ gatewayId: gateway.id, reason: 'identityClash', subject, payload });
    }

    void line.closed.then(() => {
      socket.destroy();
      if (this.#current.get(gateway.id)?.socket !== socket) return;
      this.#current.delete(gateway.id);
      links.gatewayDown(gateway.id, protocolClock.now(), served.why);
      log.info({ gatewayId: gateway.id, ...line.counters }, 'A DTU hung up');
    });
  }
}

/** What a connection was recognised and opened by. */
const registrationOf = ({
  protocol,
  is_kept_off,
  registration_identity,
  registration_mode,
  heartbeat,
}: GatewayFacts) => ({
  protocol,
  is_kept_off,
  registration_identity,
  registration_mode,
  heartbeat,
});
