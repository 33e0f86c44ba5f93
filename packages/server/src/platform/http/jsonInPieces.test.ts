import { expect, test } from 'vitest';
import { jsonInPieces } from './jsonInPieces.ts';

test.each([
  ['nothing', null],
  ['one thing', { Name: '冷库 "1"', At: new Date(0), Left: undefined }],
  ['an empty list', []],
  ['a list with gaps', [1, undefined, null, 'a', { Left: undefined }, [2]]],
])('an envelope with %s reads as if it were written in one go', async (_what, Data) => {
  const envelope = { Code: 200, Data, Message: 'a "word"' };
  expect(await jsonInPieces(envelope)).toBe(JSON.stringify(envelope));
});

test('others have their turn while a large list is written', async () => {
  const large = Array.from({ length: 4 }, () => 'x'.repeat(600 * 1024));
  let isWritten = false;
  const writing = jsonInPieces({ Code: 200, Data: large, Message: '' }).then(() => {
    isWritten = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isWritten).toBe(false);
  await writing;
});
