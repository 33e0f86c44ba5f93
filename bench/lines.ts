/**
 * What it costs to poll many serial lines: DTUs that dialled in, each with some slaves, every point read each 10 s, one slave in
 * twenty silent. The field runs in this process and answers as a line of 9600 baud behind a mobile network would; the real
 * server runs in a process of its own on a throwaway PostgreSQL (fsync on).
 *
 * Kept is the timing of a bus when no request comes while another waits for its answer, and none sooner than the pause after an
 * answer; kept is the pace when the silent slaves do not delay the others.
 *
 * `npm run bench -- lines [--lines 200] [--slaves 5] [--points 20] [--seconds 60]` (rounded to whole cycles)
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answerRtuFrame, type RegisterBank, takeRtuRequests } from '../packages/protocols/src/index.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { insertLines } from './rig/lines.ts';
import { cpuMsOf, familyCpuMsOf, memoryOf } from './rig/processUsage.ts';
import { freePort, startServer } from './rig/serverProcess.ts';
import { storedSamples } from './rig/storedSamples.ts';
import { count, ms, printTable, quantile } from './rig/table.ts';

const { values: options } = parseArgs({
  options: {
    lines: { type: 'string', default: '200' },
    slaves: { type: 'string', default: '5' },
    points: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
});
const lineCount = Number(options.lines);
const slavesPerLine = Number(options.slaves);
const pointsPerSlave = Number(options.points);
const cycleMs = 10_000;
/** Whole cycles: lines that dialled in one after the other are read one after the other, so half a cycle is not half of the readings. */
const cycles = Math.max(1, Math.round((Number(options.seconds) * 1000) / cycleMs));
const silentEvery = 20;
/** 9600 baud, eleven bits a character. */
const msPerByte = (11 / 9600) * 1000;
/** There and back over 4G, and the slave's own thinking. */
const networkMs = 120;
/** What the platform promises between an answer and its next request. */
const gapMs = 50;
/** Silent slaves are lost after two cycles, and everybody has dialled in. */
const warmUpMs = 30_000;

const bank: RegisterBank = {
  readBits: () => [],
  readRegisters: (_code, address, quantity) =>
    Array.from({ length: quantity }, (_, index) => (address + index) & 0xffff),
  writeBits: () => {},
  writeRegisters: () => {},
};

const isSilent = (line: number, address: number): boolean => (line * slavesPerLine + address) % silentEvery === 0;

/** What a line noticed while it was measured. */
const seen = { requests: 0, answered: 0, overlapping: 0, gaps: [] as number[], periods: [] as number[] };
let isMeasuring = false;

function play(socket: Socket, line: number): void {
  let bytes: Buffer = Buffer.alloc(0);
  /** Until then the bus is busy with an answer; 0: free. */
  let busyUntil = 0;
  let answeredAt = 0;
  const askedAt = new Map<number, number>();
  socket.on('data', (chunk) => {
    const { frames, rest } = takeRtuRequests(Buffer.concat([bytes, chunk]));
    bytes = rest;
    for (const frame of frames) {
      const now = performance.now();
      const address = frame[0]!;
      if (isMeasuring) {
        seen.requests++;
        if (busyUntil > 0) seen.overlapping++;
        if (answeredAt > 0) seen.gaps.push(now - answeredAt);
        const before = askedAt.get(address);
        // A silent one is only looked for now and then.
        if (before !== undefined && !isSilent(line, address)) seen.periods.push(now - before);
      }
      askedAt.set(address, now);
      const answer = isSilent(line, address) ? null : answerRtuFrame(frame, () => bank);
      answeredAt = 0;
      if (!answer) continue;
      const delay = networkMs + (frame.length + answer.length) * msPerByte;
      busyUntil = now + delay;
      setTimeout(() => {
        busyUntil = 0;
        // Before it is written: on the bus it has ended by now, even if this process is kept from going on.
        answeredAt = performance.now();
        if (isMeasuring) seen.answered++;
        socket.write(answer);
      }, delay);
    }
  });
}

const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-'));
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
const database = openDatabase(postgres.url, silentLog);
const stops: (() => unknown)[] = [];
const sockets: Socket[] = [];
try {
  await migrate(database.pool);
  const fleet = await insertLines(database, {
    lines: lineCount,
    slavesPerLine,
    pointsPerSlave,
    cycleSeconds: cycleMs / 1000,
  });
  const dtuPort = await freePort();
  const server = await startServer(
    { dataDir: folder, httpPort: 0, mqttPort: await freePort(), databaseUrl: postgres.url },
    { DTU_PORT: String(dtuPort) },
  );
  stops.push(server.stop);
  // Fifty of one address may be on their way in at a time.
  for (const [line, serial] of fleet.serials.entries()) {
    const socket = connect(dtuPort, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.setNoDelay(true);
    play(socket, line);
    socket.write(serial);
    await pause(20);
  }
  await pause(warmUpMs);
  const before = { server: cpuMsOf(server.pid), database: familyCpuMsOf(postgres.pid!), own: process.cpuUsage() };
  isMeasuring = true;
  const startedAt = performance.now();
  const from = Date.now();
  await pause(cycles * cycleMs);
  isMeasuring = false;
  const elapsedMs = performance.now() - startedAt;
  const measured = { from, to: Date.now() };
  const own = process.cpuUsage(before.own);
  const cores = (cpuMs: number): string => (cpuMs / elapsedMs).toFixed(2);
  const serverCpu = cpuMsOf(server.pid) - before.server;
  const databaseCpu = familyCpuMsOf(postgres.pid!) - before.database;
  const { residentMb, peakMb } = memoryOf(server.pid);
  // What was measured last is committed when it has stopped.
  stops.pop();
  await server.stop();
  const stored = await storedSamples(database.pool, fleet.pointIds, measured);
  const due = fleet.pointIds.length * (1 - 1 / silentEvery) * (elapsedMs / cycleMs);
  printTable([
    ['points', count(fleet.pointIds.length), '≥ 20,000'],
    ['DTU lines, slaves on each', `${lineCount}, ${slavesPerLine}`],
    ['slaves that are silent', `${count((lineCount * slavesPerLine) / silentEvery)}`],
    [],
    ['requests a second', (seen.requests / (elapsedMs / 1000)).toFixed(0)],
    ['requests that came while another was unanswered', count(seen.overlapping), '0'],
    ['pause between answer and next request: shortest', ms(quantile(seen.gaps, 0)), `≥ ${gapMs} ms`],
    ['  p50', ms(quantile(seen.gaps, 0.5))],
    ['a slave is asked again after, p50', ms(quantile(seen.periods, 0.5)), `${cycleMs} ms`],
    ['  p99', ms(quantile(seen.periods, 0.99))],
    ['readings measured in that time and stored', count(stored)],
    ['  answered by the slaves in that time', count(seen.answered * pointsPerSlave)],
    ['  of those due: each point that answers, each cycle', `${((stored / due) * 100).toFixed(1)} %`, '100 %'],
    [],
    ['cores: server', cores(serverCpu), '≤ 0.50'],
    ['cores: PostgreSQL', cores(databaseCpu)],
    ['cores: the simulated field', cores((own.user + own.system) / 1000)],
    ['server memory, highest', `${count(residentMb)} MB, ${count(peakMb)} MB`],
  ]);
} finally {
  for (const socket of sockets) socket.destroy();
  for (const stop of stops.reverse()) await stop();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
