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
import { type GatewayCatalogue, type GatewayFacts, takenOverTrouble } from '../gateways/index.ts';
import { isInNetworks } from '../platform/isInNetworks.ts';
import { listenBacklog } from '../platform/listenBacklog.ts';
import type { Log } from '../platform/log/log.ts';
import { StrangerPlaces } from '../platform/StrangerPlaces.ts';
import { closeWhenSilent, keepAliveAfterMs } from './closeWhenSilent.ts';
import { LineGuard } from './LineGuard.ts';
import type { Pace } from './Pace.ts';
import { type PolledLine, type PollLineDeps, pollLine } from './pollLine.ts';
import type { Clashed } from './reportClash.ts';

export interface DtuListenerOptions extends PollLineDeps {
  gateways: GatewayCatalogue;
  clashed: Clashed;
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
  /** It came from; a closed socket no longer knows. */
  address: string;
  gateway: GatewayFacts;
  guard: LineGuard;
  polled: PolledLine;
  /** One word for the log of its lines, where it is we who hang up. */
  why?: string;
}

/** A port on the internet attracts strangers; the gateways of a company need far fewer. */
const maxUnidentified = {
  all: 500,
  /** A carrier may hide many DTUs behind one address, but they do not all dial in the same 15 s. */
  ofNetwork: 50,
};
/** Long enough for somebody who is told of a take-over to look at what came over the new line. */
const doubtedAfterTakeOverMs = 600_000;

/**
 * Listens for DTUs: identifies each one that dials in, then reads its line until it closes. A line that answers polls keeps its
 * gateway: a newcomer under the same name waits until it stops answering.
 */
export class DtuListener {
  readonly #options: DtuListenerOptions;
  readonly #current = new Map<number, Served>();
  /** The newest connection of each gateway that dials too often. */
  readonly #waiting = new Map<number, Dialled>();
  /** The newest connection that waits for a line which still answers, by gateway. */
  readonly #challengers = new Map<number, Dialled>();
  readonly #sockets = new Set<Socket>();
  readonly #unidentified = new StrangerPlaces(maxUnidentified);
  #server: Server | null = null;

  constructor(options: DtuListenerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#server = createServer((socket) => this.#accept(socket));
    await new Promise<void>((resolve, reject) => {
      const { port, listen: host } = this.#options;
      this.#server!.once('error', reject).listen({ port, host, backlog: listenBacklog }, () => resolve());
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
      if (present && isDeepStrictEqual(registrationOf(present), registrationOf(gateway))) {
        polled.follow(present);
        this.#lookAgain(served);
      } else {
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
    if (!this.#unidentified.enter(socket)) return;
    this.#identify(socket)
      .finally(() => this.#unidentified.signedIn(socket))
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
    const sender = addressOf(socket);
    return new Promise((resolve) => {
      let quiet: NodeJS.Timeout | null = null;
      const timeout = setTimeout(() => finish(null, 'notIdentified'), identifyWithinMs);

      const finish = (registration: Registration | null, problem: string | null): void => {
        clearTimeout(timeout);
        if (quiet) clearTimeout(quiet);
        socket.off('data', onData).off('close', onClose);
        const gateway = registration && gateways.withIdentity(registration.identity);
        if (gateway && !this.#mayComeFrom(gateway, sender)) {
          socket.destroy();
          this.#rememberAt(gateway, 'foreignNetwork', registration, sender);
          resolve(null);
          return;
        }
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

  #mayComeFrom({ allowed_networks }: GatewayFacts, address: string): boolean {
    return allowed_networks.length === 0 || isInNetworks(address, allowed_networks);
  }

  #rememberAt(gateway: GatewayFacts, reason: string, registration: Registration, address: string): void {
    const subject = `${registration.identity} ${address}`.trim();
    void this.#options.intake.refuse({ gatewayId: gateway.id, reason, subject, payload: registration.packet });
  }

  /**
   * A gateway that dials too often waits, its socket unread. Its newest connection takes the turn of the one before. It is not
   * served if it has hung up by then or its configuration has changed.
   */
  async #serveInTurn(dialled: Dialled): Promise<void> {
    const { pace } = this.#options;
    const { id } = dialled.gateway;
    const before = this.#waiting.get(id);
    if (before) {
      this.#waiting.set(id, dialled);
      before.socket.destroy();
      return;
    }
    const turn = pace?.turn(id);
    if (!turn) {
      this.#receive(dialled);
      return;
    }
    this.#waiting.set(id, dialled);
    await turn;
    const newest = this.#waiting.get(id)!;
    this.#waiting.delete(id);
    const present = this.#stillThere(newest);
    if (present) this.#receive(present);
  }

  /** As its gateway is set up now; null: it hung up, or would not be let in like this any more. */
  #stillThere(dialled: Dialled): Dialled | null {
    const present = this.#options.gateways.get(dialled.gateway.id);
    if (!present || !isDeepStrictEqual(registrationOf(present), registrationOf(dialled.gateway)))
      dialled.socket.destroy();
    return dialled.socket.destroyed ? null : { ...dialled, gateway: present! };
  }

  /** Serves a newcomer, or lets it wait where an older line answers polls: that one is asked at once whether it still does. */
  #receive(dialled: Dialled): void {
    const { gateway, registration, socket } = dialled;
    const older = this.#current.get(gateway.id);
    if (!older || older.socket.destroyed || !older.guard.holds) {
      this.#serve(dialled);
      return;
    }
    this.#challengers.get(gateway.id)?.socket.destroy();
    this.#challengers.set(gateway.id, dialled);
    this.#options.log.warn(
      { gatewayId: gateway.id },
      'A DTU dialled in under the name of one whose line may still be open',
    );
    this.#rememberAt(gateway, 'identityClash', registration, addressOf(socket));
    this.#options.clashed(gateway, addressOf(socket));
    this.#askAll(gateway.id);
  }

  #askAll(gatewayId: number): void {
    const { gateways, lines } = this.#options;
    for (const { address } of gateways.get(gatewayId)?.slaves ?? []) lines.readNow(gatewayId, address);
  }

  /**
   * The line was asked in vain, or other slaves are polled: the newcomer that waits comes in when it is lost, else it is asked once
   * more.
   */
  #lookAgain({ gateway: { id }, guard }: Served): void {
    if (this.#current.get(id)?.guard !== guard || !this.#challengers.has(id)) return;
    if (guard.holds) this.#askAll(id);
    else this.#letIn(id);
  }

  #letIn(gatewayId: number): void {
    const waiting = this.#challengers.get(gatewayId);
    this.#challengers.delete(gatewayId);
    const present = waiting && this.#stillThere(waiting);
    if (present) this.#serve(present);
  }

  #serve({ socket, gateway, registration }: Dialled): void {
    const { links, lines, protocolClock, log, intake } = this.#options;
    const address = addressOf(socket);
    const previous = this.#current.get(gateway.id);
    const guard = new LineGuard((slave) => lines.nextAskAt(gateway.id, slave) !== null);
    socket.setNoDelay(true).setKeepAlive(true, keepAliveAfterMs);
    if (registration.rest.length > 0) socket.unshift(registration.rest);
    const strip: Uint8Array[] = gateway.heartbeat.length > 0 ? [gateway.heartbeat] : [];
    if (gateway.registration_mode !== 'once') strip.push(registration.packet, registration.identityBytes);
    const watch = closeWhenSilent(socket, gateway.heartbeat, protocolClock.monotonic, true, () => {
      served.why = 'silent';
    });
    const opened = lines.make(gateway.id, false, (onFrame) => {
      const noteFrame = (frame: LineFrame): void => {
        watch(frame);
        onFrame(frame);
        guard.note(frame);
        // The poller has its answer after this, and can be asked again only then.
        if (frame.kind === 'timeout' || frame.kind === 'badCrc') setImmediate(() => this.#lookAgain(served));
      };
      return new RtuLine(socket, { clock: protocolClock, strip, onFrame: noteFrame });
    });
    const { line } = opened;
    line.start();
    // Paused since the registration was recognised; a listener alone does not set it flowing again.
    socket.resume();
    links.gatewayUp(gateway.id, protocolClock.now(), false, socket.remoteAddress);
    log.info({ gatewayId: gateway.id, identity: registration.identity }, 'A DTU dialled in');
    const isTakenOver = previous !== undefined && !previous.socket.destroyed;
    const doubtedUntil = isTakenOver ? protocolClock.monotonic() + doubtedAfterTakeOverMs : undefined;
    const polled = pollLine(opened, gateway, this.#options, doubtedUntil);
    const served: Served = { socket, address, gateway, guard, polled };
    this.#current.set(gateway.id, served);
    previous?.socket.destroy();
    if (isTakenOver && previous.address !== address) {
      const detail = `${takenOverTrouble} ${address}`;
      void intake.noteTrouble({ gatewayId: gateway.id, slaveId: null, at: protocolClock.now(), isOver: false, detail });
      this.#options.clashed(gateway, address);
    }

    void line.closed.then(() => {
      socket.destroy();
      if (this.#current.get(gateway.id)?.socket !== socket) return;
      this.#current.delete(gateway.id);
      links.gatewayDown(gateway.id, protocolClock.now(), served.why);
      log.info({ gatewayId: gateway.id, ...line.counters }, 'A DTU hung up');
      this.#letIn(gateway.id);
    });
  }
}

/** IPv4 as people write it, also where the server listens on IPv6. */
const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:/, '');

/** What a connection was recognised and opened by. */
const registrationOf = ({
  protocol,
  is_kept_off,
  registration_identity,
  registration_mode,
  heartbeat,
  allowed_networks,
}: GatewayFacts) => ({
  protocol,
  is_kept_off,
  registration_identity,
  registration_mode,
  heartbeat,
  allowed_networks,
});
