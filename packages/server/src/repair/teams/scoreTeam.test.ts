import { describe, expect, test } from 'vitest';
import { scoreTeam, type TeamFacts, wilsonLower } from './scoreTeam.ts';

const withContract: TeamFacts = {
  contract: 1,
  open: 3,
  members: 2,
  km: 22,
  ofClass: 9,
  firstTime: 0.82,
  targets: 20,
  inTarget: 18,
};

describe('the score of a team for an order', () => {
  test('is 80.8 for a team under contract and 55.3 for a nearby, idle and experienced one without', () => {
    expect(scoreTeam(withContract).total).toBeCloseTo(80.8, 1);
    const nearby = { contract: 0, open: 0, members: 2, km: 4, ofClass: 20, firstTime: 0.91, targets: 60, inTarget: 58 };
    expect(scoreTeam(nearby as TeamFacts).total).toBeCloseTo(55.3, 1);
  });

  test('is the sum of its parts, and nothing is known of a team that has done nothing', () => {
    const { total, ...parts } = scoreTeam(withContract);
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 9);
    const fresh = scoreTeam({
      contract: 0,
      open: 9,
      members: 1,
      km: null,
      ofClass: 0,
      firstTime: null,
      targets: 0,
      inTarget: 0,
    });
    expect(fresh.total).toBe(0);
  });

  test('trusts a share the more, the more it is of', () => {
    expect(wilsonLower(9, 10)).toBeLessThan(wilsonLower(90, 100));
    expect(wilsonLower(0, 5)).toBe(0);
    expect(wilsonLower(5, 5)).toBeLessThan(1);
  });
});
