import { z } from 'zod';
import type { Bilingual } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { flag, id, integer, nameOf } from '../scalars.ts';
import { longestFormula, parseFormula } from './formula.ts';
import { formulaWords } from './formulaWords.ts';
import { byteOrders, isCycle, type ModbusDraft, modbusRules, registerFormatNames } from './modbusRules.ts';

/**
 * Where a value comes from: registers of a slave, a key of an MQTT gateway, people, a formula over other points, or a tag that any
 * gateway may hear.
 */
export const pointKinds = ['modbus', 'mqtt', 'virtual', 'computed', 'tag'] as const;
/** Points of tags come with their tag. */
export const newPointKinds = ['modbus', 'mqtt', 'virtual', 'computed'] as const;
export type PointKind = (typeof pointKinds)[number];
export const kindWords: Readonly<Record<PointKind, Bilingual>> = {
  modbus: { zh: 'Modbus', en: 'Modbus' },
  mqtt: { zh: 'MQTT', en: 'MQTT' },
  virtual: { zh: '虚拟', en: 'Virtual' },
  computed: { zh: '计算', en: 'Computed' },
  tag: { zh: '标签', en: 'Tag' },
};

/** 1 (most important) to 4. */
export const pointLevel = integer.pipe(z.number().min(1).max(4));

export const pointName = nameOf({ zh: '点位名称', en: 'A point name' }, 1, 50);
/** Spec §5.3. */
export const pointTypeName = nameOf({ zh: '点类型名称', en: 'A point type name' }, 1, 25);

/** Absent and empty both mean: there is none. */
export const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())
    .optional() as unknown as z.ZodOptional<
    z.ZodType<z.output<Schema> | null | undefined, z.input<Schema> | '' | null | undefined>
  >;

/** A number as people type it; beyond 15 digits two of them are the same in a computer. */
export const decimal = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d{1,15}(\.\d{1,15})?$/),
  ])
  .pipe(z.coerce.number<string | number>().min(-1e15).max(1e15));

/** Anything but such a number is refused with the range: letters and fractions as well as numbers beyond it. */
const between = (low: number, high: number, words: Bilingual) => {
  const error = say(words);
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,15}(\.\d{1,15})?$/, { error }),
      ],
      { error },
    )
    .pipe(z.coerce.number<string | number>().int({ error }).min(low, { error }).max(high, { error }));
};

export const registerAddress = between(0, 65_535, {
  zh: '寄存器地址须为 0–65535 的整数',
  en: 'A register address is a whole number from 0 to 65535',
});
export const slaveAddress = between(1, 255, {
  zh: '从站地址须为 1–255 的整数',
  en: 'A slave address is a whole number from 1 to 255',
});
const addressBit = between(1, 16, { zh: '地址位须为 1–16', en: 'A bit is 1 to 16' });
const registerContent = integer.pipe(z.number().min(0).max(0xffff_ffff));

/** Seconds, spec §5.1. */
export const cycle = integer.pipe(
  z.number().refine(isCycle, {
    error: say({
      zh: '采集周期须为 10、30、60、120 秒，或 60 的倍数（最长一天）',
      en: 'The cycle is 10, 30, 60 or 120 seconds, or a multiple of 60, at most a day',
    }),
  }),
);

const functionCode = integer.pipe(
  z.number().refine((code) => code >= 1 && code <= 4, {
    error: say({ zh: '功能码须为 01–04', en: 'A function code is 01 to 04' }),
  }),
);
const writeFunctionCode = integer.pipe(
  z.number().refine((code) => [5, 6, 15, 16].includes(code), {
    error: say({ zh: '写功能码须为 05、06、15 或 16', en: 'A write function code is 05, 06, 15 or 16' }),
  }),
);
const byteOrder = z
  .enum([...byteOrders, 'DCAB'])
  .transform((order) => (order === 'DCAB' ? 'DCBA' : order) as (typeof byteOrders)[number]);

/** A letter in a formula and the point it stands for. */
export const FormulaInput = z.object({
  Name: z
    .string()
    .trim()
    .regex(/^[A-Za-z_]\w{0,19}$/, {
      error: say({
        zh: '须以字母开头，只含字母、数字和下划线',
        en: 'A letter first, then letters, digits and underlines',
      }),
    })
    .transform((name) => name.toLowerCase()),
  PointId: id,
});

/** The registers of a value: what a Modbus point has beyond any other. */
export const modbusShape = {
  FunctionCode: orNone(functionCode).describe('1 coil, 2 discrete input, 3 holding register, 4 input register'),
  RegisterAddress: orNone(registerAddress).describe('as on the wire, from 0'),
  DataFormat: orNone(z.enum(registerFormatNames)).describe(
    'values are 64-bit floats: an integer of 64 bits beyond 2^53 is kept as the nearest, and cannot be written',
  ),
  ByteOrder: orNone(byteOrder).describe(
    'AB, BA; ABCD, CDAB, BADC, DCBA (DCAB means the same); ABCDEFGH, GHEFCDAB, BADCFEHG, HGFEDCBA; none for a bit',
  ),
  AddressBit: orNone(addressBit).describe('of a 16-bit bitwise read, 1 the least significant; absent: 1'),
  X1: orNone(decimal).describe('mapping: x1, x2 become y1, y2; none of the four: as it is'),
  X2: orNone(decimal),
  Y1: orNone(decimal),
  Y2: orNone(decimal),
  RawErrorValueList: z
    .array(registerContent)
    .max(20)
    .optional()
    .describe('unsigned register contents that mean a broken sensor, such as 32767 (7FFFh)'),
  StatusRegister: orNone(registerAddress).describe('a register beside the value that says whether it may be believed'),
  StatusFaultValueList: z.array(registerContent).max(20).optional().describe('its contents that mean a fault'),
  WriteFunctionCode: orNone(writeFunctionCode).describe('none: 05 for a coil, 06 for one register, 16 for more'),
};

/** What every point has, wherever its value comes from. */
export const commonShape = {
  PointName: pointName,
  PointNameEn: orNone(pointName).describe('shown in English; none: the name itself'),
  PointTypeId: id,
  Unit: z.string().trim().max(20).optional().describe('one of its type; absent: the first'),
  Decimals: integer.pipe(z.number().min(0).max(6)).optional(),
  Level: pointLevel.optional(),
  IsWrite: flag.optional(),
  Cycle: cycle.optional().describe('seconds; of a point that is not polled: how often a value is expected'),
  RangeLow: orNone(decimal).describe('engineering range: what is measured outside counts as bad'),
  RangeHigh: orNone(decimal),
  ErrorValueList: z
    .array(decimal)
    .max(20)
    .optional()
    .describe('values that mean a broken sensor, as they arrive, after mapping'),
  FrozenMinutes: orNone(integer.pipe(z.number().min(1).max(10_080))).describe(
    'a value that stays exactly the same for so long is doubtful; none: not watched',
  ),
};

const sourceShape = {
  ...modbusShape,
  MqttKey: orNone(z.string().trim().max(200)).describe('under which the gateway reports it'),
  MqttDevice: orNone(z.string().trim().max(200)).describe(
    'of a device behind the gateway; none: of the gateway itself',
  ),
  Formula: orNone(z.string().trim().max(longestFormula)).describe(
    'numbers, + - * / ( ), comparisons, min max avg abs if, and the letters of InputList',
  ),
  InputList: z.array(FormulaInput).max(26).optional(),
};

export const pointShape = { ...commonShape, ...sourceShape };

interface Draft extends ModbusDraft {
  readonly Kind?: unknown;
  readonly RangeLow?: unknown;
  readonly RangeHigh?: unknown;
  readonly MqttKey?: unknown;
  readonly Formula?: unknown;
  readonly InputList?: unknown;
  readonly SlaveId?: unknown;
  readonly GatewayId?: unknown;
  readonly IsWrite?: unknown;
}

interface Rule {
  readonly field: string;
  readonly words: Bilingual | ((point: Draft) => Bilingual);
  holds(point: Draft): boolean;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
const required: Bilingual = { zh: '必填', en: 'Required' };
const parsed = ({ Formula }: Draft) => parseFormula(String(Formula ?? ''));
const namesIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.map((input) => String((input as { Name?: unknown } | null)?.Name ?? '').toLowerCase())
    : [];

/** The letters of a formula that no point was chosen for. */
const withoutPoint = (point: Draft): string[] => {
  const given = namesIn(point.InputList);
  return (parsed(point).formula?.variables ?? []).filter((name) => !given.includes(name));
};

/** Rules of a formula with its letters. */
const formulaRules: readonly Rule[] = [
  { field: 'Formula', words: required, holds: ({ Formula }) => !isEmpty(Formula) },
  {
    field: 'Formula',
    words: (point) => formulaWords(parsed(point).problem!),
    holds: (point) => isEmpty(point.Formula) || parsed(point).formula !== null,
  },
  {
    field: 'Formula',
    words: { zh: '公式须引用至少一个点位', en: 'The formula must use at least one point' },
    holds: (point) => parsed(point).formula?.variables.length !== 0,
  },
  {
    field: 'InputList',
    words: (point) => ({
      zh: `公式中的 ${withoutPoint(point).join('、')} 还没有选择点位`,
      en: `Choose the point that ${withoutPoint(point).join(', ')} of the formula stands for`,
    }),
    holds: (point) => withoutPoint(point).length === 0,
  },
  {
    field: 'InputList',
    words: { zh: '同一个字母只能代表一个点位', en: 'A letter stands for one point only' },
    holds: ({ InputList }) => new Set(namesIn(InputList)).size === namesIn(InputList).length,
  },
];

/** Rules of points that are no rules of registers. */
const otherRules: readonly Rule[] = [
  {
    field: 'RangeHigh',
    words: { zh: '量程上限须大于下限', en: 'The upper end of the range must be above the lower end' },
    holds: ({ RangeLow, RangeHigh }) => isEmpty(RangeLow) || isEmpty(RangeHigh) || Number(RangeLow) < Number(RangeHigh),
  },
  { field: 'MqttKey', words: required, holds: ({ Kind, MqttKey }) => Kind !== 'mqtt' || !isEmpty(MqttKey) },
  ...formulaRules.map((rule) => ({
    ...rule,
    holds: (point: Draft) => point.Kind !== 'computed' || rule.holds(point),
  })),
  {
    field: 'IsWrite',
    words: { zh: '计算点位不能写入', en: 'A computed point cannot be written' },
    holds: ({ Kind, IsWrite }) => Kind !== 'computed' || IsWrite !== true,
  },
];

interface Part {
  readonly value: unknown;
}
const isObject = ({ value }: Part): boolean => typeof value === 'object' && value !== null;

/** A schema of points with every rule of spec §5.1 that is about several of its fields. Each is said beside its field. */
function withRules<Schema extends z.ZodType>(schema: Schema, rules: readonly Rule[]): Schema {
  return rules.reduce(
    (checked: Schema, { field, words, holds }) =>
      checked.refine((point) => holds(point as Draft), {
        path: [field],
        error: say(typeof words === 'function' ? (input) => words(input as Draft) : words),
        // A form says all that is wrong at once, not this only after everything else is right.
        when: isObject,
      }) as Schema,
    schema,
  );
}

/** Rules of registers count for points that have some. */
const rulesOfKind: readonly Rule[] = modbusRules.map(({ field, words, holds }) => ({
  field,
  words,
  holds: (point) => point.Kind !== 'modbus' || holds(point),
}));

/** For a formula on its own. */
export const withFormulaRules = <Schema extends z.ZodType>(schema: Schema): Schema => withRules(schema, formulaRules);

export const withPointRules = <Schema extends z.ZodType>(schema: Schema): Schema =>
  withRules(schema, [...rulesOfKind, ...otherRules]);
/** For what is always registers: rows of an import and of a register template. */
export const withModbusRules = <Schema extends z.ZodType>(schema: Schema): Schema =>
  withRules(schema, [...modbusRules, otherRules[0]!]);

/** Where a new point belongs. */
const placeShape = {
  ProjectId: id,
  Kind: z.enum(newPointKinds),
  SlaveId: orNone(id).describe('of a Modbus point'),
  GatewayId: orNone(id).describe('of an MQTT point'),
};
const placeRules: readonly Rule[] = [
  { field: 'SlaveId', words: required, holds: ({ Kind, SlaveId }) => Kind !== 'modbus' || !isEmpty(SlaveId) },
  { field: 'GatewayId', words: required, holds: ({ Kind, GatewayId }) => Kind !== 'mqtt' || !isEmpty(GatewayId) },
];

export const NewPoint = withRules(withPointRules(z.object({ ...placeShape, ...pointShape })), placeRules);
/** One of several points of an MQTT gateway; what is left out is usual. */
export const MqttPoint = z.object({
  PointName: pointName,
  PointTypeId: id,
  Unit: commonShape.Unit,
  Decimals: commonShape.Decimals,
  MqttKey: z.string().trim().min(1).max(200).describe('under which the gateway reports it'),
  MqttDevice: sourceShape.MqttDevice,
  Cycle: commonShape.Cycle,
});
/** All that is set up about a point that exists, as its form has it. */
export const PointForm = withPointRules(z.object({ PointId: id, Kind: z.enum(pointKinds), ...pointShape }));
/** Only what is to change of it; the rest stays, and so does where it hangs. What comes of it keeps the rules of `PointForm`. */
export const PointChange = z.object({
  PointId: id,
  Kind: z.enum(pointKinds).optional().describe('stays; refused where it says another'),
  ...partsOf(pointShape),
});
/** One of several points of one slave. */
export const SlavePoint = withModbusRules(z.object({ ...commonShape, ...modbusShape }));
