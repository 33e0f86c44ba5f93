import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bannedPlaces, bannedWords, readTexts } from './architecture/plainWords.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('texts use the words of the field', () => {
  const advice = bannedWords.map(({ pattern, instead }) => `  ${pattern}: ${instead}`);
  expect(bannedPlaces(readTexts(root)), `Write instead:\n${advice.join('\n')}`).toEqual([]);
});

test('a banned word is found where it stands, and not inside another', () => {
  const text = 'The caller sees it.\nWhoever asks reads his own.\nthe theme, she, history, whatever-it-is';
  expect(bannedPlaces([{ path: 'a.ts', text }])).toEqual(['a.ts:2 Whoever', 'a.ts:2 his']);
});
