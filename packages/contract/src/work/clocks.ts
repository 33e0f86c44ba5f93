import type { Bilingual } from '../call.ts';

/** What the service of an order is measured by. Stored with orders: never reuse a name. */
export const clockKinds = {
  response: { zh: '响应', en: 'Response' },
  arrival: { zh: '到场', en: 'Arrival' },
  resolution: { zh: '解决', en: 'Resolution' },
} as const satisfies Record<string, Bilingual>;
export type ClockKind = keyof typeof clockKinds;
export const clockKindNames = Object.keys(clockKinds) as [ClockKind, ...ClockKind[]];

/** `stopped`: it stands still while the repair waits to be accepted. */
export const clockStates = ['running', 'paused', 'stopped', 'met', 'cancelled'] as const;
export type ClockState = (typeof clockStates)[number];

/**
 * `always`: 24 hours a day; `working`: 08:00–18:00 of working days by the project's calendar; `own`: the hours of a calendar that a
 * contract agrees on.
 */
export type ServiceCalendarName = 'always' | 'working' | 'own';

const minute = 60;
const hour = 60 * minute;
/** Of the calendar `working`. */
const workingDay = 10 * hour;

/**
 * How soon an order of each severity is accepted, reached and finished, in seconds of its calendar. Our choice; contracts may
 * agree on other times.
 */
export const serviceTargets = {
  1: { calendar: 'always', response: 15 * minute, arrival: 2 * hour, resolution: 8 * hour },
  2: { calendar: 'always', response: hour, arrival: 8 * hour, resolution: 24 * hour },
  3: { calendar: 'working', response: 4 * hour, arrival: 2 * workingDay, resolution: 5 * workingDay },
} as const satisfies Record<
  1 | 2 | 3,
  { readonly calendar: ServiceCalendarName } & Readonly<Record<ClockKind, number>>
>;

/** Why work on an order stands still. Stored with orders: never reuse a name. */
export const pauseReasons = {
  waitingApplicant: { zh: '等待报修人', en: 'Waiting for the applicant' },
  waitingParts: { zh: '等待配件', en: 'Waiting for parts' },
  waitingAccess: { zh: '无法进场', en: 'Waiting for access' },
  unsafe: { zh: '现场不安全', en: 'Unsafe on site' },
} as const satisfies Record<string, Bilingual>;
export type PauseReason = keyof typeof pauseReasons;
export const pauseReasonNames = Object.keys(pauseReasons) as [PauseReason, ...PauseReason[]];

/** What a line of a bill is for. */
export const costKinds = {
  labour: { zh: '人工', en: 'Labour' },
  part: { zh: '配件', en: 'Part' },
  travel: { zh: '差旅', en: 'Travel' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Record<string, Bilingual>;
export type CostKind = keyof typeof costKinds;
export const costKindNames = Object.keys(costKinds) as [CostKind, ...CostKind[]];
