import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ProtocolError } from '../../ProtocolError.ts';
import { SparkplugNode } from './SparkplugNode.ts';
import { decodeSparkplug, encodeSparkplug, sparkplugType } from './sparkplugPayload.ts';

/** What sparkplug-payload 1.0.3, an implementation by others, makes of an edge node's life. */
const sent = {
  nbirth:
    '0880a388869934120b0a05626453657120085807121a0a144e6f646520436f6e74726f6c2f52656269727468200b700012250a13e69cbae7bb842fe590b8e6b094e58e8be58a9b100118fba2888699342009650000204012130a04446f6f7210021880a388869934200b700112150a02693810031880a388869934200150eeffffff0f12160a0369313610041880a388869934200250ccfeffff0f12160a0369333210051880a38886993420035090ddfbff0f121b0a0369363410061880a388869934200458809ce8afedffffffff0112160a0375363410071880a38886993420085880e497d01212170a016410081880a388869934200a6900000000004032c012120a017310091880a388869934200c7a026f6b12160a076e6f7468696e67100a1880a3888699342009380112290a057374616c65100b1880a38886993420094a100a075175616c6974791205080318f40365000080401800',
  dbirth:
    '08e8aa8886993412160a0474656d70101418e8aa88869934200965000094c1121b0a08736574706f696e74101518e8aa88869934200250ecffffff0f1801',
  ddata: '08d0b2888699341210101418d0b288869934200965000090c11802',
  historical: '08b8ba888699341212101418a0ce848699342009280165000020c11803',
  ndeath: '0880a388869934120b0a05626453657120085807',
  deathOfAnEarlierConnection: '0880a388869934120b0a05626453657120085806',
};
const bornAt = 1_793_430_000_000;
const topic = {
  nbirth: 'spBv1.0/store/NBIRTH/edge',
  ndata: 'spBv1.0/store/NDATA/edge',
  ndeath: 'spBv1.0/store/NDEATH/edge',
  dbirth: 'spBv1.0/store/DBIRTH/edge/case',
  ddata: 'spBv1.0/store/DDATA/edge/case',
  ddeath: 'spBv1.0/store/DDEATH/edge/case',
};

let node: SparkplugNode;
let now: number;
beforeEach(() => {
  node = new SparkplugNode();
  now = bornAt + 10;
});
const push = (where: keyof typeof topic, hex: string) => node.push(topic[where], Buffer.from(hex, 'hex'), now);
const data = (seq: number, metrics: Parameters<typeof encodeSparkplug>[0]['metrics'], timestamp = now) =>
  encodeSparkplug({ timestamp, seq, metrics }).toString('hex');
const float = (value: number | null, more: object = {}) => ({
  alias: 20n,
  dataType: sparkplugType.float,
  value,
  ...more,
});

function born() {
  push('nbirth', sent.nbirth);
  push('dbirth', sent.dbirth);
}

describe('an edge node of another make', () => {
  test('says at its birth what everything is', () => {
    const { readings, change, rebirth, refusedEntries } = push('nbirth', sent.nbirth);
    expect(Object.fromEntries(readings.map(({ key, value, reason }) => [key, value ?? reason]))).toEqual({
      '机组/吸气压力': 2.5,
      Door: 1,
      i8: -18,
      i16: -180,
      i32: -70_000,
      i64: -5_000_000_000,
      u64: 5_000_000_000,
      d: -18.25,
      s: 'badFormat',
      nothing: 'notANumber',
      stale: 'reportedByGateway',
    });
    expect(readings.find(({ key }) => key === 'Door')?.isBoolean).toBe(true);
    expect(new Set(readings.map(({ measuredAt }) => measuredAt))).toEqual(new Set([bornAt]));
    expect([change, rebirth, refusedEntries]).toEqual([{ of: 'node', device: null, up: true }, null, 0]);
  });

  test('uses the aliases of the birth afterwards', () => {
    born();
    expect(push('ddata', sent.ddata)).toEqual({
      readings: [{ device: 'case', key: 'temp', measuredAt: bornAt + 2000, value: -18, quality: 'good', reason: null }],
      refusedEntries: 0,
      change: null,
      rebirth: null,
    });
  });

  test('sends what it stored as history, which is never newer than the present', () => {
    born();
    push('ddata', sent.ddata);
    expect(push('ddata', sent.historical).readings).toMatchObject([
      { key: 'temp', value: -10, measuredAt: bornAt - 60_000 },
    ]);
    const ahead = push('ddata', data(4, [float(99, { isHistorical: true, timestamp: bornAt + 3000 })]));
    expect(ahead).toMatchObject({ readings: [], refusedEntries: 1 });
  });

  test('is gone by its own will, not by that of an earlier connection', () => {
    born();
    expect(push('ndeath', sent.deathOfAnEarlierConnection).change).toBeNull();
    expect(push('ndeath', sent.ndeath).change).toEqual({ of: 'node', device: null, up: false });
    expect(push('nbirth', sent.nbirth).change).toEqual({ of: 'node', device: null, up: true });
  });

  test('reads the commands of ours as its own', () => {
    born();
    const command = node.command('case', 'setpoint', -21, now)!;
    expect(command.topic).toBe('spBv1.0/store/DCMD/edge/case');
    expect(decodeSparkplug(command.payload).metrics).toEqual([
      { name: 'setpoint', timestamp: now, dataType: sparkplugType.int16, value: 0xffff_ffebn },
    ]);
    expect(node.command(null, 'Door', 1, now)!.topic).toBe('spBv1.0/store/NCMD/edge');
    expect(node.command('case', 'unheard of', 1, now)).toBeNull();
  });
});

test('a device behind the node comes and goes', () => {
  born();
  expect(push('ddeath', data(2, [])).change).toEqual({ of: 'device', device: 'case', up: false });
  now += 60_000;
  expect(push('ddata', data(3, [float(1)])).rebirth).not.toBeNull();
  push('dbirth', data(4, [{ ...float(1), name: 'temp' }]));
  expect(push('ddata', data(5, [float(1)])).rebirth).toBeNull();
});

test('a lost message is noticed by the sequence, and a rebirth is asked for, once in ten seconds', () => {
  born();
  const asked = () => push('ddata', data(9, [float(1)])).rebirth;
  const first = asked()!;
  expect(first.topic).toBe('spBv1.0/store/NCMD/edge');
  expect(decodeSparkplug(first.payload).metrics).toMatchObject([{ name: 'Node Control/Rebirth', value: true }]);
  expect(asked()).toBeNull();
  now += 10_000;
  expect(asked()).not.toBeNull();
});

test('after a lost message aliases mean nothing until a birth names them again; names still do', () => {
  born();
  const behindGap = push('ddata', data(9, [float(-17), { name: 'temp', dataType: sparkplugType.float, value: -16 }]));
  expect(behindGap.readings.map(({ value }) => value)).toEqual([-16]);
  expect([behindGap.refusedEntries, behindGap.rebirth !== null]).toEqual([1, true]);
  expect(push('ddata', data(10, [float(-17)])).readings).toEqual([]);
  born();
  expect(push('ddata', data(2, [float(-17)])).readings.map(({ value }) => value)).toEqual([-17]);
});

test('a birth that cannot be read leaves the node unborn: the aliases of the earlier one are not used', () => {
  born();
  expect(() => push('nbirth', 'ff')).toThrow(ProtocolError);
  expect(node.command('case', 'setpoint', -18, now)).toBeNull();
  const { readings, refusedEntries, rebirth } = push('ddata', data(2, [float(-17)]));
  expect([readings, refusedEntries, rebirth !== null]).toEqual([[], 1, true]);
});

test('the sequence goes on from 255 to 0', () => {
  born();
  for (let seq = 2; seq <= 600; seq++) expect(push('ddata', data(seq & 0xff, [float(seq)])).rebirth).toBeNull();
});

test('data before a birth means nothing to anybody, and a birth is asked for', () => {
  const early = push('ddata', sent.ddata);
  expect(early).toMatchObject({ readings: [], refusedEntries: 1 });
  expect(early.rebirth).not.toBeNull();
});

test('an alias that no birth named is refused, and a rebirth is asked for', () => {
  born();
  const unknown = push('ddata', data(2, [{ alias: 77n, dataType: sparkplugType.float, value: 1 }, float(2)]));
  expect(unknown).toMatchObject({ refusedEntries: 1, readings: [{ value: 2 }] });
  expect(unknown.rebirth).not.toBeNull();
});

test('an alias of another device is not taken for this one’s', () => {
  born();
  expect(node.push('spBv1.0/store/DDATA/edge/other', Buffer.from(data(2, [float(5)]), 'hex'), now)).toMatchObject({
    readings: [],
    refusedEntries: 1,
  });
});

test.each([
  'spBv1.0/store/NDATA/another',
  'spBv1.0/elsewhere/NDATA/edge',
  'spBv1.0/store/NDATA',
  'spBv1.0/store/DDATA/edge',
  'spBv1.0/store/NCMD/edge',
  'spAv1.0/store/NDATA/edge',
])('on the connection of a node that was born, %s is refused', (elsewhere) => {
  born();
  expect(() => node.push(elsewhere, Buffer.from(sent.ddata, 'hex'), now)).toThrow(
    expect.objectContaining({ code: 'unknownTopic' }),
  );
});

test('a value of any type is what it was before it was sent', () => {
  const whole = fc.constantFrom(
    [sparkplugType.int8, -128, 127],
    [sparkplugType.int16, -32_768, 32_767],
    [sparkplugType.int32, -(2 ** 31), 2 ** 31 - 1],
    [sparkplugType.int64, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [sparkplugType.uint8, 0, 255],
    [sparkplugType.uint16, 0, 65_535],
    [sparkplugType.uint32, 0, 2 ** 32 - 1],
    [sparkplugType.uint64, 0, Number.MAX_SAFE_INTEGER],
  ) as fc.Arbitrary<[number, number, number]>;
  const typed = fc.oneof(
    whole.chain(([dataType, min, max]) => fc.integer({ min, max }).map((value) => ({ dataType, value }))),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ dataType: sparkplugType.double, value })),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ dataType: sparkplugType.float, value })),
  );
  fc.assert(
    fc.property(typed, ({ dataType, value }) => {
      const fresh = new SparkplugNode();
      const birth = encodeSparkplug({
        timestamp: bornAt,
        seq: 0,
        metrics: [{ name: 'v', alias: 1n, dataType, value }],
      });
      const read = fresh.push(topic.nbirth, birth, now).readings[0]!.value! + 0;
      expect(dataType === sparkplugType.float ? Math.fround(read) : read).toBe(value + 0);
    }),
  );
});

test('no bytes, and no damage to good ones, do more than a named error', () => {
  const damaged = fc
    .tuple(
      fc.constantFrom(...Object.values(sent)),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
      fc.nat(),
    )
    .map(([hex, changes, cut]) => {
      const bytes = Buffer.from(hex, 'hex');
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      return new Uint8Array(bytes.subarray(0, cut % (bytes.length + 1)));
    });
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.values(topic)), fc.oneof(fc.uint8Array(), damaged)), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const fresh = new SparkplugNode();
      for (const [where, bytes] of all) {
        try {
          for (const { quality, value, reason, measuredAt, key } of fresh.push(where, bytes, now).readings) {
            expect(key).not.toBe('__proto__');
            expect(measuredAt === null || Number.isInteger(measuredAt)).toBe(true);
            if (quality === 'good') expect(Number.isFinite(value)).toBe(true);
            else expect([value, reason === null]).toEqual([null, false]);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }
    }),
    { numRuns: 300 },
  );
});
