import type { Bilingual } from '../call.ts';

/** Whether something is related to a device. */
export const relationWords = {
  related: { zh: '已关联', en: 'Related' },
  unrelated: { zh: '未关联', en: 'Unrelated' },
} as const satisfies Record<string, Bilingual>;

/** Where a unit stands between delivery and its start. Stored. */
export const bootUnitStates = {
  registered: { zh: '未安装', en: 'Not installed' },
  deviates: { zh: '安装不合规', en: 'Installation deviates' },
  conforms: { zh: '安装合规', en: 'Installation conforms' },
  rejected: { zh: '安装已驳回', en: 'Installation rejected' },
  released: { zh: '已放行', en: 'Released' },
  booted: { zh: '已开机', en: 'Started' },
} as const satisfies Record<string, Bilingual>;
export type BootUnitState = keyof typeof bootUnitStates;
export const bootUnitStateNames = Object.keys(bootUnitStates) as [BootUnitState, ...BootUnitState[]];

/** How it became known that a unit started. Stored. */
export const bootWays = {
  written: { zh: '远程解锁', en: 'Unlocked from here' },
  reported: { zh: '安装人员报告', en: 'Reported' },
  seen: { zh: '数据显示已运行', en: 'Seen running' },
} as const satisfies Record<string, Bilingual>;
export type BootWay = keyof typeof bootWays;
export const bootWayNames = Object.keys(bootWays) as [BootWay, ...BootWay[]];

/** How the first hour of a unit goes. Stored. */
export const bootWatchStates = {
  watching: { zh: '首小时观察中', en: 'First hour' },
  ok: { zh: '首小时正常', en: 'First hour passed' },
  failed: { zh: '首小时异常', en: 'First hour failed' },
  unknown: { zh: '首小时数据不足', en: 'First hour: not enough data' },
} as const satisfies Record<string, Bilingual>;
export type BootWatchState = keyof typeof bootWatchStates;
export const bootWatchStateNames = Object.keys(bootWatchStates) as [BootWatchState, ...BootWatchState[]];
export const firstHourMs = 3_600_000;

/** What the first hour is judged by. */
export const bootWatchChecks = {
  data: { zh: '数据正常上报', en: 'Data arrives' },
  runs: { zh: '设备运行', en: 'It runs' },
  starts: { zh: '启动次数', en: 'Starts' },
  discharge: { zh: '最高排气温度', en: 'Highest discharge temperature' },
  superheat: { zh: '平均过热度（15 分钟后）', en: 'Mean superheat, after 15 min' },
  current: { zh: '最大电流（15 分钟后）', en: 'Highest current, after 15 min' },
  suction: { zh: '平均吸气压力（15 分钟后）', en: 'Mean suction pressure, after 15 min' },
  dischargePressure: { zh: '平均排气压力（15 分钟后）', en: 'Mean discharge pressure, after 15 min' },
  room: { zh: '空气温度下降', en: 'Fall of the air temperature' },
  alarms: { zh: '紧急与重要报警', en: 'Urgent and important alarms' },
} as const satisfies Record<string, Bilingual>;
export type BootWatchCheckName = keyof typeof bootWatchChecks;
export const bootWatchCheckNames = Object.keys(bootWatchChecks) as [BootWatchCheckName, ...BootWatchCheckName[]];
/** Our choice. */
export const bootWatchLimits = {
  ...{ maxStarts: 6, maxDischargeCelsius: 110, minSuperheat: 4, maxSuperheat: 20 },
  /** Times the current on the nameplate. */
  maxCurrentFactor: 1.1,
  /** A room that is so few K above its setpoint need not fall. */
  coldWithin: 1,
} as const;

/** The course of a unit. Stored. */
export const bootEventKinds = {
  submitted: { zh: '登记安装数据', en: 'Installation entered' },
  approved: { zh: '放行', en: 'Released' },
  rejected: { zh: '驳回安装', en: 'Installation rejected' },
  waived: { zh: '让步放行', en: 'Released with deviations' },
  rejectedBoot: { zh: '开机被拒', en: 'Boot rejected' },
  unansweredBoot: { zh: '开机无应答', en: 'Boot not answered' },
  booted: { zh: '开机', en: 'Started' },
  watched: { zh: '首小时观察结果', en: 'First hour' },
  relocked: { zh: '重新锁定', en: 'Locked again' },
  lockWritten: { zh: '锁定值已写入锁定点', en: 'Lock value written' },
  lockNotWritten: { zh: '锁定值未写入，机组可能仍在运行', en: 'Lock value not written: the unit may still run' },
  passwordShown: { zh: '查看开机密码', en: 'Password shown' },
  keyShown: { zh: '显示密钥', en: 'Key shown' },
  keyRenewed: { zh: '更换密钥', en: 'New key' },
} as const satisfies Record<string, Bilingual>;
export type BootEventKind = keyof typeof bootEventKinds;
export const bootEventKindNames = Object.keys(bootEventKinds) as [BootEventKind, ...BootEventKind[]];

/** What locks a unit again at its lock point: of 0 and 1 the one that does not unlock it. Null: of another unlock value nobody knows. */
export const lockValueOf = (unlockValue: number): number | null =>
  unlockValue === 0 || unlockValue === 1 ? 1 - unlockValue : null;

/** What is held against the standards of a unit's model. */
export const installChecks = {
  length: { zh: '配管总长', en: 'Length of the piping' },
  gasClimb: { zh: '气管爬升高度', en: 'Climb of the gas pipe' },
  liquidClimb: { zh: '液管爬升高度', en: 'Climb of the liquid pipe' },
  oil: { zh: '冷冻油类型', en: 'Oil type' },
  gasDiameter: { zh: '水平段气管管径', en: 'Gas pipe, horizontal' },
  riserDiameter: { zh: '竖直段气管管径', en: 'Gas pipe, riser' },
  liquidDiameter: { zh: '液管管径', en: 'Liquid pipe' },
  traps: { zh: '存油弯数量', en: 'Oil traps' },
  slope: { zh: '气管坡度', en: 'Fall of the gas pipe' },
  charge: { zh: '追加充注量', en: 'Charge added' },
  testPressure: { zh: '保压压力', en: 'Test pressure' },
  pressureDrop: { zh: '保压压降（已按温度修正）', en: 'Pressure drop, corrected for temperature' },
  vacuum: { zh: '真空度', en: 'Vacuum reached' },
  vacuumRise: { zh: '真空回升（1 分钟）', en: 'Rise in a minute under vacuum' },
} as const satisfies Record<string, Bilingual>;
export type InstallCheck = keyof typeof installChecks;
export const installCheckNames = Object.keys(installChecks) as [InstallCheck, ...InstallCheck[]];

/** Deviations that no reason of ours waives: the maker accepts them in a letter. Our choice. */
export const hardChecks: ReadonlySet<InstallCheck> = new Set(['oil']);

export const verdictWords = {
  ok: { zh: '合规', en: 'OK' },
  deviation: { zh: '偏差', en: 'Deviation' },
  undecided: { zh: '无法判定', en: 'Not decidable' },
} as const satisfies Record<string, Bilingual>;
export type VerdictName = keyof typeof verdictWords;
export const verdictNames = Object.keys(verdictWords) as [VerdictName, ...VerdictName[]];

/** Why a check cannot be decided. Stored with the verdict. */
export const verdictReasons = {
  notMeasured: { zh: '未填写测量值', en: 'Not measured' },
  noStandard: { zh: '该型号没有适用的标准', en: 'The model has no standard for it' },
  coarseGauge: { zh: '压力表分度过大，看不出限值', en: 'The gauge is too coarse to show the limit' },
  unexplainedRise: {
    zh: '压力上升超过温度所能解释：请检查两次温度和压力表，或是否有气体进入',
    en: 'The pressure rose more than the temperature explains: check both temperatures and the gauge, and whether gas came in',
  },
} as const satisfies Record<string, Bilingual>;
export type VerdictReason = keyof typeof verdictReasons;
export const verdictReasonNames = Object.keys(verdictReasons) as [VerdictReason, ...VerdictReason[]];

/** What becomes of a boot password. */
export const bootPasswordStates = {
  issued: { zh: '已发放', en: 'Issued' },
  used: { zh: '已使用', en: 'Used' },
  expired: { zh: '已过期', en: 'Expired' },
  revoked: { zh: '已撤销', en: 'Revoked' },
} as const satisfies Record<string, Bilingual>;
export type BootPasswordState = keyof typeof bootPasswordStates;
export const bootPasswordStateNames = Object.keys(bootPasswordStates) as [BootPasswordState, ...BootPasswordState[]];

/** A unit may be issued so many passwords a day; the controller takes no further attempt. */
export const maxPasswordsADay = 4;

/** The number on a unit's plate as it counts: capitals and digits alone. */
export const canonicalUnitNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** What the QR code of a unit's key says: capitals, digits and colons alone, so that the code stays coarse and a scanner reads it fast. */
export const textOfKey = ({ UnitNumber, Version, Key }: { UnitNumber: string; Version: number; Key: string }): string =>
  `WPK1:${UnitNumber}:${Version}:${Key.toUpperCase()}`;
