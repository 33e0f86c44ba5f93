import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { inputText, nameOf, sheetErrors, sheetText } from '@watchpost/contract';
import fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ImportColumn, importRows, writeCorrections } from './importRows.ts';
import { readSheet } from './readSheet.ts';
import { unzipBounded } from './unzipBounded.ts';
import { writeTemplate } from './writeTemplate.ts';
import { type SheetColumn, writeWorkbook } from './writeWorkbook.ts';

interface Freezer {
  name: string | null;
  temperature: number | null;
  since: number | null;
}
const columns: SheetColumn<Freezer>[] = [
  { header: { zh: '名称', en: 'Name' }, type: 'text', value: ({ name }) => name },
  { header: { zh: '温度 (℃)', en: 'Temperature (°C)' }, type: 'number', decimals: 1, value: (row) => row.temperature },
  { header: { zh: '时间', en: 'Time' }, type: 'date', value: ({ since }) => since },
];
const written = (rows: Iterable<Freezer> | AsyncIterable<Freezer>, language: 'zh' | 'en' = 'zh') =>
  buffer(writeWorkbook({ title: '冷柜', columns, rows, language, timeZone: 'Asia/Shanghai' }));
const freezer = (name: string): Freezer => ({ name, temperature: null, since: null });
const limits = { maxRows: 100 };

test('what was written is read again: text, numbers, times of the zone, and what is empty stays empty', async () => {
  const rows = [
    { name: '一号冷柜', temperature: -18.4, since: Date.UTC(2026, 10, 21, 11, 0, 5) },
    { name: null, temperature: Number.NaN, since: null },
    { name: 'B', temperature: 0, since: null },
  ];
  const sheet = await readSheet(await written(rows), limits);
  expect(sheet.header).toEqual(['名称', '温度 (℃)', '时间']);
  expect(sheet.rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 4]);
  expect(sheet.rows[0]?.cells).toEqual([
    { kind: 'text', value: '一号冷柜' },
    { kind: 'number', value: -18.4 },
    { kind: 'date', value: '2026-11-21 19:00:05' },
  ]);
  expect(sheet.rows[1]?.cells[1]).toEqual({ kind: 'number', value: 0 });
});

test('the header is bold, cells are coloured by their row, and a legend stands in heads behind the columns', async () => {
  const warm: SheetColumn<Freezer> = {
    ...columns[0]!,
    fill: ({ temperature }) => (temperature! > -15 ? 'FFC7CE' : null),
  };
  const rows = [-18, -9, -18].map((temperature, i) => ({ name: `F${i}`, temperature, since: null }));
  const legend = [{ text: 'Urgent', fill: 'FFC7CE' }];
  const options = {
    title: '冷柜',
    columns: [warm, columns[1]!],
    rows,
    language: 'en',
    timeZone: 'UTC',
    legend,
  } as const;
  const { sheets } = await readXlsx(await buffer(writeWorkbook(options)), { readStyles: true });
  const styleOf = (row: number, column: number) => sheets[0]!.cells?.get(`${row},${column}`)?.style;
  const fillOf = (row: number, column: number) => {
    const fill = styleOf(row, column)?.fill;
    return fill?.type === 'pattern' && fill.pattern === 'solid' ? fill.fgColor?.rgb : undefined;
  };
  expect([0, 1, 2].map((column) => styleOf(0, column)?.font?.bold)).toEqual([true, true, true]);
  expect(styleOf(1, 0)?.font?.bold).not.toBe(true);
  expect([1, 2, 3].map((row) => [fillOf(row, 0), fillOf(row, 1)])).toEqual([
    [undefined, undefined],
    ['FFC7CE', undefined],
    [undefined, undefined],
  ]);
  expect(sheets[0]!.rows[0]).toEqual(['Name', 'Temperature (°C)', 'Urgent']);
  expect(fillOf(0, 2)).toBe('FFC7CE');
});

test('headers speak the language of the reader', async () => {
  const sheet = await readSheet(await written([freezer('A')], 'en'), limits);
  expect(sheet.header).toEqual(['Name', 'Temperature (°C)', 'Time']);
});

test.each(['=1+1', '+86 138', '-5', '@SUM(A1)', '=HYPERLINK("http://x","y")', '\t=1', "'=1", '_x0041_'])(
  'the text %j stays text and is not calculated, now or after editing',
  async (text) => {
    const file = await written([freezer(text)]);
    const [row] = (await readSheet(file, limits)).rows;
    expect(row?.cells[0]).toEqual({ kind: 'text', value: text.trim() });
    const parts = await unzipBounded(file, 1e6);
    expect(String(parts.get('xl/worksheets/sheet1.xml'))).not.toContain('<f');
    // The format "text" keeps it so when somebody edits the cell.
    expect(String(parts.get('xl/styles.xml'))).toMatch(/numFmtId="49"|formatCode="@"/);
  },
);

test('texts that no file can hold are cut or mended, not written broken', async () => {
  const names = ['长'.repeat(40_000), 'a\ud800b', 'c\uffffd\u0001e', '😀'.repeat(20_000)];
  const { rows } = await readSheet(await written(names.map(freezer)), limits);
  const texts = rows.map(({ cells }) => (cells[0]?.kind === 'text' ? cells[0].value : ''));
  expect(texts.map(({ length }) => length)).toEqual([32_767, 3, 5, 32_767]);
  for (const text of texts) expect(text.isWellFormed()).toBe(true);
});

test('rows are taken only as fast as the file is written', async () => {
  let taken = 0;
  async function* rows() {
    for (; taken < 100_000; taken += 1) yield { name: `冷柜 ${taken}`, temperature: taken, since: taken };
  }
  const stream = writeWorkbook({ title: 't', columns, rows: rows(), language: 'zh', timeZone: 'UTC' });
  await new Promise((resolve) => stream.once('readable', resolve));
  expect(taken).toBeLessThan(50_000);
  stream.destroy();
});

const withFormula = () =>
  writeXlsx({
    sheets: [
      {
        name: 'a',
        rows: [
          ['姓名', '手机号'],
          ['林工', 2],
        ],
        cells: new Map([['1,1', { value: 2, type: 'formula', formula: '1+1', formulaResult: 2 }]]),
      },
    ],
  });

test('a formula is seen as one, with any result', async () => {
  const { rows } = await readSheet(await withFormula(), limits);
  expect(rows[0]?.cells).toEqual([{ kind: 'text', value: '林工' }, { kind: 'formula' }]);
});

/** A ZIP archive; its only part may claim to unpack to another size. */
function archiveOf(parts: Record<string, Buffer>, claimed?: number): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const header = Buffer.alloc(30 + name.length);
    header.writeUInt32LE(0x04034b50);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(claimed ?? content.length, 22);
    header.writeUInt16LE(name.length, 26);
    header.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimed ?? content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    entry.write(name, 46);
    bodies.push(header, packed);
    entries.push(entry);
    offset += header.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...entries, end]);
}
const worksheet = 'xl/worksheets/sheet1.xml';
const zeros = Buffer.alloc(100 * 1024 * 1024);

test.each([
  ['a hundred megabytes of nothing', archiveOf({ [worksheet]: zeros })],
  ['a hundred megabytes that claim to be ten bytes', archiveOf({ [worksheet]: zeros }, 10)],
])('%s are refused before they are unpacked', async (_what, bomb) => {
  await expect(readSheet(bomb, limits)).rejects.toMatchObject({ entry: sheetErrors.tooLarge });
});

test.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['a text', async () => Buffer.from('姓名,手机号\n林工,138\n')],
  ['an archive without a workbook', async () => archiveOf({ 'readme.txt': Buffer.from('hello') })],
  ['an old .xls file', async () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex')],
  ['half a workbook', async () => (await written([freezer('A')])).subarray(0, 900)],
  [
    'a workbook with a password',
    () => writeXlsx({ sheets: [{ name: 'a' }], encryption: { password: 'secret', spinCount: 10 } }),
  ],
])('%s is no file to import', async (_what, make) => {
  await expect(readSheet(await make(), limits)).rejects.toMatchObject({ entry: sheetErrors.unreadable });
});

test('a workbook that is damaged anywhere, or says something else inside, is read or refused', async () => {
  const template = await buffer(
    writeTemplate(memberColumns, { title: { zh: '冷柜', en: 'Freezers' }, language: 'zh', maxRows: 20 }),
  );
  const files = await Promise.all(
    [template, await written([freezer('A'), { name: '=1', temperature: -18.4, since: Date.UTC(2026, 1, 3) }])].map(
      async (bytes) => ({ bytes, parts: await unzipBounded(bytes, 1e6) }),
    ),
  );
  // What stands in the parts of a workbook, in places where it does not belong.
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '</row>',
      '<c ',
      '<f>1</f>',
      ' r="',
      'r="ZZZ9999999"',
      't="s"',
      '&#0;',
      '&',
      '1e400',
      ']]>',
    ),
    fc.constantFrom(
      '<v>99999</v>',
      'Target="../../../etc/passwd"',
      '<!DOCTYPE x [<!ENTITY a "b">]>',
      '\u0000',
      '\ud800',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const cut = fc.record({ part: fc.nat(), at: fc.nat(), length: fc.nat(40), piece });
  const damaged = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => () => Buffer.from(bytes)),
    fc
      .tuple(fc.nat(1), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }))
      .map(([which, bytes]) => () => {
        const file = Buffer.from(files[which]!.bytes);
        for (const [at, byte] of bytes) file[at % file.length] = byte;
        return file;
      }),
    fc.tuple(fc.nat(1), fc.array(cut, { minLength: 1, maxLength: 4 })).map(([which, cuts]) => () => {
      const parts = new Map(files[which]!.parts);
      for (const { part, at, length, piece } of cuts) {
        const [name, content] = [...parts][part % parts.size]!;
        const text = content.toString();
        const from = at % (text.length + 1);
        parts.set(name, Buffer.from(text.slice(0, from) + piece + text.slice(from + length)));
      }
      return archiveOf(Object.fromEntries(parts));
    }),
  );
  const { tooLarge, unreadable, tooManyRows, noRows } = sheetErrors;
  await fc.assert(
    fc.asyncProperty(damaged, async (make) => {
      const outcome = await readSheet(make(), limits).catch((error: { entry?: object }) => error.entry ?? error);
      if ('rows' in outcome) expect(outcome.rows.length).toBeLessThanOrEqual(limits.maxRows);
      else expect([tooLarge, unreadable, tooManyRows, noRows]).toContain(outcome);
    }),
    { numRuns: 60 },
  );
});

test('ten megabytes of cells that never end are refused, and not looked through once for each of them', async () => {
  const workbook = await unzipBounded(await written([freezer('A')]), 1e6);
  for (const endless of ['<c ', '<sheet ', '<Relationship ']) {
    const content = Buffer.from(endless.repeat(10_000_000 / endless.length));
    const name = { '<c ': worksheet, '<sheet ': 'xl/workbook.xml', '<Relationship ': 'xl/_rels/workbook.xml.rels' }[
      endless
    ]!;
    const file = archiveOf({ ...Object.fromEntries(workbook), [name]: content });
    await expect(readSheet(file, limits), endless).rejects.toMatchObject({ name: 'Refusal' });
  }
});

test('a sheet has rows, but not more than are allowed at a time', async () => {
  const many = Array.from({ length: 101 }, (_, i) => freezer(String(i)));
  await expect(readSheet(await written(many), limits)).rejects.toMatchObject({ entry: sheetErrors.tooManyRows });
  await expect(readSheet(await written([]), limits)).rejects.toMatchObject({ entry: sheetErrors.noRows });
});

test('a cell in the last corner of a sheet costs no more than one row', async () => {
  const parts = Object.fromEntries(
    await unzipBounded(await writeXlsx({ sheets: [{ name: 'a', rows: [['名称'], ['A'], ['B']] }] }), 1e6),
  );
  const xml = String(parts[worksheet]).replace('"A3"', '"XFD1048576"').replace('r="3"', 'r="1048576"');
  const sheet = await readSheet(archiveOf({ ...parts, [worksheet]: Buffer.from(xml) }), limits);
  expect(sheet.rows).toEqual([{ rowNumber: 2, cells: [{ kind: 'text', value: 'A' }] }]);
});

const memberColumns: ImportColumn[] = [
  { key: 'Name', header: { zh: '姓名', en: 'Name' }, type: 'text' },
  { key: 'Mobile', header: { zh: '手机号', en: 'Phone' }, type: 'text' },
  { key: 'Since', header: { zh: '入职日期', en: 'Joined' }, type: 'date', optional: true },
];
const member = z.object({
  Name: nameOf({ zh: '姓名', en: 'A name' }, 1, 5),
  Mobile: z.string().regex(/^\d{11}$/),
  Since: z.string().optional(),
});
const fileOf = (...rows: (string | number | Date | null)[][]) => writeXlsx({ sheets: [{ name: 'a', rows }] });
const options = { columns: memberColumns, schema: member, language: 'zh' } as const;
const imported = async (content: Uint8Array) =>
  importRows(await readSheet(content, limits), options).map(({ readable: _, ...row }) => row);

test('rows become what the schema makes of them; a phone number typed as a number keeps its digits', async () => {
  const rows = await imported(
    await fileOf(
      ['Phone ', '入职日期', '姓名'],
      [13800000000, new Date('2026-01-31'), ' 林工 '],
      ['13800000001', '2026/02/01', '王工'],
    ),
  );
  expect(rows).toEqual([
    { rowNumber: 2, value: { Name: '林工', Mobile: '13800000000', Since: '2026-01-31' }, problems: [] },
    { rowNumber: 3, value: { Name: '王工', Mobile: '13800000001', Since: '2026-02-01' }, problems: [] },
  ]);
});

test('what is wrong is said for each row and column in both languages, the words a form says', async () => {
  const rows = await imported(await fileOf(['姓名', '手机号'], ['林工', '138'], [], [null, '13800000000']));
  expect(rows).toEqual([
    { rowNumber: 2, value: null, problems: [{ column: 'Mobile', message: inputText.wrongFormat }] },
    { rowNumber: 4, value: null, problems: [{ column: 'Name', message: inputText.missing }] },
  ]);
});

test('a cell turns no text around and holds no control characters', async () => {
  const rows = await imported(
    await fileOf(['姓名', '手机号'], ['林\u202Egpj.exe', '13800000000'], ['林\u007F', '13800000001']),
  );
  expect(rows.map(({ problems }) => problems.map(({ column, message }) => [column, message.en]))).toEqual([
    [['Name', 'Characters that turn text around are not taken']],
    [['Name', 'Control characters are not taken']],
  ]);
});

test('a formula is refused where it stands', async () => {
  expect(await imported(await withFormula())).toEqual([
    { rowNumber: 2, value: null, problems: [{ column: 'Mobile', message: sheetText.formula }] },
  ]);
});

test('another template is refused with the names of its columns', async () => {
  const without = imported(await fileOf(['姓名', '入职日期'], ['林工', null]));
  await expect(without).rejects.toMatchObject({
    entry: sheetErrors.columnsMissing,
    parameters: { columns: '手机号' },
  });
  const strange = imported(await fileOf(['姓名', '手机号', '工资', '姓名'], ['林工', '138', 1, 'x']));
  await expect(strange).rejects.toMatchObject({
    entry: sheetErrors.columnsUnknown,
    parameters: { columns: '工资、姓名' },
  });
});

test('the corrected file is the sent one with its problems beside it, and can be sent again', async () => {
  const sheet = await readSheet(
    await fileOf(['姓名', '手机号', '入职日期'], ['=林', '138', new Date('2026-01-31')], ['王工', 13800000001, null]),
    limits,
  );
  const rows = importRows(sheet, options);
  const taken = { zh: '手机号已注册', en: 'This phone number is registered already' };
  rows[1]?.problems.push({ column: 'Mobile', message: taken });
  const content = await buffer(writeCorrections(sheet, rows, { columns: memberColumns, language: 'en' }));
  const again = await readSheet(content, limits);
  const texts = again.rows.map(({ cells }) => cells.map((cell) => ('value' in cell ? cell.value : null)));
  expect([again.header, ...texts]).toEqual([
    ['姓名', '手机号', '入职日期', 'Problem'],
    ['=林', '138', '2026-01-31', 'Phone: Wrong format'],
    ['王工', '13800000001', null, `Phone: ${taken.en}`],
  ]);
  expect(importRows(again, options)[1]).toMatchObject({ value: { Name: '王工' }, problems: [] });
});

test('an empty template has the headers of the language and is recognised when it comes back', async () => {
  const template = await buffer(
    writeTemplate(memberColumns, { title: { zh: '成员', en: 'Members' }, language: 'en', maxRows: 100 }),
  );
  await expect(readSheet(template, limits)).rejects.toMatchObject({ entry: sheetErrors.noRows });
  const parts = await unzipBounded(template, 1e6);
  expect(String(parts.get(worksheet))).toContain('Phone');
});
