import { system } from './access/index.ts';
import { markLate, proveAlarms } from './alarms/index.ts';
import { countDays } from './analysis/index.ts';
import { remindOfAssets } from './assets/index.ts';
import { checkSeals, makePacks, sealRecords } from './compliance/index.ts';
import { addressForPeople } from './config.ts';
import { remindOfCustomers, scoreCustomers } from './customers/index.ts';
import { makeDownloadJob } from './downloads/index.ts';
import { proveDays, settleMeters, watchDemand, watchDrift } from './energy/index.ts';
import { watchEvents } from './eventNotices/index.ts';
import { keepWarnings } from './faultWarnings/index.ts';
import { housekeepingJobs } from './housekeeping.ts';
import { forgetSignPhones, makePlanVisits, planVisits, remindOfContracts } from './maintenance/index.ts';
import { chargeAccounts } from './meters/index.ts';
import type { Parts } from './modules.ts';
import { clientOf } from './platform/db/clientOf.ts';
import { type Jobs, startJobs } from './platform/jobs/jobs.ts';
import { type MeasureCyclesDeps, proposeCycles, reviewCycles } from './points/index.ts';
import { watchBoots } from './remoteBoot/index.ts';
import { watchRepairs } from './repair/index.ts';
import { makeReports } from './reports/index.ts';
import { carryOut, forgetRuns, runSchedules } from './scheduling/index.ts';
import { followFences, issueCertificates, watchVehicles } from './transport/index.ts';
import { keepWeather } from './weather/index.ts';
import { sendWorkMessages } from './work/index.ts';

/** What runs by the clock. A new demo has nothing yet, so its jobs look more often. */
export function startAllJobs(
  { ground, stores, providers, alarming, field, exporters }: Parts,
  { byTheClock }: { readonly byTheClock: boolean },
): Promise<Jobs> {
  const { config, db, pool, clock, log, events } = ground;
  const { history, historyShare, live, downloadStorage, fileStorage } = stores;
  const scheduling = { db, clock, log, events, live, guard: providers.guard, writing: field.writing };
  const { cards, guard, secretKey, weather } = providers;
  const { deletedHistoryDays, securityEventDays } = config;
  const cycles: MeasureCyclesDeps = {
    ...{ db, clock, log, events, history },
    markLate: (transaction, earliest) => markLate(system, clientOf(transaction), earliest),
    judgeFrom: (earliest) => alarming.alarms.judgeFrom(earliest),
  };
  const proof = { db, clock, log, events, history, historyShare, secretKey: providers.secretKey };
  return startJobs({
    pool,
    log,
    byTheClock,
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
        deletedHistoryDays,
        securityEventDays,
      }),
      keepWeather: {
        schedule: config.demo ? '*/5 * * * *' : '23 * * * *',
        run: () =>
          keepWeather({
            db,
            clock,
            log,
            weather,
            events,
            submit: (columns) => field.ingest.commit.submit(columns),
            lastMeasured: (pointId) => live.get(pointId)?.measuredAt ?? null,
          }),
      },
      // The last days are judged once they are over, the next hours all the time.
      keepWarnings: {
        schedule: config.demo ? '*/2 * * * *' : '*/10 * * * *',
        run: (_, stopping) =>
          keepWarnings({
            db: pool,
            clock,
            log,
            history,
            historyShare,
            stopping,
            limitsOfPoint: alarming.usualLimitsOfPoint,
          }),
      },
      // A logger that stores each ten minutes has enough readings within hours, or at once in its first buffer.
      proposeCycles: { schedule: '*/5 * * * *', run: (_, stopping) => proposeCycles(cycles, stopping) },
      reviewCycles: { schedule: '37 19 * * *', run: (_, stopping) => reviewCycles(cycles, stopping) },
      // The day that ended, once what gateways kept has come.
      proveAlarms: {
        schedule: config.demo ? '*/2 * * * *' : '11 * * * *',
        run: (_, stopping) => proveAlarms({ db, clock, log, history }, stopping),
      },
      // Days of analysis: those that ended, and those of which something changed since. The first time takes minutes.
      countDays: {
        schedule: config.demo ? '*/2 * * * *' : '*/10 * * * *',
        ownSlots: 1,
        run: (_, stopping) => countDays({ db, clock, log, history, historyShare }, stopping),
      },
      makeReports: {
        schedule: config.demo ? '* * * * *' : '*/5 * * * *',
        run: (_, stopping) =>
          makeReports(
            { db, pool, clock, log, events, history, historyShare, limitsOver: alarming.limitsOver },
            stopping,
          ),
      },
      // Days are sealed once they are over and what came late has come; each is one transaction.
      sealRecords: {
        schedule: config.demo ? '* * * * *' : '*/10 * * * *',
        ownSlots: 1,
        run: (_, stopping) => sealRecords(proof, stopping),
      },
      // At night in the zones that most projects lie in. It may take long: the seals of a day can wait for it, a person's pack cannot.
      checkSeals: {
        schedule: config.demo ? '*/10 * * * *' : '23 17 * * *',
        ...(config.demo ? {} : { makeUpMinutes: 23 * 60 }),
        slotsOf: 'sealRecords',
        run: (_, stopping) => checkSeals(proof, stopping),
      },
      makePacks: {
        schedule: '* * * * *',
        ownSlots: 1,
        run: (_, stopping) => makePacks({ ...proof, publicUrl: addressForPeople(config) }, stopping),
      },
      // Asked for when a waybill ends, and when something comes late.
      issueCertificates: {
        schedule: '* * * * *',
        run: (_, stopping) =>
          issueCertificates(
            {
              ...{ db, clock, log, events, history, secretKey: providers.secretKey },
              usualLimitsOfPoint: alarming.usualLimitsOfPoint,
              publicUrl: addressForPeople(config),
            },
            stopping,
          ),
      },
      // Waybills that follow their geofences; what is told of vehicles is found beside them.
      followFences: {
        schedule: '* * * * *',
        run: (_, stopping) => followFences({ db, clock, log, events, history }, stopping),
      },
      watchVehicles: {
        schedule: '* * * * *',
        run: (_, stopping) => watchVehicles({ db, clock, history, live }, stopping),
      },
      // It looks almost all the time, so that what is due begins within the second.
      // A server that comes back within the minute does not wait for the next one: its due times are late already.
      runSchedules: {
        schedule: '* * * * *',
        makeUpMinutes: 1,
        ownSlots: 1,
        run: (_, stopping) => runSchedules(scheduling, stopping),
      },
      carryOutSchedule: {
        schedule: null,
        ownSlots: 4,
        run: (payload) => carryOut(scheduling, (payload as { runId: number }).runId),
      },
      forgetScheduleRuns: { schedule: '52 18 * * *', run: () => forgetRuns(scheduling) },
      // Quarters are counted once they are over; the readings alone say what.
      settleMeters: {
        schedule: config.demo ? '*/2 * * * *' : '*/5 * * * *',
        run: (_, stopping) => settleMeters({ db, clock, log, history, historyShare }, stopping),
      },
      // After the midnight of the zones that most projects lie in, and once more for the others.
      proveDays: {
        schedule: '37 6,18 * * *',
        run: (_, stopping) => proveDays({ db, clock, log, history, historyShare }, stopping),
      },
      // After the days are proved.
      watchDrift: {
        schedule: '7 7,19 * * *',
        run: (_, stopping) => watchDrift({ db, clock, log, history, historyShare }, stopping),
      },
      watchDemand: {
        schedule: '* * * * *',
        run: (_, stopping) => watchDemand({ db, clock, log, history, historyShare }, stopping),
      },
      chargeAccounts: {
        schedule: '* * * * *',
        run: (_, stopping) => chargeAccounts({ db, clock, live, events, log }, stopping),
      },
      planVisits: { schedule: '7 * * * *', run: (_, stopping) => planVisits({ db, clock }, stopping) },
      makePlanVisits: {
        schedule: config.demo ? '*/5 * * * *' : '37 * * * *',
        run: (_, stopping) => makePlanVisits({ db, clock, live, history, historyShare }, stopping),
      },
      remindOfContracts: { schedule: '27 * * * *', run: () => remindOfContracts({ db, clock }) },
      forgetSignPhones: { schedule: '17 * * * *', run: () => forgetSignPhones(system, db, new Date(clock.now())) },
      sendWorkMessages: {
        schedule: '* * * * *',
        run: () => sendWorkMessages({ db, clock, outbox: alarming.outbox }),
      },
      remindOfAssets: {
        schedule: '22 * * * *',
        run: (_, stopping) => remindOfAssets({ db, clock, outbox: alarming.outbox }, stopping),
      },
      remindOfCustomers: {
        schedule: '17 * * * *',
        run: (_, stopping) => remindOfCustomers({ db, clock, outbox: alarming.outbox }, stopping),
      },
      scoreCustomers: {
        schedule: config.demo ? '*/2 * * * *' : '47 * * * *',
        run: (_, stopping) => scoreCustomers({ db, clock, log, events }, stopping),
      },
      watchBoots: {
        schedule: '* * * * *',
        run: (_, stopping) =>
          watchBoots({ db, clock, events, live, history, historyShare, outbox: alarming.outbox }, stopping),
      },
      watchEvents: { schedule: '* * * * *', run: () => watchEvents({ pool, clock, outbox: alarming.outbox }) },
      watchRepairs: {
        schedule: '* * * * *',
        run: (_, stopping) =>
          watchRepairs(
            {
              db,
              clock,
              events,
              history,
              log,
              outbox: alarming.outbox,
              usualLimitsOfPoint: alarming.usualLimitsOfPoint,
            },
            stopping,
          ),
      },
      makeDownload: makeDownloadJob({ db, clock, log, events, downloadStorage, exporters }),
    },
  });
}
