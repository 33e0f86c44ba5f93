import { createReadStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { calls, publicPages, reportPagePath, signPagePath, verifyPagePath } from '@watchpost/contract';
import { sql } from 'kysely';
import { createAuthorize, system } from './access/index.ts';
import { createCountMinute, createHasProvenIdentity, createNeedsNoProof, sessionIsOpen } from './account/index.ts';
import { foundLately } from './alarms/index.ts';
import { createSealedParts, createSessionKeeper, createViewers, serveStreams } from './cameras/index.ts';
import { projectRoot } from './config.ts';
import { allHandlers, type Parts } from './modules.ts';
import { serveReceipts, watchBacklog } from './notifications/index.ts';
import { createCallServer } from './platform/http/callServer.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveWebFiles } from './platform/http/webFiles.ts';
import { listenBacklog } from './platform/listenBacklog.ts';
import { createVirusScanner } from './platform/virusScanner.ts';
import { bandOf } from './points/index.ts';
import { BrowserChannel } from './realtime/index.ts';
import { admitReports } from './repair/index.ts';
import { createReportForbidden, keepSecurityEvents } from './securityEvents/index.ts';
import { createTranslate } from './translations/index.ts';

/** A commit that has not succeeded for this long means that nothing is being stored. */
const storingTroubleMs = 10_000;
/** Telling people takes milliseconds, and is tried again every few seconds. */
const tellingTroubleMs = 30_000;

export type Served = Awaited<ReturnType<typeof serve>>;

/** Calls, pictures of cameras, receipts, the browsers' channel, health and the web's files; nothing listens yet. */
export async function serve(parts: Parts, { checkReplies }: { checkReplies: boolean }) {
  const { ground, stores, providers, people } = parts;
  const { config, db, clock, log, events, metrics, tls, running } = ground;
  const { secretKey, guard } = providers;
  const { verifyToken, cameraTickets } = people;
  const securityEvents = keepSecurityEvents({ db, events, log, metrics });
  running.defer(() => securityEvents.stop());
  const countMinute = createCountMinute({ db, clock });
  const app = await createCallServer({
    calls,
    picturesFrom: config.mapTiles && new URL(config.mapTiles.url).origin,
    handlers: allHandlers(parts),
    authorize: createAuthorize(db, verifyToken, createHasProvenIdentity(db, clock), createNeedsNoProof(db)),
    admit: admitReports({ db, clock, reportSecret: stores.reportSecret }),
    countMinute,
    scan: config.virusScanner && createVirusScanner(config.virusScanner),
    personOf: ({ userId }) => String(userId),
    translate: await createTranslate(db),
    log,
    metrics,
    trustProxy: config.trustProxy,
    tls,
    forbidden: createReportForbidden({ clock, events, log, verifyToken }),
    checkReplies,
  });
  running.defer(() => app.close());
  // Kept in memory the document would take 5 MB, and making it 0.3 s of every start. tools/docs.test.ts holds the file to the contract.
  app.get('/api/openapi.json', async (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(createReadStream(path.join(projectRoot, 'docs', 'openapi.json'))),
  );
  serveStreams(app, {
    viewers: createViewers({ db, clock, events, tickets: cameraTickets, secretKey }),
    guard,
    parts: createSealedParts(secretKey),
    keeper: createSessionKeeper(system, { db, clock, secretKey }),
  });
  serveReceipts(app, { answers: parts.alarming.answers, secret: parts.alarming.receiptSecret, countMinute });
  const channel = new BrowserChannel({
    db,
    clock,
    log,
    events,
    points: stores.points,
    projects: stores.projects,
    gateways: stores.gateways,
    bandOf: (pointId, value, quality) => bandOf(value, quality, parts.alarming.limitsOfPoint(pointId)),
    verifyToken,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    isSessionOpen: (sessionId, userId) => sessionIsOpen(system, db, sessionId, userId),
  });
  running.defer(() => channel.stop());
  watchHealth(app, parts, channel);
  await serveWebFiles(app, path.join(projectRoot, 'packages', 'web', 'dist'), [
    ...publicPages,
    reportPagePath,
    signPagePath,
    verifyPagePath,
  ]);
  return {
    channel,
    server: app.server,
    /** The one it listens on; before that the one it will, unless that is any free one. */
    httpPort: () => (app.server.address() as AddressInfo | null)?.port ?? config.httpPort,
    listen: () => app.listen({ host: config.listen, port: config.httpPort, backlog: listenBacklog }),
  };
}

function watchHealth(
  app: Parameters<typeof serveHealth>[0],
  { ground, stores, alarming, field }: Parts,
  channel: BrowserChannel,
): void {
  const { config, db, pool, owner, clock, metrics } = ground;
  const untoldMs = (): number => Math.max(0, clock.now() - (alarming.alarms.oldestUntoldAt() ?? clock.now()));
  const backlog = watchBacklog({ pool, clock, metrics });
  serveHealth(app, {
    metrics,
    metricsToken: config.metricsToken,
    checks: {
      ownership: () =>
        owner.lost.aborted
          ? 'another server has taken over the database'
          : owner.holds()
            ? null
            : 'the lease of the database cannot be extended',
      database: async () => {
        await sql`SELECT 1`.execute(db);
        return null;
      },
      storing: () => {
        const { failedSince } = field.ingest.commit;
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
    () => stores.history.stats().tailSamples,
  );
  metrics.gauge('watchpost_sealing_fails', '1 while readings cannot be sealed and stay in the log', () =>
    stores.history.stats().sealError === null ? 0 : 1,
  );
  metrics.gauges(
    'watchpost_proof_found',
    'Found in a day by the last comparisons of alarms with history: differences, and points that were not judged for long',
    'kind',
    () => foundLately(system, db, new Date(clock.now())),
  );
}
