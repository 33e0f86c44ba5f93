import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeWhenSilent } from './closeWhenSilent.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

/** A connection on which nothing is ever said. */
function silentLine(isGuest: boolean) {
  const socket = new PassThrough() as unknown as Socket;
  let isClosed = false;
  const told = closeWhenSilent(
    socket,
    new Uint8Array(),
    () => Date.now(),
    isGuest,
    () => {
      isClosed = true;
    },
  );
  return { ask: () => told({ kind: 'request' }), isClosed: () => isClosed };
}

test('who came to us and never says a word is hung up on', () => {
  const line = silentLine(true);
  vi.advanceTimersByTime(5 * minute);
  expect(line.isClosed()).toBe(false);
  vi.advanceTimersByTime(minute);
  expect(line.isClosed()).toBe(true);
});

test('who was dialled and is asked nothing stays connected, and is hung up on once two questions find no answer', () => {
  const line = silentLine(false);
  vi.advanceTimersByTime(60 * minute);
  expect(line.isClosed()).toBe(false);
  line.ask();
  line.ask();
  vi.advanceTimersByTime(6 * minute);
  expect(line.isClosed()).toBe(true);
});
