/**
 * Throws random and damaged input at every parser that a stranger can reach: the property tests that `npm test` runs briefly,
 * many times as long.
 *
 * `npm run drill -- fuzz [--times 50] [--only sparkplug]`; it ends with code 1 when a parser did something else than read or
 * refuse, and prints the input and the seed that show it again.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { printTable } from '../bench/rig/table.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times as long as in `npm test`. */
    fuzzTimes: number;
  }
}

const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '50' }, only: { type: 'string', default: '' } },
});
const root = fileURLToPath(new URL('..', import.meta.url));

/** Parser, file of its test, name of the test. A name that no longer exists counts as broken. */
const parsers: readonly (readonly [parser: string, file: string, test: string])[] = [
  [
    'Modbus RTU: answers on a line',
    'packages/protocols/src/modbus/RtuLine.test.ts',
    'random bytes never crash the line and never give a value',
  ],
  [
    'Modbus RTU: a DTU’s heartbeat and registration taken out',
    'packages/protocols/src/modbus/RtuLine.test.ts',
    'wherever a DTU puts its packets, through the answer too, and however it is cut up, the value is the answer’s',
  ],
  [
    'Modbus RTU and TCP: frames and requests',
    'packages/protocols/src/modbus/hardLines.test.ts',
    'for any bytes of a Modbus TCP device or a master, the outcome is frames or a named error',
  ],
  [
    'Modbus TCP: answers on a connection',
    'packages/protocols/src/modbus/TcpLine.test.ts',
    'for any bytes of a device, a request ends with its own answer or a named error',
  ],
  [
    'Modbus: late answers on a slow line',
    'packages/protocols/src/modbus/hardLines.test.ts',
    'on a line whose answers come 0.2 to 14 s late, out of order or never, no wrong value ever becomes good',
  ],
  [
    'Modbus workbench: pasted frames',
    'packages/protocols/src/modbus/explainFrame.test.ts',
    'each of any pasted bytes is in one field of one frame',
  ],
  [
    'DTU: registration',
    'packages/protocols/src/modbus/dtuRegistration.test.ts',
    'random bytes name nobody and never crash',
  ],
  [
    'MQTT: packet sizes',
    'packages/protocols/src/mqtt/PacketLimit.test.ts',
    'however the bytes arrive, the first packet that is too large is found, and no other',
  ],
  [
    'MQTT: ThingsBoard and Neuron',
    'packages/protocols/src/mqtt/mqtt.test.ts',
    'for any message of a gateway, the outcome is readings that are good numbers or bad, or a named error',
  ],
  [
    'MQTT: mapping profiles',
    'packages/protocols/src/mqtt/mapping/mapping.test.ts',
    'for any profile and message, the outcome is good numbers, bad readings, or a named error',
  ],
  [
    'MQTT: Sparkplug',
    'packages/protocols/src/mqtt/sparkplug/sparkplug.test.ts',
    'no bytes, and no damage to good ones, do more than a named error',
  ],
  ['Formulas of computed points', 'packages/contract/src/points/formula.test.ts', 'any text is either read or refused'],
  [
    'Cameras: playlists of HLS',
    'packages/server/src/cameras/watch/rewritePlaylist.test.ts',
    'for any playlist of a media server, every address that a browser gets is ours',
  ],
  [
    'Files: workbooks',
    'packages/server/src/platform/excel/excel.test.ts',
    'a workbook that is damaged anywhere, or says something else inside, is read or refused',
  ],
  [
    'Files: rows of a point sheet',
    'packages/server/src/strangeFiles.test.ts',
    'for any cells of a point sheet, each row is a point or names its problems, and is returned for correction',
  ],
  [
    'Files: images',
    'packages/server/src/strangeFiles.test.ts',
    'an image that is damaged anywhere is a picture or is refused',
  ],
  [
    'Files: configuration of a gateway',
    'packages/server/src/strangeFiles.test.ts',
    'a configuration file of a gateway is read, or refused with what is wrong with it',
  ],
];

const chosen = parsers.filter(([parser]) => parser.toLowerCase().includes(options.only.toLowerCase()));
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const vitest = await startVitest('test', [...new Set(chosen.map(([, file]) => file))], {
  root,
  config: false,
  watch: false,
  testNamePattern: new RegExp(`(?:${chosen.map(([, , test]) => literally(test)).join('|')})$`),
  setupFiles: [path.join(root, 'drill/rig/runLonger.ts')],
  provide: { fuzzTimes: Number(options.times) },
  // As long as it takes; a parser that hangs is seen by the person who waits.
  testTimeout: 0,
  reporters: [{}],
});
const outcomes = new Map(
  vitest.state
    .getTestModules()
    .flatMap((module) =>
      [...module.children.allTests()].map((test) => [
        test.name,
        { ...test.result(), ms: test.diagnostic()?.duration ?? 0 },
      ]),
    ),
);
let isBroken = false;
const rows = chosen.map(([parser, , test]) => {
  const outcome = outcomes.get(test);
  const held = outcome?.state === 'passed';
  isBroken ||= !held;
  return [parser, outcome ? `${(outcome.ms / 1000).toFixed(1)} s` : '', held ? 'held' : 'BROKEN'];
});
printTable([['parser', `× ${options.times}`, ''], ...rows]);
for (const [, , test] of chosen) {
  const outcome = outcomes.get(test);
  if (outcome?.state === 'passed') continue;
  console.log(`\n${test}`);
  for (const { message } of outcome?.errors ?? [{ message: 'There is no such test.' }]) console.log(message);
}
await vitest.close();
process.exit(isBroken ? 1 : 0);
