import { z } from 'zod';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { decimal, orNone } from '../points/fields.ts';
import { clearable } from '../projects/fields.ts';
import { day, flag, freeText, id, localTime, nameOf } from '../scalars.ts';
import { basicFees, powerFactorStandards } from './bill.ts';

import { keysOf } from './wire.ts';

const meterName = nameOf({ zh: '电表名称', en: 'A meter name' }, 1, 25);
const reading = decimal.refine((value) => value >= 0 && value <= 1e9, {
  error: say({ zh: '请输入 0 到 1000000000 之间的示数', en: 'A reading from 0 to 1000000000' }),
});
const positive = (max: number) =>
  decimal.refine((value) => value > 0 && value <= max, {
    error: say({ zh: `请输入大于 0、不超过 ${max} 的数`, en: `A number above 0, ${max} at most` }),
  });
const multiplier = positive(100_000).refine((value) => Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-6, {
  error: say({ zh: '倍率最多四位小数', en: 'Four decimals at most' }),
});

const registerFields = {
  IsManual: flag.default(false).describe('people read it and enter kWh'),
  PointId: clearable(id).describe('a point that counts Wh, kWh or MWh; of a meter that people read: none'),
  SerialNumber: freeText(50).default(''),
  Multiplier: multiplier.default(1).describe('CT × PT; 1: the register counts what passes'),
  Capacity: orNone(positive(1e12)).describe('where the register begins again at 0, in its unit'),
  StartReading: orNone(reading),
};
/** Of meters, in percent of the reading (IEC 62053). */
export const accuracyClasses = [0.2, 0.5, 1, 2] as const;
const meterFields = {
  MeterName: meterName,
  MeterNameEn: clearable(meterName),
  ModelTreeId: clearable(id).describe('the device whose sub-item it counts for'),
  ParentId: clearable(id).describe('the meter through which it is supplied'),
  MaxPower: positive(1_000_000).describe('kW; a register that counts faster is not believed'),
  AccuracyClass: clearable(decimal.pipe(z.literal([...accuracyClasses]))).describe(
    '%; where a meter and all that it supplies have one, their balance is judged',
  ),
};
export const NewEnergyMeter = z.object({
  ProjectId: id,
  ...meterFields,
  ...registerFields,
  InstalledTime: localTime.optional().describe('none: since its point has readings'),
});
export const EnergyMeterChange = z.object({ MeterId: id, ...partsOf(meterFields) });
export const ReplaceEnergyMeter = z.object({
  MeterId: id,
  Time: localTime,
  EndReading: orNone(reading).describe('of the register that is taken out'),
  ...registerFields,
});
const { PointId: _, IsManual: __, ...correctable } = registerFields;
export const EnergyInstallationChange = z.object({
  InstallationId: id,
  ...partsOf({ ...correctable, EndReading: orNone(reading) }),
});

const factor = decimal.refine((value) => value !== 0 && Math.abs(value) <= 1000, {
  error: say({ zh: '请输入 −1000 到 1000 之间、不为 0 的系数', en: 'A factor from −1000 to 1000, not 0' }),
});
const calculatedFields = {
  MeterName: meterName,
  MeterNameEn: meterFields.MeterNameEn,
  ModelTreeId: meterFields.ModelTreeId,
  ParentId: meterFields.ParentId,
  TermList: z
    .array(z.object({ MeterId: id, Factor: factor }))
    .min(1, { error: say({ zh: '请至少选择一块电表', en: 'Choose at least one meter' }) })
    .max(50),
};
/** A meter without a register: the sum of others, each times a factor; −1 takes away. */
export const NewCalculatedMeter = z.object({ ProjectId: id, ...calculatedFields });
export const CalculatedMeterTerms = z.object({ MeterId: id, TermList: calculatedFields.TermList });

/** What somebody read off a meter that is not connected. */
export const NewMeterReading = z.object({
  MeterId: id,
  Time: localTime,
  Reading: reading.describe('kWh'),
  Note: freeText(200).default(''),
});

const price = decimal.refine(
  (value) => value >= -10 && value <= 100 && Math.abs(value * 1e8 - Math.round(value * 1e8)) < 1e-2,
  {
    error: say({
      zh: '请输入 −10 到 100 元之间、最多八位小数的电价',
      en: 'A price from −10 to 100 ¥/kWh with eight decimals at most',
    }),
  },
);
const minute = z.number().int().min(0).max(1440);
export const TariffVersionForm = z.object({
  TariffId: id,
  VersionId: id.optional().describe('none: a new one'),
  ValidFrom: day,
  PriceList: z
    .array(orNone(price))
    .min(4)
    .max(5)
    .describe('¥/kWh of off-peak, flat, peak, rush hour, deep off-peak; null or left out: not used'),
  SeasonList: z
    .array(
      z.object({
        MonthList: z.array(z.number().int().min(1).max(12)).min(1).max(12),
        DayKindList: z.array(z.number().int().min(1).max(8)).min(1).max(8),
        PeriodList: z
          .array(z.object({ From: minute, To: minute, Class: z.number().int().min(1).max(5) }))
          .min(1)
          .max(96),
      }),
    )
    .min(1)
    .max(24),
});
export const tariffName = nameOf({ zh: '电价名称', en: 'A tariff name' }, 2, 25);
export const gramsPerKwh = decimal.refine((value) => value >= 0 && value <= 2000, {
  error: say({ zh: '请输入 0 到 2000 之间的排放因子（g/kWh）', en: 'A factor from 0 to 2000 g/kWh' }),
});
export const squareMetres = positive(10_000_000);

const basicPrice = decimal.refine(
  (value) => value >= 0 && value <= 1000 && Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-6,
  {
    error: say({
      zh: '请输入 0 到 1000 元之间、最多四位小数的单价',
      en: 'A price from 0 to 1000 ¥ with four decimals at most',
    }),
  },
);
/** A month, `YYYY-MM`. */
export const month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, {
  error: say({ zh: '请选择月份', en: 'A month, such as 2026-11' }),
});
/** What was agreed with the grid company for a meter, from a month on. */
export const SupplyTermsForm = z.object({
  MeterId: id,
  FromMonth: month,
  BasicFee: z.enum(keysOf(basicFees)).default('none'),
  BasicPrice: orNone(basicPrice).describe('¥ a kVA or kW and month'),
  Capacity: orNone(positive(10_000_000)).describe('kVA of the transformers'),
  ContractDemand: orNone(positive(10_000_000)).describe('kW; a notice comes before it is exceeded'),
  PowerFactorStandard: orNone(z.literal([...powerFactorStandards])).describe('hundredths; none: no adjustment'),
  ReactivePointId: clearable(id).describe('a point that counts varh, kvarh or Mvarh'),
});
