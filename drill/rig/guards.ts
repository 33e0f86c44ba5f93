/** A line of code that holds a promise, what stands there without it, and the test that must miss it. */
export interface Guard {
  readonly promise: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly guarded: string;
  readonly without: string;
  readonly test: string;
  /** A part of the names of the tests that are run. */
  readonly name: string;
}

const alarms = 'packages/server/src/alarms';
const ingest = 'packages/server/src/ingest';

export const guards: readonly Guard[] = [
  {
    promise: 'a late sample is judged',
    file: `${alarms}/engine/noteLate.ts`,
    guarded: 'if (known === undefined || at < known) late.set(pointId, at);',
    without: 'if (known !== undefined && at < known) late.set(pointId, at);',
    test: `${alarms}/late/late.test.ts`,
    name: 'an hour at −5 °C',
  },
  {
    promise: 'bad quality stops a delay and does not reset it',
    file: `${alarms}/engine/step.ts`,
    guarded: 'if (unusable) return stopped(next, bothDelays, at);',
    without: 'if (unusable) return withoutDelays(next, { on: true, off: true } as never);',
    test: `${alarms}/engine/delays.test.ts`,
    name: 'a sensor that now and then cannot be read',
  },
  {
    promise: 'an edited rule is judged on history, so its alarm goes on',
    file: `${alarms}/evaluator/alarmService.ts`,
    guarded: 'return judgeEdits(edits, list, clock.now(), { historyOf, lossesOf, cursorOf });',
    without: 'return new Map() as never;',
    test: `${alarms}/evaluator/changedRules.test.ts`,
    name: 'goes on as the same alarm',
  },
  {
    promise: 'late inputs of computed points survive a stop',
    file: `${ingest}/groupCommit.ts`,
    guarded: 'await lateInputs?.persist(client, attempt.lateInputs);',
    without: '',
    test: `${ingest}/lateInputs.test.ts`,
    name: 'what was late when the server stopped',
  },
  {
    promise: 'a reading from the future is refused',
    file: `${ingest}/acceptReading.ts`,
    guarded: 'if (refused) return { refused };',
    without: '',
    test: `${ingest}/acceptReading.test.ts`,
    name: '',
  },
  {
    promise: 'a line that answers keeps its gateway',
    file: `${ingest}/LineGuard.ts`,
    guarded: 'return asked.length > 0 && !isLost;',
    without: 'return false;',
    test: `${ingest}/fieldTroubles.test.ts`,
    name: 'a second connection with the same serial number',
  },
  {
    promise: 'a frame that contests an answer takes it back',
    file: 'packages/protocols/src/modbus/RtuLine.ts',
    guarded: 'for (const { doubt } of contested) doubt?.();',
    without: '',
    test: 'packages/protocols/src/modbus/RtuLine.test.ts',
    name: '',
  },
  {
    promise: 'what another session holds is no news told',
    file: 'packages/server/src/notifications/announcementDelivery.ts',
    guarded: 'waitsSince?.getTime() ?? (again ? clock.now() : null)',
    without: 'again ? clock.now() : null',
    test: 'packages/server/src/notifications/telling.test.ts',
    name: 'another session',
  },
  {
    promise: 'time that another point suppressed ends when that point has settled',
    file: `${alarms}/engine/followGates.ts`,
    guarded: 'settledAt(place) <= at',
    without: 'endOf(place) <= at',
    test: `${alarms}/engine/followGates.property.test.ts`,
    name: '',
  },
  {
    promise: 'silence is proved only where the line spoke of other points',
    file: `${alarms}/proof/provenSilences.ts`,
    guarded: 'if (!isHeard(heardBeside, lastGoodAt, surelyBy)) continue;',
    without: '',
    test: `${alarms}/proof/provenSilences.test.ts`,
    name: '',
  },
  {
    promise: 'who was told of an urgent alarm sees it until it is over',
    file: 'packages/server/src/notifications/alarmVisible.store.ts',
    guarded: '::int) <> 0 AND',
    without: '::int) < 0 AND',
    test: `${alarms}/lists.test.ts`,
    name: 'a reader of a level that an alarm had only for a while keeps it',
  },
  {
    promise: 'comparisons are kept for two years',
    file: `${alarms}/proof/proveAlarms.ts`,
    guarded: 'const keptDays = 730;',
    without: 'const keptDays = 7300;',
    test: `${alarms}/proof/proof.test.ts`,
    name: 'two years',
  },
  {
    promise: 'a server that another has taken over from writes nothing',
    file: `${ingest}/groupCommit.ts`,
    guarded: 'assert_owner(',
    without: '(',
    test: `${ingest}/groupCommit.test.ts`,
    name: 'once another server has taken over',
  },
];
