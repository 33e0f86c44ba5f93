import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../ProtocolError.ts';
import type { MqttReading } from '../MqttMessage.ts';
import type { MappingProfile } from './MappingProfile.ts';
import { type MappingProblem, mappingProblems } from './mappingProblems.ts';
import { mappingTopics } from './mappingTopics.ts';
import { timeOfText } from './timeOfText.ts';
import { canHear } from './topicPattern.ts';

const empty: MappingProfile = {
  topic: 'up',
  values: ['/{key}'],
  device: null,
  key: null,
  time: null,
  utcOffsetMinutes: 0,
  quality: null,
  unit: null,
  failures: [],
  ignore: [],
  command: null,
};
const bytes = (json: unknown) => Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));

function read(profile: Partial<MappingProfile>, topic: string, json: unknown): MqttReading[] {
  const message = mappingTopics({ ...empty, ...profile }).parse(topic, bytes(json));
  if (message.type !== 'readings') throw new Error(message.type);
  return message.readings;
}
const short = (readings: MqttReading[]) =>
  readings.map(({ device, key, value, measuredAt, reason, text }) =>
    [device ?? '-', key, value ?? reason, measuredAt ?? '', text ?? ''].join(' ').trim(),
  );

describe('what gateways send is read by a profile', () => {
  test.each<[string, Partial<MappingProfile>, string, unknown, string[]]>([
    [
      'USR: flat, numbers in quotes, a text where a point failed, the device in the topic',
      { topic: 'usr/{device}/up', failures: ['ERR'] },
      'usr/case1/up',
      { temperature: 281, relay5: '1', door: 'err' },
      ['case1 temperature 281', 'case1 relay5 1', 'case1 door reportedByGateway  err'],
    ],
    [
      'Alink: each value with its own time',
      {
        topic: 'sys/+/{device}/thing/event/property/post',
        values: ['/params/{key}/value'],
        time: '/params/{key}/time',
      },
      'sys/pk/dn/thing/event/property/post',
      { id: '1', params: { temp: { value: 23.6, time: 1524448722000 }, hum: { value: 50 } } },
      ['dn temp 23.6 1524448722000', 'dn hum 50'],
    ],
    [
      'an array of records, named and judged one by one',
      {
        values: ['/data/*/v'],
        key: '/data/*/n',
        time: '/ts',
        quality: { pointer: '/data/*/q', good: ['0', 'ok'] },
      },
      'up',
      {
        ts: 1650006388,
        data: [
          { n: 'a', v: '4.5', q: 0 },
          { n: 'b', v: 7, q: 'OK' },
          { n: 'c', v: 9, q: 3 },
          { n: 'd', v: 1 },
        ],
      },
      ['- a 4.5 1650006388000', '- b 7 1650006388000', '- c reportedByGateway 1650006388000 3', '- d 1 1650006388000'],
    ],
    [
      'devices as members, each with its buffer (as ThingsBoard’s gateways have it)',
      { values: ['/{device}/*/values/{key}'], time: '/{device}/*/ts' },
      'up',
      {
        'Case 1': [
          { ts: 1483228800000, values: { t: -18 } },
          { ts: 1483228860000, values: { t: -17 } },
        ],
      },
      ['Case 1 t -18 1483228800000', 'Case 1 t -17 1483228860000'],
    ],
    [
      'one value as the whole message',
      { topic: 's/{device}/{key}', values: [''] },
      's/d1/temp',
      '-18.2',
      ['d1 temp -18.2'],
    ],
    [
      'values by their own places',
      { values: ['/air/temp', '/door'] },
      'up',
      { air: { temp: 4 }, door: true },
      ['- air/temp 4', '- door 1'],
    ],
    [
      'the device by a number in the message; its own members are no readings',
      { device: '/id', time: '/t', utcOffsetMinutes: 480, ignore: ['rssi'] },
      'up',
      { id: 12, t: '2026-11-21 20:30:00', rssi: -70, temp: 1 },
      ['12 temp 1 1795264200000'],
    ],
    ['names with slashes and tildes', { values: ['/a~1b/{key}'] }, 'up', { 'a/b': { 'x~y': 1 } }, ['- x~y 1']],
    ['a time that is none makes the value bad', { time: '/t' }, 'up', { t: 'soon', v: 1 }, ['- v badFormat']],
    ['an object is no value', {}, 'up', { v: { deep: 1 } }, ['- v badFormat']],
  ])('%s', (_name, profile, topic, json, expected) => {
    expect(short(read(profile, topic, json))).toEqual(expected);
  });

  test('a message of a device nobody can tell is refused, never taken for the gateway’s own', () => {
    const message = mappingTopics({ ...empty, device: '/id' }).parse('up', bytes({ temp: 1 }));
    expect(message).toEqual({ type: 'readings', readings: [], refusedEntries: 1 });
  });

  test('the unit goes along for people to compare', () => {
    expect(read({ values: ['/{key}/v'], unit: '/{key}/u' }, 'up', { t: { v: 40, u: '°F' } })[0]).toMatchObject({
      value: 40,
      unit: '°F',
    });
  });
});

test.each([
  ['2026-11-21T20:30:00+08:00', 0, Date.UTC(2026, 10, 21, 12, 30)],
  ['2026-11-21 20:30:00', 480, Date.UTC(2026, 10, 21, 12, 30)],
  ['2026/11/21 20:30:00.250', 0, Date.UTC(2026, 10, 21, 20, 30, 0, 250)],
  ['20261121203000', 0, Date.UTC(2026, 10, 21, 20, 30)],
  ['2026-11-21T20:30Z', 480, Date.UTC(2026, 10, 21, 20, 30)],
  ['1650006388943', 480, 1650006388943],
  [1650006388, 480, 1650006388000],
  ['2026-02-30 00:00:00', 0, null],
  ['2026-11-21 25:00:00', 0, null],
  ['yesterday', 0, null],
  [null, 0, null],
])('the time %j at UTC+%i minutes is %j', (text, offset, expected) => {
  expect(timeOfText(text, offset)).toBe(expected);
});

describe('a value is written by a profile', () => {
  const usr: MappingProfile = {
    ...empty,
    topic: 'usr/{device}/up',
    command: {
      topic: 'usr/{device}/down',
      payload: '{"rw_prot":{"id":"{id}","w_data":[{"name":"{key}","value":"{value}"}],"t":{timestamp}}}',
      reply: { topic: 'usr/{device}/up', id: '/rw_prot/id', result: '/rw_prot/err', accepted: ['0'] },
    },
  };
  const names = { id: '17', device: 'case1', key: 'no"de', value: -20.5, now: 5 };

  test('JSON stays JSON for any content of the names', () => {
    const { topic, payload } = mappingTopics(usr).command(names);
    expect(topic).toBe('usr/case1/down');
    expect(JSON.parse(payload)).toEqual({ rw_prot: { id: '17', w_data: [{ name: 'no"de', value: '-20.5' }], t: 5 } });
  });

  test('its answer is known by the id among the readings of the same topic', () => {
    const topics = mappingTopics(usr);
    const answer = (err: unknown) => topics.parse('usr/case1/up', bytes({ rw_prot: { id: '17', err } }));
    expect(answer(0)).toMatchObject({ type: 'commandAnswer', device: 'case1', requestId: '17', accepted: true });
    expect(answer('7')).toMatchObject({ accepted: false, result: '7' });
    expect(topics.parse('usr/case1/up', bytes({ temp: 1 }))).toMatchObject({ type: 'readings' });
  });

  test('plain text is no JSON and stays as it is', () => {
    const plain = { ...usr, command: { topic: 'down', payload: 'SET {key}={value}', reply: null } };
    expect(mappingTopics(plain).command(names).payload).toBe('SET no"de=-20.5');
  });

  test.each(['a/b', 'a+', '#', ''])('a device called %j cannot be a level of the command’s topic', (device) => {
    expect(() => mappingTopics(usr).command({ ...names, device })).toThrow(
      expect.objectContaining({ code: 'notWritable' }),
    );
  });

  test('a gateway may listen where its commands come, and nowhere else', () => {
    const may = (filter: string) => canHear(filter, 'usr/{device}/down');
    expect(['usr/case1/down', 'usr/+/down', 'usr/#', '#', '+/+/down'].map(may)).toEqual([true, true, true, true, true]);
    expect(['usr/case1/up', 'usr/case1', 'usr/case1/down/x', 'other/#'].map(may)).toEqual([false, false, false, false]);
  });
});

test.each<[string, Partial<MappingProfile>, string, MappingProblem]>([
  ['a wildcard inside a level', { topic: 'a/b+' }, 'topic', 'badTopic'],
  ['# before the end', { topic: '#/a' }, 'topic', 'badTopic'],
  ['a pointer without a slash', { values: ['temp'] }, 'values.0', 'badPointer'],
  ['a tilde that escapes nothing', { values: ['/a~2'] }, 'values.0', 'badPointer'],
  ['no values', { values: [] }, 'values', 'noValues'],
  ['a time by a key that values do not have', { values: ['/a'], time: '/{key}/t' }, 'time', 'unboundPlaceholder'],
  ['JSON that is none', { command: { topic: 'd', payload: '{"a":', reply: null } }, 'command.payload', 'badTemplate'],
  ['a command to many', { command: { topic: 'd/+', payload: 'x', reply: null } }, 'command.topic', 'badTopic'],
  [
    'an answer without an id among the readings',
    { command: { topic: 'd', payload: 'x', reply: { topic: 'up', id: null, result: null, accepted: [] } } },
    'command.reply.id',
    'replyNeedsId',
  ],
])('%s is no profile', (_name, profile, field, problem) => {
  expect(mappingProblems({ ...empty, ...profile })).toContainEqual({ field, problem });
  expect(() => mappingTopics({ ...empty, ...profile })).toThrow(ProtocolError);
});

test('for any profile and message, the outcome is good numbers, bad readings, or a named error', () => {
  const step = fc.constantFrom('{key}', '{device}', '*', 'a', 'b', '0', '__proto__', 'constructor', 'length');
  const pointer = fc.array(step, { maxLength: 4 }).map((steps) => steps.map((one) => `/${one}`).join(''));
  const optional = fc.option(pointer, { nil: null });
  const profile = fc.record({
    topic: fc.constantFrom('up', '+', '#', '{device}', '{key}'),
    values: fc.array(pointer, { maxLength: 3 }),
    device: optional,
    key: optional,
    time: optional,
    utcOffsetMinutes: fc.integer({ min: -840, max: 840 }),
    quality: fc.option(fc.record({ pointer, good: fc.array(fc.string()) }), { nil: null }),
    unit: optional,
    failures: fc.array(fc.string()),
    ignore: fc.array(fc.string()),
    command: fc.option(
      fc.record({
        topic: fc.constantFrom('down', '{device}/down'),
        payload: fc.string(),
        reply: fc.option(
          fc.record({
            topic: fc.constantFrom('up', 'r'),
            id: optional,
            result: optional,
            accepted: fc.array(fc.string()),
          }),
          { nil: null },
        ),
      }),
      { nil: null },
    ),
  });
  const json = fc.letrec((tie) => ({
    value: fc.oneof(fc.jsonValue(), tie('object'), tie('list')),
    object: fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string()), tie('value'), { maxKeys: 4 }),
    list: fc.array(tie('value'), { maxLength: 4 }),
  }));
  const payload = fc.oneof(
    fc.uint8Array(),
    fc.oneof(json.object, json.list).map((value) => new Uint8Array(bytes(JSON.stringify(value)))),
  );
  fc.assert(
    fc.property(profile, fc.constantFrom('up', 'r', 'x'), payload, (given, topic, sent) => {
      try {
        const message = mappingTopics(given).parse(topic, sent);
        if (message.type !== 'readings') return;
        for (const { key, device, value, quality, reason, measuredAt } of message.readings) {
          expect([key, device]).not.toContain('__proto__');
          expect(measuredAt === null || Number.isInteger(measuredAt)).toBe(true);
          if (quality === 'good') expect(Number.isFinite(value)).toBe(true);
          else expect([value, reason === null]).toEqual([null, false]);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }),
    { numRuns: 300 },
  );
  expect(({} as { a?: unknown }).a).toBeUndefined();
});
