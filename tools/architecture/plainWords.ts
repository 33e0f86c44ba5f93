import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Words that stand where the field has a better one, each with what to write. Case does not matter. */
export const bannedWords: readonly { readonly pattern: string; readonly instead: string }[] = [
  { pattern: 'he|his|him|himself', instead: 'they, their, them; or name the role' },
  { pattern: 'who(m)?ever', instead: 'the noun: the caller, the recipient, the operator' },
  { pattern: 'whatever', instead: 'any, every, or the noun' },
  { pattern: 'what is over', instead: 'ended, cleared, past' },
  { pattern: 'like ones', instead: 'peers' },
  { pattern: 'held back', instead: 'suppressed, or delayed' },
  { pattern: 'goes by|go by|going by|went by', instead: 'uses, follows' },
  { pattern: 'so (many|long) as', instead: 'while, as many as' },
];

const banned = new RegExp(`(?<![\\w-])(?:${bannedWords.map(({ pattern }) => pattern).join('|')})(?![\\w-])`, 'gi');

/**
 * Folders and files that still hold such words. Nothing is added here; a place that is clean is taken off.
 * Migrations are left as they ran, the changelog and the records of decisions as they were written.
 */
export const notYetPlain: readonly string[] = [
  '.env.example',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'docs/',
  'drill/',
  'e2e/',
  'packages/demo/src/fleet/',
  'packages/demo/src/physics/',
  'packages/protocols/src/clock.ts',
  'packages/protocols/src/modbus/',
  'packages/protocols/src/mqtt/',
  'packages/protocols/src/testing/',
  'packages/server/src/backup/',
  'packages/server/src/cameras/',
  'packages/server/src/config.ts',
  'packages/server/src/demo/',
  'packages/server/src/devices/',
  'packages/server/src/events.ts',
  'packages/server/src/files/',
  'packages/server/src/followConfiguration.test.ts',
  'packages/server/src/gateways/',
  'packages/server/src/history/',
  'packages/server/src/housekeeping.ts',
  'packages/server/src/ingest/',
  'packages/server/src/lists/',
  'packages/server/src/logs/',
  'packages/server/src/main.ts',
  'packages/server/src/mapping/',
  'packages/server/src/points/',
  'packages/server/src/projects/',
  'packages/server/src/strangeFiles.test.ts',
  'packages/server/src/templates/',
  'packages/server/src/testing/',
  'packages/server/src/weather/',
  'packages/server/src/writing/',
  'packages/simulator/src/Carrier.ts',
  'packages/simulator/src/FieldGateway.ts',
  'packages/simulator/src/MqttGateway.ts',
  'packages/simulator/src/PhoneNetwork.ts',
  'packages/simulator/src/startRack.ts',
  'packages/simulator/src/video/',
  'packages/web/src/app/',
  'packages/web/src/cameras/',
  'packages/web/src/company/',
  'packages/web/src/devices/',
  'packages/web/src/gateways/',
  'packages/web/src/history/',
  'packages/web/src/installation/',
  'packages/web/src/lib/',
  'packages/web/src/logs/',
  'packages/web/src/people/',
  'packages/web/src/points/',
  'packages/web/src/projects/',
  'packages/web/src/ui/',
  'packages/web/src/workbench/',
  'tools/',
];

/** Every text a person reads in this repository, from the project root with `/`. */
export const readTexts = (root: string): { path: string; text: string }[] =>
  globSync(
    [
      '{packages,e2e,bench,drill,tools}/**/*.{ts,tsx,mjs,css}',
      '*.md',
      'docs/*.md',
      '{bench,drill}/*.md',
      '.env.example',
    ],
    { cwd: root, exclude: (name) => /node_modules|dist$/.test(String(name)) },
  )
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/generated|CHANGELOG|plainWords/.test(name))
    .sort()
    .map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }));

/** `file:line word`, one line a place. */
export function bannedPlaces(files: readonly { path: string; text: string }[]): string[] {
  return files.flatMap(({ path: file, text }) =>
    [...text.matchAll(banned)].map(
      ({ 0: word, index }) => `${file}:${text.slice(0, index).split('\n').length} ${word}`,
    ),
  );
}

/** Places outside the list, and lines of the list that no longer hold any. */
export function plainWordFaults(
  files: readonly { path: string; text: string }[],
  notYet: readonly string[],
): { strange: string[]; needless: string[] } {
  const places = bannedPlaces(files);
  const under = (place: string) => notYet.find((folder) => place.startsWith(folder));
  return {
    strange: places.filter((place) => under(place) === undefined),
    needless: notYet.filter((folder) => !places.some((place) => place.startsWith(folder))),
  };
}
