import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../ProtocolError.ts';
import type { Topics } from './defineTopics.ts';
import type { MqttReading } from './MqttMessage.ts';
import { neuronTopics, neuronWrite } from './neuron.ts';
import { maxPayloadBytes } from './payload.ts';
import { thingsboardCommand, thingsboardGatewayCommand, thingsboardTopics } from './thingsboard.ts';

const bytes = (json: unknown) => Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
const telemetry = 'v1/devices/me/telemetry';
const gateway = 'v1/gateway/telemetry';

function readings(topics: Topics, topic: string, json: unknown): MqttReading[] {
  const message = topics.parse(topic, bytes(json));
  if (message.type !== 'readings') throw new Error(message.type);
  return message.readings;
}
const good = (device: string | null, key: string, measuredAt: number | null, value: number): MqttReading => ({
  device,
  key,
  measuredAt,
  value,
  quality: 'good',
  reason: null,
});

describe('ThingsBoard', () => {
  test('a device sends values without a time', () => {
    expect(readings(thingsboardTopics, telemetry, { temp: -18.2, door: 1 })).toEqual([
      good(null, 'temp', null, -18.2),
      good(null, 'door', null, 1),
    ]);
  });

  test('a device sends values with their time', () => {
    expect(readings(thingsboardTopics, telemetry, { ts: 1451649600512, values: { temp: -18.2 } })).toEqual([
      good(null, 'temp', 1451649600512, -18.2),
    ]);
  });

  test('a device empties its buffer: an array, each entry with its own time', () => {
    const buffer = [
      { ts: 1451649600000, values: { temp: 1 } },
      { ts: 1451649660000, values: { temp: 2 } },
    ];
    expect(readings(thingsboardTopics, telemetry, buffer)).toEqual([
      good(null, 'temp', 1451649600000, 1),
      good(null, 'temp', 1451649660000, 2),
    ]);
  });

  test('times in seconds, also as text, are understood', () => {
    const at = (ts: unknown) => readings(thingsboardTopics, telemetry, { ts, values: { t: 1 } })[0]!.measuredAt;
    expect(at(1451649600)).toBe(1451649600000);
    expect(at('1451649600')).toBe(1451649600000);
    expect(at(1451649600.5)).toBe(1451649600500);
    expect(at('1451649600512')).toBe(1451649600512);
  });

  test.each([['soon'], [null], [-1], [1e17], [{}]])('a time like %j makes the values bad, never "now"', (ts) => {
    expect(readings(thingsboardTopics, telemetry, { ts, values: { t: 1 } })).toEqual([
      { device: null, key: 't', measuredAt: null, value: null, quality: 'bad', reason: 'badFormat' },
    ]);
  });

  test('a gateway sends for the devices behind it', () => {
    const json = {
      'Case 1': [{ ts: 1483228800000, values: { temp: -18.2 } }],
      'Case 2': [{ ts: 1483228800000, values: { temp: 4 } }],
    };
    expect(readings(thingsboardTopics, gateway, json)).toEqual([
      good('Case 1', 'temp', 1483228800000, -18.2),
      good('Case 2', 'temp', 1483228800000, 4),
    ]);
  });

  test('a broken entry is counted and does not take its neighbours along', () => {
    const message = thingsboardTopics.parse(telemetry, bytes([5, { ts: 1, values: 3 }, { temp: 1 }, null]));
    expect(message).toEqual({ type: 'readings', readings: [good(null, 'temp', null, 1)], refusedEntries: 3 });
  });

  test('devices come and go', () => {
    expect(thingsboardTopics.parse('v1/gateway/connect', bytes({ device: 'Case 1' }))).toEqual({
      type: 'connect',
      device: 'Case 1',
    });
    expect(thingsboardTopics.parse('v1/gateway/disconnect', bytes({ device: 'Case 1' }))).toEqual({
      type: 'disconnect',
      device: 'Case 1',
    });
  });

  test('attributes are no measurements', () => {
    expect(thingsboardTopics.parse('v1/devices/me/attributes', bytes({ fw: '1.2b' }))).toMatchObject({
      type: 'attributes',
      attributes: [{ device: null, key: 'fw', value: '1.2b' }],
    });
  });

  test.each([
    [{ success: true }, true],
    [{ success: false }, false],
    [{ error: 'busy' }, false],
    [{ temp: 3 }, null],
    [7, null],
  ])('a command is answered with %j', (result, accepted) => {
    expect(thingsboardTopics.parse('v1/devices/me/rpc/response/17', bytes(result))).toEqual({
      type: 'commandAnswer',
      device: null,
      requestId: '17',
      accepted,
      result,
    });
    const answer = { device: 'Case 1', id: 1, data: result };
    expect(thingsboardTopics.parse('v1/gateway/rpc', bytes(answer))).toEqual({
      type: 'commandAnswer',
      device: 'Case 1',
      requestId: '1',
      accepted,
      result,
    });
  });

  test('commands have the documented form', () => {
    expect(thingsboardCommand(17, 'setPoint', -20)).toEqual({
      topic: 'v1/devices/me/rpc/request/17',
      payload: '{"method":"setPoint","params":-20}',
    });
    expect(thingsboardGatewayCommand('Case 1', 1, 'w', { t: 1 })).toEqual({
      topic: 'v1/gateway/rpc',
      payload: '{"device":"Case 1","data":{"id":1,"method":"w","params":{"t":1}}}',
    });
  });
});

describe('Neuron', () => {
  const neuron = neuronTopics();
  const head = { timestamp: 1650006388943, node: 'modbus', group: 'grp' };
  const expected = [
    good('modbus', 'grp/tag0', 1650006388943, 123),
    {
      device: 'modbus',
      key: 'grp/tag1',
      measuredAt: 1650006388943,
      value: null,
      text: '2014',
      quality: 'bad',
      reason: 'reportedByGateway',
    },
  ];

  test('the values format', () => {
    const json = { ...head, values: { tag0: 123 }, errors: { tag1: 2014 }, metas: {} };
    expect(readings(neuron, '/neuron/mqtt', json)).toEqual(expected);
  });

  test('the tags format', () => {
    const tags = [
      { name: 'tag0', value: 123 },
      { name: 'tag1', error: 2014 },
    ];
    expect(readings(neuron, '/neuron/mqtt', { ...head, tags })).toEqual(expected);
  });

  test('a write is answered', () => {
    expect(neuron.parse('/neuron/mqtt', bytes({ uuid: 'cd32', error: 0 }))).toMatchObject({
      type: 'commandAnswer',
      requestId: 'cd32',
      accepted: true,
    });
    expect(neuron.parse('/neuron/mqtt', bytes({ uuid: 'cd32', error: 2014 }))).toMatchObject({ accepted: false });
    expect(neuronWrite('cd32', { node: 'modbus', group: 'grp', tag: 'tag0' }, 1234)).toBe(
      '{"uuid":"cd32","node":"modbus","group":"grp","tag":"tag0","value":1234}',
    );
  });

  test('the topics are the ones configured in it', () => {
    const configured = neuronTopics(['site/{place}/up']);
    expect(configured.filters).toEqual(['site/+/up']);
    expect(configured.matches('site/7/up')).toBe(true);
    expect(configured.matches('/neuron/mqtt')).toBe(false);
  });
});

test.each<[string, number | null, string | null]>([
  ['-18.2', -18.2, null],
  ['"-18.2"', -18.2, null],
  ['" 1e3 "', 1000, null],
  ['true', 1, null],
  ['false', 0, null],
  ['null', null, 'notANumber'],
  ['"NaN"', null, 'notANumber'],
  ['""', null, 'notANumber'],
  ['1e999', null, 'notANumber'],
  ['"1e999"', null, 'notANumber'],
  ['"ON"', null, 'badFormat'],
  ['"0x10"', null, 'badFormat'],
  ['{"a":1}', null, 'badFormat'],
  ['[1]', null, 'badFormat'],
])('the value %s', (json, value, reason) => {
  expect(readings(thingsboardTopics, telemetry, `{"t":${json}}`)[0]).toMatchObject({
    value,
    quality: reason === null ? 'good' : 'bad',
    reason,
  });
});

test('true and false say that they were no numbers', () => {
  const sent = readings(thingsboardTopics, telemetry, { door: true, lamp: false, temp: 1 });
  expect(sent).toEqual([
    { ...good(null, 'door', null, 1), isBoolean: true },
    { ...good(null, 'lamp', null, 0), isBoolean: true },
    good(null, 'temp', null, 1),
  ]);
});

test.each<[string, string, string | Buffer, string]>([
  ['no JSON', telemetry, '{"t":', 'notJson'],
  ['NaN without quotes', telemetry, '{"t":NaN}', 'notJson'],
  ['nothing', telemetry, '', 'notJson'],
  ['bytes that are no UTF-8', telemetry, Buffer.of(0x22, 0xff, 0x22), 'notJson'],
  ['a bare number', telemetry, '5', 'wrongShape'],
  ['null', telemetry, 'null', 'wrongShape'],
  ['an array from a gateway', gateway, '[]', 'wrongShape'],
  ['a connection without a device', 'v1/gateway/connect', '{}', 'wrongShape'],
  ['a connection of a nameless device', 'v1/gateway/connect', '{"device":""}', 'wrongShape'],
  ['a device called __proto__', 'v1/gateway/connect', '{"device":"__proto__"}', 'wrongShape'],
  ['a command answer without id', 'v1/gateway/rpc', '{"device":"a"}', 'wrongShape'],
  ['too much', telemetry, Buffer.alloc(maxPayloadBytes + 1, 0x20), 'payloadTooLarge'],
  ['a topic nobody defined', 'v1/devices/other/telemetry', '{}', 'unknownTopic'],
  ['a topic with an empty name', 'v1/devices/me/rpc/response/', '{}', 'unknownTopic'],
])('%s is refused by name', (_name, topic, payload, code) => {
  expect(() => thingsboardTopics.parse(topic, Buffer.from(payload))).toThrow(expect.objectContaining({ code }));
});

test('a key __proto__ is refused and changes no prototype', () => {
  const message = thingsboardTopics.parse(telemetry, bytes('{"__proto__":{"polluted":1},"t":1}'));
  expect(message).toEqual({ type: 'readings', readings: [good(null, 't', null, 1)], refusedEntries: 1 });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('a payload nested a hundred thousand deep is refused or bad, not fatal', () => {
  const deep = `{"t":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(() => {
    try {
      expect(readings(thingsboardTopics, telemetry, deep)[0]!.quality).toBe('bad');
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
    }
  }).not.toThrow();
});

test('for any message of a gateway, the outcome is readings that are good numbers or bad, or a named error', () => {
  const neuron = neuronTopics();
  const shaped = fc.letrec((tie) => ({
    value: fc.oneof(fc.jsonValue(), fc.constantFrom('NaN', '', '1', '__proto__', 1e308), tie('object')),
    object: fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'ts',
          'values',
          'errors',
          'tags',
          'name',
          'value',
          'node',
          'group',
          'device',
          'id',
          'data',
          'uuid',
          '__proto__',
          'constructor',
        ),
        fc.string(),
      ),
      tie('value'),
      { maxKeys: 6 },
    ),
  }));
  const topics = [
    ...thingsboardTopics.filters.map((filter) => [thingsboardTopics, filter.replace('+', '1')] as const),
    [neuron, '/neuron/a'] as const,
  ];
  const payload = fc.oneof(
    fc.uint8Array(),
    fc.oneof(shaped.object, fc.array(shaped.object)).map((json) => new Uint8Array(bytes(JSON.stringify(json)))),
  );
  fc.assert(
    fc.property(fc.constantFrom(...topics), payload, ([table, topic], sent) => {
      let message: ReturnType<Topics['parse']>;
      try {
        message = table.parse(topic, sent);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
        return;
      }
      const names =
        message.type === 'readings' ? message.readings : message.type === 'attributes' ? message.attributes : [];
      for (const { key } of names) expect(key).not.toBe('__proto__');
      for (const reading of message.type === 'readings' ? message.readings : []) {
        expect(reading.measuredAt === null || Number.isInteger(reading.measuredAt)).toBe(true);
        if (reading.quality === 'good') expect(Number.isFinite(reading.value)).toBe(true);
        else expect([reading.value, reading.reason === null]).toEqual([null, false]);
      }
    }),
    { numRuns: 2000 },
  );
});
