import { expect, it } from 'vitest';
import { passwordStrength } from './passwordStrength.ts';

it.each([
  ['aaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['a1a1a1a1', 'weak'],
  ['short1A', 'weak'],
  ['summer26', 'fair'],
  ['Cold-Store', 'fair'],
  ['Freezer_door7', 'strong'],
  ['aaaaaaaaaB1_', 'weak'],
])('calls %s %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
