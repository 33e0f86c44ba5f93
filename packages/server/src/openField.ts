import type { Formula } from '@watchpost/contract';
import { system } from './access/index.ts';
import type { Config } from './config.ts';
import type { FieldAddress } from './gateways/index.ts';
import type { Ground } from './ground.ts';
import { createIngest, FrameLog, HeardKeys, MessageWatch } from './ingest/index.ts';
import type { Providers } from './openProviders.ts';
import type { Stores } from './openStores.ts';
import type { PointDeps } from './points/index.ts';
import type { Alarms } from './startAlarms.ts';
import { createTagMemories, writeHeardTags } from './transport/index.ts';
import { Returns, Writing, writePoint } from './writing/index.ts';

export type Field = ReturnType<typeof openField>;

/** Gateways and their lines: what comes in, and what is written out. */
export function openField(
  { config, db, commitPool, owner, clock, log, metrics, events, tls, running }: Ground,
  { history, live, points, gateways, versions }: Stores,
  { guard }: Providers,
  { alarms }: Alarms,
) {
  const messageWatch = new MessageWatch(clock);
  const heardKeys = new HeardKeys(clock);
  const frameLog = new FrameLog(clock);
  const ingest = createIngest({
    db,
    pool: commitPool,
    owner,
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
    writeHeardTags: (heard) => writeHeardTags(system, db, heard),
    tagMemories: createTagMemories(db),
    listen: config.listen,
    mqttPort: config.mqttPort,
    dtuPort: config.dtuPort,
    mqttConnections: config.mqttConnections,
    mqttMessagesPerSecond: config.mqttMessagesPerSecond,
    dtuDialsPerMinute: config.dtuDialsPerMinute,
    tls,
  });
  const writing = new Writing({ db, owner, clock, log, live, commands: ingest.commands });
  running.defer(() => writing.settled());
  running.defer(() => ingest.stop());
  return {
    ingest,
    writing,
    returns: new Returns(writing),
    messageWatch,
    frameLog,
    /** The lines that gateways are read over now. */
    lines: ingest.lines,
    fieldAddress: fieldAddressOf(config),
    heardKeysOf: (gateway: { id: number; company_id: number }) => heardKeys.of(gateway),
    /** When a slave of an open line is polled next, epoch ms; null: it is not polled. */
    nextAskAt: (gatewayId: number, slaveAddress: number) => ingest.lines.nextAskAt(gatewayId, slaveAddress),
    /** When a gateway was last heard of, epoch ms; null: not since the start. */
    lastSeenAt: (gatewayId: number) => ingest.links.lastSeenAt(gatewayId),
    /** Polls everything of a slave at once. */
    readNow: (gatewayId: number, slaveAddress: number) => ingest.lines.readNow(gatewayId, slaveAddress),
    writePoint: ((context, order) => writePoint({ db, clock, writing }, context, order)) as PointDeps['writePoint'],
    valueOfFormula: (formula: Formula, inputs: readonly { name: string; id: number }[]) =>
      ingest.derived.valueNow(formula, inputs),
  };
}

/** Where gateways find this server: by the name people use, else by an address it listens on that is not for itself alone. */
function fieldAddressOf({ publicUrl, listen, dtuPort, mqttPort, tls }: Config): FieldAddress {
  const isOwn = /^(127\.|0\.0\.0\.0$|::1?$|localhost$)/.test(listen);
  const host = publicUrl === null ? (isOwn ? null : listen) : new URL(publicUrl).hostname;
  return { host, dtuPort, mqttPort, isTls: tls !== null };
}
