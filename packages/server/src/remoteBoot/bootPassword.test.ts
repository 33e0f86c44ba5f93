import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textOfKey } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { controllerCode } from '../testing/controllerCode.ts';
import { bootPassword, counterAt, dammDigit, unitKey } from './bootPassword.ts';

const docs = new URL('../../../../docs/', import.meta.url);
const page = readFileSync(new URL('remote-boot.md', docs), 'utf8');
const master = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
const unit = 'CU26A0000417';

/** Rows of a table of the page below a heading, cell by cell. */
const rowsBelow = (heading: string): string[][] =>
  page
    .slice(page.indexOf(heading))
    .split('\n\n')
    .find((part) => part.startsWith('|'))!
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('a controller computes the same password from its key, its number, the day and the attempt', () => {
  const key = unitKey(master, unit);
  expect(key.toString('hex')).toBe('48a246a557dc1bfa7c2c560fbc91d9572d2f576dfcd2eb1fc00a4b86916df09c');
  expect(bootPassword(key, unit, '20261124', 0)).toBe('44604820');
  expect(bootPassword(key, unit, '20261124', 1)).toBe('31264453');
  expect(bootPassword(key, unit, '20261125', 0)).toBe('01244483');
  expect(bootPassword(key, unit, counterAt(12), 0)).toBe('03445812');
  expect(dammDigit('572')).toBe('4');
});

test('the page for those who build controllers has vectors and a table of check digits that are right', () => {
  const vectors = rowsBelow('## Test vectors');
  expect(vectors.length).toBeGreaterThan(3);
  for (const [version, key, day, attempt, code] of vectors) {
    const found = unitKey(master, unit, Number(version));
    expect(key).toBe(`\`${found.toString('hex')}\``);
    expect(bootPassword(found, unit, day!, Number(attempt))).toBe(code);
  }
  const key = unitKey(master, unit).toString('hex');
  expect(page).toContain(`\`${textOfKey({ UnitNumber: unit, Version: 1, Key: key })}\``);
  const table = rowsBelow('## Check digit');
  expect(table).toHaveLength(10);
  for (const [interim, ...row] of table)
    for (const [digit, next] of row.entries()) expect(dammDigit(`${digitTo(interim!)}${digit}`)).toBe(next);
});

/** The digit that leads from the interim 0 to another one. */
const digitTo = (interim: string): string =>
  Array.from({ length: 10 }, (_, digit) => String(digit)).find((digit) => dammDigit(digit) === interim)!;

test('a second implementation takes all codes of a thousand units on three days, and none of a neighbour', () => {
  for (let n = 0; n < 1000; n++) {
    const number = `CU${String(n).padStart(6, '0')}`;
    const key = unitKey(master, number, 1 + (n % 3));
    for (const day of ['20261231', '20270101', '20270228'])
      for (let attempt = 0; attempt <= 3; attempt++)
        expect(controllerCode(key, number, day, attempt)).toBe(bootPassword(key, number, day, attempt));
  }
  expect(unitKey(master, unit, 2).equals(unitKey(master, unit))).toBe(false);
});

const hasCompiler = (() => {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasCompiler)('the C text of the docs passes its own test, and takes what the platform issues', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boot-password-'));
  try {
    const program = join(folder, 'check');
    const source = new URL('boot-password.c', docs).pathname;
    execFileSync('cc', ['-std=c99', '-Wall', '-Werror', '-DBOOT_PASSWORD_PROGRAM', '-o', program, source]);
    expect(execFileSync(program, ['test'], { encoding: 'utf8' })).toBe('ok\n');
    const key = unitKey(master, 'CU7', 2);
    const take = (day: string, code: string) =>
      execFileSync(program, [key.toString('hex'), 'CU7', day, code], { encoding: 'utf8' }).trim();
    const code = bootPassword(key, 'CU7', '20261231', 3);
    // Yesterday's, today's and tomorrow's.
    expect(['20270101', '20261231', '20261230'].map((day) => take(day, code))).toEqual(['taken', 'taken', 'taken']);
    expect(['20270102', '20261229'].map((day) => take(day, code))).toEqual(['wrong', 'wrong']);
    // Without a clock: the three counters after the one that was taken last.
    const counted = (counter: number) => bootPassword(key, 'CU7', counterAt(counter), 0);
    expect([12, 13, 14, 15, 16].map((counter) => take('C12', counted(counter)))).toEqual([
      ...['wrong', 'taken', 'taken', 'taken', 'wrong'],
    ]);
    const lines = ['20261231', '20270103'].map((day) => `${key.toString('hex')} CU7 ${day} ${code}\n`).join('');
    expect(execFileSync(program, ['each'], { encoding: 'utf8', input: lines })).toBe('taken\nwrong\n');
    const swapped = code[1]! + code[0]! + code.slice(2);
    expect(take('20261231', swapped)).toBe(swapped === code ? 'taken' : 'typing');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
