import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputText, say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { clearable } from '../projects/fields.ts';
import { flag, id, idFilter, searchText } from '../scalars.ts';
import { deviceReaders } from './deviceListCalls.ts';
import { propertyName, propertyOption } from './fields.ts';
import { PropertyRow, propertyKinds, StaticProperty } from './rows.ts';

/** 2,000 devices with twenty properties are about 300 KB. */
export const propertyImportMaxBytes = 4 * 1024 * 1024;
export const propertyImportMaxRows = 2_000;

const readers = [...deviceReaders, 'projectsView', 'projectsEdit'] as const;

const propertyShape = {
  SmallTypeId: id,
  PropertyName: propertyName,
  PropertyNameEn: clearable(propertyName),
  Kind: z.enum(propertyKinds),
  Unit: z.string().trim().max(20).optional(),
  Options: z.array(propertyOption).max(50).optional(),
  Position: z.number().int().min(0).max(10_000).optional(),
};

/** All of a property of the company’s own, as its form has it. */
export const PropertyForm = z
  .object({ CompanyId: id.optional(), PropertyId: id.optional(), ...propertyShape })
  .refine(({ Kind, Options }) => Kind !== 'option' || (Options !== undefined && Options.length > 0), {
    path: ['Options'],
    error: say({ zh: '请至少填写一个选项', en: 'Give at least one option' }),
  })
  .refine(({ Options }) => Options === undefined || new Set(Options).size === Options.length, {
    path: ['Options'],
    error: say({ zh: '选项不能重复', en: 'Each option only once' }),
  });
const needed = (field: 'SmallTypeId' | 'PropertyName' | 'Kind') => ({ path: [field], error: say(inputText.missing) });

const ImportedProperties = z.object({
  TotalCount: z.number().int(),
  ImportedCount: z.number().int().describe('of a dry run: how many would be'),
  WrongCount: z.number().int(),
  IsDryRun: z.boolean(),
  /** The rows that are wrong, in the order of the file. */
  Rows: z.array(
    z.object({
      Row: z.number().int().describe('as the spreadsheet counts: the first below the headings is 2'),
      ModelTreeName: z.string(),
      Errors: z.array(z.object({ Column: z.string(), Message: z.string() })),
    }),
  ),
});
export type ImportedProperties = z.infer<typeof ImportedProperties>;

/** Device classes, what can be said of their devices, and what is said. */
export const propertyCalls = defineCalls({
  getModelTreeStaticProperty: {
    method: 'GET',
    path: '/ModelTreeStaticProperty/GetModelTreeStaticProperty',
    effect: 'read',
    access: deviceReaders,
    summary: { zh: '设备静态属性', en: 'Static properties of a device' },
    query: z.object({ companyId: id.optional(), projectId: id.optional(), modelTreeId: id }),
    data: z.array(StaticProperty),
  },
  getModelPropertyList: {
    method: 'GET',
    path: '/Model/GetModelPropertyList',
    effect: 'read',
    access: readers,
    summary: { zh: '设备类型的静态属性定义', en: 'Static properties of device classes' },
    query: z.object({
      companyId: id.optional(),
      projectId: id.optional().describe('the project that is being set up'),
      smallTypeId: id.optional().describe('none: of all classes'),
    }),
    data: z.array(PropertyRow),
  },
  /** Every class of the catalogue, whether or not there are devices of it. */
  getModelClassList: {
    method: 'GET',
    path: '/Model/GetModelClassList',
    effect: 'read',
    access: readers,
    summary: { zh: '子系统与设备类型目录', en: 'The catalogue of subsystems and device classes' },
    query: z.object({ companyId: id.optional(), name: searchText }),
    data: z.array(
      z.object({
        BigTypeId: z.number().int(),
        BigTypeName: z.string(),
        SmallTypes: z.array(
          z.object({
            SmallTypeId: z.number().int(),
            SmallTypeName: z.string(),
            DeviceCount: z.number().int().describe('of the caller’s projects'),
            PropertyCount: z.number().int(),
            OwnPropertyCount: z.number().int(),
            StrategyTemplateList: z
              .array(z.string())
              .nullable()
              .describe('names of the alarm strategy templates for it; null: for who sets up alarms'),
          }),
        ),
      }),
    ),
  },
  addOrUpdateModelProperty: {
    method: 'POST',
    path: '/Model/AddOrUpdateModelProperty',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: {
      zh: '新增或修改企业自定义属性；未提供的内容保持不变',
      en: 'Add or change a property of the company’s own; what is left out stays',
    },
    body: z
      .object({
        CompanyId: id.optional(),
        PropertyId: id.optional().describe('none: a new one, with a name, a kind and its class'),
        ...partsOf(propertyShape),
      })
      .refine(
        (property) => property.PropertyId !== undefined || property.PropertyName !== undefined,
        needed('PropertyName'),
      )
      .refine(
        (property) => property.PropertyId !== undefined || property.SmallTypeId !== undefined,
        needed('SmallTypeId'),
      )
      .refine((property) => property.PropertyId !== undefined || property.Kind !== undefined, needed('Kind')),
    data: z.object({ PropertyId: z.number().int() }),
  },
  deleteModelProperty: {
    method: 'POST',
    path: '/Model/DeleteModelProperty',
    effect: 'write',
    access: ['projectsEdit'],
    encoding: 'json',
    summary: { zh: '删除企业自定义属性', en: 'Delete a property of the company’s own with its values' },
    body: z.object({ CompanyId: id.optional(), PropertyId: id }),
    data: z.object({ Values: z.number().int().describe('devices that said something there') }),
  },
  /** One row a device of the class, with what is said of it now; filled in, it can be imported. */
  exportModelTreePropertyTemplate: {
    method: 'POST',
    path: '/Model/ExportModelTreePropertyTemplate',
    effect: 'read',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '导出静态属性模板', en: 'The devices of a class with their properties, to fill in' },
    body: z.object({
      ProjectId: id,
      SmallTypeId: id,
      ModelTreeIdList: idFilter.describe('only these; none: all of the class'),
    }),
    data: 'file',
  },
  importModelTreePropertyTemplate: {
    method: 'POST',
    path: '/ModelTree/ImportModelTreePropertyTemplate',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'multipart',
    upload: { maxBytes: propertyImportMaxBytes, maxFiles: 1 },
    summary: { zh: '导入静态属性', en: 'Import static properties from a filled-in template' },
    query: z.object({
      projectId: id,
      smallTypeId: id,
      isDryRun: flag.default(false).describe('only say what would happen'),
      skipWrong: flag
        .default(false)
        .describe('import the right rows though others are wrong; else none while any is wrong'),
    }),
    data: ImportedProperties,
  },
  correctImportModelTreeProperty: {
    method: 'POST',
    path: '/ModelTree/CorrectImportModelTreeProperty',
    effect: 'read',
    access: ['projectConfig'],
    encoding: 'multipart',
    upload: { maxBytes: propertyImportMaxBytes, maxFiles: 1 },
    summary: {
      zh: '下载待修正的静态属性行',
      en: 'The wrong rows of the same template, each with what is wrong',
    },
    query: z.object({ projectId: id, smallTypeId: id }),
    data: 'file',
  },
});
