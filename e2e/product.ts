import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { doorsLeftOpen } from './doorsLeftOpen.ts';
import { leaveDoorOpen } from './field.ts';
import { productAddress } from './productAddress.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const endWithParent = new URL('../tools/endWithParent.ts', import.meta.url).href;

/** Seeding 30 days of history takes 20 s on a free machine; a crowded one has taken three minutes. */
const startPatienceMs = 5 * 60_000;
/** The simulator starts after the server, whose dialled device answers at the second attempt. */
const fieldPatienceMs = 90_000;
/** The starter gives its server 90 s. */
const stopPatienceMs = 100_000;
/** The id of the process that made it follows. */
const folderPrefix = 'watchpost-journeys-';
const portSettings = ['HTTP_PORT', 'MQTT_PORT', 'DTU_PORT', 'SIM_PORT', 'MODBUS_TCP_PORT'] as const;

/**
 * Starts the product once for all journeys, as `npm start` does: an empty folder, the demo company, the simulator without its
 * story but with some doors open, ports of its own. What is returned stops it and removes the folder; its logs stay beside the test results.
 *
 * @throws Error with the product's last words when it does not start
 */
export default async function startProduct(config: FullConfig): Promise<() => Promise<void>> {
  removeLeftovers();
  const folder = mkdtempSync(path.join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const ports = await freePorts();
  const product = spawn(process.execPath, ['--import', endWithParent, 'tools/start.ts'], {
    cwd: root,
    env: { ...process.env, ...ports, LISTEN: '127.0.0.1', DATA_DIR: folder, DEMO: 'on', SIM_STORY: 'off' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A session of its own: Ctrl-C reaches it through us, after the browser is closed.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => product.once('close', () => resolve()));

  const stop = async () => {
    if (product.exitCode === null && product.signalCode === null) {
      product.kill('SIGTERM');
      const impatient = setTimeout(() => product.kill('SIGKILL'), stopPatienceMs);
      await ended;
      clearTimeout(impatient);
    }
    const logs = path.join(folder, 'logs');
    const results = config.projects[0]?.outputDir;
    if (results && existsSync(logs)) cpSync(logs, path.join(results, 'product-logs'), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    await untilReady(product);
    const address = {
      url: `http://127.0.0.1:${ports.HTTP_PORT}`,
      simulatorUrl: `http://127.0.0.1:${ports.SIM_PORT}`,
      dtuPort: Number(ports.DTU_PORT),
      mqttPort: Number(ports.MQTT_PORT),
      loginsFile: path.join(folder, 'demo-logins.json'),
    };
    if (!existsSync(address.loginsFile)) {
      throw new Error('The product used a database that is not its own: unset DATABASE_URL, also in .env.');
    }
    await untilFieldAnswers(address.simulatorUrl);
    // The README shows one open door.
    for (const device of process.env.PICTURES ? [] : doorsLeftOpen) await leaveDoorOpen(address.simulatorUrl, device);
    productAddress.tell(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Of runs that were killed: their product has ended with them, their folder could not be removed. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(folderPrefix) ? Number.parseInt(name.slice(folderPrefix.length), 10) : Number.NaN;
    if (!Number.isInteger(owner)) continue;
    try {
      process.kill(owner, 0);
    } catch {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

function untilReady(product: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const patience = setTimeout(
      () => reject(new Error(`The product did not start in time:\n${said}`)),
      startPatienceMs,
    );
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is ready: http')) settle(resolve);
    };
    const died = () => settle(() => reject(new Error(`The product did not start:\n${said}`)));
    const settle = (how: () => void) => {
      clearTimeout(patience);
      product.off('close', died);
      product.off('error', died);
      how();
    };
    // Heard to the end: a full pipe would stop the product.
    product.stdout?.on('data', hear);
    product.stderr?.on('data', hear);
    product.once('close', died);
    product.once('error', died);
  });
}

/** Every gateway of the demo has its connection. */
async function untilFieldAnswers(simulatorUrl: string): Promise<void> {
  const until = performance.now() + fieldPatienceMs;
  for (;;) {
    const status = await fetch(`${simulatorUrl}/status`).then(
      (answer) => answer.json() as Promise<{ gateways: { code: string; connected: boolean }[] }>,
      () => null,
    );
    if (status?.gateways.every(({ connected }) => connected)) return;
    if (performance.now() > until) {
      const missing = status?.gateways.filter(({ connected }) => !connected).map(({ code }) => code) ?? [
        'the simulator',
      ];
      throw new Error(`The field is not complete: ${missing.join(', ')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Held together until all are known, so that no two settings get the same one. */
async function freePorts(): Promise<Record<(typeof portSettings)[number], string>> {
  const servers = await Promise.all(portSettings.map(anyPort));
  const found = servers.map((server, index) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The machine gave no port.');
    return [portSettings[index], String(address.port)];
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return Object.fromEntries(found);
}

function anyPort(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
