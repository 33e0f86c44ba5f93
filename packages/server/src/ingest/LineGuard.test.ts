import { expect, test } from 'vitest';
import { LineGuard } from './LineGuard.ts';

/** Slaves 1 and 2 are polled; 9 is one that was, or that somebody reads by hand. */
const after = (...frames: ['answer' | 'timeout' | 'badCrc' | 'unsolicited', number][]) => {
  const guard = new LineGuard((slave) => slave < 9);
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
    'that is asked in vain is lost, also where a slave answered that is not polled',
    [
      ['answer', 1],
      ['answer', 9],
      ['timeout', 1],
      ['timeout', 1],
    ],
    false,
  ],
  ['of which no slave that answered is polled keeps nobody out', [['answer', 9]], false],
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
