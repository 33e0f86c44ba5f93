import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Words that stand where the field has a better one, each with what to write. Case does not matter. */
export const bannedWords: readonly { readonly pattern: string; readonly instead: string }[] = [
  // He is a surname, too: He Xue and He Beichen work in the demo.
  { pattern: 'he(?![ .](?:Xue|Beichen))|his|him|himself', instead: 'they, their, them; or name the role' },
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
 * Every text a person reads in this repository, from the project root with `/`. Migrations are left as they ran, the changelog and
 * the records of decisions as they were written.
 */
export const readTexts = (root: string): { path: string; text: string }[] =>
  globSync(
    [
      '{packages,e2e,bench,drill,tools}/**/*.{ts,tsx,mjs,css}',
      '*.md',
      'docs/*.md',
      '{bench,drill}/*.md',
      '.env.example',
    ],
    {
      cwd: root,
      exclude: (name) => /node_modules|dist$/.test(String(name)),
    },
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
