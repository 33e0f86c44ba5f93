import { expect, test } from 'vitest';
import { networkHolders, Shares } from './Shares.ts';

test('what one of several holders may not have, none of them takes', () => {
  const shares = new Shares();
  const all = { name: 'all', max: 3 };
  const of = (name: string) => [all, { name, max: 2 }];
  const giveBack = shares.take(of('a'), 2)!;
  expect(shares.take(of('a'))).toBeNull();
  expect(shares.take(of('b'), 2)).toBeNull();
  expect(shares.heldBy('b')).toBe(0);
  expect(shares.take(of('b'))).not.toBeNull();
  giveBack();
  giveBack();
  expect(shares.heldBy('all')).toBe(1);
  expect(shares.heldBy('a')).toBe(0);
});

test('the lines of one customer hold three times as much together as one of them alone', () => {
  const shares = new Shares();
  const taken = (address: string) => shares.take(networkHolders(address, 2)) !== null;
  expect([1, 2, 3].map(() => taken('2001:db8:1:1::5'))).toEqual([true, true, false]);
  const others = Array.from({ length: 10 }, (_, line) => taken(`2001:db8:1:${line * 256 + 512}::1`));
  expect(others.filter(Boolean)).toHaveLength(4);
  expect(taken('2001:db8:2::1')).toBe(true);
});
