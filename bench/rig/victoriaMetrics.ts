import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadingColumns } from '../../packages/server/src/events.ts';
import type { HistoryEngine } from './historyEngines.ts';
import { cpuMsOf, memoryOf } from './processUsage.ts';
import { freePort } from './serverProcess.ts';

const startPatienceMs = 15_000;

/** VictoriaMetrics as its package installs it, on a port of its own; null when the machine has none. */
export async function victoriaMetrics(folder: string): Promise<HistoryEngine | null> {
  const port = await freePort();
  const child = spawn(
    'victoria-metrics',
    [
      `-storageDataPath=${folder}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      '-search.latencyOffset=0s',
      '-search.maxPointsPerTimeseries=1000000',
      '-loggerLevel=ERROR',
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  if (!(await isUp(child, url))) {
    child.kill();
    return null;
  }
  const get = async (call: string, parameters: Record<string, string | number>): Promise<Response> => {
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const reply = await fetch(`${url}${call}?${query}`);
    if (!reply.ok) throw new Error(`VictoriaMetrics refused ${call}: ${await reply.text()}`);
    return reply;
  };
  const send = async (columns: ReadingColumns): Promise<void> => {
    const reply = await fetch(`${url}/api/v1/import`, { method: 'POST', body: linesOf(columns) });
    if (!reply.ok) throw new Error(`VictoriaMetrics refused an import: ${await reply.text()}`);
  };
  const those = (ids: readonly number[]): string => `reading{p=~"${ids.join('|')}"}`;
  /** A point a line, with all of its values. */
  const exported = async (ids: readonly number[], from: number, to: number): Promise<number> => {
    const reply = await get('/api/v1/export', { 'match[]': those(ids), start: from / 1000, end: (to - 1) / 1000 });
    let samples = 0;
    let rest = '';
    for await (const piece of reply.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop()!;
      for (const line of lines) samples += (JSON.parse(line) as { values: number[] }).values.length;
    }
    return samples;
  };

  return {
    name: 'VictoriaMetrics',
    async ingest(batches) {
      for (const columns of batches) await send(columns);
    },
    load: send,
    async settle() {
      await get('/internal/force_flush', {});
      await get('/internal/force_merge', {});
      // It merges in the background and says nothing when it is done: until the folder no longer shrinks.
      for (let before = -1, bytes = sizeOf(folder); bytes !== before; bytes = sizeOf(folder)) {
        before = bytes;
        await pause(2_000);
      }
    },
    bytes: async () => sizeOf(path.join(folder, 'data')) + sizeOf(path.join(folder, 'indexdb')),
    raw: exported,
    async buckets(ids, from, to, minutes) {
      const folds = ['min', 'max', 'avg'].map(
        (fold) => `label_set(${fold}_over_time(${those(ids)}[${minutes}m]), "fold", "${fold}")`,
      );
      // A value stands for the interval before it; kept in no cache, as ours are not.
      const reply = await get('/api/v1/query_range', {
        query: `union(${folds.join()})`,
        start: from / 1000 + minutes * 60,
        end: to / 1000,
        step: `${minutes}m`,
        nocache: 1,
      });
      const { data } = (await reply.json()) as { data: { result: { values: unknown[] }[] } };
      return data.result.reduce((sum, { values }) => sum + values.length, 0) / 3;
    },
    export: exported,
    cpuMs: () => (child.pid === undefined ? 0 : cpuMsOf(child.pid)),
    memoryMb: () => (child.pid === undefined ? null : memoryOf(child.pid).residentMb),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}

async function isUp(child: ChildProcess, url: string): Promise<boolean> {
  let hasFailed = false;
  child.once('error', () => {
    hasFailed = true;
  });
  child.once('exit', () => {
    hasFailed = true;
  });
  for (let waited = 0; waited < startPatienceMs && !hasFailed; waited += 100) {
    const reply = await fetch(`${url}/health`).catch(() => null);
    if (reply?.ok) return true;
    await pause(100);
  }
  return false;
}

/** Its JSON lines: one a point. */
function linesOf({ length, pointIds, measuredAt, values }: ReadingColumns): string {
  const points = new Map<number, { values: number[]; timestamps: number[] }>();
  for (let i = 0; i < length; i++) {
    let point = points.get(pointIds[i]!);
    if (point === undefined) {
      point = { values: [], timestamps: [] };
      points.set(pointIds[i]!, point);
    }
    point.values.push(values[i]!);
    point.timestamps.push(measuredAt[i]!);
  }
  return [...points]
    .map(([p, { values, timestamps }]) =>
      JSON.stringify({ metric: { __name__: 'reading', p: String(p) }, values, timestamps }),
    )
    .join('\n');
}

/** It merges its files while we look: what is gone by then has no size. */
function sizeOf(place: string): number {
  try {
    const facts = statSync(place);
    if (!facts.isDirectory()) return facts.size;
    return readdirSync(place).reduce((bytes, name) => bytes + sizeOf(path.join(place, name)), 0);
  } catch {
    return 0;
  }
}
