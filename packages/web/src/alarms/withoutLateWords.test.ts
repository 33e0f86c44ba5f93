import { expect, it } from 'vitest';
import { withoutLateWords } from './withoutLateWords.ts';

it('leaves the reason first, in either language, and every other sentence as it is', () => {
  expect(withoutLateWords('补传数据中发现：库门打开已超过 45 秒')).toBe('库门打开已超过 45 秒');
  expect(withoutLateWords('Found in late data: Fan 2 fault for more than 1 min')).toBe(
    'Fan 2 fault for more than 1 min',
  );
  expect(withoutLateWords('Door open for more than 45 s')).toBe('Door open for more than 45 s');
});
