import { expect, test } from 'vitest';
import { LineGuard } from './LineGuard.ts';

const after = (...frames: ['answer' | 'timeout' | 'badCrc' | 'unsolicited', number][]) => {
  const guard = new LineGuard();
  for (const [kind, slave] of frames) guard.note({ kind, bytes: Buffer.of(slave) });
  return guard.holds;
};

test.each<[string, Parameters<typeof after>, boolean]>([
  ['on which nothing was answered keeps nobody out', [['timeout', 1]], false],
  ['that answers is kept', [['answer', 1]], true],
  [
    'that lost one poll is kept',
    [
      ['answer', 1],
      ['timeout', 1],
    ],
    true,
  ],
  [
    'that lost two polls in a row is lost',
    [
      ['answer', 1],
      ['timeout', 1],
      ['badCrc', 1],
    ],
    false,
  ],
  [
    'that answered again in between is kept',
    [
      ['answer', 1],
      ['timeout', 1],
      ['answer', 1],
      ['timeout', 1],
    ],
    true,
  ],
  [
    'with one dead slave is kept',
    [
      ['answer', 1],
      ['answer', 2],
      ['timeout', 1],
      ['timeout', 1],
    ],
    true,
  ],
  [
    'with a slave that never answered is kept',
    [
      ['answer', 1],
      ['timeout', 2],
      ['timeout', 2],
    ],
    true,
  ],
  [
    'none of whose slaves answers any more is lost',
    [
      ['answer', 1],
      ['answer', 2],
      ['timeout', 1],
      ['timeout', 2],
    ],
    false,
  ],
  [
    'over which only strange frames come is lost',
    [
      ['answer', 1],
      ['timeout', 1],
      ['unsolicited', 1],
      ['timeout', 1],
    ],
    false,
  ],
])('a line %s', (_name, frames, holds) => {
  expect(after(...frames)).toBe(holds);
});
