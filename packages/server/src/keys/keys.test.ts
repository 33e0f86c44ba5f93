import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installationSecret } from '../platform/db/installationSecret.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { createSecretBox } from '../platform/secretBox.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { keys, keysInUse, rotateKey } from './index.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
beforeAll(async () => {
  database = await testDatabase();
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }) });
});
afterAll(() => database.close());

const now = new Date('2026-11-29T12:00:00Z');

const sealKey = async (): Promise<Buffer> =>
  (await db.selectFrom('seal_key').select('private_key').executeTakeFirstOrThrow()).private_key as Buffer;

test('a key that seals is replaced with all that it sealed, and the old one opens nothing any more', async () => {
  const before = await installationSecret(db, 'secrets');
  const sealed = createSecretBox(before).seal('a signing key');
  await db.insertInto('seal_key').values({ public_key: 'PEM', private_key: sealed, made_at: now }).execute();
  const session = createSecretBox(before).seal('a session');
  await db.insertInto('camera_session').values({ key: 'k', sealed: session, started_at: now }).execute();

  expect(await rotateKey(database.pool, 'secrets', now)).toEqual({ resealed: 2 });

  const after = await installationSecret(db, 'secrets');
  expect(after).not.toBe(before);
  expect(createSecretBox(after).open(await sealKey())).toBe('a signing key');
  const kept = await db.selectFrom('camera_session').select('sealed').executeTakeFirstOrThrow();
  expect(createSecretBox(after).open(kept.sealed as Buffer)).toBe('a session');
  expect(() => createSecretBox(before).open(kept.sealed as Buffer)).toThrow();
});

test('where one value cannot be opened nothing is changed', async () => {
  const before = await installationSecret(db, 'secrets');
  const whole = await sealKey();
  const foreign = createSecretBox('another key').seal('x');
  await db.insertInto('camera_session').values({ key: 'foreign', sealed: foreign, started_at: now }).execute();
  await expect(rotateKey(database.pool, 'secrets', now)).rejects.toThrow();
  expect(await installationSecret(db, 'secrets')).toBe(before);
  expect(await sealKey()).toEqual(whole);
  await db.deleteFrom('camera_session').where('key', '=', 'foreign').execute();
});

test('the list says which keys were made, and when each was replaced', async () => {
  await installationSecret(db, 'tokens');
  await rotateKey(database.pool, 'tokens', now);
  const rows = new Map((await keysInUse(database.pool)).map((row) => [row.name, row]));
  expect([...rows.keys()]).toEqual(Object.keys(keys));
  expect(rows.get('tokens')).toMatchObject({ isMade: true, rotatedAt: now });
  expect(rows.get('cameras')).toMatchObject({ isMade: false, rotatedAt: null });
});

test('what is no key, or was never made, is refused in words', async () => {
  await expect(rotateKey(database.pool, 'toString', now)).rejects.toThrow('There is no key “toString”');
  await expect(rotateKey(database.pool, 'files', now)).rejects.toThrow('was not made yet');
});

/** Columns of bytes that no key seals, besides hashes: a new one is listed here, or with the key that seals it. */
const notSealed =
  'analysis_device_day.ack_seconds analysis_device_day.back_seconds analysis_device_month.ack_seconds analysis_device_month.back_seconds ' +
  'analysis_project_day.ack_seconds analysis_project_day.back_seconds analysis_project_month.ack_seconds analysis_project_month.back_seconds ' +
  'compliance_pack.facts compliance_pack_part.bytes gateway.heartbeat gateway_rejection.head history_damaged.encoded history_day.encoded ' +
  'history_overwritten.encoded history_rollup.encoded history_segment.encoded maintenance_preview.content maintenance_signature.seal ' +
  'project_seal.previous project_seal.root project_seal.signature record_seal.chain sample_log.payload sealed_document.signature ' +
  'sealed_document_file.content work_signature.seal';

test('a column of bytes is sealed by a key that knows it, or is known not to be sealed', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'bytea'::regtype AND a.attname !~ '(hash|sha|sha256)$'`,
  );
  const sealed = Object.values(keys).flatMap(({ sealed }) => sealed.map(({ table, column }) => `${table}.${column}`));
  expect(rows.map(({ name }) => name).sort()).toEqual([...sealed, ...notSealed.split(' ')].sort());
});

test('every secret of the installation has a line', () => {
  const root = path.join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const asked = files.flatMap((name) =>
    [...readFileSync(path.join(root, name), 'utf8').matchAll(/installationSecret\(\w+, '(\w+)'\)/g)].map(
      ([, key]) => key!,
    ),
  );
  expect([...new Set(asked)].sort()).toEqual(Object.keys(keys).sort());
});
