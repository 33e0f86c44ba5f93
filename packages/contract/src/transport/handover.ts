import type { Bilingual } from '../call.ts';

/** Where goods change hands. */
export const handoverKinds = {
  pickup: { zh: '装货交接', en: 'Loading' },
  stop: { zh: '途中交接', en: 'On the way' },
  delivery: { zh: '送达交接', en: 'Delivery' },
} as const satisfies Record<string, Bilingual>;
export type HandoverKind = keyof typeof handoverKinds;
export const handoverKindNames = Object.keys(handoverKinds) as [HandoverKind, ...HandoverKind[]];

/** In which state goods were handed over. */
export const handoverConditions = {
  good: { zh: '完好', en: 'In good order' },
  warm: { zh: '温度异常', en: 'Temperature in doubt' },
  damaged: { zh: '包装破损', en: 'Packaging damaged' },
  short: { zh: '数量不符', en: 'Quantity differs' },
} as const satisfies Record<string, Bilingual>;
export type HandoverCondition = keyof typeof handoverConditions;
export const handoverConditionNames = Object.keys(handoverConditions) as [HandoverCondition, ...HandoverCondition[]];

/** What the recipient says with a delivery. */
export const handoverOutcomes = {
  none: { zh: '仅交接', en: 'Handover only' },
  sign: { zh: '签收', en: 'Signed for' },
  reject: { zh: '拒收', en: 'Rejected' },
} as const satisfies Record<string, Bilingual>;
export type HandoverOutcome = keyof typeof handoverOutcomes;
export const handoverOutcomeNames = Object.keys(handoverOutcomes) as [HandoverOutcome, ...HandoverOutcome[]];

/** A handover is recorded afterwards at most so long after it took place: a phone without a network for a weekend. */
export const handoverBackHours = 72;
export const handoverPhotosMax = 6;
