import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stripAhead } from './stripAhead.ts';
import { strippedFolder } from './strippedSources.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchpost-stripped-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a process of ours prints that runs this. */
async function printed(code: string): Promise<string> {
  const preload = path.join(import.meta.dirname, 'loadStripped.mjs');
  const args = ['--import', preload, '--input-type=module', '--eval', code];
  const env = { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1' };
  return (await run(process.execPath, args, { env })).stdout.trim();
}
const load = (file: string): string => `await import(${JSON.stringify(pathToFileURL(file).href)});`;
/** The part of Node that takes types out, with the memory that it needs. */
const hasStripper = "console.log(process.moduleLoadList.some((name) => name.includes('amaro')));";

test('a process of ours takes no types out: that was done beforehand', async () => {
  stripAhead();
  const contract = path.join(root, 'packages', 'contract', 'src', 'index.ts');
  expect(await printed(load(contract) + hasStripper)).toBe('false');
});

test('a source that nobody prepared is loaded as it stands', async () => {
  const file = path.join(folder, 'late.ts');
  writeFileSync(file, 'const said: string = "as it stands";\nconsole.log(said);\n');
  expect(await printed(load(file))).toBe('as it stands');
});

test('copies of sources that are no more are deleted', () => {
  stripAhead();
  const old = path.join(strippedFolder, 'of-yesterday');
  writeFileSync(old, '');
  stripAhead();
  expect(existsSync(old)).toBe(false);
});
