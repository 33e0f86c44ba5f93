import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createIsBreached } from './breachedPasswords.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'watchpost-breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

/** In the form of the download: rising hashes, each with how often it was seen. */
function listOf(passwords: readonly string[], lineEnd = '\r\n', last = lineEnd): string {
  const file = path.join(folder, `${passwords.length}-${lineEnd.length}-${last.length}.txt`);
  const lines = passwords.map(sha1).sort();
  writeFileSync(file, lines.map((hash, place) => `${hash}:${(place % 7) * 12_345 + 1}`).join(lineEnd) + last);
  return file;
}

test.each([
  [1, '\r\n', '\r\n'],
  [2, '\n', ''],
  [3, '\r\n', ''],
  [1_000, '\r\n', '\r\n'],
  [1_001, '\n', ''],
])('of %d stolen passwords each is found, and no other', async (count, lineEnd, last) => {
  const stolen = Array.from({ length: count }, (_, i) => `stolen-${i}`);
  const isBreached = createIsBreached(listOf(stolen, lineEnd, last));
  for (const password of stolen) expect([password, await isBreached(password)]).toEqual([password, true]);
  for (let i = 0; i < 300; i++) expect(await isBreached(`unknown-${i}`)).toBe(false);
});

test('without a list no password stands in it', async () => {
  expect(await createIsBreached(null)('password')).toBe(false);
});
