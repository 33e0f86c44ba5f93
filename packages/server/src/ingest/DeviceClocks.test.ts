import { beforeEach, expect, test } from 'vitest';
import { DeviceClocks } from './DeviceClocks.ts';

const noon = Date.UTC(2026, 10, 21, 4);
const second = 1_000;
const minute = 60 * second;
const gateway = 3;

let clocks: DeviceClocks;
beforeEach(() => {
  clocks = new DeviceClocks();
});
/** A message every ten seconds between two moments, each with a sample of so long before. */
function send(from: number, to: number, behindMs: (at: number) => number, device: string | null = null): void {
  for (let at = from; at <= to; at += 10 * second) clocks.heard(gateway, device, at, at - behindMs(at));
}
const behind = (device: string | null = null) => clocks.behindMs(gateway, device);

test('a clock that is right, but for the way and a rounded second, is right', () => {
  expect(behind()).toBe(0);
  send(noon, noon + minute, () => 200);
  expect(behind()).toBe(200);
  clocks.heard(gateway, null, noon + minute, noon + minute + 400);
  expect(behind()).toBe(0);
});

test('a lag that stays for a minute is a slow clock, of that device alone', () => {
  send(noon, noon + minute - second, () => 10 * minute, 'Case 1');
  expect(behind('Case 1')).toBe(0);
  send(noon + minute, noon + minute, () => 10 * minute + second, 'Case 1');
  expect([behind('Case 1'), behind('Case 2')]).toEqual([10 * minute, 0]);
  clocks.follow(new Set());
  expect(behind('Case 1')).toBe(0);
});

test('a store that is played back is no slow clock, whether it comes first or later', () => {
  const played = (from: number) => (at: number) => 60 * minute - (at - from) * 5;
  send(noon, noon + 5 * minute, played(noon));
  expect(behind()).toBe(0);
  send(noon + 20 * minute, noon + 25 * minute, () => second);
  send(noon + 30 * minute, noon + 35 * minute, played(noon + 30 * minute));
  expect(behind()).toBe(second);
});

test('a value that is said again and again with its old time makes no slow clock', () => {
  for (let at = noon; at < noon + 10 * minute; at += 10 * second) clocks.heard(gateway, null, at, noon - 5 * minute);
  expect(behind()).toBe(0);
});

test('one reading from ahead shows that the clock is ahead', () => {
  send(noon, noon + minute, () => 200);
  clocks.heard(gateway, null, noon + minute, noon + minute + 40 * second);
  expect(behind()).toBe(-40 * second);
});

test('a clock that drifts is followed, one that is set is known after a while', () => {
  send(noon, noon + 60 * minute, (at) => (at - noon) / 200);
  expect(behind()).toBeGreaterThan(10 * second);
  send(noon + 61 * minute, noon + 63 * minute, () => 30 * minute);
  expect(behind()).toBe(30 * minute);
  send(noon + 64 * minute, noon + 64 * minute, () => 100);
  expect(behind()).toBe(100);
});

test('a device is lost after its last reading and before its next one, at any clock error', () => {
  const lostAt = (at: number) => clocks.lossAt(gateway, null, at);
  expect(lostAt(noon)).toBe(noon);
  for (const behindMs of [10 * minute, -40 * second, 100]) {
    clocks = new DeviceClocks();
    clocks.heard(gateway, null, noon, noon - behindMs);
    // After one message, and once its clock is known.
    expect(lostAt(noon + second)).toBe(noon + second - behindMs);
    send(noon, noon + 5 * minute, () => behindMs);
    expect(lostAt(noon + 6 * minute)).toBe(noon + 6 * minute - behindMs);
  }
});

test('a device that is lost while it replays stored readings is lost now', () => {
  send(noon, noon + minute, () => second);
  send(noon + 2 * minute, noon + 2 * minute, () => 30 * minute);
  expect(clocks.lossAt(gateway, null, noon + 2 * minute)).toBe(noon + 2 * minute - second);
});
