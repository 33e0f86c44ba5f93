import {
  allowedErrorOf,
  type Bilingual,
  type ComplianceProfile,
  type ConformityReason,
  certificateNoticeDays,
  complianceProfiles,
  type DailySeal,
  dayMs,
  type Language,
  minuteMs,
  type ProofProblemRow,
  temperatureUnits,
  type Verification,
  type CertificateRow as WireCertificate,
  type ConformityRow as WireConformity,
  type FindingRow as WireFinding,
  type OwnProfileRow as WireOwnProfile,
  type PackRow as WirePack,
  type SealCheckState as WireSealChecks,
} from '@watchpost/contract';
import type { FileUrls } from '../files/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import type { AssignmentRow, CertificateRow, ConformityFacts, FindingRow } from './compliance.store.ts';
import { figuresOf, type OwnProfile } from './ownProfiles/figuresOf.ts';
import type { OwnProfileRow, ProfileFigures } from './ownProfiles/profile.store.ts';
import type { PackRow } from './packs/pack.store.ts';
import type { PointNames, SealRow } from './proof/proof.store.ts';
import type { SealCheckState } from './proof/sealCheck.store.ts';
import type { FoundProblem, Verified } from './proof/verifySeals.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const epoch = (at: Date | null): number | null => at?.getTime() ?? null;

const named = (row: PointNames, language: Language) => ({
  PointName: inLanguage(row.point_name, row.point_name_en, language),
  DeviceName: inLanguage(row.device_name, row.device_name_en, language),
});

export const presentSeal = (row: SealRow, language: Language): DailySeal => ({
  SealId: row.id,
  Number: row.number,
  Day: row.day,
  MadeEpoch: row.made_at.getTime(),
  PointCount: row.leaves,
  EmptyCount: row.empty,
  SampleCount: row.samples,
  Root: hex(row.root),
  Hash: hex(row.hash),
  KeyId: row.key_id,
  RevisionList: row.revisions.map(({ name, name_en, day, revision, reason }) => ({
    PointName: inLanguage(name, name_en, language),
    Day: day,
    Revision: revision,
    Reason: reason,
  })),
});

/** A page can show so many; how many there are it says. */
const problemsShown = 500;

export const presentVerification = (
  verified: Verified,
  names: ReadonlyMap<number, PointNames>,
  language: Language,
): Verification => ({
  PointCount: verified.points,
  DayCount: verified.days,
  MatchCount: verified.matches,
  SampleCount: verified.samples,
  RootCount: verified.roots,
  ProblemList: verified.problems.slice(0, problemsShown).map((problem) => presentProblem(problem, names, language)),
  ProblemCount: verified.problems.length,
});

function presentProblem(
  { problem, pointId, day, number }: FoundProblem,
  names: ReadonlyMap<number, PointNames>,
  language: Language,
): ProofProblemRow {
  const row = pointId === null ? undefined : names.get(pointId);
  const { PointName = null, DeviceName = null } = row ? named(row, language) : {};
  return { Problem: problem, PointId: pointId, PointName, DeviceName, Day: day, Number: number };
}

export const presentSealChecks = (
  state: SealCheckState,
  names: ReadonlyMap<number, PointNames>,
  language: Language,
): WireSealChecks => ({
  SealedDays: state.sealed_days,
  CheckedDays: state.checked_days,
  RecentDays: state.recent_days,
  LastEpoch: epoch(state.last_at),
  OldestEpoch: epoch(state.oldest_at),
  BrokenDays: state.broken_days,
  BrokenList: state.broken.map(({ day, checked_at, since, problems, problem_count }) => ({
    Day: day,
    CheckEpoch: checked_at,
    SinceEpoch: since,
    ProblemList: problems.map((problem) => presentProblem({ ...problem, day }, names, language)),
    ProblemCount: problem_count,
  })),
});

const ownProfile = (own: OwnProfile | null) =>
  own && { ProfileId: own.profileId, ProfileName: own.name, Version: own.version };

const wireFigures = (figures: ProfileFigures) => ({
  SampleSeconds: figures.sampleSeconds,
  GapMinutes: figures.gapMinutes,
  ExcursionMinutes: figures.excursionMinutes,
  MaxError: figures.maxError,
  AnswerMinutes: figures.answerMinutes,
  KeepYears: figures.keepYears,
});

export const presentOwnProfile = (row: OwnProfileRow): WireOwnProfile => ({
  ProfileId: row.id,
  ProfileName: row.name,
  BasedOn: row.based_on,
  Version: row.versions[0]!.version,
  ...wireFigures(row.versions[0]!),
  PointCount: row.points,
  VersionList: row.versions.map((version) => ({
    Version: version.version,
    ...wireFigures(version),
    SaveEpoch: version.savedAt,
    SaveName: version.savedBy,
  })),
});

const yearDays = 365;

interface LiveFacts {
  readonly measuredAt: number;
  readonly value: number | null;
  readonly isBad: boolean;
}

interface Reason {
  readonly reason: ConformityReason;
  readonly level: 'red' | 'yellow';
  readonly sentence: Bilingual;
}

const daysBetween = (from: string, until: string): number => Math.round((Date.parse(until) - Date.parse(from)) / dayMs);
const people = (n: number): string => (n === 1 ? 'person' : 'people');

/**
 * Everything that keeps a point from conforming now, or soon will, each with a sentence.
 *
 * @param facts `people`: how many are notified of an alarm of it now; null: its standard does not ask
 */
export function reasonsOf(
  row: AssignmentRow,
  facts: ConformityFacts & { people: number | null },
  live: LiveFacts | null,
  { now, today, lastClosedDay }: { now: number; today: string; lastClosedDay: string },
): Reason[] {
  const profile = figuresOf(row);
  const { minPeople = 0, minProbes = 0 }: ComplianceProfile = complianceProfiles[row.profile];
  const allowedError = allowedErrorOf(profile, row.unit, row.high_limit);
  const found: Reason[] = [];
  const red = (reason: ConformityReason, zh: string, en: string, level: Reason['level'] = 'red'): void => {
    found.push({ reason, level, sentence: { zh, en } });
  };
  const silent = live === null ? null : Math.round((now - live.measuredAt) / minuteMs);
  if (silent === null) red('noData', '还没有数据', 'Nothing has been measured yet');
  else if (silent > profile.gapMinutes)
    red('noData', `已 ${silent} 分钟没有数据`, `Nothing has been measured for ${silent} minutes`);
  else if (live!.isBad || live!.value === null) red('noData', '最新数据无效', 'The latest reading is bad');
  else if (
    (row.high_limit !== null && live!.value > row.high_limit) ||
    (row.low_limit !== null && live!.value < row.low_limit)
  )
    red('outside', '当前超出限值', 'Outside of its limits now');
  if (facts.interval_seconds > profile.sampleSeconds)
    red(
      'interval',
      `采集周期 ${facts.interval_seconds} 秒，要求不超过 ${profile.sampleSeconds} 秒`,
      `Sampled every ${facts.interval_seconds} s; ${profile.sampleSeconds} s at most are allowed`,
    );
  const { certificate } = facts;
  if (certificate === null) red('certificate', '没有校准证书', 'No calibration certificate');
  else if (certificate.valid_until < today)
    red(
      'certificate',
      `校准证书 ${certificate.number} 已于 ${certificate.valid_until} 到期`,
      `Certificate ${certificate.number} ended on ${certificate.valid_until}`,
    );
  else if (certificate.max_error > allowedError)
    red(
      'certificate',
      `证书误差 ${certificate.max_error} ${row.unit}，允许 ${allowedError} ${row.unit}`,
      `Certified error ${certificate.max_error} ${row.unit}; ${allowedError} ${row.unit} is allowed`,
    );
  else if (daysBetween(today, certificate.valid_until) <= certificateNoticeDays[0])
    red(
      'certificate',
      `校准证书 ${certificate.number} 将于 ${certificate.valid_until} 到期，请安排校准`,
      `Certificate ${certificate.number} ends on ${certificate.valid_until}: arrange the next calibration`,
      'yellow',
    );
  if (facts.open > 0)
    red(
      'findings',
      `${facts.open} 项超限或缺口待说明`,
      `${facts.open} ${facts.open === 1 ? 'excursion or gap' : 'excursions or gaps'} to be explained`,
    );
  if (facts.to_confirm > 0)
    red(
      'findings',
      `${facts.to_confirm} 项超限或缺口待第二人确认`,
      `${facts.to_confirm} excursion${facts.to_confirm === 1 ? ' or gap awaits' : 's or gaps await'} a second person`,
    );
  if (facts.unanswered > 0)
    red(
      'alarms',
      `${facts.unanswered} 条报警超过 ${profile.answerMinutes} 分钟未确认`,
      `${facts.unanswered} alarm${facts.unanswered === 1 ? '' : 's'} unanswered for more than ${profile.answerMinutes} minutes`,
    );
  if (facts.people !== null && facts.people < minPeople)
    red(
      'people',
      `现在报警时只有 ${facts.people} 人会收到短信或电话，要求至少 ${minPeople} 人`,
      `An alarm now notifies ${facts.people} ${people(facts.people)} by SMS or call; at least ${minPeople} are required`,
    );
  if (temperatureUnits.includes(row.unit) && facts.device_id !== null && facts.probes < minProbes)
    red(
      'probes',
      `该设备只有 ${facts.probes} 个温度点位纳入该标准，要求至少 ${minProbes} 个`,
      `This device has ${facts.probes} temperature point${facts.probes === 1 ? '' : 's'} under the standard; at least ${minProbes} are required`,
    );
  if (facts.broken_days > 0)
    red(
      'proof',
      `${facts.broken_days} 天的数据与封存记录不一致`,
      `${facts.broken_days} sealed day${facts.broken_days === 1 ? ' does' : 's do'} not match`,
    );
  if (facts.kept_days !== null && facts.kept_days < profile.keepYears * yearDays)
    red(
      'retention',
      `数据只保存 ${facts.kept_days} 天，要求 ${profile.keepYears} 年`,
      `History is kept for ${facts.kept_days} days; ${profile.keepYears} years are asked for`,
    );
  if (row.since.getTime() < now && (facts.sealed_day === null || facts.sealed_day < lastClosedDay))
    red(
      'seals',
      facts.sealed_day === null ? '尚未封存' : `只封存到 ${facts.sealed_day}`,
      facts.sealed_day === null ? 'Nothing is sealed yet' : `Sealed until ${facts.sealed_day} only`,
    );
  return found;
}

export const presentConformity = (
  row: AssignmentRow,
  facts: ConformityFacts,
  reasons: readonly Reason[],
  now: number,
  language: Language,
): WireConformity => ({
  AssignmentId: row.id,
  PointId: row.point_id,
  DeviceId: facts.device_id,
  ...named(row, language),
  Unit: row.unit,
  Profile: row.profile,
  OwnProfile: ownProfile(row.own),
  NextVersion: row.next_version,
  LowLimit: row.low_limit,
  HighLimit: row.high_limit,
  SinceEpoch: row.since.getTime(),
  SealedDay: facts.sealed_day,
  Light:
    row.since.getTime() > now
      ? 'grey'
      : reasons.some(({ level }) => level === 'red')
        ? 'red'
        : reasons.length > 0
          ? 'yellow'
          : 'green',
  ReasonList: reasons.map(({ reason, level, sentence }) => ({
    Reason: reason,
    Level: level,
    Sentence: sentence[language],
  })),
});

export const presentFinding = (row: FindingRow, userId: number, language: Language): WireFinding => ({
  FindingId: row.id,
  Kind: row.kind,
  State: row.state,
  PointId: row.point_id,
  ...named(row, language),
  Unit: row.unit,
  Decimals: row.decimals,
  Day: row.day,
  Profile: row.profile,
  OwnProfile: ownProfile(row.own),
  FromEpoch: row.from_at.getTime(),
  UntilEpoch: row.to_at.getTime(),
  LowLimit: row.low_limit,
  HighLimit: row.high_limit,
  Extreme: row.extreme,
  DegreeMinutes: row.degree_minutes,
  Cause: row.cause,
  Explanation: row.explanation,
  Disposition: row.disposition,
  ExplainName: row.explained_name,
  ExplainEpoch: epoch(row.explained_at),
  ConfirmName: row.confirmed_name,
  ConfirmEpoch: epoch(row.confirmed_at),
  IsOwn: row.explained_by === userId,
});

export const presentCertificate = (
  row: CertificateRow,
  today: string,
  urls: FileUrls,
  language: Language,
): WireCertificate => ({
  CertificateId: row.id,
  PointId: row.point_id,
  ...named(row, language),
  Number: row.number,
  Laboratory: row.laboratory,
  DoneOn: row.done_on,
  ValidUntil: row.valid_until,
  MaxError: row.max_error,
  Unit: row.unit,
  IsValid: row.done_on <= today && today <= row.valid_until,
  File: row.file && {
    Name: row.file.name,
    Url: urls.fileUrl(row.file.id),
    ContentType: row.file.contentType,
    Size: row.file.size,
  },
});

const missingShown = 20;

export const presentPack = (
  row: PackRow,
  missing: readonly Bilingual[],
  userId: number,
  language: Language,
): WirePack => ({
  PackId: row.id,
  PackName: row.name,
  ProjectId: row.project_id,
  FromDay: row.from_day,
  UntilDay: row.until_day,
  Language: row.language,
  Revision: row.revision,
  Status: row.status,
  PointCount: row.point_ids?.length ?? null,
  SizeBytes: row.size_bytes,
  Sha256: row.sha256 && hex(row.sha256),
  Failure: row.failure,
  CreateName: row.created_name,
  MadeEpoch: epoch(row.made_at),
  PublishName: row.published_name,
  PublishEpoch: epoch(row.published_at),
  MissingList: missing.slice(0, missingShown).map((sentence) => sentence[language]),
  MissingCount: missing.length,
  RevisedCount: row.revised,
  IsOwn: row.created_by === userId,
});
