import type { Bilingual } from '../call.ts';

/** Where a unit stands between delivery and its start. Stored. */
export const bootUnitStates = {
  registered: { zh: '未安装', en: 'Not installed' },
  deviates: { zh: '安装不合规', en: 'Installation deviates' },
  conforms: { zh: '安装合规', en: 'Installation conforms' },
  released: { zh: '已放行', en: 'Released' },
} as const satisfies Record<string, Bilingual>;
export type BootUnitState = keyof typeof bootUnitStates;
export const bootUnitStateNames = Object.keys(bootUnitStates) as [BootUnitState, ...BootUnitState[]];

/** What is held against the standards of a unit's model. */
export const installChecks = {
  length: { zh: '配管长度', en: 'Pipe length' },
  gasClimb: { zh: '气管爬升高度', en: 'Climb of the gas pipe' },
  liquidClimb: { zh: '液管爬升高度', en: 'Climb of the liquid pipe' },
  oil: { zh: '冷冻油类型', en: 'Oil type' },
  gasDiameter: { zh: '水平段气管管径', en: 'Gas pipe, horizontal' },
  riserDiameter: { zh: '竖直段气管管径', en: 'Gas pipe, riser' },
  liquidDiameter: { zh: '液管管径', en: 'Liquid pipe' },
} as const satisfies Record<string, Bilingual>;
export type InstallCheck = keyof typeof installChecks;
export const installCheckNames = Object.keys(installChecks) as [InstallCheck, ...InstallCheck[]];

export const verdictWords = {
  ok: { zh: '合规', en: 'ok' },
  deviation: { zh: '偏差', en: 'deviation' },
  undecided: { zh: '无标准', en: 'no standard' },
} as const satisfies Record<string, Bilingual>;
export type VerdictName = keyof typeof verdictWords;
export const verdictNames = Object.keys(verdictWords) as [VerdictName, ...VerdictName[]];

/** What becomes of a boot password. Stored. */
export const bootPasswordStates = {
  issued: { zh: '已发放', en: 'Issued' },
  revoked: { zh: '已撤销', en: 'Revoked' },
} as const satisfies Record<string, Bilingual>;
export type BootPasswordState = keyof typeof bootPasswordStates;

/** A unit may be issued so many passwords a day; the controller takes no further attempt. */
export const maxPasswordsADay = 4;

/** The number on a unit's plate as it counts: capitals and digits alone. */
export const canonicalUnitNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
