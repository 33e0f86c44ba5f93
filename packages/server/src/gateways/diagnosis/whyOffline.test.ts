import { describe, expect, test } from 'vitest';
import { verdictWords } from './diagnosisText.ts';
import { isSimilar, type OfflineFacts, whyOffline } from './whyOffline.ts';

const now = 1_700_000_000_000;
const silent: OfflineFacts = {
  now,
  online: false,
  protocol: 'DTU',
  serialNumber: 'WP24A7K9M2',
  identity: 'WP24A7K9M2',
  userName: null,
  lastSeenAt: now - 3_600_000,
  offlineSince: now - 3_500_000,
  changedAt: null,
  disconnectedAt: null,
  isForbidden: false,
  hasPassword: false,
  refused: [],
  strangers: [],
  card: null,
  polledPoints: 12,
  neighbours: { total: 3, alsoSilent: 0 },
};
const reasonOf = (facts: Partial<OfflineFacts>) => whyOffline({ ...silent, ...facts }).reason;
const stranger = (subject: string) => [{ at: now - 60_000, subject }];

describe('the likeliest reason comes first', () => {
  test.each<[string, Partial<OfflineFacts>, string]>([
    ['a gateway that is connected is not offline', { online: true }, 'online'],
    ['one that was heard and then fell silent is silent', {}, 'silent'],
    [
      'one that was disconnected by a user stays refused, even where another reason is found',
      { disconnectedAt: now - 1000, refused: [{ at: now, reason: 'wrongCredentials' }] },
      'disconnected',
    ],
    [
      'a device at an address that must not be dialled is not asked whether it answers',
      { lastSeenAt: null, protocol: 'MODBUS_TCP', isForbidden: true },
      'forbidden',
    ],
    ['one that is asked nothing was hung up on for silence', { polledPoints: 0 }, 'nothingPolled'],
    ['one that never came was never seen', { lastSeenAt: null, offlineSince: now }, 'neverSeen'],
    [
      'a device that we dial and that never answered cannot be reached',
      { lastSeenAt: null, protocol: 'RTU_TCP' },
      'unreachable',
    ],
    [
      'of one that was set up a moment ago nothing is known yet',
      { lastSeenAt: null, protocol: 'MODBUS_TCP', changedAt: now - 5_000 },
      'dialling',
    ],
    [
      'a stranger with two letters exchanged typed the serial number wrongly',
      { lastSeenAt: null, strangers: stranger('WP24A7KM92') },
      'wrongSerial',
    ],
    ['who knocks while one that was here is away is somebody else', { strangers: stranger('WP24A7KM92') }, 'silent'],
    [
      'unless its settings were changed meanwhile',
      { changedAt: now - 600_000, strangers: stranger('WP24A7KM92') },
      'wrongSerial',
    ],
    [
      'and only who knocked since it was here',
      { changedAt: now, strangers: [{ at: now - 7_200_000, subject: 'WP24A7KM92' }] },
      'silent',
    ],
    ['a stranger of another name proves nothing', { lastSeenAt: null, strangers: stranger('QQ55555555') }, 'neverSeen'],
    [
      'a refused login proves more than a similar stranger',
      { refused: [{ at: now, reason: 'wrongCredentials' }], strangers: stranger('WP24A7KM92') },
      'refused',
    ],
    ['a message that could not be read keeps nobody out', { refused: [{ at: now, reason: 'badJson' }] }, 'silent'],
    [
      'a card that was shut down carries nothing',
      { card: { state: 'shutdown', isUsedUp: false, readAt: now } },
      'card',
    ],
    ['a card in its testing period does', { card: { state: 'testingPeriod', isUsedUp: false, readAt: now } }, 'silent'],
    [
      'a card that was never used is no reason: it wakes up with its first data',
      { card: { state: 'silentPeriod', isUsedUp: false, readAt: now } },
      'silent',
    ],
    ['a plan that is used up carries nothing', { card: { state: 'inUse', isUsedUp: true, readAt: now } }, 'card'],
    [
      'neighbours that fell silent together lost their power or their way out',
      { neighbours: { total: 3, alsoSilent: 2 } },
      'power',
    ],
    ['one of many neighbours may be chance', { neighbours: { total: 5, alsoSilent: 1 } }, 'silent'],
  ])('%s', (_, facts, reason) => {
    expect(reasonOf(facts)).toBe(reason);
  });
});

test.each([
  ['WP24A7K9M2', 'WP24A7K9M2', true],
  ['WP24A7K9M2', 'wp24-a7k9-m2', true],
  ['WP24A7K9M2', 'WP24A7K9M', false],
  ['WP24A7K9M2', 'WP24A7K9MZ', true],
  ['WP24A7K9M2', 'WP24A7KM92', true],
  ['WP24A7K9M2', 'WPZ4A7K9MZ', false],
  ['WP24A7K9M2', '', false],
])('%s and %s are similar: %s', (name, other, expected) => {
  expect(isSimilar(name, other)).toBe(expected);
});

test('of a name that may be another company’s only what is this gateway’s own is shown', () => {
  const { detail } = whyOffline({ ...silent, lastSeenAt: null, strangers: stranger('WP24A7X9M2') });
  expect(detail).toBe('WP24A7•9M2');
});

test('of one neighbour the verdict speaks in the singular', () => {
  expect(verdictWords('power', '1', 'en').message).toMatch(/^One more gateway of this project went offline/);
  expect(verdictWords('power', '3', 'en').message).toMatch(/^3 more gateways of this project went offline/);
});
