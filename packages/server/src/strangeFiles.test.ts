/** Files that people upload, damaged, made up or made to hurt: each is read or refused with words, and nothing else happens. */
import { buffer } from 'node:stream/consumers';
import { fileErrors, gatewayErrors, PointSheetRow } from '@watchpost/contract';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImage } from './files/readImage.ts';
import { readGatewayFile } from './gateways/configuration/applyFile.ts';
import { differencesOf } from './gateways/configuration/gatewayFile.ts';
import { importRows, writeCorrections } from './platform/excel/importRows.ts';
import { readSheet, type SheetCell } from './platform/excel/readSheet.ts';
import { Refusal } from './platform/http/refusal.ts';
import { pointColumns } from './points/import/pointSheet.ts';

/** Bytes of a good file with some of them changed, put in, or the end cut off. */
const damage = fc.record({
  changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
  inserted: fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 20 })),
  kept: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
});
function damaged(
  good: Uint8Array,
  { changes, inserted, kept }: typeof damage extends fc.Arbitrary<infer D> ? D : never,
) {
  const bytes = Buffer.from(good);
  for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
  const place = inserted[0] % bytes.length;
  const all = Buffer.concat([bytes.subarray(0, place), inserted[1], bytes.subarray(place)]);
  return all.subarray(0, Math.ceil(all.length * kept));
}

test('an image that is damaged anywhere is a picture or is refused', async () => {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } });
  const images = await Promise.all(
    (['jpeg', 'png', 'gif', 'webp'] as const).map((format) => picture.clone().toFormat(format).toBuffer()),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...images), damage, async (image, how) => {
      const outcome = await readImage(damaged(image, how)).catch((error: Refusal) => error);
      if (outcome instanceof Error) {
        const { tooLarge, notAnImage, tooManyPixels } = fileErrors;
        expect([tooLarge, notAnImage, tooManyPixels]).toContain(outcome.entry);
      } else {
        expect((await sharp(outcome.content).metadata()).width).toBe(outcome.width);
        expect(outcome.width * outcome.height).toBeLessThanOrEqual(4096 * 4096);
      }
    }),
    { numRuns: 40 },
  );
});

const gatewayFile = {
  format: 'watchpost-gateway',
  version: 1,
  serialNumber: 'DTU0000001',
  protocol: 'DTU',
  gateway: { name: 'Store 12', heartbeat: '7777', registrationMode: 'once' },
  slaves: [{ address: 1, name: 'Freezer', baudRate: 9600, parity: 'even' }],
  points: [
    {
      slaveAddress: 1,
      name: 'Air',
      pointType: 'temperature',
      decimals: 1,
      modbus: {
        functionCode: 3,
        address: 403,
        format: 's16',
        byteOrder: 'AB',
        bit: null,
        scaling: null,
        errorValues: [],
        statusRegister: null,
      },
    },
  ],
};

test('a configuration file of a gateway is read, or refused with what is wrong with it', () => {
  const present = readGatewayFile(Buffer.from(JSON.stringify(gatewayFile)));
  const read = (content: Uint8Array) => {
    try {
      return readGatewayFile(content);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      expect(error.entry).toBe(gatewayErrors.wrongConfiguration);
      return null;
    }
  };
  // Some values of a good file are others.
  const strange = fc.oneof(fc.jsonValue(), fc.constantFrom('\u0000', '\ud800', '__proto__', 1e308, -1, ''));
  const replaced = fc
    .array(fc.tuple(fc.constantFrom('model', 'name', 'address', 'heartbeat', 'slaves', 'modbus', '__proto__'), strange))
    .map((changes) => {
      const others = new Map<string, unknown>(changes);
      return Buffer.from(JSON.stringify(gatewayFile, (key, value) => (others.has(key) ? others.get(key) : value)));
    });
  fc.assert(
    fc.property(
      fc.oneof(
        replaced,
        damage.map((how) => damaged(Buffer.from(JSON.stringify(gatewayFile)), how)),
      ),
      (content) => {
        const file = read(content);
        if (file) for (const language of ['zh', 'en'] as const) differencesOf(present, file, language);
      },
    ),
    { numRuns: 200 },
  );
  expect(read(Buffer.from(JSON.stringify({ ...gatewayFile, gateway: { name: 'A', model: 'A\u0000' } })))).toBeNull();
  const deep = JSON.stringify(gatewayFile).replace('"s16"', `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(read(Buffer.from(deep))).toBeNull();
});

test('for any cells of a point sheet, each row is a point or names its problems, and is returned for correction', async () => {
  const words = [
    '温度',
    '03',
    '16位有符号',
    'AB',
    '位',
    '是',
    '7FFFh; 0x10',
    '404',
    '60',
    'Float',
    '=1+1',
    '\u0000',
    '\ud800',
  ];
  const cell = fc.oneof(
    fc.constant<SheetCell>({ kind: 'empty' }),
    fc
      .oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' }))
      .map((value): SheetCell => ({ kind: 'text', value })),
    fc.oneof(fc.integer({ min: -1, max: 70_000 }), fc.double()).map((value): SheetCell => ({ kind: 'number', value })),
    fc.constantFrom<SheetCell>(
      { kind: 'boolean', value: true },
      { kind: 'date', value: '2026-02-30 00:00:00' },
      { kind: 'formula' },
    ),
  );
  const header = pointColumns.map((column) => column.header.zh);
  const row = fc.array(cell, { minLength: header.length, maxLength: header.length });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
      const sheet = { header, rows: rows.map((cells, at) => ({ rowNumber: at + 2, cells })) };
      const options = { columns: pointColumns, schema: PointSheetRow, language: 'zh' as const };
      const read = importRows(sheet, options);
      expect(read.map(({ rowNumber }) => rowNumber)).toEqual(sheet.rows.map(({ rowNumber }) => rowNumber));
      for (const { value, problems } of read) {
        expect(value === null).toBe(problems.length > 0);
        for (const { message } of problems) expect([message.zh, message.en]).not.toContain('');
      }
      const corrections = await readSheet(await buffer(writeCorrections(sheet, read, options)), { maxRows: 10 });
      expect(corrections.header).toEqual([...header, '问题']);
    }),
    { numRuns: 12 },
  );
});
