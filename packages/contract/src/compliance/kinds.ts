import type { Bilingual } from '../call.ts';

export interface ErrorRange {
  readonly units: readonly string[];
  /** For points whose upper limit is no higher; absent: for all of these units. */
  readonly highLimitUpTo?: number;
  readonly maxError: number;
}

/** What a standard asks for of the records of a point. */
export interface ComplianceProfile extends Bilingual {
  /** Longest time between two samples, seconds. */
  readonly sampleSeconds: number;
  /** A longer time without a good sample is a gap that has to be explained, minutes. */
  readonly gapMinutes: number;
  /** A stretch outside of the limits that lasts so long is an excursion, minutes. */
  readonly excursionMinutes: number;
  /** Largest error that a certificate may state, in the point's unit, where `errorRanges` name no other. */
  readonly maxError: number;
  /** Where a standard allows different errors by what is measured: the first that fits counts. */
  readonly errorRanges?: readonly ErrorRange[];
  /** People who are to be notified of an alarm at once by SMS or call. */
  readonly minPeople?: number;
  /** Temperature points of a store or vehicle that are to be under the profile. */
  readonly minProbes?: number;
  /** An alarm has to be acknowledged within this time, minutes. */
  readonly answerMinutes: number;
  /** So long records have to be kept, years. */
  readonly keepYears: number;
}

export const temperatureUnits: readonly string[] = ['°C', '℃'];

/**
 * GSP allows ±0.5 °C from 0 to 40 °C, ±1.0 °C from −25 to 0 °C and ±5 %RH. Below −25 °C it says nothing; ±1.0 °C counts there, too.
 * A point that may lie on either side of 0 °C is held to the smaller error.
 */
const gspErrors: readonly ErrorRange[] = [
  { units: temperatureUnits, highLimitUpTo: 0, maxError: 1 },
  { units: ['%RH', '%rh', '%'], maxError: 5 },
];

/**
 * GSP annex 3 (2013), EU GDP 2013/C 343/01, Codex CXC 1 and EN 12830:2018. Of GSP come interval and error, of the others error and
 * intervals where the text says them; the time until an excursion counts and until an alarm is answered are ours.
 */
// biome-ignore format: a table is read by columns
export const complianceProfiles = {
  gsp: { zh: 'GSP 附录 3', en: 'GSP annex 3', sampleSeconds: 60, gapMinutes: 30, excursionMinutes: 2, maxError: 0.5, answerMinutes: 15, keepYears: 5, errorRanges: gspErrors, minPeople: 3, minProbes: 2 },
  gdp: { zh: '欧盟 GDP', en: 'EU GDP', sampleSeconds: 300, gapMinutes: 30, excursionMinutes: 5, maxError: 0.5, answerMinutes: 30, keepYears: 5 },
  haccp: { zh: 'HACCP', en: 'HACCP', sampleSeconds: 900, gapMinutes: 60, excursionMinutes: 15, maxError: 1, answerMinutes: 60, keepYears: 2 },
  en12830: { zh: 'EN 12830', en: 'EN 12830', sampleSeconds: 1800, gapMinutes: 60, excursionMinutes: 30, maxError: 1, answerMinutes: 60, keepYears: 1 },
} as const satisfies Record<string, ComplianceProfile>;

/** Largest error that a certificate of a point may state, in its unit. @param highLimit of the point; null: none */
export const allowedErrorOf = (
  { maxError, errorRanges = [] }: Pick<ComplianceProfile, 'maxError' | 'errorRanges'>,
  unit: string,
  highLimit: number | null,
): number =>
  errorRanges.find(
    ({ units, highLimitUpTo = Number.POSITIVE_INFINITY }) =>
      units.includes(unit) && (highLimit ?? Number.POSITIVE_INFINITY) <= highLimitUpTo,
  )?.maxError ?? maxError;

export type ComplianceProfileName = keyof typeof complianceProfiles;
export const complianceProfileNames = Object.keys(complianceProfiles) as [
  ComplianceProfileName,
  ...ComplianceProfileName[],
];

/** Why a day was sealed. */
export const sealReasons = ['first', 'late', 'filled', 'erased', 'rounded'] as const;
export type SealReason = (typeof sealReasons)[number];
export const sealReasonWords: Readonly<Record<SealReason, Bilingual>> = {
  first: { zh: '当日结束', en: 'End of the day' },
  late: { zh: '迟到的数据', en: 'Late data' },
  filled: { zh: '人工补录', en: 'Filled in by hand' },
  erased: { zh: '人工删除', en: 'Erased by hand' },
  rounded: { zh: '数值舍入', en: 'Values rounded' },
};

/** What a verification can find wrong. */
export const proofProblems = [
  'samples',
  'gone',
  'unreadable',
  'late',
  'notSealed',
  'chain',
  'root',
  'order',
  'signature',
] as const;
export type ProofProblem = (typeof proofProblems)[number];
export const proofProblemWords: Readonly<Record<ProofProblem, Bilingual>> = {
  samples: { zh: '数据与封存时不一致', en: 'The samples differ from what was sealed' },
  gone: { zh: '已按保存期限删除，仅余封存值', en: 'No longer kept, by the retention of the project; the hash remains' },
  unreadable: { zh: '存储的数据无法读取', en: 'Stored samples cannot be read' },
  late: { zh: '有迟到的数据，等待重新封存', en: 'Data came late and will be sealed again' },
  notSealed: { zh: '尚未封存', en: 'Not sealed' },
  chain: { zh: '封存记录被改动', en: 'The seal itself was changed' },
  root: { zh: '日根与封存记录不符', en: 'The root does not fit its seals' },
  order: { zh: '日根链中断', en: 'The chain of roots is broken' },
  signature: { zh: '签名无效', en: 'The signature is not valid' },
};
/** These are no contradiction, only something to know. */
export const harmlessProblems: ReadonlySet<ProofProblem> = new Set(['gone', 'late']);

export const findingKinds = ['excursion', 'gap'] as const;
export type FindingKind = (typeof findingKinds)[number];
export const findingKindWords: Readonly<Record<FindingKind, Bilingual>> = {
  excursion: { zh: '超限', en: 'Excursion' },
  gap: { zh: '数据缺口', en: 'Gap' },
};

/** A finding is closed when it is explained and somebody other than its author has confirmed that. */
export const findingStates = ['open', 'toConfirm', 'closed'] as const;
export type FindingState = (typeof findingStates)[number];
export const findingStateWords: Readonly<Record<FindingState, Bilingual>> = {
  open: { zh: '待说明', en: 'To be explained' },
  toConfirm: { zh: '待第二人确认', en: 'Awaits a second person' },
  closed: { zh: '已完成', en: 'Closed' },
};

export const findingCauses = ['power', 'link', 'sensor', 'service', 'door', 'equipment', 'other'] as const;
export type FindingCause = (typeof findingCauses)[number];
export const findingCauseWords: Readonly<Record<FindingCause, Bilingual>> = {
  power: { zh: '停电', en: 'Power failure' },
  link: { zh: '通讯中断', en: 'Communication loss' },
  sensor: { zh: '传感器故障', en: 'Sensor fault' },
  service: { zh: '检修', en: 'Service work' },
  door: { zh: '开门或装卸', en: 'Door open, loading' },
  equipment: { zh: '制冷设备故障', en: 'Refrigeration fault' },
  other: { zh: '其他', en: 'Other' },
};

/** What becomes of the goods. */
export const dispositions = ['release', 'hold', 'destroy'] as const;
export type Disposition = (typeof dispositions)[number];
export const dispositionWords: Readonly<Record<Disposition, Bilingual>> = {
  release: { zh: '放行', en: 'Released' },
  hold: { zh: '暂扣', en: 'On hold' },
  destroy: { zh: '销毁', en: 'Destroyed' },
};

/** 0 waits to be made, 1 draft, 2 published. */
export const packStatuses = [0, 1, 2] as const;
export type PackStatus = (typeof packStatuses)[number];
export const packStatusWords: Readonly<Record<PackStatus, Bilingual>> = {
  0: { zh: '生成中', en: 'Being made' },
  1: { zh: '草稿', en: 'Draft' },
  2: { zh: '已发布', en: 'Published' },
};

/** So many days before the end of a certificate the light turns yellow, and people are notified; ours. */
export const certificateNoticeDays = [60, 30, 7] as const;

/** What keeps a point from conforming; each is mended at a place of its own. */
export const conformityReasons = [
  'noData',
  'outside',
  'interval',
  'certificate',
  'findings',
  'alarms',
  'people',
  'probes',
  'retention',
  'seals',
  'proof',
] as const;
export type ConformityReason = (typeof conformityReasons)[number];

/** Yellow: it conforms, and will not for long. */
export const conformityLights = ['green', 'yellow', 'red', 'grey'] as const;
export type ConformityLight = (typeof conformityLights)[number];
export const conformityWords: Readonly<Record<ConformityLight, Bilingual>> = {
  green: { zh: '符合', en: 'Conforms' },
  yellow: { zh: '符合，即将到期', en: 'Conforms, not for long' },
  red: { zh: '不符合', en: 'Does not conform' },
  grey: { zh: '尚未开始', en: 'Not begun' },
};
