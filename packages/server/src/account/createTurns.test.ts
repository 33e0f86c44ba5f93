import { expect, test } from 'vitest';
import { createTurns, type Room } from './createTurns.ts';

/** Pieces of work that say when they begin, and end when they are told. */
function pieces() {
  const inTurn = createTurns(() => new Error('too many'));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const startIn = (rooms: readonly Room[], name: string, ...keys: string[]): Promise<string> =>
    inTurn({ keys, rooms }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const start = (name: string, ...keys: string[]): Promise<string> => startIn([], name, ...keys);
  return { begun, start, startIn, end: (name: string) => ends.get(name)!() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('work with the same key goes one after another in its order, work with another key at once', async () => {
  const { begun, start, end } = pieces();
  const all = [start('first', 'a'), start('second', 'a'), start('third', 'a'), start('other', 'b')];
  await settled();
  expect(begun).toEqual(['first', 'other']);
  end('first');
  await settled();
  expect(begun).toEqual(['first', 'other', 'second']);
  end('second');
  await settled();
  end('third');
  end('other');
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third', 'other']);
});

test('what waits for one of its keys holds none of the others', async () => {
  const { begun, start, end } = pieces();
  const all = [start('attack', 'network 1', 'account'), start('owner', 'office', 'account')];
  all.push(start('colleague', 'office', 'another account'));
  await settled();
  expect(begun).toEqual(['attack', 'colleague']);
  end('attack');
  await settled();
  // The colleague is still at it.
  expect(begun).toEqual(['attack', 'colleague']);
  end('colleague');
  await settled();
  expect(begun).toEqual(['attack', 'colleague', 'owner']);
  end('owner');
  await Promise.all(all);
});

test('work that fails gives its turn on', async () => {
  const inTurn = createTurns(() => new Error('too many'));
  const turn = { keys: ['a'], rooms: [] };
  const failed = inTurn(turn, () => Promise.reject(new Error('broken')));
  const next = inTurn(turn, async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('what fills its own room is refused at once, and leaves others theirs under the same key', async () => {
  const { begun, startIn, end } = pieces();
  const rooms = (network: string) => [
    { name: 'account', maxWaiting: 4 },
    { name: `account@${network}`, maxWaiting: 2 },
  ];
  const all = ['1', '2', '3'].map((name) => startIn(rooms('attacker'), name, 'account'));
  await expect(startIn(rooms('attacker'), '4', 'account')).rejects.toThrow('too many');
  all.push(startIn(rooms('home'), '5', 'account'));
  all.push(startIn(rooms('office'), '6', 'account'));
  await expect(startIn(rooms('third'), '7', 'account')).rejects.toThrow('too many');
  for (const name of ['1', '2']) {
    await settled();
    end(name);
  }
  await settled();
  all.push(startIn(rooms('attacker'), '8', 'account'));
  for (const name of ['3', '5', '6', '8']) {
    await settled();
    end(name);
  }
  await Promise.all(all);
  expect(begun).toEqual(['1', '2', '3', '5', '6', '8']);
});
