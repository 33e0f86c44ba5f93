import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type MqttReading, neuronTopics, ProtocolError, type Topics, thingsboardTopics } from '@watchpost/protocols';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import type { GatewayFacts, GatewayLinks } from '../gateways/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { PointCatalogue } from '../points/index.ts';
import { CredentialCache } from './credentialCache.ts';
import type { Intake } from './intake.ts';

export interface MqttListenerOptions {
  gateways: readonly GatewayFacts[];
  points: PointCatalogue;
  links: GatewayLinks;
  intake: Intake;
  clock: Clock;
  log: Log;
  listen: string;
  port: number;
  tls: { cert: Buffer; key: Buffer } | null;
}

/** A held publish keeps the client's pings unread; after half its keep-alive the socket must go, and it sends again. */
const holdShareOfKeepAlive = 0.5;
/** A login is a few hundred bytes. */
const maxBytesOfStranger = 16 * 1024;
const strangerCheckMs = 100;
/** Twice the largest fleet that one machine is meant for. */
const maxConnections = 20_000;
/** For clients that asked for no keep-alive. */
const holdWithoutKeepAliveMs = 30_000;

const topicsOf: Record<GatewayFacts['payload_format'], Topics> = {
  thingsboard: thingsboardTopics,
  neuron: neuronTopics(),
};

const refusedConnection = (returnCode: 4 | 5): AuthenticateError =>
  Object.assign(new Error('Connection refused'), { returnCode });

/**
 * The broker for gateways: MQTT 3.1.1, nothing else. A publish is acknowledged only after its readings are committed. Who a
 * message is from is decided by the login of its connection alone, never by a name inside; nothing is passed from gateway
 * to gateway.
 */
export class MqttListener {
  readonly #options: MqttListenerOptions;
  readonly #byUserName: Map<string, GatewayFacts>;
  readonly #gatewayOf = new WeakMap<Client, GatewayFacts>();
  readonly #keepAliveMs = new WeakMap<Client, number>();
  /** The newest connection of each gateway: the close of an older one says nothing. */
  readonly #current = new Map<number, Client>();
  /** By gateway, device (null: the gateway itself) and key. */
  readonly #pointIds = new Map<number, Map<string | null, Map<string, number>>>();
  readonly #credentials = new CredentialCache();
  readonly #sockets = new Set<Socket>();
  /** Connections that have signed in. */
  readonly #known = new WeakSet<object>();
  #broker: Aedes | null = null;
  #server: Server | null = null;

  constructor(options: MqttListenerOptions) {
    this.#options = options;
    const ours = options.gateways.filter(({ protocol }) => protocol === 'MQTT');
    this.#byUserName = new Map(
      ours.filter(({ user_name }) => user_name !== null).map((gateway) => [gateway.user_name!, gateway]),
    );
    for (const gateway of ours) {
      const byDevice = Map.groupBy(options.points.ofGateway(gateway.id), ({ mqtt_device }) => mqtt_device || null);
      this.#pointIds.set(
        gateway.id,
        new Map(
          [...byDevice].map(([device, points]) => [
            device,
            new Map(points.map(({ mqtt_key, id }) => [mqtt_key ?? '', id])),
          ]),
        ),
      );
    }
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
      const gateway = client && this.#gatewayOf.get(client);
      if (!client || !gateway) return done(new Error('Unknown client'));
      // Nothing is ever handed to another gateway, so nothing needs to be kept for one.
      packet.retain = false;
      this.#publish(client, gateway, packet.topic, bytesOf(packet.payload)).then(
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
    broker.authorizeForward = () => null;
    broker.on('clientReady', (client) => this.#connected(client));
    broker.on('clientDisconnect', (client) => this.#disconnected(client));
    broker.on('clientError', (client, error) =>
      log.debug({ err: error, client: client.id }, 'A gateway connection failed'),
    );
    broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'A stranger spoke no MQTT 3.1.1'));

    const onSocket = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      this.#watchStranger(socket);
      broker.handle(socket);
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

  /** The broker would buffer a message of any size from somebody who has not even signed in. */
  #watchStranger(socket: Socket): void {
    const timer = setInterval(() => {
      if (this.#known.has(socket)) clearInterval(timer);
      else if (socket.bytesRead > maxBytesOfStranger) socket.destroy();
    }, strangerCheckMs);
    socket.once('close', () => clearInterval(timer));
  }

  async #authenticate(
    client: Client,
    userName: string | undefined,
    password: Buffer | undefined,
  ): Promise<GatewayFacts | null> {
    const gateway = userName === undefined ? undefined : this.#byUserName.get(userName);
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
    this.#gatewayOf.set(client, gateway);
    this.#known.add(client.conn);
    // Client ids are the gateways' own business: two companies may choose the same one. Inside the broker each is made unique.
    (client as { id: string }).id = `${gateway.id}/${client.id}`;
    return gateway;
  }

  #connected(client: Client): void {
    const gateway = this.#gatewayOf.get(client);
    if (!gateway) return;
    const previous = this.#current.get(gateway.id);
    this.#current.set(gateway.id, client);
    // After an absence the gateway plays back what it stored first.
    this.#options.links.gatewayUp(gateway.id, this.#options.clock.now(), true);
    if (previous && previous !== client) previous.close();
  }

  #disconnected(client: Client): void {
    const gateway = this.#gatewayOf.get(client);
    if (!gateway || this.#current.get(gateway.id) !== client) return;
    this.#current.delete(gateway.id);
    this.#options.links.gatewayDown(gateway.id, this.#options.clock.now());
  }

  /** Resolves when the message may be acknowledged. */
  async #publish(client: Client, gateway: GatewayFacts, topic: string, payload: Buffer): Promise<void> {
    const { intake } = this.#options;
    const refuse = (reason: string) => intake.refuse({ gatewayId: gateway.id, reason, subject: topic, payload });
    let readings: MqttReading[];
    try {
      const message = topicsOf[gateway.payload_format].parse(topic, payload);
      if (message.type !== 'readings') return;
      if (message.refusedEntries > 0) await refuse('unreadableEntries');
      readings = message.readings;
    } catch (error) {
      if (error instanceof ProtocolError) return refuse(error.code);
      throw error;
    }
    if (readings.length === 0) return;
    const ids = this.#pointIds.get(gateway.id);
    const keepAliveMs = this.#keepAliveMs.get(client) ?? 0;
    const holdMs = keepAliveMs > 0 ? keepAliveMs * holdShareOfKeepAlive : holdWithoutKeepAliveMs;
    const gone = new AbortController();
    const onClose = () => gone.abort();
    client.conn.once('close', onClose);
    const timer = setTimeout(() => {
      this.#options.log.warn(
        { gatewayId: gateway.id },
        'A commit takes too long; closing the connection, the gateway sends again',
      );
      client.conn.destroy();
    }, holdMs);
    try {
      await intake.take(
        gateway.id,
        readings.map((raw) => ({ pointId: ids?.get(raw.device)?.get(raw.key), raw })),
        { subject: topic, payload, signal: gone.signal },
      );
    } finally {
      clearTimeout(timer);
      client.conn.off('close', onClose);
    }
  }
}

/** The broker hands over bytes, though its type allows text. */
const bytesOf = (payload: Buffer | string): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload);

/** Topics on which the platform answers a gateway. */
const mayListen = (topic: string): boolean =>
  /^v1\/(devices\/me\/(rpc\/request\/\+|attributes(\/response\/\+)?)|gateway\/(rpc|attributes(\/response)?))$/.test(
    topic,
  );
