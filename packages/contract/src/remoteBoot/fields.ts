import { z } from 'zod';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { decimal, orNone } from '../points/fields.ts';
import { day, epochMs, flag, freeText, id, integer, nameOf } from '../scalars.ts';
import {
  bootEventKindNames,
  bootPasswordStateNames,
  bootUnitStateNames,
  bootWatchCheckNames,
  bootWatchStateNames,
  bootWayNames,
  installCheckNames,
  verdictNames,
  verdictReasonNames,
} from './kinds.ts';

/** Metres to the centimetre, or millimetres of a pipe to the hundredth. */
const measure = (max: number) =>
  decimal.refine((value) => value >= 0 && value <= max && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    error: say({
      zh: `请输入 0 到 ${max} 之间、最多两位小数的数`,
      en: `A number from 0 to ${max}, with two decimals at most`,
    }),
  });
const positive = (number: ReturnType<typeof measure>) =>
  number.refine((value) => value > 0, { error: say({ zh: '请输入正数', en: 'A positive number' }) });
const metres = measure(1000);
const millimetres = positive(measure(500));
const megapascal = decimal.refine(
  (value) => value > 0 && value <= 10 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6,
  {
    error: say({
      zh: '请输入 10 以内、最多三位小数的正数',
      en: 'A positive number up to 10, with three decimals at most',
    }),
  },
);
const celsius = decimal.refine(
  (value) => value >= -40 && value <= 60 && Math.abs(value * 10 - Math.round(value * 10)) < 1e-6,
  {
    error: say({
      zh: '请输入 -40 到 60 之间、最多一位小数的数',
      en: 'A number from -40 to 60, with one decimal at most',
    }),
  },
);
const pascal = integer.refine((value) => value >= 1 && value <= 100_000, {
  error: say({ zh: '请输入 1 到 100000 的整数', en: 'A whole number from 1 to 100000' }),
});
/** Percent to the hundredth. */
const percent = positive(measure(100));
const amperes = positive(measure(10_000));
const grams = integer.pipe(z.number().min(0).max(1_000_000));
const model = nameOf({ zh: '型号', en: 'A model' }, 1, 50);
const oil = nameOf({ zh: '冷冻油类型', en: 'An oil type' }, 1, 50);

const validFrom = orNone(day).describe(
  'day from which it is valid, today at the earliest; none: a standard is valid always, a new version from today',
);
/** What the versions of a standard say of themselves. */
const version = {
  Revision: z.number().int().describe('from 1'),
  ValidFrom: z.string().nullable().describe('null: always'),
  IsInForce: z.boolean().describe('whether installations are judged by it today'),
  UnitCount: z.number().int().describe('units whose installation was judged by it'),
  UpdateEpoch: epochMs,
};

const pipeFields = {
  Model: model,
  MaxPipeLength: positive(metres).describe('m'),
  GasMaxClimb: metres.describe('m'),
  LiquidMaxClimb: metres.describe('m'),
  OilType: oil,
  TrapInterval: orNone(positive(measure(100))).describe(
    'm that the gas pipe rises to each oil trap; none: the maker asks for none',
  ),
  TestPressure: orNone(megapascal).describe('MPa of the pressure hold; none: no hold is asked for'),
  MaxVacuum: orNone(pascal).describe('Pa to which the circuit is evacuated; none: no proof of it is asked for'),
  MinSlope: orNone(percent).describe('% by which the gas pipe falls to the unit at least; none: not asked for'),
  IncludedLength: orNone(metres).describe(
    "m of piping that the unit's own charge is for; none: no charge is asked for",
  ),
  NameplateCurrent: orNone(amperes).describe('A; the first hour is held against 1.1 times it; none: not asked for'),
  SuctionFrom: orNone(megapascal).describe('MPa on the gauge, lower end of what the first hour allows; none: no end'),
  SuctionTo: orNone(megapascal).describe('MPa on the gauge; none: no end'),
  DischargeFrom: orNone(megapascal).describe('MPa on the gauge; none: no end'),
  DischargeTo: orNone(megapascal).describe('MPa on the gauge; none: no end'),
  ValidFrom: validFrom,
};
export const NewPipeStandard = z.object(pipeFields);
export const PipeStandardChange = z.object({ StandardId: id, ...partsOf(pipeFields) });
export const PipeStandardVersion = z.object({
  Model: z.string(),
  MaxPipeLength: z.number(),
  GasMaxClimb: z.number(),
  LiquidMaxClimb: z.number(),
  OilType: z.string(),
  TrapInterval: z.number().nullable(),
  TestPressure: z.number().nullable(),
  MaxVacuum: z.number().int().nullable(),
  MinSlope: z.number().nullable(),
  IncludedLength: z.number().nullable(),
  NameplateCurrent: z.number().nullable(),
  SuctionFrom: z.number().nullable(),
  SuctionTo: z.number().nullable(),
  DischargeFrom: z.number().nullable(),
  DischargeTo: z.number().nullable(),
  ...version,
});
export type PipeStandardVersion = z.infer<typeof PipeStandardVersion>;
/** The last version of a standard, and all of them, the first one first. */
export const PipeStandardRow = PipeStandardVersion.extend({
  StandardId: z.number().int(),
  VersionList: z.array(PipeStandardVersion),
});
export type PipeStandardRow = z.infer<typeof PipeStandardRow>;

const caliberFields = {
  Model: model,
  LengthFrom: metres.describe('horizontal pipe length, m; the range begins above it'),
  LengthTo: metres.describe('m, included'),
  ClimbFrom: metres.describe('climbing height, m; the range begins above it, at 0 with it'),
  ClimbTo: metres.describe('m, included'),
  GasDiameter: millimetres.describe('gas pipe, horizontal, outer mm'),
  RiserDiameter: millimetres.describe('gas pipe, riser, outer mm'),
  LiquidDiameter: millimetres.describe('outer mm'),
  ChargePerMetre: orNone(integer.pipe(z.number().min(1).max(10_000))).describe(
    'g of refrigerant for each metre beyond the included length; none: not asked for',
  ),
  ValidFrom: validFrom,
};
export const NewCaliberStandard = z.object(caliberFields);
export const CaliberStandardChange = z.object({ StandardId: id, ...partsOf(caliberFields) });
export const CaliberStandardVersion = z.object({
  Model: z.string(),
  LengthFrom: z.number(),
  LengthTo: z.number(),
  ClimbFrom: z.number(),
  ClimbTo: z.number(),
  GasDiameter: z.number(),
  RiserDiameter: z.number(),
  LiquidDiameter: z.number(),
  ChargePerMetre: z.number().int().nullable(),
  ...version,
});
export type CaliberStandardVersion = z.infer<typeof CaliberStandardVersion>;
export const CaliberStandardRow = CaliberStandardVersion.extend({
  StandardId: z.number().int(),
  VersionList: z.array(CaliberStandardVersion),
});
export type CaliberStandardRow = z.infer<typeof CaliberStandardRow>;

const unitFields = {
  UnitName: nameOf({ zh: '机组名称', en: 'A unit name' }, 1, 50),
  ContractNumber: freeText(50).default(''),
  UnitNumber: z
    .string()
    .trim()
    .min(1, { abort: true, error: say({ zh: '请填写机组编号', en: 'Enter the unit number' }) })
    .max(64, { abort: true })
    .describe('as on its plate; capitals and digits count'),
  Model: model,
  ProjectId: orNone(id),
  Position: freeText(100).default(''),
  ModelTreeId: orNone(id).describe('the device whose points show that it runs; in the project'),
  LockPointId: orNone(id).describe('a point of the device that is written to unlock it'),
  InstallerId: orNone(id).describe('the one person who enters its installation; none: everybody who may'),
  UnlockValue: orNone(decimal).describe('what is written; 1 unless given'),
  HasNoClock: flag.default(false).describe('its controller has no clock: passwords have a counter in place of the day'),
};
export const NewBootUnit = z.object(unitFields);
export const BootUnitChange = z.object({ UnitId: id, ...partsOf(unitFields) });

const figures = {
  HorizontalLength: metres.describe('m; with both climbs it is the length of the piping'),
  GasClimb: metres.describe('m that the gas pipe rises'),
  LiquidClimb: metres.describe('m that the liquid pipe rises'),
  GasDiameter: millimetres,
  RiserDiameter: millimetres,
  LiquidDiameter: millimetres,
  OilType: oil,
};
/** A pressure is held at least so long before it tells a leak from cooling gas. */
export const minPressureHours = 24;
/** What belongs together: all of it is given, or none. */
const hold = ['PressureFrom', 'PressureTo', 'PressureFromTemp', 'PressureToTemp', 'PressureHours'] as const;
const vacuum = ['VacuumEnd', 'VacuumRise'] as const;
export const installPhotosMax = 12;
/** Pages of the letter of a maker. */
export const lettersMax = 4;
/** Nameplate, both ends of the piping, riser, gauge and vacuum: fewer do not show an installation. Our choice. */
export const installPhotosMin = 6;
export const InstallFigures = z
  .object({
    UnitId: id,
    ...figures,
    OilTraps: orNone(integer.pipe(z.number().min(0).max(100))).describe('oil traps in the riser'),
    Slope: orNone(percent).describe('% by which the gas pipe falls to the unit'),
    ChargeAdded: orNone(grams).describe('g of refrigerant that were added'),
    PressureFrom: orNone(megapascal).describe('MPa above the atmosphere at the start of the pressure hold'),
    PressureTo: orNone(megapascal).describe('MPa at its end'),
    PressureFromTemp: orNone(celsius).describe('°C of the pipes at its start'),
    PressureToTemp: orNone(celsius).describe('°C of the pipes at its end'),
    PressureHours: orNone(
      decimal.refine((value) => value >= minPressureHours && value <= 1000, {
        error: say({
          zh: `保压时间应为 ${minPressureHours} 到 1000 小时`,
          en: `Hold the pressure for ${minPressureHours} to 1000 hours`,
        }),
      }),
    ),
    GaugeStep: orNone(megapascal).describe('MPa between two marks of the gauge; 0.001 unless given'),
    VacuumEnd: orNone(pascal).describe('Pa reached'),
    VacuumRise: orNone(integer.pipe(z.number().min(0).max(100_000))).describe(
      'Pa that it rose in the minute after the pump was shut off',
    ),
    PhotoList: z
      .array(z.string().trim().min(1).max(500))
      .max(installPhotosMax)
      .default([])
      .describe(
        'uploaded pictures of the installation, at least six, as their upload answered them; replaces those before',
      ),
  })
  .superRefine((given, context) => {
    for (const together of [hold, vacuum]) {
      const missing = together.filter((name) => given[name] == null);
      if (missing.length === together.length) continue;
      for (const name of missing)
        context.addIssue({ code: 'custom', path: [name], ...say({ zh: '请一并填写', en: 'Enter this, too' }) });
    }
  });

export const InstallVerdict = z.object({
  Check: z.enum(installCheckNames),
  Verdict: z.enum(verdictNames),
  Found: z.string(),
  Allowed: z.string().nullable(),
  Why: z.enum(verdictReasonNames).nullable().describe('why it cannot be decided; null: it was'),
});
export type InstallVerdict = z.infer<typeof InstallVerdict>;

/** By which versions of the standards an installation is judged. */
export const judgedBy = {
  PipeRevision: z.number().int().nullable().describe('null: it was judged before there were versions'),
  CaliberRevision: z.number().int().nullable().describe('null: as well, or no range holds it'),
};

export const BootUnitRow = z.object({
  UnitId: z.number().int(),
  UnitName: z.string(),
  ContractNumber: z.string(),
  UnitNumber: z.string(),
  Model: z.string(),
  ProjectId: z.number().int().nullable(),
  ProjectName: z.string().nullable(),
  Position: z.string(),
  InstallStatus: z.enum(bootUnitStateNames),
  Install: z
    .object({
      HorizontalLength: z.number(),
      GasClimb: z.number(),
      LiquidClimb: z.number(),
      GasDiameter: z.number(),
      RiserDiameter: z.number(),
      LiquidDiameter: z.number(),
      OilType: z.string(),
      OilTraps: z.number().int().nullable(),
      Slope: z.number().nullable(),
      ChargeAdded: z.number().int().nullable(),
      PressureFrom: z.number().nullable(),
      PressureTo: z.number().nullable(),
      PressureFromTemp: z.number().nullable(),
      PressureToTemp: z.number().nullable(),
      PressureHours: z.number().nullable(),
      GaugeStep: z.number().nullable(),
      VacuumEnd: z.number().int().nullable(),
      VacuumRise: z.number().int().nullable(),
    })
    .nullable(),
  ModelTreeId: z.number().int().nullable(),
  ModelTreeName: z.string().nullable(),
  LockPointId: z.number().int().nullable(),
  LockPointName: z.string().nullable(),
  InstallerId: z.number().int().nullable(),
  InstallerName: z.string().nullable(),
  MayInstall: z.boolean().describe('whether the caller may enter its installation now'),
  UnlockValue: z.number(),
  HasNoClock: z.boolean(),
  PhotoCount: z.number().int(),
  Waiver: z.string().describe('why it was released in spite of deviations; empty: there were none'),
  WaiveName: z.string().nullable(),
  BootEpoch: epochMs.nullable(),
  BootWay: z.enum(bootWayNames).nullable(),
  WatchState: z.enum(bootWatchStateNames).nullable(),
  VerdictList: z.array(InstallVerdict).describe('of the figures as they were entered, by the standards of that time'),
  ...judgedBy,
  KeyEpoch: epochMs.nullable().describe('when its key was shown; null: it was not yet'),
  KeyName: z.string().nullable().describe('to whom'),
  MayApprove: z.boolean().describe('whether the caller may release or reject its installation now'),
  MayReveal: z.boolean().describe('whether the caller may have its boot password shown now'),
  MayUnlock: z.boolean().describe('whether the caller may unlock it now by a write to its lock point'),
  LockValue: z
    .number()
    .nullable()
    .describe(
      'what the caller writes to its lock point by locking it again; null: nothing, so the unit itself keeps running',
    ),
  UpdateEpoch: epochMs,
});
export type BootUnitRow = z.infer<typeof BootUnitRow>;

export const BootPasswordRow = z.object({
  PasswordId: z.number().int(),
  UnitId: z.number().int().nullable().describe('null: the unit was deleted'),
  UnitName: z.string(),
  UnitNumber: z.string(),
  Day: day,
  Attempt: z.number().int().describe('from 0'),
  Counter: z
    .number()
    .int()
    .nullable()
    .describe('in place of the day, for a controller without a clock; null: it has one'),
  State: z
    .enum(bootPasswordStateNames)
    .describe('expired: no controller takes it any more, as the day after its day is over where the unit stands'),
  IssueName: z.string().nullable(),
  IssueEpoch: epochMs,
  RevokeName: z.string().nullable(),
  RevokeEpoch: epochMs.nullable(),
  Reason: z.string(),
  ShowName: z.string().nullable().describe('to whom it was shown after it was issued; null: not shown'),
  ShowEpoch: epochMs.nullable(),
  ShowAddress: z.string().nullable().describe('network address that the request came from'),
  UseEpoch: epochMs.nullable().describe('when the unit started; null: it was not used'),
  UseWay: z.enum(bootWayNames).nullable().describe('how that became known'),
  MayRevoke: z
    .boolean()
    .describe('whether a controller may still take it: on its day, the day before and the day after'),
});
export type BootPasswordRow = z.infer<typeof BootPasswordRow>;

/** A password with its code, as it is shown. */
export const ShownPassword = z.object({
  Code: z.string(),
  Day: day,
  Attempt: z.number().int(),
  Counter: z.number().int().nullable().describe('null: its controller has a clock, and takes it on its day'),
});
export type ShownPassword = z.infer<typeof ShownPassword>;

export const BootWatchCheck = z.object({
  Check: z.enum(bootWatchCheckNames),
  Verdict: z.enum(['ok', 'failed', 'unknown']),
  Found: z.string().describe('empty: nothing is known'),
  Allowed: z.string(),
});
export type BootWatchCheck = z.infer<typeof BootWatchCheck>;

export const BootCourse = z.object({
  LetterList: z
    .array(z.string())
    .describe('addresses of pictures of the letter in which the maker accepts a deviation'),
  Password: BootPasswordRow.nullable().describe('the one that was issued last; null: none was'),
  PhotoList: z.array(z.object({ Url: z.string(), Path: z.string().describe('to send back with a new installation') })),
  WatchList: z.array(BootWatchCheck).describe('of the first hour, so far or in the end; empty: it has not started'),
  WatchUntil: epochMs.nullable(),
  EventList: z.array(
    z.object({
      Kind: z.enum(bootEventKindNames),
      Epoch: epochMs,
      UserName: z.string().nullable().describe('null: by itself'),
      Text: z.string(),
    }),
  ),
});
export type BootCourse = z.infer<typeof BootCourse>;

/** The key of a unit as a controller takes it in. */
export const UnitKey = z.object({
  UnitNumber: z.string(),
  Version: z.number().int().describe('from 1; a new one makes codes of those before it worthless'),
  Key: z.string().describe('32 bytes, 64 hexadecimal digits; shown this once'),
});
export type UnitKey = z.infer<typeof UnitKey>;

export const waiver = freeText(500).refine((reason) => reason === '' || reason.length >= 10, {
  error: say({ zh: '放行原因不少于10个字', en: 'Give a reason of at least 10 characters.' }),
});

export const rejectionReason = z
  .string()
  .trim()
  .min(10, { error: say({ zh: '驳回原因不少于10个字', en: 'Give a reason of at least 10 characters.' }) })
  .max(200);
