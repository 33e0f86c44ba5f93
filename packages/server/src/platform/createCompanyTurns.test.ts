import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCompanyTurns } from './createCompanyTurns.ts';

const large = 1;
const small = 2;

describe('Turns of companies of which late samples wait', () => {
  const stopping = new AbortController();
  const left = new Map<number, number>();
  const worked: string[] = [];
  const failed = vi.fn();
  let brokenCompany: number | null = null;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    left.clear();
    worked.length = 0;
    failed.mockClear();
    brokenCompany = null;
  });
  afterEach(() => vi.useRealTimers());

  const aBoard = () =>
    createCompanyTurns({
      async *work(companyId) {
        while (left.get(companyId)! > 0) {
          if (companyId === brokenCompany) throw new Error('history is away');
          left.set(companyId, left.get(companyId)! - 1);
          worked.push(`${companyId} at ${performance.now() - startedAt}`);
          await new Promise((resolve) => setTimeout(resolve, 100));
          yield;
        }
        left.delete(companyId);
      },
      waiting: () => left.keys(),
      failed,
      signal: stopping.signal,
    });
  let startedAt = 0;

  function hear(turns: ReturnType<typeof aBoard>, companyId: number, parts: number): void {
    left.set(companyId, (left.get(companyId) ?? 0) + parts);
    turns.heard([companyId]);
  }

  it('begins when nothing has come of a company for a moment, though another goes on', async () => {
    const turns = aBoard();
    startedAt = performance.now();
    hear(turns, small, 1);
    for (let i = 0; i < 20; i++) {
      hear(turns, large, 1);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(worked).toEqual(['2 at 700']);
  });

  it('begins after ten seconds with a company that never pauses', async () => {
    const turns = aBoard();
    startedAt = performance.now();
    for (let i = 0; i < 101; i++) {
      hear(turns, large, 1);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(worked[0]).toBe('1 at 10000');
  });

  it('lets a company that comes later have its turns between the parts of one that is under way', async () => {
    const turns = aBoard();
    startedAt = performance.now();
    hear(turns, large, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    hear(turns, small, 2);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(worked.filter((one) => one.startsWith('2'))).toEqual(['2 at 1700', '2 at 1900']);
    expect(left.get(large)).toBeGreaterThan(900);
  });

  it('works again on what came of a company meanwhile', async () => {
    const turns = aBoard();
    startedAt = performance.now();
    hear(turns, small, 1);
    await vi.advanceTimersByTimeAsync(750);
    turns.heard([small]);
    await vi.advanceTimersByTimeAsync(60);
    left.set(small, 1);
    await vi.advanceTimersByTimeAsync(700);
    expect(worked).toEqual(['2 at 700', '2 at 1450']);
  });

  it('rests as long as the work on a company took before it begins again', async () => {
    const turns = aBoard();
    startedAt = performance.now();
    hear(turns, large, 30);
    await vi.advanceTimersByTimeAsync(3_750);
    expect(worked.length).toBe(30);
    hear(turns, large, 1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(worked.at(-1)).toBe('1 at 6700');
  });

  it('tries a company again after five seconds when it failed, and goes on with the others', async () => {
    const turns = aBoard();
    startedAt = performance.now();
    brokenCompany = large;
    hear(turns, large, 1);
    hear(turns, small, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(worked).toEqual(['2 at 700']);
    expect(failed).toHaveBeenCalledTimes(1);
    brokenCompany = null;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(worked).toEqual(['2 at 700', '1 at 5700']);
  });

  it('does everything at once when asked', async () => {
    const turns = aBoard();
    startedAt = performance.now();
    hear(turns, large, 2);
    hear(turns, small, 1);
    const done = turns.now();
    await vi.advanceTimersByTimeAsync(400);
    await done;
    expect(worked).toEqual(['1 at 0', '2 at 100', '1 at 200']);
    expect(left.size).toBe(0);
  });
});
