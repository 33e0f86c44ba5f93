import { z } from 'zod';
import type { Bilingual } from '../call.ts';
import { say } from '../inputWords.ts';
import { areaWay, orEmpty } from '../scalars.ts';
import { commonShape, modbusShape, orNone, pointName, pointTypeName, withModbusRules } from './fields.ts';
import { functionCodes, registerFormatNames, registerFormats } from './modbusRules.ts';

/** `16 位 无符号` and `16-Bit Unsigned ` are the same as what the template writes. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\-_]/g, '')
    .toLowerCase();

const formatsByWord = new Map(
  registerFormatNames.flatMap((name) =>
    [name, ...Object.values(registerFormats[name].words)].map((word) => [plain(word), name]),
  ),
);
const codesByWord = new Map(
  Object.entries(functionCodes).flatMap(([code, { words }]) =>
    [code, `0${code}`, `fc${code}`, `fc0${code}`, ...Object.values(words)].map((word) => [plain(word), Number(code)]),
  ),
);
const truths = new Map<string, boolean>([
  ...['是', '可写', '读写', 'yes', 'y', 'true', '1', '读/写'].map((word) => [plain(word), true] as const),
  ...['否', '只读', 'no', 'n', 'false', '0'].map((word) => [plain(word), false] as const),
]);

/** A cell in words becomes what the words mean; what they do not know goes on as it is, to be refused by the schema. */
const inWords = <Schema extends z.ZodType>(words: ReadonlyMap<string, unknown>, schema: Schema) =>
  z.preprocess(
    (cell) => (typeof cell === 'string' || typeof cell === 'number' ? (words.get(plain(String(cell))) ?? cell) : cell),
    schema,
  );

const oneOf = (words: Bilingual) => ({ error: say(words) });
const format = z.enum(
  registerFormatNames,
  oneOf({
    zh: `数据格式须为：${Object.values(registerFormats)
      .map(({ words }) => words.zh)
      .join('、')}`,
    en: `The data format is one of: ${Object.values(registerFormats)
      .map(({ words }) => words.en)
      .join(', ')}`,
  }),
);
const truth = z.boolean(oneOf({ zh: '请填写“是”或“否”', en: 'Write “yes” or “no”' }));

/** `7FFFh; 32768` or `0x7FFF，65535` */
const registerContents = z.preprocess(
  (cell) =>
    typeof cell === 'number'
      ? [cell]
      : typeof cell === 'string'
        ? cell
            .split(/[;；,，、\s]+/)
            .filter((part) => part !== '')
            .map((part) =>
              /^(0x[0-9a-f]+|[0-9a-f]+h)$/i.test(part)
                ? Number.parseInt(part.replace(/^0x|h$/gi, ''), 16)
                : /^\d+$/.test(part)
                  ? Number(part)
                  : part,
            )
        : cell,
  z
    .array(
      z
        .number(oneOf({ zh: '错误值须为整数，如 32767 或 7FFFh', en: 'Whole numbers such as 32767 or 7FFFh' }))
        .int()
        .min(0)
        .max(0xffff_ffff),
    )
    .max(20)
    .optional(),
) as unknown as z.ZodType<number[] | undefined, unknown>;

const { PointTypeId: _, ErrorValueList: __, FrozenMinutes: ___, ...common } = commonShape;

/** One row of a spreadsheet of points of one slave. */
export const PointSheetRow = withModbusRules(
  z.object({
    ...common,
    PointTypeName: pointTypeName,
    Unit: orEmpty(z.string().trim().max(20)),
    IsWrite: inWords(truths, truth.optional()),
    ...modbusShape,
    FunctionCode: inWords(codesByWord, modbusShape.FunctionCode),
    DataFormat: inWords(formatsByWord, orNone(format)),
    ByteOrder: z.preprocess(
      (cell) => (typeof cell === 'string' ? cell.trim().toUpperCase() : cell),
      modbusShape.ByteOrder,
    ),
    RawErrorValueList: registerContents,
    StatusFaultValueList: registerContents,
  }),
);
export type PointSheetRow = z.output<typeof PointSheetRow>;

/** One row of a spreadsheet of devices: a device and one of its points. */
export const DeviceSheetRow = z.object({
  ModelTreeName: pointName,
  SmallTypeName: z.string().trim().min(1).max(50),
  LocationName: orEmpty(areaWay),
  PointName: orEmpty(pointName),
  GatewayName: orEmpty(z.string().trim().max(50)),
  SlaveName: orEmpty(z.string().trim().max(50)),
});
export type DeviceSheetRow = z.output<typeof DeviceSheetRow>;
