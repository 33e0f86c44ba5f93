import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  type AlarmChanged,
  type CompanyNews,
  type CompanyNewsKind,
  type LineChanged,
  type LiveValue,
  type PendingChanged,
  realtimeTopics,
  type ValueBand,
} from '@watchpost/contract';
import { limitPackets } from '@watchpost/protocols';
import type { Aedes, AuthenticateError, Client } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { system, type VerifyToken } from '../access/index.ts';
import type { ChangedConfiguration, ConfigurationReader, DomainEvents, EventBus, ReadingColumns } from '../events.ts';
import type { GatewayCatalogue } from '../gateways/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { callerAddress, createIsProxy, type TrustProxy } from '../platform/http/proxies.ts';
import type { Log } from '../platform/log/log.ts';
import { openBroker } from '../platform/openBroker.ts';
import { StrangerPlaces } from '../platform/StrangerPlaces.ts';
import { type PointCatalogue, pointsOfLines, presentPending } from '../points/index.ts';
import { isServed, type ProjectCatalogue } from '../projects/index.ts';
import { isOurPage } from './isOurPage.ts';
import { type LiveTopic, parseLiveTopic } from './liveTopic.ts';
import { Viewer } from './viewer.ts';

export interface BrowserChannelOptions {
  db: Db;
  clock: Clock;
  log: Log;
  events: EventBus;
  points: PointCatalogue;
  projects: ProjectCatalogue;
  gateways: GatewayCatalogue;
  /** Where a value lies by the limits of its point. */
  bandOf(pointId: number, value: number | null, quality: number): ValueBand | null;
  verifyToken: VerifyToken;
  isSessionOpen(sessionId: string, userId: number): Promise<boolean>;
  /** Where people open this installation; null: not said. */
  publicUrl: string | null;
  trustProxy: TrustProxy;
}

/** The screens refresh at most four times a second; more would only cost. */
const flushMs = 250;
/** Commits and alarms wait for no longer than this while values are sent. */
const sliceMs = 10;
/** Rights are read again this often even when nobody says that they changed: somebody may have changed them in the database. */
const reloadRightsMs = 10_000;
/**
 * A login is a token and a few bytes, a subscription hardly more. A frame has its limit, too, but the broker collects a packet
 * from many of them.
 */
const packetBytes = { first: 16 * 1024, later: 64 * 1024 };
/**
 * Connections that have not said who they are: far more than a restart of ours brings at a time, few enough for what each may
 * make us collect (16 MB together). A browser that is refused polls and tries again. One network brings the browsers of an office.
 */
const maxStrangers = { all: 1_000, ofNetwork: 250 };
/** A browser that reads more slowly than this much piles up is hung up on; it connects again and asks for present values. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** One that is kept to some people is asked about by those alone. */
const isForAll = (sharing: string): boolean => sharing === 'project' || sharing === 'enterprise';

/** A hundred browsers asking again in one second is ordinary traffic; of more, each is given its share of a longer time. */
const askedAgainPerSecond = 100;
const longestSpreadMs = 30_000;
const spreadOver = (listeners: number): { spreadMs?: number } =>
  listeners <= askedAgainPerSecond
    ? {}
    : { spreadMs: Math.min(longestSpreadMs, Math.round((listeners / askedAgainPerSecond) * 1_000)) };

const refused: AuthenticateError = Object.assign(new Error('Connection refused'), { returnCode: 4 as const });

/** Point, value, quality code and time of measurement; its band is found when it is sent. */
type Reading = readonly [pointId: number, value: number | null, quality: number, measuredAt: number];

/**
 * What changes on screen: MQTT 3.1.1 over WebSocket at `/mqtt` on the HTTP port. Browsers only listen, and every message is
 * checked against what its receiver may see at that moment.
 */
export class BrowserChannel implements ConfigurationReader {
  readonly #options: BrowserChannelOptions;
  readonly #viewers = new Map<Client, Viewer>();
  readonly #strangers = new StrangerPlaces(maxStrangers);
  /** What is under each stream of packets. */
  readonly #sockets = new WeakMap<object, Duplex>();
  readonly #isProxy: (address: string) => boolean;
  readonly #topics = new Map<string, LiveTopic | null>();
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: packetBytes.later,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  });
  #pending = new Map<number, Map<number, Reading>>();
  #isFlushing = false;
  /** Whose values somebody listens to; null: to be found again. */
  #watched: { projectIds: ReadonlySet<number>; deviceIds: ReadonlySet<number> } | null = null;
  #broker: Aedes | null = null;
  #flushTimer: NodeJS.Timeout | null = null;
  #rightsTimer: NodeJS.Timeout | null = null;
  /** Everybody's rights; with many browsers and a busy database this may take longer than until the next time. */
  #rereading: Promise<void> | null = null;
  #unserved = new Set<number>();
  /** The last look at lines: one after the other, so that the newest is told last. */
  #lines: Promise<void> = Promise.resolve();

  constructor(options: BrowserChannelOptions) {
    this.#options = options;
    this.#isProxy = createIsProxy(options.trustProxy);
  }

  async start(server: HttpServer): Promise<void> {
    const { events, log } = this.#options;
    this.#findUnserved();
    const broker = await openBroker({ queueLimit: 100, maxClientsIdLength: 256, connectTimeout: 15_000 });
    this.#broker = broker;
    broker.authenticate = (client, userName, password, done) => {
      this.#authenticate(client, userName, password).then(
        (known) => (known ? done(null, true) : done(refused, false)),
        (error) => {
          log.error({ err: error }, 'A browser could not be authenticated');
          done(refused, false);
        },
      );
    };
    broker.authorizePublish = (_client, _packet, done) => done(new Error('Browsers only listen'));
    broker.authorizeSubscribe = (client, subscription, done) => {
      const topic = parseLiveTopic(subscription.topic);
      done(null, topic && this.#viewers.get(client)?.maySubscribe(topic) ? subscription : null);
    };
    broker.authorizeForward = (client, packet) => {
      const topic = this.#topicOf(packet.topic);
      return topic && this.#viewers.get(client)?.mayReceive(topic) ? packet : null;
    };
    broker.on('subscribe', (subscriptions, client) => {
      for (const { topic } of subscriptions) {
        const parsed = parseLiveTopic(topic);
        if (parsed?.kind === 'values') this.#viewers.get(client)?.valueTopics.set(topic, parsed);
      }
      this.#watched = null;
    });
    broker.on('unsubscribe', (topics, client) => {
      for (const topic of topics) this.#viewers.get(client)?.valueTopics.delete(topic);
      this.#watched = null;
    });
    broker.on('clientDisconnect', (client) => this.#forget(client));
    broker.on('clientError', (client) => this.#forget(client));
    broker.on('connectionError', (client) => this.#forget(client));

    server.on('upgrade', this.#onUpgrade);
    events.on(this, 'readingsCommitted', ({ columns, fresh }) => this.#collect(columns, fresh));
    events.on(this, 'alarmChanged', (event) => this.#tellAlarm(event));
    events.on(this, 'linesChanged', ({ changes }) => this.#tellLines(changes));
    events.on(this, 'pendingChanged', (event) => this.#tellPending(event));
    events.on(this, 'accessChanged', ({ userIds }) => {
      const changed = new Set(userIds);
      void this.#reloadViewers((viewer) => changed.has(viewer.userId)).then(() => {
        const news = spreadOver(changed.size);
        for (const userId of changed) this.#publish(realtimeTopics.userAccess.topic(userId), news);
      });
    });
    events.on(this, 'listsChanged', ({ companyId, kinds }) => this.#tellCompany(companyId, kinds));
    events.on(this, 'downloadFinished', ({ userId }) => this.#publish(realtimeTopics.userDownloads.topic(userId), {}));
    events.on(this, 'pushesWaiting', ({ userIds }) => {
      for (const userId of userIds) this.#publish(realtimeTopics.userPushes.topic(userId), {});
    });
    this.#flushTimer = setInterval(() => void this.#flush(), flushMs);
    this.#rightsTimer = setInterval(() => this.#pulse(), reloadRightsMs);
  }

  async stop(): Promise<void> {
    if (this.#flushTimer) clearInterval(this.#flushTimer);
    if (this.#rightsTimer) clearInterval(this.#rightsTimer);
    this.#options.events.removeOwner(this);
    for (const socket of this.#webSockets.clients) socket.terminate();
    await new Promise<void>((resolve) => (this.#broker ? this.#broker.close(() => resolve()) : resolve()));
  }

  /** Settles when the line changes heard of so far have been told. */
  get linesTold(): Promise<void> {
    return this.#lines;
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  /** A project that came, went or was prolonged changes what may be shown, and to whom in its company. */
  async reread({ project, area, companies }: ChangedConfiguration): Promise<void> {
    if (project.size > 0) {
      this.#findUnserved();
      await this.#reloadViewers((viewer) => viewer.isOf(companies));
    }
    // The last of all readers: who asks again now finds every picture true.
    const kinds = Object.entries({ project, area }).filter(([, ids]) => ids.size > 0);
    if (kinds.length === 0) return;
    for (const companyId of companies)
      this.#tellCompany(
        companyId,
        kinds.map(([kind]) => kind as CompanyNewsKind),
      );
  }

  #tellCompany(companyId: number, kinds: readonly CompanyNewsKind[]): void {
    const company = new Set([companyId]);
    const listeners = [...this.#viewers.values()].filter((viewer) => viewer.isOf(company)).length;
    const news: CompanyNews = { kinds: [...kinds], ...spreadOver(listeners) };
    this.#publish(realtimeTopics.companyNews.topic(companyId), news);
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Not parsed as an address: a stranger may put anything here, and an error in this listener would end the process.
    if (request.url?.split('?', 1)[0] !== '/mqtt') {
      socket.destroy();
      return;
    }
    const isFromProxy = this.#isProxy(request.socket.remoteAddress ?? '');
    if (!isOurPage(request, { publicUrl: this.#options.publicUrl, isFromProxy })) {
      this.#options.log.warn(
        { origin: request.headers.origin, host: request.headers.host },
        'A page of another site asked for live values; if it is ours, set PUBLIC_URL to its address',
      );
      socket.destroy();
      return;
    }
    if (!this.#strangers.enter(socket, callerAddress(request, this.#isProxy))) {
      this.#options.log.debug('Too many connections that do not sign in; a browser is refused');
      return;
    }
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket);
      // The broker writes a packet in five pieces. Each would be a frame, and a call to the system, of its own.
      stream._writev = (pieces, done) => webSocket.send(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
      this.#sockets.set(stream, socket);
      stream.on('error', () => webSocket.terminate());
      this.#limitUnread(stream);
      limitPackets(stream, packetBytes, ({ byteCount }) =>
        this.#options.log.debug({ byteCount }, 'A browser announced a packet that is too large'),
      );
      this.#broker?.handle(stream, request);
    });
  };

  /**
   * The broker lets a delivery wait until its receiver reads on, and deliveries to all browsers wait in one line: a few that
   * stopped reading would silence everybody. So each takes what is said to it at once, up to a limit.
   */
  #limitUnread(stream: Duplex): void {
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    stream.write = (...given: unknown[]): boolean => {
      if (stream.writableLength <= maxUnreadBytes) write(...given);
      else if (!stream.destroyed) {
        this.#options.log.info('A browser does not read what it is told; closing its connection');
        stream.destroy();
      }
      return true;
    };
  }

  async #authenticate(client: Client, userName: string | undefined, password: Buffer | undefined): Promise<boolean> {
    if (userName !== 'bearer' || password === undefined) return false;
    const identity = await this.#options.verifyToken(password.toString('utf8'));
    if (!identity) return false;
    // Gone while we looked: nobody would ever take it off the list.
    if (client.conn.destroyed) return false;
    this.#strangers.signedIn(this.#sockets.get(client.conn)!);
    const viewer = new Viewer(identity);
    // On the list before the rights are read, so that a change in between takes effect; until then nothing is sent to this viewer.
    this.#viewers.set(client, viewer);
    client.conn.on('close', () => this.#forget(client));
    await viewer.reload(this.#options.db);
    // Two tabs may have copied the same client id; inside the broker they must not throw each other out.
    (client as { id: string }).id = `${identity.userId}/${crypto.randomUUID()}`;
    return true;
  }

  /**
   * Reads rights again: what somebody may no longer see stops with the next message, and a browser whose sign-in has ended is
   * closed. One viewer after the other: with a thousand browsers open this must not fill the pool that calls wait for.
   */
  async #reloadViewers(concerned: (viewer: Viewer) => boolean): Promise<void> {
    const { db, log, isSessionOpen } = this.#options;
    try {
      for (const [client, viewer] of [...this.#viewers]) {
        if (!concerned(viewer)) continue;
        if (await isSessionOpen(viewer.sessionId, viewer.userId)) await viewer.reload(db);
        // Signed out, here or elsewhere: nothing more is said to this browser.
        else client.close();
      }
    } catch (error) {
      log.warn({ err: error }, 'Rights of connected browsers could not be read again; trying again within ten seconds');
    }
  }

  /** MQTT 3.1.1 cannot renew a token on an open connection: our client opens the next one in time, and a thief cannot. */
  #closeOutlived(): void {
    const now = this.#options.clock.now();
    for (const [client, { expiresAt }] of this.#viewers) if (expiresAt <= now) client.close();
  }

  #pulse(): void {
    this.#closeOutlived();
    this.#findUnserved();
    this.#rereading ??= this.#reloadViewers(() => true).finally(() => {
      this.#rereading = null;
    });
  }

  #findUnserved(): void {
    const { projects, clock } = this.#options;
    const now = clock.now();
    this.#unserved = new Set([...projects.all()].filter((project) => !isServed(project, now)).map(({ id }) => id));
  }

  #forget(client: Client): void {
    this.#viewers.delete(client);
    this.#watched = null;
  }

  #findWatched() {
    const topics = [...this.#viewers.values()].flatMap(({ valueTopics }) => [...valueTopics.values()]);
    return {
      projectIds: new Set(topics.filter(({ deviceId }) => deviceId === null).map(({ projectId }) => projectId)),
      deviceIds: new Set(topics.map(({ deviceId }) => deviceId).filter((id) => id !== null)),
    };
  }

  /** Keeps the newest values of devices that somebody listens to. What lies off every screen costs nothing. */
  #collect(columns: ReadingColumns, fresh: readonly number[]): void {
    if (this.#viewers.size === 0) return;
    this.#watched ??= this.#findWatched();
    const { projectIds, deviceIds } = this.#watched;
    if (projectIds.size + deviceIds.size === 0) return;
    for (const row of fresh) {
      const point = this.#options.points.get(columns.pointIds[row]!);
      if (!point || !this.#showsLive(point.project_id)) continue;
      const value = columns.values[row]!;
      const live: Reading = [
        point.id,
        Number.isNaN(value) ? null : value,
        columns.quality[row]!,
        columns.measuredAt[row]!,
      ];
      for (const deviceId of point.device_ids) {
        if (!deviceIds.has(deviceId) && !projectIds.has(point.project_id)) continue;
        const values = this.#pending.get(deviceId) ?? new Map<number, Reading>();
        values.set(point.id, live);
        this.#pending.set(deviceId, values);
      }
    }
  }

  /** Sends in slices: ten thousand values at once would hold up every alarm for a quarter of a second. */
  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const pending = this.#pending;
    this.#pending = new Map();
    try {
      let sliceEndsAt = performance.now() + sliceMs;
      for (const [deviceId, values] of pending) {
        this.#sendValues(deviceId, values);
        if (performance.now() < sliceEndsAt) continue;
        await setImmediate();
        sliceEndsAt = performance.now() + sliceMs;
      }
    } finally {
      this.#isFlushing = false;
    }
  }

  #sendValues(deviceId: number, values: ReadonlyMap<number, Reading>): void {
    const { points, bandOf } = this.#options;
    // A device and all of its points are of one project, so any of them tells which.
    const [pointId] = values.keys();
    const projectId = points.get(pointId!)?.project_id ?? 0;
    if (!this.#showsLive(projectId)) return;
    this.#publish(realtimeTopics.deviceValues.topic(projectId, deviceId), {
      values: [...values.values()].map(([id, value, quality, at]): LiveValue => {
        return [id, value, quality, at, bandOf(id, value, quality)];
      }),
    });
  }

  /** A project that is deleted, disabled or expired keeps its data and shows none. */
  #showsLive(projectId: number): boolean {
    return this.#options.projects.get(projectId) !== undefined && !this.#unserved.has(projectId);
  }

  #tellLines(changes: DomainEvents['linesChanged']['changes']): void {
    if (this.#viewers.size === 0) return;
    const idsOf = (wanted: 'gateway' | 'slave') => changes.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const lines = { gatewayIds: idsOf('gateway'), slaveIds: idsOf('slave') };
    for (const { kind, id, up, at } of changes) {
      const gateway = kind === 'gateway' ? this.#options.gateways.get(id) : undefined;
      if (!gateway || !isForAll(gateway.sharing)) continue;
      this.#publish(realtimeTopics.gatewayStates.topic(gateway.project_id, id), { gatewayId: id, online: up, at });
    }
    const { db, log } = this.#options;
    this.#lines = this.#lines.then(async () => {
      try {
        const pointsByTopic = new Map<string, LineChanged['points']>();
        for (const { point_id, project_id, device_ids, silent_since } of await pointsOfLines(system, db, lines)) {
          if (!this.#showsLive(project_id)) continue;
          for (const deviceId of device_ids) {
            const topic = realtimeTopics.deviceLines.topic(project_id, deviceId);
            const points = pointsByTopic.get(topic) ?? [];
            points.push([point_id, silent_since?.getTime() ?? null]);
            pointsByTopic.set(topic, points);
          }
        }
        for (const [topic, points] of pointsByTopic) this.#publish(topic, { points });
      } catch (error) {
        // The polls of the screens find it out a little later.
        log.warn({ err: error }, 'Browsers could not be told which devices fell silent');
      }
    });
  }

  #tellPending({ pointId, level, pending }: DomainEvents['pendingChanged']): void {
    const point = this.#options.points.get(pointId);
    if (!point || this.#viewers.size === 0 || !this.#showsLive(point.project_id)) return;
    const payload: PendingChanged = { pointId, level, pending: pending.map(presentPending) };
    for (const deviceId of point.device_ids) {
      this.#publish(realtimeTopics.devicePending.topic(point.project_id, deviceId, level), payload);
    }
  }

  #tellAlarm(event: DomainEvents['alarmChanged']): void {
    // The alarm of a shared point concerns each device that the point serves.
    const shared = event.pointId === null ? [] : (this.#options.points.get(event.pointId)?.device_ids ?? []);
    const deviceIds = new Set([event.deviceId ?? 0, ...shared]);
    const { alarmId, kind, at } = event;
    for (const level of new Set(event.levels)) {
      const payload: AlarmChanged = { alarmId, kind, level, at };
      for (const deviceId of deviceIds) {
        this.#publish(realtimeTopics.deviceAlarms.topic(event.projectId, deviceId, level), payload);
      }
    }
  }

  #publish(topic: string, payload: object): void {
    if (this.#viewers.size === 0) return;
    const packet = {
      cmd: 'publish',
      topic,
      payload: Buffer.from(JSON.stringify(payload)),
      qos: 0,
      dup: false,
      retain: false,
    } as const;
    this.#broker?.publish(packet, (error) => {
      if (error) this.#options.log.warn({ err: error }, 'A live message could not be sent');
    });
  }

  #topicOf(topic: string): LiveTopic | null {
    let parsed = this.#topics.get(topic);
    if (parsed === undefined) {
      // A project has a bounded number of devices and levels; the cache is emptied before it could grow without end.
      if (this.#topics.size > 50_000) this.#topics.clear();
      parsed = parseLiveTopic(topic);
      this.#topics.set(topic, parsed);
    }
    return parsed;
  }
}
