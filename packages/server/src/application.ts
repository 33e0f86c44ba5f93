import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { calls, publicPages, qualityOf } from '@watchpost/contract';
import { openApi } from '@watchpost/contract/openApi';
import { sql } from 'kysely';
import { createAuthorize, system } from './access/index.ts';
import {
  createHasProvenIdentity,
  createMessenger,
  createOpenId,
  createTokens,
  createVerifyToken,
  sessionIsOpen,
} from './account/index.ts';
import { acknowledgeByPhone, openAlarms } from './alarms/index.ts';
import { createSealedParts, createTickets, createViewers, serveStreams } from './cameras/index.ts';
import { type Config, projectRoot } from './config.ts';
import { makeDownloadJob } from './downloads/index.ts';
import { watchEvents } from './eventNotices/index.ts';
import type { DomainEvents, EventBus } from './events.ts';
import { keepWarnings } from './faultWarnings/index.ts';
import { createFileUrls } from './files/index.ts';
import { followConfiguration } from './followConfiguration.ts';
import { createVersionFollower, type FieldAddress, loadGatewayCatalogue } from './gateways/index.ts';
import { createHistoryShare, keptAfterDeletion, openHistory } from './history/index.ts';
import { housekeepingJobs } from './housekeeping.ts';
import { createIngest, FrameLog, HeardKeys, type Ingest, MessageWatch } from './ingest/index.ts';
import { allExporters, allHandlers } from './modules.ts';
import {
  createAnswers,
  createOutbox,
  createSenders,
  createWebhookWatch,
  type Outbox,
  serveReceipts,
  watchBacklog,
} from './notifications/index.ts';
import { createHttpCards } from './platform/cards/httpCards.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { installationSecret } from './platform/db/installationSecret.ts';
import { createEvents } from './platform/events/events.ts';
import { createHttpFbox } from './platform/fbox/fboxAccount.ts';
import { createCallServer } from './platform/http/callServer.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveWebFiles } from './platform/http/webFiles.ts';
import { type Jobs, startJobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';
import { createSmtpMail } from './platform/mail/smtpMail.ts';
import { createMetrics } from './platform/metrics.ts';
import { createOutboundGuard, onlyListed } from './platform/outboundGuard.ts';
import { createHttpPhone } from './platform/phone/httpPhone.ts';
import { createSecretBox } from './platform/secretBox.ts';
import { createStorage } from './platform/storage/storage.ts';
import { createOpenMeteo } from './platform/weather/openMeteo.ts';
import { bandOf, type LiveReading, LiveValues, loadPointCatalogue } from './points/index.ts';
import { loadProjectCatalogue } from './projects/index.ts';
import { BrowserChannel } from './realtime/index.ts';
import { keepSystemTemplates } from './templates/index.ts';
import { keepWeather } from './weather/index.ts';
import { Returns, Writing, writePoint } from './writing/index.ts';

export interface ApplicationOptions {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  /** Tests: check every reply against the contract. */
  checkReplies?: boolean;
}

export interface Application {
  readonly httpPort: number;
  readonly mqttPort: number | null;
  readonly dtuPort: number | null;
  readonly ingest: Ingest;
  readonly events: EventBus;
  readonly outbox: Outbox;
  /** Resolves when every `configurationChanged` emitted until now is in force. */
  configurationSettled(): Promise<void>;
  /** Stops listening, finishes what was taken, lets go of everything but the database. */
  stop(): Promise<void>;
}

/** A commit that has not succeeded for this long means that nothing is being stored. */
const storingTroubleMs = 10_000;
/** Telling people takes milliseconds, and is tried again every few seconds. */
const tellingTroubleMs = 30_000;

/** Where gateways find this server: by the name people use, else by an address it listens on that is not for itself alone. */
function fieldAddressOf({ publicUrl, listen, dtuPort, mqttPort, tls }: Config): FieldAddress {
  const isOwn = /^(127\.|0\.0\.0\.0$|::1?$|localhost$)/.test(listen);
  const host = publicUrl === null ? (isOwn ? null : listen) : new URL(publicUrl).hostname;
  return { host, dtuPort, mqttPort, isTls: tls !== null };
}

/**
 * Where a point's readings had come to, for the alarm engine: what is not newer than this was judged before. The latest reading
 * alone does not know of a good one before a bad one.
 */
function cursorAt(reading: LiveReading | null) {
  if (reading === null) return null;
  const { measuredAt, value, quality } = reading;
  const isGood = value !== null && qualityOf(quality) !== 'bad';
  return { lastSampleAt: measuredAt, lastGoodAt: isGood ? measuredAt : null, heldValue: isGood ? value : null };
}

/** The whole server on a migrated database: everything is rebuilt from it, then the doors open. */
export async function startApplication(options: ApplicationOptions): Promise<Application> {
  const { config, database, clock, log } = options;
  const { db, pool, commitPool } = database;
  const events = createEvents<DomainEvents>(log);
  const metrics = createMetrics();
  const tls = config.tls ? { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) } : null;

  /** Ends reads that nobody but the server itself waits for. */
  const stopping = new AbortController();
  const history = openHistory({ db: pool, clock, log });
  await history.start();
  const latest = await history.latest();
  const live = new LiveValues();
  live.apply(latest);
  // Before the gateways: what is read after it is at least as new.
  const versions = await createVersionFollower({ db, clock, log, events });
  await keepSystemTemplates(db);
  const points = await loadPointCatalogue(db);
  const gateways = await loadGatewayCatalogue(db);
  const projects = await loadProjectCatalogue(db);
  const tokens = createTokens(await installationSecret(db, 'tokens'), clock);
  const verifyToken = createVerifyToken(db, tokens);
  const fileUrls = createFileUrls(await installationSecret(db, 'files'), clock);
  const fileStorage = createStorage(path.join(config.dataDir, 'files'));
  const downloadStorage = createStorage(path.join(config.dataDir, 'downloads'));
  const guard = createOutboundGuard([...config.allowedPrivateHosts, ...config.demoHosts]);
  // Addresses that people name, of pictures and webhooks: they lead to nothing on the demo's machine.
  const pictureGuard = createOutboundGuard(config.allowedPrivateHosts);
  const mail = config.mail && createSmtpMail(config.mail);
  const sms = config.sms && createHttpPhone({ ...config.sms, guard });
  const voice = config.voice && createHttpPhone({ ...config.voice, guard });
  // Codes are for real people, who find them in the test inbox; the simulator's phones ring for alarms.
  const messenger = createMessenger({ db, clock, sms: config.sms?.isSimulated ? null : sms, mail, demo: config.demo });
  const secretKey = await installationSecret(db, 'secrets');
  const isHeard = config.sms?.isSimulated || config.voice?.isSimulated;
  const receiptSecret = config.receiptSecret ?? (isHeard ? await installationSecret(db, 'receipts') : null);
  const answers = createAnswers({
    pool,
    clock,
    log,
    providers: { sms, voice },
    acknowledge: (order) => acknowledgeByPhone({ db, clock, events }, order),
  });
  const outbox = createOutbox({
    pool,
    clock,
    log,
    providers: { sms, voice },
    publicUrl: config.publicUrl,
    answered: answers.take,
    webhookTried: createWebhookWatch({ db, clock }),
    senders: createSenders({
      sms,
      voice,
      sendMail: messenger.mail === null ? null : (message, tries) => messenger.sendMail(message, tries),
      // Webhooks: whoever sets up alarms names them.
      guard: pictureGuard,
      secrets: createSecretBox(secretKey),
      client: pool,
      receiptUrl: (channel) => `${receiptBase()}/receipts/${channel}?secret=${receiptSecret ?? ''}`,
      now: () => clock.now(),
    }),
  });
  const alarms = openAlarms({
    db,
    pool,
    clock,
    log,
    events,
    outbox,
    cursorOf: (pointId) => cursorAt(live.get(pointId)),
    historyOf: (pointIds, from, to) => history.raw(pointIds, from, to, stopping.signal),
  });
  await alarms.start();

  const openId =
    config.openId && createOpenId({ ...config.openId, redirectUrl: `${config.publicUrl}/other`, guard, log });
  const cards = config.cards && createHttpCards({ ...config.cards, guard, log, now: () => clock.now() });
  const weather = config.weather && createOpenMeteo({ ...config.weather, guard });
  const fbox = config.fbox && createHttpFbox({ ...config.fbox, guard, now: () => clock.now() });
  const messageWatch = new MessageWatch(clock);
  const heardKeys = new HeardKeys(clock);
  const frameLog = new FrameLog(clock);
  const ingest = createIngest({
    db,
    pool: commitPool,
    clock,
    log,
    metrics,
    events,
    history,
    alarms,
    points,
    live,
    gateways,
    messageWatch,
    heardKeys,
    frameLog,
    versions,
    guard,
    listen: config.listen,
    mqttPort: config.mqttPort,
    dtuPort: config.dtuPort,
    mqttMessagesPerSecond: config.mqttMessagesPerSecond,
    dtuDialsPerMinute: config.dtuDialsPerMinute,
    tls,
  });
  const writing = new Writing({ db, clock, log, live, commands: ingest.commands });
  const returns = new Returns(writing);
  const { limitsOfPoint, limitsOver, usualLimitsOfPoint, pendingOnPoint } = alarms;
  const cameraTickets = createTickets(await installationSecret(db, 'cameras'), clock);
  const historyShare = createHistoryShare();
  const exporters = allExporters({
    db,
    clock,
    history,
    historyShare,
    live,
    points,
    limitsOfPoint,
    limitsOver,
    pendingOnPoint,
  });
  const app = await createCallServer({
    calls,
    picturesFrom: config.mapTiles && new URL(config.mapTiles.url).origin,
    handlers: allHandlers({
      db,
      clock,
      events,
      log,
      tokens,
      messenger,
      openId,
      appUrl: config.appUrl,
      mapTiles: config.mapTiles,
      history,
      historyShare,
      keptAfterDeletion: (which) => keptAfterDeletion(db, which, config.deletedHistoryDays),
      live,
      messageWatch,
      frameLog,
      lines: ingest.lines,
      gateways,
      alarms,
      points,
      limitsOfPoint,
      limitsOver,
      pendingOnPoint,
      writePoint: (context, order) => writePoint({ db, clock, writing }, context, order),
      valueOfFormula: (formula, inputs) => ingest.derived.valueNow(formula, inputs),
      downloadStorage,
      exporters,
      fileStorage,
      fileUrls,
      guard,
      outbox,
      pictureGuard,
      imageGuard: onlyListed(pictureGuard, config.pictureHosts),
      writing,
      heardKeysOf: (gateway) => heardKeys.of(gateway),
      nextAskAt: (gatewayId, slaveAddress) => ingest.lines.nextAskAt(gatewayId, slaveAddress),
      lastSeenAt: (gatewayId) => ingest.links.lastSeenAt(gatewayId),
      readNow: (gatewayId, slaveAddress) => ingest.lines.readNow(gatewayId, slaveAddress),
      cards,
      weather,
      fbox,
      fieldAddress: fieldAddressOf(config),
      secretKey,
      cameraTickets,
    }),
    authorize: createAuthorize(db, verifyToken, createHasProvenIdentity(db, clock)),
    log,
    metrics,
    trustProxy: config.trustProxy,
    tls,
    checkReplies: options.checkReplies ?? false,
  });
  const apiDocument = openApi();
  app.get('/api/openapi.json', async () => apiDocument);

  serveStreams(app, {
    viewers: createViewers({ db, clock, events, tickets: cameraTickets, secretKey }),
    guard,
    parts: createSealedParts(secretKey),
  });

  serveReceipts(app, { answers, secret: receiptSecret });
  /** Where those find us who tell of messages: by the name people use; the simulator, on this machine. */
  const receiptBase = (): string =>
    config.publicUrl ??
    `${config.tls ? 'https' : 'http'}://127.0.0.1:${(app.server.address() as AddressInfo | null)?.port ?? config.httpPort}`;

  const channel = new BrowserChannel({
    db,
    clock,
    log,
    events,
    points,
    projects,
    gateways,
    bandOf: (pointId, value, quality) => bandOf(value, quality, alarms.limitsOfPoint(pointId)),
    verifyToken,
    isSessionOpen: (sessionId, userId) => sessionIsOpen(system, db, sessionId, userId),
  });
  // What others stand on first; the alarms before a new point delivers its first reading.
  const configuration = followConfiguration({
    events,
    log,
    readers: [
      versions.before,
      gateways,
      points,
      projects,
      { reread: () => alarms.reload() },
      ingest,
      channel,
      versions.after,
    ],
  });
  const untoldMs = (): number => Math.max(0, clock.now() - (alarms.oldestUntoldAt() ?? clock.now()));
  const backlog = watchBacklog({ pool, clock, metrics });
  serveHealth(app, {
    metrics,
    metricsToken: config.metricsToken,
    checks: {
      database: async () => {
        await sql`SELECT 1`.execute(db);
        return null;
      },
      storing: () => {
        const { failedSince } = ingest.commit;
        return failedSince !== null && clock.now() - failedSince > storingTroubleMs
          ? 'readings cannot be stored'
          : null;
      },
      telling: () => (untoldMs() > tellingTroubleMs ? 'people cannot be told about alarms' : null),
    },
    provided: { sending: backlog.stuck },
  });
  metrics.gauge(
    'watchpost_oldest_untold_alarm_seconds',
    'Age of the oldest news of an alarm that waits to be told',
    () => untoldMs() / 1000,
  );
  metrics.gauge('watchpost_browsers', 'Browsers on the realtime channel', () => channel.viewerCount);
  metrics.gauge(
    'watchpost_tail_samples',
    'Readings in memory that are not sealed yet',
    () => history.stats().tailSamples,
  );
  metrics.gauge('watchpost_sealing_fails', '1 while readings cannot be sealed and stay in the log', () =>
    history.stats().sealError === null ? 0 : 1,
  );
  await serveWebFiles(app, path.join(projectRoot, 'packages', 'web', 'dist'), publicPages);

  let jobs: Jobs | null = null;
  const stopAll = async (): Promise<void> => {
    returns.stop();
    writing.close();
    await jobs?.stop();
    stopping.abort(new Error('The server stops'));
    await configuration.stop();
    versions.stop();
    await channel.stop();
    await app.close();
    await ingest.stop();
    await writing.settled();
    await alarms.stop();
    await outbox.stop();
    mail?.close();
    await history.stop();
  };
  try {
    versions.start(ingest);
    await writing.start();
    await ingest.start();
    await channel.start(app.server);
    returns.start();
    jobs = await startJobs({
      pool,
      log,
      jobs: {
        ...housekeepingJobs({
          db,
          pool,
          clock,
          log,
          downloadStorage,
          fileStorage,
          cards,
          guard,
          secretKey,
          deletedHistoryDays: config.deletedHistoryDays,
        }),
        // The demo has nothing yet when it begins.
        keepWeather: {
          schedule: config.demo ? '*/5 * * * *' : '23 * * * *',
          run: () =>
            keepWeather({
              db,
              clock,
              log,
              weather,
              events,
              submit: (columns) => ingest.commit.submit(columns),
              lastMeasured: (pointId) => live.get(pointId)?.measuredAt ?? null,
            }),
        },
        // The last days are judged once they are over, the next hours all the time. A new demo has nothing yet.
        keepWarnings: {
          schedule: config.demo ? '*/2 * * * *' : '*/10 * * * *',
          run: (_, stopping) =>
            keepWarnings({ db: pool, clock, log, history, historyShare, stopping, limitsOfPoint: usualLimitsOfPoint }),
        },
        watchEvents: { schedule: '* * * * *', run: () => watchEvents({ pool, clock, outbox }) },
        makeDownload: makeDownloadJob({ db, clock, log, events, downloadStorage, exporters }),
      },
    });
    await app.listen({ host: config.listen, port: config.httpPort });
    // What waits may be answered at once: whoever answers must find us.
    outbox.start();
  } catch (error) {
    await stopAll().catch(() => {});
    throw error;
  }
  return {
    httpPort: (app.server.address() as AddressInfo).port,
    mqttPort: ingest.mqttPort,
    dtuPort: ingest.dtuPort,
    ingest,
    events,
    outbox,
    configurationSettled: () => configuration.settled(),
    stop: stopAll,
  };
}
