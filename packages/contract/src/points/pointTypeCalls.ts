import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { flag, id, integer, page, pageOf, searchText } from '../scalars.ts';
import { orNone, pointTypeName } from './fields.ts';

/** Spec §3: a status has values with descriptions, an analog has units. 0 and 1 as everywhere else on the wire. */
export const pointValueTypes = { analog: 0, status: 1 } as const;

const StatusValue = z.object({
  Value: z.number().int(),
  Description: z.string(),
  DescriptionEn: z.string(),
});

export const PointTypeRow = z.object({
  PointTypeId: z.number().int(),
  PointTypeName: z.string().describe('in the caller’s language'),
  /** As entered, for the form. */
  Name: z.string(),
  NameEn: z.string(),
  Code: z.string().describe('stays the same when it is renamed'),
  ValueType: z.number().int().describe('0 analog, 1 status'),
  UnitList: z.array(z.string()),
  StatusList: z.array(StatusValue),
  IsSimulation: z.boolean(),
  /** Points of the company that use it. */
  PointCount: z.number().int(),
});
export type PointTypeRow = z.infer<typeof PointTypeRow>;

const description = z
  .string()
  .trim()
  .min(1)
  .max(20, { error: say({ zh: '描述须为 1–20 个字符', en: 'A description has 1 to 20 characters' }) });
const unit = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\p{Cc}\p{Cs},，]{1,20}$/u, {
    error: say({ zh: '单位须为 1–20 个字符，不含逗号', en: 'A unit has 1 to 20 characters and no comma' }),
  });

const statusValue = z.object({
  Value: integer.pipe(
    z
      .number()
      .min(-2_147_483_648)
      .max(2_147_483_647, { error: say({ zh: '状态值须为整数', en: 'A status value is a whole number' }) }),
  ),
  Description: description,
  DescriptionEn: orNone(description),
});

interface Draft {
  readonly ValueType?: unknown;
  readonly UnitList?: readonly string[] | undefined;
  readonly StatusList?: readonly { Value?: unknown; Description?: unknown }[] | undefined;
}
const isUnique = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const rows = (list: unknown): readonly { Value?: unknown; Description?: unknown }[] =>
  Array.isArray(list) ? list.filter((row) => typeof row === 'object' && row !== null) : [];
const rule = (path: 'UnitList' | 'StatusList', zh: string, en: string) => ({ path: [path], error: say({ zh, en }) });

/** Spec §5.3: at least one status value and at least one unit; values and their descriptions are unique. */
const checked = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema
    .refine(
      (type) => (type as Draft).ValueType !== 0 || ((type as Draft).UnitList?.length ?? 0) > 0,
      rule('UnitList', '模拟量至少填写一个单位', 'An analog type needs at least one unit'),
    )
    .refine(
      (type) => isUnique((type as Draft).UnitList ?? []),
      rule('UnitList', '单位不能重复', 'Each unit stands once only'),
    )
    .refine(
      (type) => (type as Draft).ValueType !== 1 || rows((type as Draft).StatusList).length > 0,
      rule('StatusList', '状态量至少填写一个状态值', 'A status type needs at least one value'),
    )
    .refine(
      (type) => isUnique(rows((type as Draft).StatusList).map(({ Value }) => Value)),
      rule('StatusList', '状态值不能重复', 'Each status value stands once only'),
    )
    .refine(
      (type) => isUnique(rows((type as Draft).StatusList).map(({ Description }) => Description)),
      rule('StatusList', '状态描述不能重复', 'Each description stands once only'),
    ) as Schema;

const typeShape = {
  PointTypeName: pointTypeName,
  PointTypeNameEn: orNone(pointTypeName).describe('shown in English; none: the name itself'),
  ValueType: integer.pipe(z.number().min(0).max(1)).describe('0 analog, 1 status'),
  UnitList: z.array(unit).max(20).optional().describe('of an analog type; the first is the usual one'),
  StatusList: z.array(statusValue).max(100).optional().describe('of a status type'),
  IsSimulation: flag.optional().describe('its values are simulated, not measured'),
};

/** All of a point type, as its form has it. */
export const PointTypeForm = checked(z.object({ CompanyId: id.optional(), ...typeShape }));

/** What points measure: analog values with units, states with words. They belong to the company. */
export const pointTypeCalls = defineCalls({
  getPointTypePage: {
    method: 'POST',
    path: '/PointType/GetPointTypePage',
    effect: 'read',
    access: ['terminals', 'terminalsEdit', 'companyTerminals'],
    encoding: 'json',
    summary: { zh: '点类型列表', en: 'Point types of the company' },
    body: z.object({
      CompanyId: id.optional(),
      PointTypeName: searchText.describe('part of the name in either language, or of a unit'),
      ValueType: integer.pipe(z.number().min(0).max(1)).optional(),
      IsUsed: flag.optional(),
      SortType: z.enum(['name', 'valueType', 'points']).optional(),
      IsAsc: flag.optional(),
      ...page,
    }),
    data: pageOf(PointTypeRow),
  },
  addPointType: {
    method: 'POST',
    path: '/PointType/AddPointType',
    effect: 'write',
    access: ['terminalsEdit', 'companyTerminals'],
    encoding: 'json',
    summary: { zh: '新增点类型', en: 'Add a point type' },
    body: PointTypeForm,
    data: z.object({ PointTypeId: z.number().int() }),
  },
  editPointType: {
    method: 'POST',
    path: '/PointType/EditPointType',
    effect: 'write',
    access: ['terminalsEdit', 'companyTerminals'],
    encoding: 'json',
    summary: { zh: '修改点类型；未提供的内容保持不变', en: 'Change a point type; what is left out stays' },
    body: z.object({ CompanyId: id.optional(), PointTypeId: id, ...partsOf(typeShape) }),
    data: z.null(),
  },
  deletePointType: {
    method: 'POST',
    path: '/PointType/DeletePointType',
    effect: 'write',
    access: ['terminalsEdit', 'companyTerminals'],
    encoding: 'json',
    summary: { zh: '删除点类型', en: 'Delete point types that nothing uses' },
    body: z.object({ CompanyId: id.optional(), PointTypeIdList: z.array(id).min(1).max(100) }),
    data: z.null(),
  },
});
