import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStorage, type Storage } from './storage.ts';

let folder: string;
let storage: Storage;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchpost-storage-'));
  storage = createStorage(path.join(folder, 'files'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const contentOf = async (key: string): Promise<string | null> => {
  const found = await storage.read(key);
  return found && String(await buffer(found.content));
};
const all = async (keys: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found.sort();
};
const inAnHour = Date.now() + 3_600_000;

test('what was written is read again; what was not is not there', async () => {
  expect(await storage.write('key-1', Buffer.from('冷柜'))).toBe(6);
  expect(await storage.write('2', Readable.from([Buffer.from('ab'), Buffer.from('c')]))).toBe(3);
  expect([await contentOf('key-1'), await contentOf('2'), await contentOf('key-3')]).toEqual(['冷柜', 'abc', null]);
  const found = await storage.read('2');
  found?.content.destroy();
  expect(found?.sizeBytes).toBe(3);
});

test('a write that is cut off changes nothing and leaves nothing behind', async () => {
  await storage.write('key', Buffer.from('before'));
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('cut off');
    })(),
  );
  await expect(storage.write('key', broken)).rejects.toThrow('cut off');
  expect(await contentOf('key')).toBe('before');
  expect(readdirSync(path.join(folder, 'files', 'drafts'))).toEqual([]);
});

test.each(['../escape', 'a/b', '', 'a\0b', '.', '..', 'x'.repeat(65), 'ä'])('%j is no key', async (key) => {
  await expect(storage.write(key, Buffer.from('x'))).rejects.toThrow('Not a key');
  await expect(storage.read(key)).rejects.toThrow('Not a key');
});

test('what is old can be found and deleted, deleting twice is harmless', async () => {
  await storage.write('one', Buffer.from('1'));
  await storage.write('two', Buffer.from('2'));
  expect(await all(storage.writtenBefore(Date.now() - 60_000))).toEqual([]);
  expect(await all(storage.writtenBefore(inAnHour))).toEqual(['one', 'two']);
  await storage.delete('one');
  await storage.delete('one');
  expect(await all(storage.writtenBefore(inAnHour))).toEqual(['two']);
  await storage.deleteLeftovers(inAnHour);
  expect(await contentOf('two')).toBe('2');
});
