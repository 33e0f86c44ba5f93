import { expect, test } from 'vitest';
import { jsonInPieces } from './jsonInPieces.ts';

const long = Array.from({ length: 12_001 }, (_, i) => ({ Time: i, Value: i % 7 === 0 ? null : i / 3 }));

test.each([
  ['nothing', null],
  ['one thing', { Name: '冷库 "1"', At: new Date(0), Left: undefined }],
  ['an empty list', []],
  ['a long list in a row', [{ Id: 1, Left: undefined, DataList: long, Name: 'a' }, { DataList: long.slice(0, 3) }]],
  ['a list with gaps', [1, undefined, null, 'a', { Left: undefined }, [2]]],
])('an envelope with %s reads as if it were written in one go', async (_what, Data) => {
  const envelope = { Code: 200, Data, Message: 'a "word"' };
  expect(await jsonInPieces(envelope)).toBe(JSON.stringify(envelope));
});

test.each([
  ['of large rows', Array.from({ length: 4 }, () => 'x'.repeat(600 * 1024))],
  [
    'of one row with a very long list',
    [{ DataList: Array.from({ length: 60_000 }, (_, Time) => ({ Time, Value: 1 })) }],
  ],
])('others have their turn while a list %s is written', async (_what, large) => {
  let isWritten = false;
  const writing = jsonInPieces({ Code: 200, Data: large, Message: '' }).then(() => {
    isWritten = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isWritten).toBe(false);
  await writing;
});
