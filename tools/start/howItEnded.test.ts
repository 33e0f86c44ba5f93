import { expect, test } from 'vitest';
import { howItEnded } from './howItEnded.ts';

test('a killed process is reported as ended by that signal, even with older output', () => {
  const words = howItEnded({ code: null, signal: 'SIGKILL' }, 'a warning of yesterday');
  expect(words).toBe('was ended by SIGKILL (the system does that when memory runs out, or somebody did it)');
});

test('a signal that needs no explanation is only named', () => {
  expect(howItEnded({ code: null, signal: 'SIGUSR2' }, null)).toBe('was ended by SIGUSR2');
});

test('a process that gave up is quoted with its exit code', () => {
  expect(howItEnded({ code: 1, signal: null }, 'port taken.')).toBe('ended with exit code 1: port taken');
  expect(howItEnded({ code: 13, signal: null }, null)).toBe('ended with exit code 13 and said nothing');
});

test('a process that never ran is said not to have', () => {
  expect(howItEnded({ code: null, signal: null }, null)).toBe('could not be run');
});
