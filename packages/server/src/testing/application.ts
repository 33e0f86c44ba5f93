import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CallName, type CallSpec, calls, clearing, type Envelope, type Language } from '@watchpost/contract';
import { type Application, startApplication } from '../application.ts';
import { type Config, loadConfig } from '../config.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { type Ownership, takeOwnership } from '../platform/db/ownership.ts';
import { silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export interface TestApplication {
  application: Application;
  database: Database;
  owner: Ownership;
  /** `http://127.0.0.1:<port>` */
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

export interface TestApplicationOptions {
  clock?: Clock;
  /** Fills the migrated database before the server rebuilds its memory from it. */
  prepare?: (database: Database, config: Config) => Promise<void>;
  config?: Partial<Config>;
}

/** The whole server on a database of its own, on free ports; every reply is checked against the contract. */
export async function startTestApplication(options: TestApplicationOptions = {}): Promise<TestApplication> {
  const testDb: TestDatabase = await testDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'watchpost-test-'));
  const config: Config = {
    // A simulator that runs on this machine is none of ours.
    ...loadConfig({
      environment: { DATA_DIR: dataDir, HTTP_PORT: '0', MQTT_PORT: '0', DTU_PORT: '0', SIM_PORT: 'off' },
      envFile: null,
    }),
    ...options.config,
  };
  const owner = await takeOwnership({ url: testDb.url, log: silentLog });
  const database = openDatabase(testDb.url, silentLog, owner);
  await options.prepare?.(database, config);
  const application = await startApplication({
    config,
    database,
    owner,
    clock: options.clock ?? systemClock,
    log: silentLog,
    checkReplies: true,
    byTheClock: false,
  });
  return {
    application,
    database,
    owner,
    url: `http://127.0.0.1:${application.httpPort}`,
    dataDir,
    async stop() {
      await application.stop();
      await database.close();
      await owner.release();
      await testDb.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface CallOptions {
  token?: string;
  language?: Language;
  headers?: Record<string, string>;
}

/** What a client sends of a form with files. */
function multipart(body: unknown, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) form.append(name, String(value));
  for (const file of files) form.append('file', file);
  return form;
}

/**
 * Makes a call as a foreign client would: by method, path and encoding of the contract. Answers status and envelope; of a
 * file that was answered the bytes, in an envelope as if it were one, with the bytes as latin-1 text for who looks for words.
 */
export async function makeCall(
  url: string,
  name: CallName,
  input: { query?: unknown; body?: unknown; files?: readonly File[] | undefined },
  { token, language = 'en', headers = {} }: CallOptions = {},
): Promise<{ status: number; envelope: Envelope<unknown>; headers: Headers; file?: Buffer }> {
  const spec: CallSpec = calls[name];
  const query = new URLSearchParams();
  // A field in the path has no name there, so its spelling in a test cannot matter.
  const inPath = new Map<string, string>();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (spec.path.toLowerCase().includes(`{${key.toLowerCase()}}`)) inPath.set(key.toLowerCase(), String(value));
    else if (value !== undefined) query.set(key, String(value));
  }
  const path = spec.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(inPath.get(key.toLowerCase()))),
  );
  const type = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: null };
  const encoding = spec.encoding ?? 'form';
  const body =
    encoding === 'multipart'
      ? multipart(input.body, input.files ?? [])
      : input.body === undefined
        ? undefined
        : encoding === 'form'
          ? new URLSearchParams(input.body as Record<string, string>).toString()
          : JSON.stringify(input.body);
  const response = await fetch(`${url}/api${path}?${query}`, {
    method: spec.method,
    headers: {
      language,
      // As our web; other clients speak for themselves in specification.test.ts.
      [clearing.header]: clearing.value,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || type[encoding] === null ? {} : { 'content-type': type[encoding] }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const { status } = response;
  if (response.headers.get('content-disposition')) {
    const file = Buffer.from(await response.arrayBuffer());
    const envelope = { Code: status, Data: file.toString('latin1'), Message: '' };
    return { status, envelope, headers: response.headers, file };
  }
  return { status, envelope: (await response.json()) as Envelope<unknown>, headers: response.headers };
}
