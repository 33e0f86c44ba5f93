import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about meters, energy and tariffs. */
export const energyErrors = {
  nameTaken: { code: 409, zh: '该名称已被使用', en: 'This name is in use already.' },
  notRegister: {
    code: 400,
    zh: '该点位不是本项目的电能示数（单位须为 Wh、kWh 或 MWh）',
    en: 'This point is no energy register of this project; its unit must be Wh, kWh or MWh.',
  },
  registerInUse: {
    code: 409,
    field: 'PointId',
    zh: '该点位已被电表“{name}”使用',
    en: 'The meter “{name}” reads this point already.',
  },
  parentBelow: {
    code: 400,
    zh: '上级电表不能是自身或其下级',
    en: 'A meter cannot be supplied through itself or one below it.',
  },
  settledMeanwhile: {
    code: 409,
    zh: '电表正在结算，请稍后重试',
    en: 'The meters are being settled just now; try again in a moment.',
  },
  future: { code: 400, zh: '时间不能晚于现在', en: 'This lies in the future.' },
  beforeInstallation: {
    code: 400,
    zh: '更换时间须晚于上一块表的安装时间',
    en: 'The exchange must come after the present register was installed.',
  },
  endBelowStart: {
    code: 400,
    zh: '止码不能小于起码，除非示数已翻转并填写了量程',
    en: 'The end reading lies below the start reading, and no size of the register says that it rolled over.',
  },
  capacityTooSmall: {
    code: 400,
    zh: '量程须大于起码和止码',
    en: 'The size of the register must exceed its readings.',
  },
  readAfterExchange: {
    code: 409,
    field: 'Time',
    zh: '该表计在此时间之后还有抄表示数，请先删除这些示数或选择更晚的时间',
    en: 'Somebody read this register later. Take those readings back first, or enter a later time.',
  },
  startAboveRead: {
    code: 400,
    zh: '起码不能大于第一次抄表示数 {reading}',
    en: 'The start reading lies above the first reading, {reading}.',
  },
  endBelowRead: {
    code: 400,
    zh: '止码不能小于最后一次抄表示数 {reading}',
    en: 'The end reading lies below the last reading, {reading}.',
  },
  capacityBelowRead: {
    code: 400,
    zh: '量程须大于已抄示数 {reading}',
    en: 'The size of the register must exceed the reading {reading}.',
  },
  readFalls: {
    code: 400,
    zh: '抄表示数有翻转，须保留量程',
    en: 'Its readings roll over, so the size of the register must stay.',
  },
  basicPriceMissing: {
    code: 400,
    field: 'BasicPrice',
    zh: '请填写基本电费单价',
    en: 'Enter the price of the basic fee.',
  },
  capacityMissing: {
    code: 400,
    field: 'Capacity',
    zh: '请填写变压器容量',
    en: 'Enter the capacity of the transformers.',
  },
  contractDemandMissing: {
    code: 400,
    field: 'ContractDemand',
    zh: '请填写合同最大需量',
    en: 'Enter the contract demand.',
  },
  notReactive: {
    code: 400,
    field: 'ReactivePointId',
    zh: '该点位不是本项目的无功电量示数（单位须为 varh、kvarh 或 Mvarh）',
    en: 'This point is no register of reactive energy of this project; its unit must be varh, kvarh or Mvarh.',
  },
  pointMissing: {
    code: 400,
    field: 'PointId',
    zh: '请选择电能示数点位',
    en: 'Choose the point that counts.',
  },
  termCalculated: {
    code: 400,
    field: 'TermList',
    zh: '计算电表不能由计算电表“{name}”组成',
    en: 'A calculated meter cannot be made of “{name}”, which is calculated itself.',
  },
  termTwice: { code: 400, field: 'TermList', zh: '电表“{name}”被重复选择', en: 'The meter “{name}” is chosen twice.' },
  notCalculated: { code: 409, zh: '该电表不是计算电表', en: 'This meter is not a calculated one.' },
  isCalculated: {
    code: 409,
    zh: '计算电表没有表计',
    en: 'A calculated meter has no register.',
  },
  usedByCalculated: {
    code: 409,
    zh: '计算电表“{name}”由所选电表组成，请先删除它或修改其组成',
    en: 'The calculated meter “{name}” is made of it. Delete or change that one first.',
  },
  notManual: {
    code: 409,
    zh: '该电表自动采集，不需要人工抄表',
    en: 'This meter is connected; nobody has to read it.',
  },
  outsideInstallation: {
    code: 400,
    field: 'Time',
    zh: '抄表时间须在当前表计安装之后',
    en: 'Enter a time after the present register was installed.',
  },
  readAlready: {
    code: 409,
    field: 'Time',
    zh: '该时间已有抄表示数',
    en: 'There is a reading of this time already.',
  },
  readingBelow: {
    code: 400,
    field: 'Reading',
    zh: '示数不能小于 {time} 的 {reading}；如示数已翻转，请先填写量程',
    en: 'The reading lies below {reading} of {time}. If the register rolled over, enter first where it does.',
  },
  readingAbove: {
    code: 400,
    field: 'Reading',
    zh: '示数不能大于 {time} 的 {reading}',
    en: 'The reading lies above {reading} of {time}.',
  },
  rolloverCounts: {
    code: 409,
    zh: '示数翻转已自动计入',
    en: 'A roll-over is counted by itself.',
  },
  alreadySo: { code: 409, zh: '该事件已是此状态', en: 'The event is in this state already.' },
  hasAccount: {
    code: 409,
    zh: '电表“{name}”有预付费账户，不能删除',
    en: 'The meter “{name}” has a prepaid account and cannot be deleted.',
  },
  rangeTooLong: { code: 400, zh: '查询范围超出限制', en: 'query range exceeds limit' },
  rangeReversed: { code: 400, zh: '结束日期不能早于开始日期', en: 'The end lies before the beginning.' },
  tooFewClasses: { code: 400, zh: '至少需要两个时段类型', en: 'A tariff needs at least two time classes.' },
  seasonMissing: {
    code: 400,
    zh: '{month} 月的“{dayKind}”没有时段',
    en: 'No periods are given for {dayKind} in month {month}.',
  },
  seasonTwice: {
    code: 400,
    zh: '{month} 月的“{dayKind}”被重复设置',
    en: 'Periods are given twice for {dayKind} in month {month}.',
  },
  periodsWrong: {
    code: 400,
    zh: '第 {season} 组时段须从 00:00 到 24:00 连续、不重叠，且以 15 分钟为单位',
    en: 'The periods of part {season} must cover 00:00 to 24:00 without gap or overlap, in steps of 15 minutes.',
  },
  priceMissing: { code: 400, zh: '请填写“{timeClass}”的电价', en: 'Enter the price of “{timeClass}”.' },
  versionFinal: {
    code: 409,
    zh: '正式版本不能修改；如需更正，请新增相同生效日期的版本',
    en: 'A final version cannot be changed. Correct it by a further version of the same first day.',
  },
  versionUsed: {
    code: 409,
    zh: '该电价已用于计费，不能删除',
    en: 'Energy was priced by this tariff, so it cannot be deleted.',
  },
  notActive: {
    code: 409,
    zh: '该电价还没有已启用的版本',
    en: 'This tariff has no version in force yet.',
  },
} as const satisfies ErrorCatalogue;
