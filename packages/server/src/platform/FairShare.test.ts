import { expect, test } from 'vitest';
import { FairShare } from './FairShare.ts';

const present = new AbortController().signal;

/** Work that ends when told, and says when it began. */
function pieces(share: FairShare) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (userId: number, name: string, signal = present): Promise<void> =>
    share.run(userId, signal, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await settled();
  };
  return { begun, begin, end };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a person who asks for ten things at once does not keep another from theirs', async () => {
  const { begun, begin, end } = pieces(new FairShare(2));
  for (let i = 0; i < 10; i++) void begin(1, `greedy ${i}`);
  void begin(2, 'modest');
  await settled();
  expect(begun).toEqual(['greedy 0', 'modest']);
  void begin(3, 'third');
  void begin(2, 'modest again');
  await settled();
  expect(begun).toHaveLength(2);
  await end('greedy 0');
  expect(begun.slice(2)).toEqual(['third']);
  await end('modest');
  expect(begun.slice(3)).toEqual(['greedy 1']);
  await end('third');
  expect(begun.slice(4)).toEqual(['modest again']);
});

test('a person who left before their turn is not served, and the next one is', async () => {
  const { begun, begin, end } = pieces(new FairShare(1));
  void begin(1, 'first');
  const leaving = new AbortController();
  const left = begin(2, 'left', leaving.signal);
  void begin(3, 'next');
  await settled();
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await end('first');
  expect(begun).toEqual(['first', 'next']);
});

test('work that fails gives its place back', async () => {
  const share = new FairShare(1);
  await expect(share.run(1, present, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await share.run(1, present, async () => 'done')).toBe('done');
});
