import { z } from 'zod';
import type { Bilingual } from '../call.ts';
import { say } from '../inputWords.ts';
import { commaList, day, flag, id, integer, listFilter, placeName, projectName } from '../scalars.ts';

/** 1 cold chain, 2 supermarket, 3 livestock, 4 cultural relics. */
export const industry = integer.pipe(z.number().min(1).max(4));

/** A company's own grading of its projects; 1 is the highest. */
export const projectLevel = integer.pipe(z.number().min(1).max(5));

/** How many labels a project carries at most: one line of a list. */
export const maxLabels = 20;

/** A label: 1 to 20 characters without commas, which separate labels in forms and files. */
const label = z
  .string()
  .trim()
  .min(1, { abort: true })
  .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029,，]{1,20}$/u, {
    error: say({ zh: '标签须为 1–20 个字符，不含逗号', en: 'A label has 1 to 20 characters and no comma' }),
  });

/** Labels of a project; each counts once. */
export const labels = commaList(z.array(label).max(maxLabels)).transform((list) => [...new Set(list)]);
export const labelFilter = listFilter(z.array(label).max(100));

/** Absent: stays as it is. Null or empty: there is none. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value) => (value === '' ? null : value), schema.nullable().optional())
    .optional() as unknown as z.ZodOptional<z.ZodType<z.output<Schema> | null, z.input<Schema> | '' | null>>;

const knowsTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // An offset such as +08:00 is known, too, but has no daylight saving and no name for people.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
};

/** A zone by its IANA name, such as `Asia/Shanghai`. */
export const timeZone = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(50, { abort: true })
  .refine(knowsTimeZone, { error: say({ zh: '不认识的时区', en: 'Not a known time zone' }) });

const degrees = (limit: number, words: Bilingual) => {
  const error = say(words);
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d+(\.\d+)?$/, { error }),
      ],
      { error },
    )
    .pipe(z.coerce.number<string | number>().min(-limit, { error }).max(limit, { error }));
};
export const latitude = degrees(90, { zh: '纬度须在 -90 到 90 之间', en: 'A latitude lies between -90 and 90' });
export const longitude = degrees(180, { zh: '经度须在 -180 到 180 之间', en: 'A longitude lies between -180 and 180' });

/** At least one project, at most so many, as a list or as comma-separated text. */
export const someProjects = (max: number) => commaList(z.array(id).min(1).max(max));

/** Where a place stands: null the company itself; left empty, nothing is said of it. */
const parent = id.nullable().optional();

/** The English name beside a place's own; shown in English where given. */
const englishNameOf = (name: z.ZodType<string, string>) => clearable(name);

/** What a project is, as its form has it. */
const projectFields = {
  ProjectNameEn: englishNameOf(projectName).describe('shown in English; none: the name itself'),
  Code: z.string().trim().max(50).optional(),
  Industry: industry,
  ProjectLevel: clearable(projectLevel).describe('the company’s own grading, 1 (highest) to 5'),
  TagList: labels.optional(),
  Address: z.string().trim().max(200).optional(),
  Latitude: clearable(latitude),
  Longitude: clearable(longitude),
  TimeZone: timeZone.optional(),
  ServiceStart: clearable(day).describe('YYYY-MM-DD, the first day of the service'),
  ServiceEnd: clearable(day).describe('YYYY-MM-DD, the last day, which counts whole in the project’s time zone'),
  Description: z.string().trim().max(500).optional(),
  Cover: clearable(z.string().trim().max(300)).describe('the address or id that an upload answered'),
  BigTypeIdList: commaList(z.array(id).max(100)).optional().describe('subsystems; empty: those of its devices'),
};

interface Checked {
  Latitude?: number | null | undefined;
  Longitude?: number | null | undefined;
  ServiceStart?: string | null | undefined;
  ServiceEnd?: string | null | undefined;
}

/** Both or neither: half a position is on no map. */
const hasWholePosition = ({ Latitude, Longitude }: Checked): boolean =>
  ((Latitude ?? null) === null) === ((Longitude ?? null) === null);

/** Days in this writing compare as text. */
const endsAfterStart = ({ ServiceStart, ServiceEnd }: Checked): boolean =>
  !ServiceStart || !ServiceEnd || ServiceStart <= ServiceEnd;

/** Said as soon as it is so, and not only once nothing else is wrong. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };
const wholePosition = {
  ...always,
  path: ['Longitude'],
  error: say({ zh: '经度和纬度须同时填写或同时留空', en: 'Give both latitude and longitude, or neither' }),
};
const orderedService = {
  ...always,
  path: ['ServiceEnd'],
  error: say({ zh: '服务开始日期不能晚于结束日期', en: 'The service cannot start after it ends' }),
};

export const NewProject = z
  .object({
    CompanyId: id.optional(),
    parentId: parent.describe('the partition it belongs to; none: the company itself'),
    ProjectName: projectName,
    ...projectFields,
    Industry: industry.optional().describe('none: the company’s'),
    TimeZone: timeZone.optional().describe('none: the company’s'),
  })
  .refine(hasWholePosition, wholePosition)
  .refine(endsAfterStart, orderedService);

/** Only what is to change; the rest stays. */
export const ProjectChange = z
  .object({
    SubareaId: id.describe('the project'),
    ProjectName: projectName.optional(),
    parentId: parent.describe('the partition it moves to; null: the company itself'),
    ...projectFields,
    Industry: industry.optional(),
  })
  .refine(hasWholePosition, wholePosition)
  .refine(endsAfterStart, orderedService);

export const NewSubarea = z.object({
  CompanyId: id.optional(),
  parentId: parent.describe('a partition or nothing: a partition comes of it; a project or an area: an area'),
  SubareaName: placeName,
  SubareaNameEn: englishNameOf(placeName).describe('shown in English; none: the name itself'),
});

export const SubareaChange = z.object({
  SubareaId: id.describe('a partition, an area, or a project that moves'),
  SubareaName: placeName.optional(),
  SubareaNameEn: englishNameOf(placeName),
  parentId: parent.describe('where it moves to; null: the company itself'),
  BeforeId: clearable(id).describe('the sibling before which it comes to stand; null: the last of them'),
});

/** The same settings for many projects; only what is given changes. */
export const ProjectSettings = z
  .object({
    CompanyId: id.optional(),
    ProjectIdList: someProjects(1000),
    parentId: parent.describe('the partition they move to; null: the company itself'),
    Industry: industry.optional(),
    ProjectLevel: projectFields.ProjectLevel,
    TagList: labels.optional(),
    TagMode: z.enum(['replace', 'add', 'remove']).default('replace'),
    TimeZone: timeZone.optional(),
    ServiceStart: projectFields.ServiceStart,
    ServiceEnd: projectFields.ServiceEnd,
    Disabled: flag.optional(),
  })
  .refine(endsAfterStart, orderedService);

/** What the specification names for all calls about places together; those that a call does not take say nothing to it. */
export const namesOfPlaces = [
  'subareaId',
  'subareaName',
  'parentId',
  'TagList',
  'ProjectName',
  'Industry',
  'ProjectLevel',
  'ProjectIdList',
  'Access',
  'CompanyId',
  'OldCompanyId',
] as const;
