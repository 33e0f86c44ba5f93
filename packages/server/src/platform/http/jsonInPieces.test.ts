import { expect, test } from 'vitest';
import { jsonInPieces } from './jsonInPieces.ts';

const long = Array.from({ length: 12_001 }, (_, i) => ({ Time: i, Value: i % 7 === 0 ? null : i / 4 }));

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

test('numbers say the fifteen digits that they have, and nothing of how they were computed', async () => {
  const sum = 0.1 + 0.2;
  const rows = [
    { Value: sum, Name: String(sum), DataList: long.map(({ Time }) => ({ Time, Value: Time + sum })) },
    sum,
  ];
  const { Data } = JSON.parse(await jsonInPieces({ Code: 200, Data: rows, Message: '' }));
  expect(Data[0]).toMatchObject({ Value: 0.3, Name: '0.30000000000000004' });
  expect(Data[0].DataList.slice(0, 3).map(({ Value }: { Value: number }) => Value)).toEqual([0.3, 1.3, 2.3]);
  expect(Data[1]).toBe(0.3);
  const one = { Low: -3.726849999999999, Count: 9007199254740991, Energy: 542095.61 };
  const text = await jsonInPieces({ Code: 200, Data: one, Message: '' });
  expect(text).toContain('{"Low":-3.72685,"Count":9007199254740991,"Energy":542095.61}');
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
