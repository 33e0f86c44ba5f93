import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import {
  limitPackets,
  type MqttReading,
  maxPayloadBytes,
  neuronDefaultPattern,
  neuronTopics,
  neuronWriteAnswerPattern,
  type OversizedPacket,
  ProtocolError,
  type Topics,
  thingsboardTopics,
} from '@watchpost/protocols';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import type { GatewayCatalogue, GatewayFacts, GatewayLinks } from '../gateways/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { PointCatalogue, PointFacts } from '../points/index.ts';
import type { CommandAnswers } from './commandAnswers.ts';
import { CredentialCache } from './credentialCache.ts';
import type { Intake } from './intake.ts';
import type { MessageWatch } from './MessageWatch.ts';

export interface MqttListenerOptions {
  gateways: GatewayCatalogue;
  points: PointCatalogue;
  links: GatewayLinks;
  intake: Intake;
  answers: CommandAnswers;
  watch: MessageWatch;
  clock: Clock;
  log: Log;
  listen: string;
  port: number;
  tls: { cert: Buffer; key: Buffer } | null;
}

/** A held publish keeps the client's pings unread; after half its keep-alive the socket must go, and it sends again. */
const holdShareOfKeepAlive = 0.5;
/** A login is a few hundred bytes; nothing else is read before it is answered. */
const maxLoginBytes = 16 * 1024;
/**
 * The broker collects a packet before anybody sees it, and a header may announce 256 MB. Twice the largest payload that is
 * taken: a gateway that is somewhat over it is told so by the record of its refused message instead of by a broken line.
 */
const maxPacketBytes = 2 * maxPayloadBytes;
/** Twice the largest fleet that one machine is meant for. */
const maxConnections = 20_000;
/** For clients that asked for no keep-alive. */
const holdWithoutKeepAliveMs = 30_000;

const topicsOf: Partial<Record<GatewayFacts['payload_format'], Topics>> = {
  thingsboard: thingsboardTopics,
  neuron: neuronTopics([neuronDefaultPattern, neuronWriteAnswerPattern]),
};

/** Point ids by device (null: the gateway itself) and key. */
type PointIds = ReadonlyMap<string | null, ReadonlyMap<string, number>>;

const refusedConnection = (returnCode: 4 | 5): AuthenticateError =>
  Object.assign(new Error('Connection refused'), { returnCode });

/**
 * The broker for gateways: MQTT 3.1.1, nothing else. A publish is acknowledged only after its readings are committed. Who a
 * message is from is decided by the login of its connection alone, never by a name inside; nothing is passed from gateway
 * to gateway.
 */
export class MqttListener {
  readonly #options: MqttListenerOptions;
  /** Each signed-in client's gateway as it was set up when it signed in. */
  readonly #signedInAs = new WeakMap<Client, GatewayFacts>();
  readonly #keepAliveMs = new WeakMap<Client, number>();
  /** The newest connection of each gateway: the close of an older one says nothing. */
  readonly #current = new Map<number, Client>();
  /** By a gateway's list of points: another list has another answer. */
  readonly #pointIds = new WeakMap<readonly PointFacts[], PointIds>();
  readonly #credentials = new CredentialCache();
  /** Payloads of our own commands: the only thing that is ever forwarded to a gateway. */
  readonly #commands = new WeakSet<object>();
  readonly #sockets = new Set<Socket>();
  #broker: Aedes | null = null;
  #server: Server | null = null;

  constructor(options: MqttListenerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { listen, port, tls, log } = this.#options;
    const broker = await Aedes.createBroker({
      // No gateway needs more than a few deliveries at a time; memory stays bounded with thousands of them.
      concurrency: 100,
      queueLimit: 200,
      maxClientsIdLength: 256,
      connectTimeout: 15_000,
    });
    this.#broker = broker;
    broker.preConnect = (client, packet, done) => {
      this.#keepAliveMs.set(client, (packet.keepalive ?? 0) * 1000);
      done(null, true);
    };
    broker.authenticate = (client, userName, password, done) => {
      this.#authenticate(client, userName, password).then(
        (gateway) => (gateway ? done(null, true) : done(refusedConnection(4), false)),
        (error) => {
          log.error({ err: error }, 'A gateway could not be authenticated');
          done(refusedConnection(5), false);
        },
      );
    };
    broker.authorizePublish = (client, packet, done) => {
      const gateway = client && this.#gatewayOf(client);
      if (!client || !gateway) return done(new Error('Unknown client'));
      // Nothing is ever handed to another gateway, so nothing needs to be kept for one.
      packet.retain = false;
      this.#publish(client, gateway, packet).then(
        () => done(null),
        (error) => {
          log.error({ err: error, gatewayId: gateway.id }, 'A message could not be taken');
          done(error);
        },
      );
    };
    // Commands to gateways are handed to their own connection; a topic is never shared.
    // With QoS 0: for anything more the broker would queue messages of equal topics for sessions that are away.
    broker.authorizeSubscribe = (_client, subscription, done) =>
      done(null, mayListen(subscription.topic) ? { ...subscription, qos: 0 } : null);
    broker.authorizeForward = (_client, packet) => (this.#commands.has(packet.payload as Buffer) ? packet : null);
    broker.on('clientReady', (client) => this.#connected(client));
    broker.on('clientDisconnect', (client) => this.#disconnected(client));
    broker.on('clientError', (client, error) =>
      log.debug({ err: error, client: client.id }, 'A gateway connection failed'),
    );
    broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'A stranger spoke no MQTT 3.1.1'));

    const onSocket = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      const client = broker.handle(socket);
      limitPackets(socket, { first: maxLoginBytes, later: maxPacketBytes }, (oversized, beginning) => {
        void this.#refusePacket(client, oversized, beginning);
      });
    };
    this.#server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket);
    this.#server.maxConnections = maxConnections;
    await new Promise<void>((resolve, reject) => {
      this.#server!.once('error', reject).listen(port, listen, () => resolve());
    });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server)
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of this.#sockets) socket.destroy();
      });
    await new Promise<void>((resolve) => (this.#broker ? this.#broker.close(() => resolve()) : resolve()));
  }

  get port(): number {
    const address = this.#server?.address();
    return typeof address === 'object' && address ? address.port : this.#options.port;
  }

  get connectedClients(): number {
    return this.#broker?.connectedClients ?? 0;
  }

  /** Hands a command to a gateway's own connection. False: it has none. */
  sendTo(gatewayId: number, topic: string, text: string): boolean {
    const client = this.#current.get(gatewayId);
    if (!client || !this.#gatewayOf(client)) return false;
    const payload = Buffer.from(text);
    this.#commands.add(payload);
    client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
    return true;
  }

  /** The topic filters that a gateway's connection has subscribed to. */
  listensOn(gatewayId: number): string[] {
    const client = this.#current.get(gatewayId) as (Client & { subscriptions: object }) | undefined;
    return client ? Object.keys(client.subscriptions) : [];
  }

  /**
   * After gateways changed: whoever would not be let in as he was is hung up on. What he had sent and we had not acknowledged he
   * sends again.
   */
  follow(): void {
    for (const [gatewayId, client] of this.#current) {
      if (this.#gatewayOf(client)) continue;
      this.#options.log.info({ gatewayId }, 'The login of an MQTT gateway no longer holds; closing its connection');
      client.close();
    }
  }

  /** Undefined when the login of this connection does not hold, or holds no longer. */
  #gatewayOf(client: Client): GatewayFacts | undefined {
    const then = this.#signedInAs.get(client);
    const now = then && this.#options.gateways.get(then.id);
    const holds =
      now?.protocol === 'MQTT' && now.user_name === then?.user_name && now.password_hash === then?.password_hash;
    return holds ? now : undefined;
  }

  #refusePacket(client: Client, { byteCount }: OversizedPacket, payload: Buffer): Promise<void> {
    const gatewayId = this.#signedInAs.get(client)?.id ?? null;
    return this.#options.intake.refuse({ gatewayId, reason: 'packetTooLarge', subject: '', payload, byteCount });
  }

  async #authenticate(
    client: Client,
    userName: string | undefined,
    password: Buffer | undefined,
  ): Promise<GatewayFacts | null> {
    const gateway = userName === undefined ? undefined : this.#options.gateways.withUserName(userName);
    const right =
      gateway?.password_hash && password !== undefined
        ? await this.#credentials.verify(gateway.id, gateway.password_hash, password.toString('utf8'))
        : false;
    if (!gateway || !right) {
      await this.#options.intake.refuse({
        gatewayId: gateway?.id ?? null,
        reason: 'wrongCredentials',
        subject: userName ?? '',
        payload: Buffer.alloc(0),
      });
      return null;
    }
    this.#signedInAs.set(client, gateway);
    // Client ids are the gateways' own business: two companies may choose the same one. Inside the broker each is made unique.
    (client as { id: string }).id = `${gateway.id}/${client.id}`;
    return gateway;
  }

  #connected(client: Client): void {
    const gateway = this.#gatewayOf(client);
    if (!gateway) {
      // Changed while it signed in.
      client.close();
      return;
    }
    const previous = this.#current.get(gateway.id);
    this.#current.set(gateway.id, client);
    // After an absence the gateway plays back what it stored first.
    this.#options.links.gatewayUp(gateway.id, this.#options.clock.now(), true);
    if (previous && previous !== client) previous.close();
  }

  #disconnected(client: Client): void {
    const gateway = this.#signedInAs.get(client);
    if (!gateway || this.#current.get(gateway.id) !== client) return;
    this.#current.delete(gateway.id);
    this.#options.links.gatewayDown(gateway.id, this.#options.clock.now());
  }

  #pointIdsOf(gatewayId: number): PointIds {
    const points = this.#options.points.ofGateway(gatewayId);
    let ids = this.#pointIds.get(points);
    if (!ids) {
      const byDevice = Map.groupBy(points, ({ mqtt_device }) => mqtt_device || null);
      ids = new Map(
        [...byDevice].map(([device, list]) => [device, new Map(list.map(({ mqtt_key, id }) => [mqtt_key ?? '', id]))]),
      );
      this.#pointIds.set(points, ids);
    }
    return ids;
  }

  /** Resolves when the message may be acknowledged. */
  async #publish(client: Client, gateway: GatewayFacts, packet: PublishPacket): Promise<void> {
    const { intake } = this.#options;
    const { topic, qos } = packet;
    const payload = bytesOf(packet.payload);
    this.#options.watch.note(gateway.id, topic, payload);
    const refuse = (reason: string) => intake.refuse({ gatewayId: gateway.id, reason, subject: topic, payload });
    let readings: MqttReading[];
    try {
      const topics = topicsOf[gateway.payload_format];
      if (!topics) return refuse('unknownTopic');
      const message = topics.parse(topic, payload);
      if (message.type === 'commandAnswer') this.#options.answers.take(gateway.id, message);
      if (message.type !== 'readings') return;
      if (message.refusedEntries > 0) await refuse('unreadableEntries');
      readings = message.readings;
    } catch (error) {
      if (error instanceof ProtocolError) return refuse(error.code);
      throw error;
    }
    if (readings.length === 0) return;
    const ids = this.#pointIdsOf(gateway.id);
    const keepAliveMs = this.#keepAliveMs.get(client) ?? 0;
    const holdMs = keepAliveMs > 0 ? keepAliveMs * holdShareOfKeepAlive : holdWithoutKeepAliveMs;
    const gone = new AbortController();
    const onClose = () => gone.abort();
    client.conn.once('close', onClose);
    const timer = setTimeout(() => {
      this.#options.log.warn(
        { gatewayId: gateway.id },
        'A commit takes too long; closing the connection, the gateway sends again what it awaits an acknowledgement for',
      );
      client.conn.destroy();
    }, holdMs);
    try {
      await intake.take(
        gateway.id,
        readings.map((raw) => ({ pointId: ids.get(raw.device)?.get(raw.key), raw })),
        // At QoS 0 nobody waits for an acknowledgement, so nobody sends again.
        { subject: topic, payload, signal: qos > 0 ? gone.signal : null },
      );
    } finally {
      clearTimeout(timer);
      client.conn.off('close', onClose);
    }
  }
}

/** The broker hands over bytes, though its type allows text. */
const bytesOf = (payload: Buffer | string): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload);

/** Where a Neuron listens for writes, unless its operator chose another topic: `/neuron/<client>/write/req`. */
const neuronWritePattern = /^\/neuron\/[^/+#]+\/write\/req$/;

/** Topics on which the platform answers a gateway. */
const mayListen = (topic: string): boolean =>
  neuronWritePattern.test(topic) ||
  /^v1\/(devices\/me\/(rpc\/request\/\+|attributes(\/response\/\+)?)|gateway\/(rpc|attributes(\/response)?))$/.test(
    topic,
  );
