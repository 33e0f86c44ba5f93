import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from './testing/database.ts';

interface LogLine {
  level: string;
  msg: string;
  address?: string;
}

const release: (() => unknown)[] = [];
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

/** The server as its own process, on a database that is there already. */
function startServer(databaseUrl: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'watchpost-main-'));
  const child: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HTTP_PORT: '0',
      MQTT_PORT: '0',
      DTU_PORT: '0',
      DEMO: 'off',
      ADMIN_ACCOUNT: 'operator',
      ADMIN_PASSWORD: 'first_start',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const lines: LogLine[] = [];
  const ready = new Promise<string>((resolve, reject) => {
    void exited.then(() => reject(new Error(`Ended before it was ready: ${JSON.stringify(lines)}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = JSON.parse(line) as LogLine;
      lines.push(entry);
      if (entry.msg === 'Ready') resolve(entry.address!);
    });
  });
  // Who waits for the end of a server does not wait for it to be ready.
  ready.catch(() => {});
  release.push(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { child, lines, ready, exited };
}

test('a second server on the same database refuses in one sentence and leaves the first alone', async () => {
  const database = await testDatabase();
  release.push(() => database.close());
  const first = startServer(database.url);
  const address = await first.ready;

  const second = startServer(database.url);
  expect(await second.exited).toBe(1);
  expect(second.lines.filter(({ level }) => level === 'fatal').map(({ msg }) => msg)).toEqual([
    'Another Watchpost server already works on this database: stop that one, or use another database.',
  ]);
  expect(second.lines.map(({ msg }) => msg)).not.toContain('Ready');

  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  // Two whole servers start in it, which takes its time on a busy machine.
}, 120_000);
