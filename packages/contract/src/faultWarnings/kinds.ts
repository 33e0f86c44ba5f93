import type { Bilingual } from '../call.ts';

/** What a fault warning is about. Stored with warnings: never reuse a name. */
export const warningKinds = {
  dutyCycle: { zh: '制冷运行率升高', en: 'Cooling runs longer' },
  pullDown: { zh: '降温变慢', en: 'Slower pull-down' },
  defrostLength: { zh: '化霜时间变长', en: 'Longer defrosts' },
  defrostCount: { zh: '化霜次数变化', en: 'Number of defrosts changed' },
  drift: { zh: '传感器漂移', en: 'Sensor drift' },
  limitSoon: { zh: '即将越限', en: 'About to cross a limit' },
  limitAhead: { zh: '趋势将越限', en: 'Trend towards a limit' },
} as const satisfies Record<string, Bilingual>;
export type WarningKind = keyof typeof warningKinds;
export const warningKindNames = Object.keys(warningKinds) as [WarningKind, ...WarningKind[]];

/** What the service department says of a warning. */
export const warningFeedbacks = {
  watching: { zh: '观察中', en: 'Watching' },
  confirmed: { zh: '属实', en: 'Confirmed' },
  done: { zh: '已处理', en: 'Dealt with' },
  false: { zh: '误报', en: 'False' },
} as const satisfies Record<string, Bilingual>;
export type WarningFeedback = keyof typeof warningFeedbacks;
export const warningFeedbackNames = Object.keys(warningFeedbacks) as [WarningFeedback, ...WarningFeedback[]];

/** Why a warning is over: its figures are ordinary again, the limit was reached, or somebody called it false. */
export const warningEndWords = {
  ordinary: { zh: '已恢复正常', en: 'Ordinary again' },
  reached: { zh: '已到达限值', en: 'Limit reached' },
  false: { zh: '判为误报', en: 'Called false' },
  gone: { zh: '已结束', en: 'Ended' },
} as const satisfies Record<string, Bilingual>;
export type WarningEnd = keyof typeof warningEndWords;
export const warningEnds = Object.keys(warningEndWords) as [WarningEnd, ...WarningEnd[]];

/** After "false" a device hears nothing more of that kind for so long, and then only of what is farther out. */
export const mutedDaysAfterFalse = 14;

/** So many like devices at least say what the weather and the season did to all of them; fewer are no comparison. */
export const minPeerDevices = 3;
/** Sorted by temperature, devices are peers while each is within this distance of the next. Kelvin. */
export const likeWithinKelvin = 4;
