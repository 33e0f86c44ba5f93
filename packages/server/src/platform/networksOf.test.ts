import { expect, test } from 'vitest';
import { networkOf, networksOf } from './networksOf.ts';

test('an IPv4 address counts by itself, also written as IPv6', () => {
  expect(networksOf('203.0.113.9')).toEqual([{ network: '203.0.113.9', share: 1 }]);
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::FFFF:cb00:7109')).toBe('203.0.113.9');
});

test('the port that a proxy adds makes no other network', () => {
  expect(networkOf('203.0.113.9:2000')).toBe('203.0.113.9');
  expect(networkOf('[2001:db8:1:2f3::9]:2000')).toBe('2001:db8:1:2f3::/64');
  expect(networkOf('[2001:db8:1:2f3::9]')).toBe('2001:db8:1:2f3::/64');
});

test('an IPv6 address counts by its /64, and by its /56 and /48 with a larger share', () => {
  expect(networksOf('2001:db8:1:2f3::9')).toEqual([
    { network: '2001:db8:1:2f3::/64', share: 1 },
    { network: '2001:db8:1:200::/56', share: 2 },
    { network: '2001:db8:1::/48', share: 3 },
  ]);
});

test.each([
  '2001:0DB8:0001:02F3:1234:5678:9abc:def0',
  '2001:db8:1:2f3::',
  '2001:db8:1:2f3::192.0.2.1',
  '2001:db8:1:2f3::1%eth0',
])('%s is of the same /64, however it is written', (address) => {
  expect(networkOf(address)).toBe('2001:db8:1:2f3::/64');
});

test('what is no address counts as it is written', () => {
  expect(networksOf('')).toEqual([{ network: '', share: 1 }]);
  expect(networkOf('::1')).toBe('::/64');
});
