import { expect, test } from 'vitest';
import { SurplusKeys } from './SurplusKeys.ts';

function surplusKeys() {
  let now = 0;
  const surplus = new SurplusKeys({ now: () => now });
  const setUp = new Set<string>();
  return {
    setUp,
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
    send: (...keys: string[]) => surplus.note(1, keys, (key) => !setUp.has(key)),
    sendOfOther: (...keys: string[]) => surplus.note(2, keys, () => true),
  };
}

test('keys that are not set up are reported once for each gateway, in any message', () => {
  const { send, sendOfOther, pass } = surplusKeys();
  expect(send('fan', 'door')).toBe('door, fan');
  for (let minute = 0; minute < 120; minute++) {
    pass(1);
    expect(send(minute % 2 ? 'fan' : 'door')).toBeNull();
  }
  expect(sendOfOther('fan')).toBe('fan');
});

test('another one is told when ten minutes are over, without what was set up since', () => {
  const { send, pass, setUp } = surplusKeys();
  send('fan', 'door');
  pass(1);
  setUp.add('door');
  expect(send('fan', 'lamp')).toBeNull();
  pass(9);
  expect(send('fan')).toBe('fan, lamp');
  pass(60);
  expect(send('fan', 'lamp')).toBeNull();
});

test('of a gateway that makes up names no more is told than a person reads', () => {
  const { send, pass } = surplusKeys();
  const names = Array.from({ length: 1000 }, (_, n) => `key${String(n).padStart(4, '0')}\n${'x'.repeat(200)}`);
  const told = send(...names)!;
  expect(told.split(', ')).toHaveLength(21);
  expect(told).toMatch(/^key0000x{73}, .*, …$/);
  pass(60);
  expect(send('one more')).toBeNull();
});
