import type { Bilingual } from '../call.ts';

/** What a wall shows in turn. */
export const stationWords = {
  overview: { zh: '总览', en: 'Overview' },
  projects: { zh: '各项目（风险高的在前）', en: 'Projects, by risk' },
  alarms: { zh: '未消除报警', en: 'Open alarms' },
} as const satisfies Record<string, Bilingual>;
export type StationKind = keyof typeof stationWords;
export const stationKinds = Object.keys(stationWords) as [StationKind, ...StationKind[]];

/** So many alarms stand in the list of all of them. */
export const wallAlarmsShown = 12;
/** A wall that was not heard of for so long is dark. */
export const darkAfterMs = 5 * 60_000;
/** How often a wall asks what is new, milliseconds: an urgent alarm stands on it within 2 s. */
export const wallAsksEveryMs = 1000;
