/**
 * What the server keeps in a process's memory, by file below packages/server/src, and what answers for it: a restart, a takeover or a
 * second process must change nothing that a person may do, and lose nothing that was acknowledged.
 *
 * - `derived`: from the database, which is read again at a start and after each event that names it; a process that missed an event
 *   reads again.
 * - `owned`: by the process that owns the project, with its lines and sockets; the next owner begins from the database.
 * - `told`: wanted by people whose browser or call may be on another process, which is to be told once there are several.
 * - `harmless`: a cache of what never changes, the scratch of one piece of work, or a limit that protects this process.
 */
export type Answer = 'derived' | 'owned' | 'told' | 'harmless';

export const memoryOfProcess: Readonly<
  Record<Answer, Readonly<Record<string, { readonly names: string; readonly because: string }>>>
> = {
  derived: {
    'alarms/engine/dueHeap.ts': {
      names: 'times items',
      because: 'timers of the engine, made of the states that are read at a start',
    },
    'alarms/engine/noteLate.ts': {
      names: 'known',
      because: 'points of a rule, kept by the object that they come from',
    },
    'alarms/engine/weekly.ts': {
      names: 'weeks namesOfHours formats stretches',
      because: 'weeks of a calendar, kept by the calendar object that they come from',
    },
    'alarms/evaluator/alarmService.ts': {
      names: 'unjudgedSince watchList nextWatchList latest batchWanted',
      because:
        'what came while history was read for edited rules, written by the next batch as late; a start reads history for them again',
    },
    'alarms/evaluator/linkLook.ts': {
      names: 'known lookedAt',
      because: 'which links the engine was told of; filled from `alarm_state` and the gateways at the start',
    },
    'alarms/evaluator/pointFinder.ts': { names: 'ofDevice', because: 'made anew with each watch list' },
    'alarms/evaluator/pointLimits.ts': {
      names: 'known',
      because: 'limits by calendar, kept by the calendar object that they come from',
    },
    'alarms/evaluator/retiredRules.ts': {
      names: 'retiring edited existing existingRules',
      because:
        'rules that left the watch list or were edited, until the next commit; at a start they are found by their states in the database',
    },
    'alarms/evaluator/ruleCache.ts': {
      names: 'before present',
      because: 'definitions by their text, which the row carries',
    },
    'alarms/late/createLateJudge.ts': {
      names: 'marks toRewrite waiting settle giveUp',
      because: 'late samples to be judged, written with the samples and read at a start',
    },
    'cameras/watch/viewers.ts': {
      names: 'verdicts',
      because: 'who may see a camera, asked again after 10 s and at `accessChanged`',
    },
    'followConfiguration.ts': {
      names: 'waiting endPause',
      because: 'changes that readers have not been told yet; a start reads everything',
    },
    'gateways/configuration/followVersions.ts': {
      names: 'followed read running',
      because: 'versions of gateways; all are read at a start',
    },
    'gateways/gatewayCatalogue.ts': {
      names: 'byId byUserName byAccessToken byIdentity',
      because: 'all gateways, read at a start; changed ones at `configurationChanged`',
    },
    'history/index.ts': {
      names: 'unreadable appendedHour partitions firstOpenHour sealedBefore lastSealDurationMs sealError daysSealed',
      because: 'partitions that were made, hours of batches under way, rows that were reported damaged',
    },
    'history/seal/HistoryTail.ts': {
      names: 'hours growing files spare sealedBefore',
      because: 'readings in `sample_log` that are not sealed, read at a start',
    },
    'history/seal/NamelessFile.ts': {
      names: 'length',
      because: 'the end of a file that is gone with the process; its readings are in `sample_log`',
    },
    'history/seal/noteDropped.ts': { names: 'dropped', because: 'when this process collects next' },
    'ingest/LateInputs.ts': {
      names: 'marks place columns replaced',
      because: 'late inputs of computed points, written with the samples and read at a start',
    },
    'ingest/credentialCache.ts': {
      names: 'known',
      because: 'passwords that were right for a hash; the hash is looked up each time',
    },
    'ingest/dialect.ts': {
      names: 'compiled',
      because: 'compiled mapping profiles, kept by the object that they come from',
    },
    'notifications/announcementDelivery.ts': {
      names: 'oldestAt',
      because: 'age of the oldest announcement, from each look at the table',
    },
    'translations/createTranslate.ts': {
      names: 'ofCompany',
      because: 'pairs of texts, written with the demo before the server opens and read at a start',
    },
    'platform/createCompanyTurns.ts': {
      names: 'companies',
      because: 'when late samples of whom are judged or computed; of the marks that wait, which are read at a start',
    },
    'points/liveValues.ts': {
      names: 'slots values measuredAt quality',
      because: 'the latest reading of each point, read from history at a start',
    },
  },
  owned: {
    'gateways/gatewayLinks.ts': {
      names: 'before gateways slaves changes live gone',
      because:
        'lines as they stand, and as they stood for as long as one commit looks; committed as `linesChanged`, read from the gateways at a start',
    },
    'ingest/Tags.ts': {
      names: 'heard unwritten known',
      because:
        'which gateway heard which tag in the last half minute, or since the database answered; written to `tag_heard`, and heard again a cycle later',
    },
    'ingest/DeviceClocks.ts': {
      names: 'gateways',
      because: 'how far clocks of devices are off, learned again from the next messages',
    },
    'ingest/IdentityClashes.ts': {
      names: 'replaced',
      because: 'connections that were replaced lately, seen again when they clash again',
    },
    'ingest/LineGuard.ts': {
      names: 'answering missed misses',
      because: 'which slaves answer on a line since it is open; it opens again',
    },
    'ingest/LineTraffic.ts': { names: 'latencies waiting', because: 'answer times of a line since it is open' },
    'ingest/Pace.ts': {
      names: 'freeAt slowed',
      because: 'when a gateway has its next turn: after a start it may send its burst once more, and nothing is lost',
    },
    'ingest/commandAnswers.ts': {
      names: 'waiting late',
      because: 'commands under way; their records end as unknown at the next start',
    },
    'ingest/commands.ts': {
      names: 'last requestNumber end',
      because: 'the last command of each gateway; records as above',
    },
    'ingest/deriveReadings.ts': {
      names: 'steady plan',
      because: 'since when inputs are steady, learned again from the next readings',
    },
    'ingest/dialledDevice.ts': {
      names: 'gateway socket polled endWait',
      because: 'the connection to one device, dialled again by the next owner',
    },
    'ingest/dtuListener.ts': {
      names: 'current waiting challengers sockets server',
      because: 'sockets of gateways; they dial in again',
    },
    'ingest/groupCommit.ts': {
      names: 'waiting waitingSamples wake hold failedSince commits samples quarantined',
      because: 'what was heard and not acknowledged: gateways send it again; counts for `/metrics` begin at 0',
    },
    'ingest/modbusDialer.ts': { names: 'devices', because: 'devices that are dialled, from the catalogue' },
    'ingest/mqttListener.ts': {
      names: 'signedInAs keepAliveMs dialects lostDevices why current pointIds commands sockets broker server',
      because: 'connections of gateways and what belongs to them; they connect again',
    },
    'ingest/openLines.ts': { names: 'lines', because: 'open lines; they open again' },
    'ingest/SecondMasters.ts': {
      names: 'heard',
      because: 'signs of a second master on a line, heard again from the next polls',
    },
    'ingest/virtualPoints.ts': { names: 'underWay', because: 'values on their way into the next commit' },
    'notifications/outbox/createOutbox.ts': {
      names: 'running again',
      because: 'sends under way; their messages are claimed by a lease in the database',
    },
    'securityEvents/keepSecurityEvents.ts': {
      names: 'waiting withoutRoom',
      because:
        'security events that are being written, at most 2,000; a stop waits for them, a kill loses them: who reports one never waits, and nothing is acknowledged by it',
    },
    'workbench/RegisterReads.ts': {
      names: 'notBefore',
      because: 'who reads on a line of this process now, and the pause after it',
    },
    'writing/Batches.ts': { names: 'running', because: 'batches under way; a start ends them as interrupted' },
    'writing/Returns.ts': {
      names: 'busy',
      because: 'gateways at which values are being taken back; what is due stands in the database',
    },
    'writing/Writing.ts': { names: 'underWay', because: 'writes under way; a start ends them as unknown' },
  },
  told: {
    'ingest/FrameLog.ts': {
      names: 'watched',
      because: 'frames of lines that somebody looks at now; another process has none of them',
    },
    'ingest/HeardKeys.ts': {
      names: 'byGateway',
      because: 'keys that gateways sent and no point reads, for the person who sets up points; heard again',
    },
    'ingest/MessageWatch.ts': {
      names: 'watched',
      because: 'messages of gateways that somebody looks at now; another process has none of them',
    },
    'realtime/browserChannel.ts': {
      names: 'viewers sockets topics pending unserved watched broker',
      because: 'browsers of this process and what they are to be sent; a browser that comes is sent everything',
    },
    'realtime/viewer.ts': {
      names: 'companies valueTopics values alarms gateways reloads',
      because:
        'what a browser of this process may see, read again at `accessChanged`, and the topics that it subscribed to',
    },
  },
  harmless: {
    'account/countries.ts': { names: 'lists', because: 'lists in each language' },
    'account/createTurns.ts': {
      names: 'busy waitingForKey waitingInRoom arrivals',
      because: 'sign-ins of one name wait for each other in this process; what counts is counted in the database',
    },
    'account/password.ts': {
      names: 'decoy',
      because: 'a hash that is compared when there is no account, so that it takes as long',
    },
    'alarms/backTest/replay.ts': { names: 'live gone links open nextTurnAt reached alarms', because: 'one replay' },
    'alarms/engine/engineMemory.ts': { names: 'noDependants', because: 'an empty set that is never filled' },
    'alarms/engine/followGates.ts': { names: 'spans', because: 'one reading of history' },
    'alarms/forecast/createForecast.ts': { names: 'kept', because: 'figures of 30 s' },
    'alarms/proof/coverage.ts': { names: 'lastAt lastGoodAt silences gaps bad', because: 'one day of one point' },
    'backup/contents.ts': { names: 'sizeBytes', because: 'one backup' },
    'backup/makeBackup.ts': { names: 'notes', because: 'one backup' },
    'cameras/source/openSource.ts': { names: 'cookies place', because: 'cookies of one request' },
    'cameras/watch/serveStreams.ts': {
      names: 'open sessions',
      because: 'streams and WebRTC sessions of a person over this process, whose sockets it protects and which it ends',
    },
    'compliance/packs/FigureSum.ts': { names: 'min max sum rate good', because: 'one pack' },
    'dataDownload/pdf/ReportDocument.ts': { names: 'y', because: 'one document' },
    'devices/states/projectStands.ts': { names: 'kept', because: 'how devices of a project stand, for 10 s' },
    'files/keepFiles.ts': { names: 'kept', because: 'one request' },
    'files/keepImagesOfStrangers.ts': { names: 'ids', because: 'one request' },
    'history/codec/RollupBlock.ts': { names: 'spare spareBytes', because: 'scratch' },
    'history/codec/bitStream.ts': { names: 'buffer length pending pendingBits position', because: 'one block' },
    'history/codec/integerColumn.ts': { names: 'scratch', because: 'scratch' },
    'history/codec/segmentCodec.ts': { names: 'numbers present', because: 'scratch' },
    'history/read/BucketPlan.ts': { names: 'blocks late days nextDay', because: 'one read' },
    'history/read/ValueBudget.ts': { names: 'left', because: 'one read' },
    'history/read/bucketFold.ts': { names: 'limitAt from to beyondMs held heldSince', because: 'one read' },
    'history/read/changeFold.ts': { names: 'times open since value quality heldSince', because: 'one read' },
    'history/read/readSamples.ts': { names: 'next', because: 'one read' },
    'history/readingColumns.ts': { names: 'length pointIds measuredAt values quality', because: 'one batch' },
    'history/samples.ts': { names: 'length measuredAt values quality', because: 'one read' },
    'history/seal/DamagedRows.ts': { names: 'rows', because: 'one sealing' },
    'history/seal/SampleChains.ts': {
      names: 'heads farTimes orders size pointCount blocks',
      because: 'one sealing, or a part of the tail',
    },
    'history/seal/writeRollups.ts': { names: 'blocks', because: 'one sealing' },
    'history/upkeep/Overwritten.ts': { names: 'samples kept', because: 'one check' },
    'history/upkeep/checkHistory.ts': { names: 'samples rollupDays problems damaged', because: 'one check' },
    'ingest/RepeatCaps.ts': {
      names: 'counts kinds before since',
      because:
        'how much of what is repeated was written down in this minute; what was left out is counted in the database',
    },
    'ingest/SurplusKeys.ts': { names: 'seen', because: 'what was said once since the start is said once more' },
    'ingest/acceptReading.ts': { names: 'noSkews', because: 'always empty' },
    'ingest/createIngest.ts': {
      names: 'lastHousekeepingAt',
      because: 'when this process last forgot what it no longer needs',
    },
    'logs/verifyLog.ts': { names: 'latest', because: 'the check of the log, which is read again after a minute' },
    'main.ts': { names: 'postgres standby owner database application stopping config', because: 'what runs now' },
    'people/members/import/readMembers.ts': { names: 'refusals', because: 'one import' },
    'platform/FairShare.ts': {
      names: 'lines running',
      because: 'turns of persons on the processors and connections of this process',
    },
    'platform/Shares.ts': {
      names: 'held',
      because:
        'sockets and bytes of requests that this process holds: its descriptors and its memory, nobody else has them',
    },
    'platform/StrangerPlaces.ts': {
      names: 'leaves',
      because: 'connections of this process that have not signed in',
    },
    'platform/cards/httpCards.ts': {
      names: 'strangeStates failed',
      because: 'states that were logged once since the start',
    },
    'platform/db/ownership.ts': {
      names: 'client extendedAt',
      because: 'the connection that extends the lease, and when it last did: of the server that owns it alone',
    },
    'platform/db/embeddedPostgres.ts': {
      names: 'listeners child lastLines',
      because: 'who is told that PostgreSQL ended',
    },
    'platform/db/postgres/address.ts': { names: 'dir', because: 'folder of the socket of this process' },
    'platform/db/preparedStatement.ts': { names: 'names', because: 'names of statements, made of their text' },
    'platform/events/events.ts': { names: 'listeners', because: 'who in this process is told of events' },
    'platform/excel/NameIndex.ts': { names: 'exact loose', because: 'one import' },
    'platform/fbox/fboxAccount.ts': { names: 'token', because: 'another process asks for its own' },
    'platform/http/normalizeInput.ts': { names: 'shapes', because: 'shapes of schemas' },
    'platform/mail/smtpMail.ts': { names: 'transport', because: 'connections of this process' },
    'platform/zonedTime.ts': { names: 'formats offsetsOfDays', because: 'formats and offsets of time zones' },
    'projects/expiry.ts': { names: 'days', because: 'the day in a time zone, for a minute' },
    'transport/cars/watchVehicles.ts': { names: 'since', because: 'one look' },
    'weather/keepOutdoors.ts': { names: 'count', because: 'one run' },
    'weather/keepWeather.ts': {
      names: 'failures silences first',
      because: 'places that failed come later in the next hour',
    },
    'weather/leaveAlone.ts': { names: 'until', because: 'a service that refused is asked again after a start' },
    'weather/readWeather.ts': {
      names: 'failedUntil',
      because: 'a service that was silent is asked again after a start',
    },
    'work/keepPhotos.wire.ts': { names: 'files', because: 'one request' },
  },
};
