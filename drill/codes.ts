/**
 * The check of boot passwords in C, as controllers have it, against the platform: it takes every code of a thousand units on three days,
 * and every counter of controllers without a clock; and of a million guesses no more than chance lets pass.
 *
 * `npm run drill -- codes [--units 1000] [--guesses 1000000] [--seed 1]`; it needs a C compiler, and ends with code 1 when a promise was
 * broken.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { count, printTable } from '../bench/rig/table.ts';
import { bootPassword, counterAt, dammDigit, unitKey } from '../packages/server/src/remoteBoot/bootPassword.ts';
import { seededRandom } from './rig/seededRandom.ts';

const { values: options } = parseArgs({
  options: {
    units: { type: 'string', default: '1000' },
    guesses: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const guessCount = Number(options.guesses);
const { between } = seededRandom(Number(options.seed));
const master = createHash('sha256').update(options.seed).digest();
const folder = mkdtempSync(path.join(tmpdir(), 'wp-codes-'));
const program = path.join(folder, 'check');
const source = fileURLToPath(new URL('../docs/boot-password.c', import.meta.url));
execFileSync('cc', ['-std=c99', '-O2', '-DBOOT_PASSWORD_PROGRAM', '-o', program, source]);

/** What the program answers to lines of key, unit, day or counter, and code. */
async function answersTo(lines: readonly string[]): Promise<string[]> {
  const child = spawn(program, ['each'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(lines.join('\n'));
  return (await text(child.stdout)).trim().split('\n');
}

const days = ['20261231', '20270101', '20280229'];
const units = Array.from({ length: Number(options.units) }, (_, n) => {
  const number = `CU${String(n).padStart(6, '0')}`;
  return { number, key: unitKey(master, number, 1 + (n % 3)) };
});
const dayCodes = units.flatMap(({ number, key }) =>
  days.flatMap((day) =>
    [0, 1, 2, 3].map((attempt) => `${key.toString('hex')} ${number} ${day} ${bootPassword(key, number, day, attempt)}`),
  ),
);
const counterCodes = units.flatMap(({ number, key }) =>
  [0, 11, 99_999_996].flatMap((taken) =>
    [1, 2, 3].map(
      (ahead) => `${key.toString('hex')} ${number} C${taken} ${bootPassword(key, number, counterAt(taken + ahead), 0)}`,
    ),
  ),
);
/** Typed right, so that each of them is a try: those that are not cost a thief nothing, and gain nothing. */
const guesses = Array.from({ length: guessCount }, (_, n) => {
  const { number, key } = units[n % units.length]!;
  const body = String(Math.floor(between(0, 10_000_000))).padStart(7, '0');
  return `${key.toString('hex')} ${number} ${days[n % days.length]} ${body}${dammDigit(body)}`;
});

const violations: string[] = [];
const rows: string[][] = [['Codes', 'checked', 'taken', 'promised']];
try {
  for (const [name, lines] of [
    ['of days', dayCodes],
    ['of counters', counterCodes],
  ] as const) {
    const answers = await answersTo(lines);
    const taken = answers.filter((answer) => answer === 'taken').length;
    if (taken !== lines.length || answers.length !== lines.length)
      violations.push(`${lines.length - taken} codes ${name} were not taken.`);
    rows.push([name, count(lines.length), count(taken), 'all']);
  }
  // Twelve codes of ten million are good on a day; beyond five deviations is beyond chance.
  const expected = (guessCount * 12) / 10_000_000;
  const limit = Math.ceil(expected + 5 * Math.sqrt(expected) + 3);
  const answers = await answersTo(guesses);
  const taken = answers.filter((answer) => answer === 'taken').length;
  if (taken > limit || answers.length !== guessCount)
    violations.push(`${taken} of ${answers.length} guesses were taken; chance takes ${expected}.`);
  rows.push(['guessed', count(guessCount), count(taken), `≤ ${limit}`]);
} finally {
  rmSync(folder, { recursive: true });
}
printTable(rows);
for (const violation of violations) console.error(violation);
process.exit(violations.length > 0 ? 1 : 0);
