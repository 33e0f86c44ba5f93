import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeLogFolder } from './makeLogFolder.ts';
import { ProcessLog } from './ProcessLog.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'watchpost-logs-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

/** Has a process print one line, which the log keeps. */
async function print(file: string): Promise<void> {
  const stream = new PassThrough();
  new ProcessLog('server', file, () => {}).follow(stream);
  stream.end('{"level":"info","msg":"hello"}\n');
  await finished(stream);
}

test('logs are for their owner alone, in a folder that is, too', async () => {
  const dataDir = path.join(parent, 'made', 'data');
  makeLogFolder(dataDir);
  const file = path.join(dataDir, 'logs', 'server.log');
  await print(file);
  expect([modeOf(path.join(dataDir, 'logs')), modeOf(file)]).toEqual(['700', '600']);
});

test('logs of an older version, which everybody could read, are closed', async () => {
  const folder = path.join(parent, 'logs');
  mkdirSync(folder);
  const file = path.join(folder, 'server.log');
  writeFileSync(file, 'an old line\n');
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  makeLogFolder(parent);
  await print(file);
  expect([modeOf(folder), modeOf(file)]).toEqual(['700', '600']);
});
