import { z } from 'zod';
import { say } from '../inputWords.ts';
import { orNone } from '../points/fields.ts';
import { integer, nameOf } from '../scalars.ts';

/** Steps of a pointer that stand for any member. */
const named = ['{key}', '{device}'] as const;

const isPointer = (text: string): boolean => {
  if (text === '') return true;
  const steps = text.slice(1).split('/');
  return (
    text.startsWith('/') &&
    !/~(?![01])/.test(text) &&
    steps.length <= 16 &&
    named.every((name) => steps.filter((step) => step === name).length <= 1)
  );
};

const countOf = (pointer: string, name: string): number => pointer.split('/').filter((step) => step === name).length;

/** `/data/*\/value`: where something stands in a message (RFC 6901), with `{key}`, `{device}` or `*` as whole steps. */
const pointer = z
  .string()
  .trim()
  .max(300)
  .refine(isPointer, {
    error: say({
      zh: '须为 JSON 指针，如 /data/temp；可用 {key}、{device}、* 代表任意成员',
      en: 'A JSON pointer such as /data/temp; {key}, {device} or * stand for any member',
    }),
  });

/** Absent, empty and null: there is none. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => orNone(schema).transform((value) => value ?? null);

const optionalPointer = orNull(pointer);

const levelIsFine = (level: string, names: readonly string[], last: boolean, wildcards: boolean): boolean =>
  names.includes(level) || (wildcards && (level === '+' || (level === '#' && last))) || !/[+#{}]/.test(level);

const isTopic =
  (names: readonly string[], wildcards: boolean) =>
  (text: string): boolean => {
    const levels = text.split('/');
    const placeholders = levels.filter((level) => level.startsWith('{'));
    return (
      !text.includes('\u0000') &&
      new Set(placeholders).size === placeholders.length &&
      levels.every((level, index) => levelIsFine(level, names, index === levels.length - 1, wildcards))
    );
  };

const topicFilter = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(255)
  .refine(isTopic(named, true), {
    error: say({
      zh: '须为 MQTT 主题过滤器，如 usr/{device}/up；+ 与 # 须独占一级，{device}、{key} 各最多一次',
      en: 'An MQTT topic filter such as usr/{device}/up; + and # fill a level, {device} and {key} stand once at most',
    }),
  });

const commandTopic = z
  .string()
  .trim()
  .max(255)
  .refine(isTopic([...named, '{id}'], false), {
    error: say({
      zh: '须为主题，如 usr/{device}/down；不能含 + 或 #',
      en: 'A topic such as usr/{device}/down, without + or #',
    }),
  });

/** Short texts that a message is compared with. */
const words = z.array(z.string().trim().min(1).max(50)).max(50).default([]);

const sampleOf: Readonly<Record<string, string>> = { value: '1', timestamp: '0' };

/** Looks like JSON and is none, with any values filled in. */
const isBrokenJson = (template: string): boolean => {
  if (!/^\s*[[{]/.test(template)) return false;
  try {
    JSON.parse(template.replace(/\{(id|device|key|value|timestamp)\}/g, (_, name: string) => sampleOf[name] ?? '1'));
    return false;
  } catch {
    return true;
  }
};

const template = z
  .string()
  .max(4000)
  .refine((text) => !isBrokenJson(text), {
    error: say({
      zh: '填入示例值后不是合法的 JSON',
      en: 'No JSON comes of it once the placeholders are filled in',
    }),
  });

const shape = {
  Topic: topicFilter.describe('whose messages are read; {device} and {key} are levels that name them'),
  Values: z
    .array(pointer)
    .min(1)
    .max(100)
    .describe('where values stand; {key} names them, else their own pointer does'),
  Device: optionalPointer.describe(
    'where the device’s name stands; none: the topic or the pointer says it, or it is the gateway',
  ),
  Key: optionalPointer.describe('where the key stands; none: the pointer or the topic says it'),
  Time: optionalPointer.describe('where the time stands; none: the moment of arrival'),
  UtcOffsetMinutes: integer.pipe(z.number().min(-840).max(840)).default(0).describe('of dates that name no zone'),
  Quality: optionalPointer.describe('where the quality stands'),
  QualityGood: words.describe('what stands there when the value is good'),
  Unit: optionalPointer.describe('where the unit stands; shown, never converted'),
  Failures: words.describe('what is sent in place of a value that could not be measured'),
  Ignore: z.array(z.string().min(1).max(255)).max(100).default([]).describe('keys that are no readings'),
  CommandTopic: orNull(commandTopic).describe('where commands are published; none: it takes none'),
  CommandPayload: z
    .preprocess((value) => (value === null ? '' : value), template)
    .default('')
    .describe('with {id}, {device}, {key}, {value}, {timestamp}'),
  ReplyTopic: orNull(topicFilter).describe('where it answers commands; none: it does not'),
  ReplyId: optionalPointer.describe('where the command’s id stands in the answer'),
  ReplyResult: optionalPointer.describe('where the answer says how it went'),
  ReplyAccepted: words.describe('what stands there when it went well'),
};

interface Checked {
  Values: readonly string[];
  Device?: string | null | undefined;
  Key?: string | null | undefined;
  Time?: string | null | undefined;
  Quality?: string | null | undefined;
  Unit?: string | null | undefined;
  QualityGood: readonly string[];
  Topic: string;
  CommandTopic?: string | null | undefined;
  CommandPayload: string;
  ReplyTopic?: string | null | undefined;
  ReplyId?: string | null | undefined;
  ReplyResult?: string | null | undefined;
  ReplyAccepted: readonly string[];
}

const followsValues =
  (field: 'Device' | 'Key' | 'Time' | 'Quality' | 'Unit') =>
  (mapping: Checked): boolean => {
    const own = mapping[field] ?? '';
    const most = (name: string) => Math.max(0, ...mapping.Values.map((each) => countOf(each, name)));
    return ['{key}', '{device}', '*'].every((name) => countOf(own, name) <= most(name));
  };

const unbound = say({
  zh: '其中的 {key}、{device}、* 须在数值指针中也有',
  en: 'A {key}, {device} or * here must stand in a value pointer, too',
});

/** How a gateway's JSON is read and how it is commanded. */
export const MappingDefinition = z.object(shape);

/** Rules about several fields. */
export const checkedMapping = <Schema extends z.ZodType<Checked>>(schema: Schema): Schema =>
  (['Device', 'Key', 'Time', 'Quality', 'Unit'] as const)
    .reduce<z.ZodType<Checked>>(
      (checked, field) => checked.refine(followsValues(field), { path: [field], error: unbound }),
      schema,
    )
    .refine(({ Quality, QualityGood }) => (Quality ?? null) === null || QualityGood.length > 0, {
      path: ['QualityGood'],
      error: say({ zh: '请写明哪些取值表示正常', en: 'Say which values mean good' }),
    })
    .refine(({ CommandTopic, CommandPayload }) => !CommandTopic || CommandPayload.trim() !== '', {
      path: ['CommandPayload'],
      error: say({ zh: '请填写命令内容', en: 'Say what the command contains' }),
    })
    .refine(({ ReplyTopic, CommandTopic }) => !ReplyTopic || !!CommandTopic, {
      path: ['CommandTopic'],
      error: say({ zh: '有应答主题时须填写命令主题', en: 'An answer belongs to a command: give its topic' }),
    })
    .refine(({ ReplyTopic, ReplyId, Topic }) => !ReplyTopic || (ReplyId ?? null) !== null || ReplyTopic !== Topic, {
      path: ['ReplyId'],
      error: say({
        zh: '应答与数据同一主题时，须指明应答中命令编号的位置',
        en: 'On the topic of the readings an answer is known only by the id in it: say where it stands',
      }),
    })
    .refine(({ ReplyResult, ReplyAccepted }) => (ReplyResult ?? null) === null || ReplyAccepted.length > 0, {
      path: ['ReplyAccepted'],
      error: say({ zh: '请写明哪些取值表示成功', en: 'Say which values mean success' }),
    }) as unknown as Schema;

const plainPointer = z.string().nullable();

/** A definition as it is answered. */
export const MappingDefinitionRow = z.object({
  Topic: z.string(),
  Values: z.array(z.string()),
  Device: plainPointer,
  Key: plainPointer,
  Time: plainPointer,
  UtcOffsetMinutes: z.number().int(),
  Quality: plainPointer,
  QualityGood: z.array(z.string()),
  Unit: plainPointer,
  Failures: z.array(z.string()),
  Ignore: z.array(z.string()),
  CommandTopic: z.string().nullable(),
  CommandPayload: z.string(),
  ReplyTopic: z.string().nullable(),
  ReplyId: plainPointer,
  ReplyResult: plainPointer,
  ReplyAccepted: z.array(z.string()),
});
export type MappingDefinitionRow = z.infer<typeof MappingDefinitionRow>;

export const mappingName = nameOf({ zh: '名称', en: 'A name' }, 1, 50);
