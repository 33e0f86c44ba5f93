/**
 * `npm test`: every automatic test, closed by where the time went and one line with the counts. `npm test -- <path …>` runs only
 * the test files that match, without the journeys; `npm test -- --changed [commit]` those that a change since a commit touches.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testsSince } from './changedTests.ts';
import {
  addCounts,
  type Counts,
  countPlaywright,
  countVitest,
  longestFiles,
  summaryLine,
  verdict,
} from './testCounts.ts';
import { buildWebIfStale, WebBuildError } from './webBuild.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = path.join(root, 'node_modules', '.cache', 'test-results');
const filters = filtersOf(process.argv.slice(2));

/** A kind of tests: the program that runs them, where its JSON report goes, how to count it. */
interface Kind {
  name: string;
  args: string[];
  environment?: Record<string, string>;
  report: string;
  count(report: unknown): Counts;
}

const vitestReport = path.join(results, 'vitest.json');
const journeyReport = path.join(results, 'journeys.json');

const vitest: Kind = {
  name: 'tests',
  args: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    ...filters,
  ],
  report: vitestReport,
  count: countVitest,
};

const journeys: Kind = {
  name: 'journeys in a browser',
  args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
  environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport, PLAYWRIGHT_HTML_OPEN: 'never' },
  report: journeyReport,
  count: countPlaywright,
};

const startedAt = performance.now();
rmSync(vitestReport, { force: true });
mkdirSync(results, { recursive: true });
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const notes: string[] = [];

const kinds = filters.length > 0 ? [vitest] : [vitest, journeys];
// Built beside the tests, which leave a processor idle now and then.
const building = kinds.includes(journeys) ? webIsBuilt() : null;
for (const kind of kinds) {
  if (kind === journeys && !(await building)) continue;
  const { counts, trouble } = await runKind(kind);
  addCounts(total, counts);
  if (trouble) notes.push(trouble);
}

for (const note of notes) console.log(note);
if (existsSync(vitestReport)) {
  const longest = longestFiles(JSON.parse(readFileSync(vitestReport, 'utf8')), 10);
  console.log('Test files that took longest (s):');
  for (const { file, seconds } of longest)
    console.log(`${seconds.toFixed(0).padStart(5)} ${path.relative(root, file)}`);
}
console.log(`in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
console.log(summaryLine(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** What follows `--changed` is a commit; nothing: what is not committed. Everything else is for Vitest. */
function filtersOf([first, commit = 'HEAD', ...more]: readonly string[]): string[] {
  if (first !== '--changed') return process.argv.slice(2);
  let tests: string[];
  try {
    tests = testsSince(root, commit);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  if (tests.length === 0) {
    console.log(`Nothing has changed since ${commit}.`);
    process.exit(0);
  }
  console.log(`Changed since ${commit}:\n${tests.join('\n')}`);
  return [...tests, ...more];
}

/** The journeys look at the built pages. Pages that do not build are one failure, told with the builder's words. */
async function webIsBuilt(): Promise<boolean> {
  try {
    await buildWebIfStale(() => console.log('Building the web pages …'));
    return true;
  } catch (error) {
    if (!(error instanceof WebBuildError)) throw error;
    total.failed++;
    notes.push(error.message);
    return false;
  }
}

async function runKind(kind: Kind): Promise<{ counts: Counts; trouble: string | null }> {
  console.log(`\n${kind.name}`);
  // A report of an earlier run must not stand in for one that was never written.
  rmSync(kind.report, { force: true });
  const code = await runToEnd(kind);
  const counts = existsSync(kind.report) ? kind.count(JSON.parse(readFileSync(kind.report, 'utf8'))) : null;
  return verdict(kind.name, code, counts);
}

function runToEnd({ args, environment }: Kind): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  // The runner hears Ctrl-C itself, cleans up and ends; we only must not end before it.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward);
      resolve(code);
    });
  });
}
