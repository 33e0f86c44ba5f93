import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import {
  limitPackets,
  type MqttReading,
  maxPayloadBytes,
  type OutgoingMessage,
  type OversizedPacket,
  ProtocolError,
} from '@watchpost/protocols';
import type { Aedes, AuthenticateError, Client, PublishPacket } from 'aedes';
import {
  type ConfigurationVersions,
  type GatewayCatalogue,
  type GatewayFacts,
  type GatewayLinks,
  hashAccessToken,
  surplusKeysTrouble,
} from '../gateways/index.ts';
import type { Clock } from '../platform/clock.ts';
import { listenBacklog } from '../platform/listenBacklog.ts';
import type { Log } from '../platform/log/log.ts';
import { openBroker } from '../platform/openBroker.ts';
import { StrangerPlaces } from '../platform/StrangerPlaces.ts';
import type { PointCatalogue, PointFacts } from '../points/index.ts';
import type { CommandAnswers } from './commandAnswers.ts';
import type { TagMemories } from './createIngest.ts';
import { CredentialCache } from './credentialCache.ts';
import type { DeviceClocks } from './DeviceClocks.ts';
import { type Dialect, dialectOf, type Heard } from './dialect.ts';
import type { HeardKeys } from './HeardKeys.ts';
import { IdentityClashes } from './IdentityClashes.ts';
import type { Intake, NamedReading } from './intake.ts';
import type { MessageWatch } from './MessageWatch.ts';
import type { Pace } from './Pace.ts';
import type { Clashed } from './reportClash.ts';
import { SurplusKeys } from './SurplusKeys.ts';
import type { Tags } from './Tags.ts';
import { memoriesIn } from './tagMemory.ts';
import type { GatewayThrottle } from './throttleGateway.ts';

export interface MqttListenerOptions {
  gateways: GatewayCatalogue;
  points: PointCatalogue;
  links: GatewayLinks;
  clocks: DeviceClocks;
  intake: Intake;
  clashed: Clashed;
  answers: CommandAnswers;
  watch: MessageWatch;
  heardKeys: HeardKeys;
  tags: Tags;
  tagMemories: TagMemories;
  versions: ConfigurationVersions;
  throttle: GatewayThrottle;
  /** How fast messages of a gateway are taken; null: as fast as they come. */
  pace: Pace | null;
  clock: Clock;
  log: Log;
  listen: string;
  port: number;
  /** So many at a time; further ones are closed. */
  maxConnections: number;
  tls: { cert: Buffer; key: Buffer } | null;
  /** Tests: other limits. */
  maxStrangers?: ReturnType<typeof strangersOf>;
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
/**
 * Connections that have not signed in, which they must within `connectTimeoutMs`. Half of all places are left to gateways that have;
 * how many of those come from one network is not limited, for a carrier or a VPN may hide a whole fleet behind one address.
 */
const strangersOf = (maxConnections: number) => ({
  all: Math.min(10_000, Math.ceil(maxConnections / 2)),
  ofNetwork: 2_000,
});
const connectTimeoutMs = 15_000;
/** For clients that asked for no keep-alive. */
const holdWithoutKeepAliveMs = 30_000;

/** Point ids by device (null: the gateway itself) and key. */
type PointIds = ReadonlyMap<string | null, ReadonlyMap<string, number>>;

/**
 * What may be kept of a token that nobody has: what follows its dot is a password. Without a dot it may be one as a whole, as
 * people who come from ThingsBoard type it; its beginning is enough to recognise it by.
 */
const withoutSecret = (token: string): string =>
  token.includes('.') ? token.slice(0, token.indexOf('.')) : `${token.slice(0, 3)}…`;

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
  /** How each connection is understood, for as long as its gateway is set up so. */
  readonly #dialects = new WeakMap<Client, { dialect: Dialect; gateway: GatewayFacts }>();
  /** Devices that a gateway says it cannot reach, so that it is told of once. */
  readonly #lostDevices = new WeakMap<Client, Set<string>>();
  /** Why we hung up on a client, in one word for the log of its lines. */
  readonly #why = new WeakMap<Client, string>();
  /** The newest connection of each gateway: the close of an older one says nothing. */
  readonly #current = new Map<number, Client>();
  /** By a gateway's list of points: another list has another answer. */
  readonly #surplus: SurplusKeys;
  readonly #pointIds = new WeakMap<readonly PointFacts[], PointIds>();
  readonly #clashes = new IdentityClashes();
  readonly #credentials = new CredentialCache();
  /** Payloads of our own commands: the only thing that is ever forwarded to a gateway. */
  readonly #commands = new WeakSet<object>();
  readonly #sockets = new Set<Socket>();
  readonly #strangers: StrangerPlaces;
  #broker: Aedes | null = null;
  #server: Server | null = null;

  constructor(options: MqttListenerOptions) {
    this.#options = options;
    this.#surplus = new SurplusKeys(options.clock);
    this.#strangers = new StrangerPlaces(options.maxStrangers ?? strangersOf(options.maxConnections));
  }

  async start(): Promise<void> {
    const { listen, port, tls, log } = this.#options;
    const broker = await openBroker({
      // No gateway needs more than a few deliveries at a time; memory stays bounded with thousands of them.
      concurrency: 100,
      queueLimit: 200,
      maxClientsIdLength: 256,
      connectTimeout: connectTimeoutMs,
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
    broker.authorizeSubscribe = (client, subscription, done) => {
      const gateway = client && this.#gatewayOf(client);
      const may = gateway && this.#dialectOf(client, gateway).mayListen(subscription.topic);
      done(null, may ? { ...subscription, qos: 0 } : null);
    };
    broker.on('subscribe', (subscriptions, client) => this.#greet(client, subscriptions));
    broker.authorizeForward = (_client, packet) => (this.#commands.has(packet.payload as Buffer) ? packet : null);
    broker.on('clientReady', (client) => this.#connected(client));
    broker.on('clientDisconnect', (client) => this.#disconnected(client));
    broker.on('keepaliveTimeout', (client) => this.#why.set(client, 'silent'));
    broker.on('clientError', (client, error) =>
      log.debug({ err: error, client: client.id }, 'A gateway connection failed'),
    );
    broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'A stranger spoke no MQTT 3.1.1'));

    const onSocket = (socket: Socket) => {
      if (socket.destroyed) return;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      const client = broker.handle(socket);
      limitPackets(socket, { first: maxLoginBytes, later: maxPacketBytes }, (oversized, beginning) => {
        void this.#refusePacket(client, oversized, beginning);
      });
    };
    this.#server = tls
      ? createTlsServer({ ...tls, handshakeTimeout: connectTimeoutMs }, onSocket)
      : createServer(onSocket);
    this.#server.maxConnections = this.#options.maxConnections;
    // Before the others: also before a handshake.
    this.#server.prependListener('connection', (socket: Socket) => this.#strangers.enter(socket));
    await new Promise<void>((resolve, reject) => {
      this.#server!.once('error', reject).listen({ port, host: listen, backlog: listenBacklog }, () => resolve());
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
  sendTo(gatewayId: number, topic: string, payload: string | Uint8Array): boolean {
    const client = this.#current.get(gatewayId);
    if (!client || !this.#gatewayOf(client)) return false;
    this.#send(client, { topic, payload });
    return true;
  }

  /**
   * The message that writes a point of a gateway, by how its connection is understood; null: it takes no commands so, or none
   * for this point.
   */
  command(
    gatewayId: number,
    names: { id: string; device: string | null; key: string; value: number },
  ): ReturnType<Dialect['command']> {
    const client = this.#current.get(gatewayId);
    const gateway = client && this.#gatewayOf(client);
    if (!gateway) return null;
    return this.#dialectOf(client, gateway).command({ ...names, now: this.#options.clock.now() });
  }

  /** Tells a gateway that listens for it which configuration is set up now. */
  tellVersion(gatewayId: number, version: number): void {
    const client = this.#current.get(gatewayId);
    const gateway = client && this.#gatewayOf(client);
    const news = gateway && this.#dialectOf(client, gateway).newVersion(version);
    if (news && this.listensOn(gatewayId).includes(news.topic)) this.#send(client, news);
  }

  #send(client: Client, { topic, payload }: OutgoingMessage): void {
    const bytes = Buffer.from(payload);
    this.#commands.add(bytes);
    client.publish({ cmd: 'publish', topic, payload: bytes, qos: 0, retain: false, dup: false }, () => {});
  }

  /** The topic filters that a gateway's connection has subscribed to. */
  listensOn(gatewayId: number): string[] {
    const client = this.#current.get(gatewayId) as (Client & { subscriptions: object }) | undefined;
    return client ? Object.keys(client.subscriptions) : [];
  }

  /**
   * After gateways changed: closes each connection whose login no longer holds. The gateway repeats its messages that were not
   * acknowledged.
   */
  follow(): void {
    for (const [gatewayId, client] of this.#current) {
      if (this.#gatewayOf(client)) continue;
      this.#options.log.info({ gatewayId }, 'The login of an MQTT gateway no longer holds; closing its connection');
      this.#why.set(client, this.#options.gateways.get(gatewayId)?.is_kept_off ? 'disconnected' : 'reconfigured');
      client.close();
    }
  }

  /** Undefined when the login of this connection does not hold, or holds no longer. */
  #gatewayOf(client: Client): GatewayFacts | undefined {
    const then = this.#signedInAs.get(client);
    const now = then && this.#options.gateways.get(then.id);
    const holds =
      now?.protocol === 'MQTT' &&
      !now.is_kept_off &&
      now.user_name === then?.user_name &&
      now.password_hash === then?.password_hash &&
      now.access_token_hash === then?.access_token_hash;
    return holds ? now : undefined;
  }

  #dialectOf(client: Client, gateway: GatewayFacts): Dialect {
    const known = this.#dialects.get(client);
    const { payload_format, mapping } = gateway;
    if (known && known.gateway.payload_format === payload_format && known.gateway.mapping === mapping)
      return known.dialect;
    const dialect = dialectOf(gateway);
    this.#dialects.set(client, { dialect, gateway });
    return dialect;
  }

  #greet(client: Client, subscriptions: readonly { topic: string; qos: number }[]): void {
    const gateway = this.#gatewayOf(client);
    if (!gateway) return;
    const dialect = this.#dialectOf(client, gateway);
    for (const { topic, qos } of subscriptions) {
      const greeting = qos === 128 ? null : dialect.greeting(topic, this.#options.clock.now());
      if (greeting) this.#send(client, greeting);
    }
  }

  /** A node that says it goes, and one that comes again on the same connection. A will that arrives after it says nothing. */
  #nodeChanged(client: Client, gatewayId: number, isUp: boolean): void {
    const { links, clock } = this.#options;
    if (this.#current.get(gatewayId) !== client) return;
    if (isUp && links.statusOf('gateway', gatewayId)?.up !== true) links.gatewayUp(gatewayId, clock.now(), true);
    if (!isUp) links.gatewayDown(gatewayId, clock.now(), 'farewell');
  }

  /** What is to be said of points whose device the gateway has just lost: nothing is known of them any more. */
  #noteLinks(client: Client, gatewayId: number, { links: changes, readings: sent }: Heard): MqttReading[] {
    const { clocks, clock } = this.#options;
    const before = this.#lostDevices.get(client);
    // Who sends is there, announced or not.
    if (before) for (const { device } of sent) if (device !== null) before.delete(device);
    if (changes.length === 0) return [];
    const lost = before ?? new Set<string>();
    this.#lostDevices.set(client, lost);
    const readings: MqttReading[] = [];
    for (const { device, up } of changes) {
      if (up) lost.delete(device);
      // A gateway may name devices without end of which no point is read.
      const keys = this.#pointIdsOf(gatewayId).get(device)?.keys();
      if (up || !keys || lost.has(device)) continue;
      lost.add(device);
      const measuredAt = clocks.lossAt(gatewayId, device, clock.now());
      for (const key of keys)
        readings.push({ device, key, measuredAt, value: null, quality: 'bad', reason: 'noCommunication' });
    }
    return readings;
  }

  #refusePacket(client: Client, { byteCount }: OversizedPacket, payload: Buffer): Promise<void> {
    const gatewayId = this.#signedInAs.get(client)?.id ?? null;
    const sender = (client.conn as Socket).remoteAddress;
    return this.#options.intake.refuse({
      gatewayId,
      reason: 'packetTooLarge',
      subject: '',
      payload,
      byteCount,
      sender,
    });
  }

  /** One that was right before is let in, however many wrong ones somebody tries. */
  async #checkPassword(
    gateway: GatewayFacts,
    phc: string,
    password: string,
    sender: string,
  ): ReturnType<GatewayThrottle> {
    if (this.#credentials.knows(gateway.id, phc, password)) return 'right';
    const verify = () => this.#credentials.verify(gateway.id, phc, password);
    return this.#options.throttle(gateway, sender, verify);
  }

  async #authenticate(
    client: Client,
    userName: string | undefined,
    password: Buffer | undefined,
  ): Promise<GatewayFacts | null> {
    // Once it is closed a socket no longer knows.
    const sender = (client.conn as Socket).remoteAddress;
    const login = this.#loginOf(userName, password);
    const { gateway } = login;
    const found =
      gateway?.password_hash && login.password !== undefined
        ? await this.#checkPassword(gateway, gateway.password_hash, login.password, sender ?? '')
        : 'wrong';
    if (!gateway || (found !== 'right' && !login.isProven)) {
      await this.#options.intake.refuse({
        gatewayId: gateway?.id ?? null,
        reason: found === 'throttled' ? 'tooManyGuesses' : 'wrongCredentials',
        subject: login.isToken ? (gateway?.user_name ?? withoutSecret(userName ?? '')) : (userName ?? ''),
        payload: Buffer.alloc(0),
        sender,
      });
      return null;
    }
    if (gateway.is_kept_off) return null;
    this.#strangers.signedIn(client.conn);
    this.#signedInAs.set(client, gateway);
    await this.#noteTakeOver(client, gateway);
    // Client ids are the gateways' own business: two companies may choose the same one. Inside the broker each is made unique.
    (client as { id: string }).id = `${gateway.id}/${client.id}`;
    return gateway;
  }

  /**
   * What ThingsBoard's devices sign in with: an access token as the user name, and no password. It is the one that was made for the
   * gateway, or its user name, a dot and its password.
   */
  #loginOf(
    userName: string | undefined,
    password: Buffer | undefined,
  ): { gateway: GatewayFacts | undefined; password: string | undefined; isToken: boolean; isProven?: true } {
    const { gateways } = this.#options;
    if (userName === undefined) return { gateway: undefined, password: undefined, isToken: false };
    if (password !== undefined && password.length > 0)
      return { gateway: gateways.withUserName(userName), password: password.toString('utf8'), isToken: false };
    const owner = gateways.withAccessToken(hashAccessToken(userName));
    if (owner?.payload_format === 'thingsboard')
      return { gateway: owner, password: undefined, isToken: true, isProven: true };
    for (let dot = userName.indexOf('.'); dot >= 0; dot = userName.indexOf('.', dot + 1)) {
      const gateway = gateways.withUserName(userName.slice(0, dot));
      if (gateway?.payload_format === 'thingsboard')
        return { gateway, password: userName.slice(dot + 1), isToken: true };
    }
    return { gateway: gateways.withUserName(userName), password: undefined, isToken: true };
  }

  /** Two boxes with one login throw each other out without end, as two DTUs do; before the broker itself does where they share a client id. */
  async #noteTakeOver(client: Client, gateway: GatewayFacts): Promise<void> {
    if (!this.#current.has(gateway.id) || !this.#clashes.takenOver(gateway.id, performance.now())) return;
    const from = (client.conn as Socket).remoteAddress ?? '';
    const subject = `${gateway.user_name} ${from}`.trim();
    this.#options.clashed(gateway, from);
    await this.#options.intake.refuse({
      gatewayId: gateway.id,
      reason: 'identityClash',
      subject,
      payload: Buffer.alloc(0),
    });
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
    this.#options.links.gatewayDown(gateway.id, this.#options.clock.now(), this.#why.get(client));
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
    // The connection is not read from meanwhile: what it sends next waits at its own end.
    const turn = this.#options.pace?.turn(gateway.id);
    if (turn) await turn;
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
      // At QoS 0 nobody waits for an acknowledgement, so nobody sends again.
      await this.#take(client, gateway, packet, packet.qos > 0 ? gone.signal : null);
    } finally {
      clearTimeout(timer);
      client.conn.off('close', onClose);
    }
  }

  /** @param signal aborted when the connection is gone; null: the sender awaits no acknowledgement */
  async #take(client: Client, gateway: GatewayFacts, packet: PublishPacket, signal: AbortSignal | null): Promise<void> {
    const { intake, tags, versions } = this.#options;
    const { topic } = packet;
    const payload = bytesOf(packet.payload);
    if (payload.length >= longBytes) await intake.alarmsFirst();
    this.#options.watch.note(gateway.id, topic, payload);
    const refuse = (reason: string) =>
      intake.refuse({ gatewayId: gateway.id, reason, subject: topic, payload, isAwaited: signal !== null });
    let heard: Heard;
    try {
      const desired = versions.desiredOf(gateway.id);
      heard = this.#dialectOf(client, gateway).hear(topic, payload, this.#options.clock.now(), desired);
    } catch (error) {
      if (error instanceof ProtocolError) return refuse(error.code);
      throw error;
    }
    if (heard.answer) this.#options.answers.take(gateway.id, heard.answer);
    if (heard.reply) this.#send(client, heard.reply);
    if (heard.version !== null) versions.reported(gateway.id, heard.version);
    if (heard.isUp !== null) this.#nodeChanged(client, gateway.id, heard.isUp);
    if (heard.refusedEntries > 0) await refuse('unreadableEntries');
    const lost = this.#noteLinks(client, gateway.id, heard);
    const ids = this.#pointIdsOf(gateway.id);
    const named = (raw: MqttReading) => ({
      pointId: ids.get(raw.device)?.get(raw.key) ?? tags.hear(gateway, raw, this.#options.clock.now()),
      device: raw.device,
      raw,
    });
    const { memories, readings: measured } = memoriesIn(
      heard.readings,
      (device) => !ids.has(device) && tags.isKnown(gateway, device),
      this.#options.clock.now(),
    );
    const dating = memories.length === 0 ? null : await this.#options.tagMemories.contacts(gateway.id, memories);
    const ofMemory = new Map(memories.map((memory) => [memory.serialNumber, memory.numbers]));
    const readings: NamedReading[] = measured.map((raw) => {
      const { device, measuredAt } = raw;
      const isStored = device !== null && measuredAt !== null && ofMemory.get(device)?.has(measuredAt);
      return named(isStored ? { ...raw, measuredAt: dating!.timeOf(device, measuredAt) } : raw);
    });
    const unknown = readings.filter(({ pointId }) => pointId === undefined);
    if (unknown.length > 0)
      this.#options.heardKeys.note(
        gateway,
        unknown.map(({ raw }) => raw as MqttReading),
      );
    for (const raw of lost) readings.push({ ...named(raw), isOurs: true });
    if (readings.length === 0) return;
    await intake.take(gateway.id, readings, { subject: topic, payload, signal });
    // Only what is acknowledged is certain to be kept; numbers of the rest prove nothing.
    for (const { serialNumber, clock, numbers } of signal === null ? [] : memories) {
      await intake.alarmsFirst();
      await this.#options.tagMemories.keep(
        gateway.id,
        {
          serialNumber,
          clock,
          samples: [...numbers].map(([tagTime, sequence]) => ({
            sequence,
            tagTime,
            at: dating!.timeOf(serialNumber, tagTime),
          })),
          datedUntil: dating!.datedUntil(serialNumber),
        },
        this.#options.clock.now(),
      );
    }
    this.#noteSurplus(gateway.id, readings.length, unknown);
  }

  /** That a gateway sends more than is set up stands in its log once, and is no refusal. */
  #noteSurplus(gatewayId: number, readingCount: number, unknown: readonly NamedReading[]): void {
    const { intake, clock } = this.#options;
    const ids = this.#pointIdsOf(gatewayId);
    const surplus = unknown.map(({ raw }) => raw as MqttReading);
    // A message that names nothing else is refused, which says so.
    if (surplus.length === 0 || surplus.length === readingCount) return;
    const known = new Set([...ids].flatMap(([device, keys]) => [...keys.keys()].map((key) => nameOfKey(device, key))));
    const names = new Set(surplus.map(({ device, key }) => nameOfKey(device, key)));
    const told = this.#surplus.note(gatewayId, names, (name) => !known.has(name));
    if (told === null) return;
    const detail = `${surplusKeysTrouble} ${told}`;
    void intake.noteTrouble({ gatewayId, slaveId: null, at: clock.now(), isOver: false, detail });
  }
}

/** A message of this size takes milliseconds to read, and everything else waits meanwhile. Bytes. */
const longBytes = 8_192;

/** `Case 1/door`: the device behind the gateway, and what it calls the value. */
const nameOfKey = (device: string | null, key: string): string => (device === null ? key : `${device}/${key}`);

/** The broker hands over bytes, though its type allows text. */
const bytesOf = (payload: Buffer | string): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload);
