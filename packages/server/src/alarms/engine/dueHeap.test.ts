import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DueHeap } from './dueHeap.ts';

const times = fc.array(fc.integer({ min: 0, max: 50 }), { size: 'max', maxLength: 60 });

it('gives what is due, earliest first, and keeps the rest', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 51 }), times, (first, until, second) => {
      const heap = new DueHeap<number>();
      for (const time of first) heap.push(time, time);
      const shown: number[] = [];
      heap.peekDue(until, (item) => shown.push(item));
      const taken: number[] = [];
      heap.takeDue(until, (item) => taken.push(item));
      expect(taken).toEqual(first.filter((time) => time <= until).toSorted((a, b) => a - b));
      expect(shown.toSorted((a, b) => a - b)).toEqual(taken);

      for (const time of second) heap.push(time, time);
      const rest = [...first.filter((time) => time > until), ...second].toSorted((a, b) => a - b);
      expect(heap.earliest).toBe(rest[0] ?? Number.POSITIVE_INFINITY);
      const remaining: number[] = [];
      heap.takeDue(Number.POSITIVE_INFINITY, (item) => remaining.push(item));
      expect(remaining).toEqual(rest);
    }),
  );
});
