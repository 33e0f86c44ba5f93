import { expect, test } from 'vitest';
import { createTurns } from './createTurns.ts';

/** Pieces of work that say when they begin, and end when they are told. */
function pieces(limits?: Parameters<typeof createTurns>[0]) {
  const inTurn = createTurns(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, ...keys: string[]): Promise<string> =>
    inTurn(keys, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  return { begun, start, end: (name: string) => ends.get(name)!() };
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
  const inTurn = createTurns();
  const failed = inTurn('a', () => Promise.reject(new Error('broken')));
  const next = inTurn('a', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('of one key only so many wait; one more is refused at once, and others are let in', async () => {
  const { begun, start, end } = pieces({ maxWaiting: 2, refuse: () => new Error('too many') });
  const all = [start('first', 'a'), start('second', 'a'), start('third', 'a')];
  await expect(start('fourth', 'b', 'a')).rejects.toThrow('too many');
  all.push(start('other', 'b'));
  for (const name of ['first', 'second', 'third', 'other']) {
    await settled();
    end(name);
  }
  await Promise.all(all);
  expect(begun).toEqual(['first', 'other', 'second', 'third']);
});
