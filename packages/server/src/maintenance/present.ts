import type {
  Language,
  MaintenanceAction,
  MaintenanceContractRow,
  MaintenanceOrderRow,
  MaintenancePlanRow,
  MaintenanceTemplateRow,
  SheetReading,
  TeamRow,
  VisitPhoto,
  VisitRole,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { hiddenMobile } from '../platform/phoneNumber.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { type AttachmentRow, hoursInWords, type SignatureRow } from '../work/index.ts';
import type { ContractRow } from './contracts/contract.store.ts';
import { contractState, documentHash, teamThatSigned } from './contracts/document.ts';
import { nextNominalDay } from './nominalDay.ts';
import type { OrderRow, SheetRow } from './orders/order.store.ts';
import type { PlanRow } from './plans/plan.store.ts';
import { nextStep, runTime } from './plans/runTime.ts';
import type { TeamRow as Team } from './teams/team.store.ts';
import type { TemplateRow } from './templates/template.store.ts';
import type { Named, Reading } from './values/reading.ts';

export const presentTeam = (row: Team): TeamRow => ({
  TeamId: row.id,
  TeamName: row.name,
  TypeList: row.types,
  AreaList: row.areas,
  Enabled: row.enabled,
  MemberCount: row.members.length,
  MemberList: row.members.map(({ user_id, name, is_admin, mobile }) => ({
    UserId: user_id,
    UserName: name,
    IsAdmin: is_admin,
    Mobile: mobile,
  })),
  OpenOrderCount: row.open_count,
  ContractCount: row.contract_count,
  Note: row.note,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentTemplate = (row: TemplateRow): MaintenanceTemplateRow => ({
  TemplateId: row.id,
  TemplateName: row.name,
  TemplateType: row.type,
  GroupCount: row.draft.length,
  ItemCount: row.draft.reduce((sum, { ItemList }) => sum + ItemList.length, 0),
  Revision: row.n,
  ReviseEpoch: row.published_at?.getTime() ?? null,
  ReviseName: row.published_by,
  DraftRevision: row.revision,
  HasDraft: row.has_draft,
});

const presentPartySignature = ({ party, name, at, proof, mobile }: ContractRow['signatures'][number]) => ({
  Party: party,
  Name: name,
  Epoch: Date.parse(at),
  Proof: proof,
  Mobile: mobile && hiddenMobile(mobile),
});

export const presentContract = (row: ContractRow, today: string, language: Language): MaintenanceContractRow => ({
  ContractId: row.id,
  ContractName: row.name,
  ContractNumber: row.number,
  PartyA: row.party_a,
  TeamId: row.team_id,
  TeamName: row.team_name,
  SignedTeamName: teamThatSigned(row),
  SigningDate: row.signing_date,
  ProjectList: row.projects.map(({ id, name, name_en }) => ({
    ProjectId: id,
    ProjectName: inLanguage(name, name_en, language),
  })),
  StartDate: row.valid_from,
  EndDate: row.valid_to,
  Cycle: row.cycle,
  CycleCount: row.cycle_count,
  FirstDate: row.first_on,
  TemplateList: row.templates.map(({ id, name }) => ({ TemplateId: id, TemplateName: name })),
  Amount: row.amount_fen === null ? null : row.amount_fen / 100,
  TargetList: row.targets.map((each) => ({
    Level: each.severity,
    ResponseMinutes: each.response_minutes,
    ArrivalMinutes: each.arrival_minutes,
    ResolutionMinutes: each.resolution_minutes,
    ...(each.calendar && {
      CalendarId: each.calendar.id,
      CalendarName: each.calendar.name,
      CalendarHours: [hoursInWords(each.calendar)[language], ...each.calendar.holidays].join(' · '),
    }),
  })),
  DueCount: row.compliance.due,
  OnTimeCount: row.compliance.on_time,
  State: contractState(row, today),
  Hash: documentHash(row),
  Revision: row.revision,
  SignatureList: row.signatures.map(presentPartySignature),
  SignLinkList: row.links.map(({ party, name, mobile, expires_at }) => ({
    Party: party,
    Name: name,
    Mobile: mobile === null ? '' : hiddenMobile(mobile),
    ExpireEpoch: Date.parse(expires_at),
  })),
  Note: row.note,
  UpdateEpoch: row.updated_at.getTime(),
});

/** Not done on the day for which it was planned. @param today where the company is */
export const isOverdue = ({ state, planned_on }: Pick<OrderRow, 'state' | 'planned_on'>, today: string): boolean =>
  (state === 'planned' || state === 'started') && planned_on < today;

/** The days between which a visit is in time; one by use or by a warning may come early. */
export const windowOf = ({
  nominal_on,
  window_days,
  comes_early,
}: Pick<OrderRow, 'nominal_on' | 'window_days' | 'comes_early'>) => ({
  from: window_days === null || comes_early ? null : dayAfter(nominal_on, -window_days),
  to: window_days === null ? null : dayAfter(nominal_on, window_days),
});

/** @param actions what the caller may do with it */
export const presentMaintenanceOrder = (
  row: OrderRow,
  today: string,
  actions: readonly MaintenanceAction[],
  language: Language,
): MaintenanceOrderRow => ({
  OrderId: row.id,
  ContractId: row.contract_id,
  ContractName: row.contract_name,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  TeamId: row.team_id,
  TeamName: row.team_name,
  PlanName: row.plan_name,
  DeviceId: row.device_id,
  HoldsList: row.holds,
  NominalDate: row.nominal_on,
  PlannedDate: row.planned_on,
  WindowFrom: windowOf(row).from,
  WindowTo: windowOf(row).to,
  State: row.state,
  Overdue: isOverdue(row, today),
  AssigneeName: row.assignee_name,
  DoneEpoch: row.done_at?.getTime() ?? null,
  BadCount: row.bad_count,
  ActionList: [...actions],
});

const nameIn = (named: Named | null, language: Language): string =>
  named === null ? '' : inLanguage(named.name, named.nameEn, language);

export const presentReading = (reading: Reading, language: Language): SheetReading => ({
  Group: reading.group,
  Item: reading.item,
  Line: reading.line,
  Text: reading.text,
  Reason: reading.reason,
  DeviceId: reading.device?.id ?? null,
  DeviceName: nameIn(reading.device, language),
  PointId: reading.point?.id ?? null,
  PointName: nameIn(reading.point, language),
  Value: reading.value,
  Unit: reading.unit,
  Statistic: reading.statistic,
  Hours: reading.hours,
  KnownPercent: reading.knownPercent,
  Epoch: reading.measuredAt === null ? null : Math.floor(reading.measuredAt),
  AgeSeconds:
    reading.measuredAt === null ? null : Math.max(0, Math.round((reading.readAt - reading.measuredAt) / 1000)),
  Quality: reading.quality,
  ReadEpoch: reading.readAt,
});

export const presentSheet = (row: SheetRow, language: Language) => ({
  TemplateId: row.template_id,
  TemplateName: row.template_name,
  Revision: row.n,
  GroupList: row.groups,
  AnswerList: row.answers,
  ReadingList: row.readings.map((reading) => presentReading(reading, language)),
});

export function presentPhoto(row: AttachmentRow, url: string): VisitPhoto {
  const [template, group, item] = row.place?.split(' ').map(Number) ?? [];
  return {
    PhotoId: row.id,
    Url: url,
    TemplateId: template ?? null,
    Group: group ?? null,
    Item: item ?? null,
    UserName: row.user_name,
    Epoch: row.at.getTime(),
  };
}

/** @param hash of the answers as they are now */
export const presentSignature = (row: SignatureRow, hash: string) => ({
  Role: row.role as VisitRole,
  Name: row.name,
  UserName: row.user_name,
  Path: row.path,
  Hash: row.sha256,
  Matches: row.sha256 === hash,
  Epoch: row.at.getTime(),
});

const inHours = (seconds: number): number => Math.round(seconds / 360) / 10;

/** The day of the next visit; null: not within its term. @param inDays of a plan by run time: days from now on */
function nextDate(
  { cycle, cycle_count, first_on, valid_to, time_zone }: PlanRow,
  inDays: number | null,
  now: number,
): string | null {
  const day = (days: number) => localOfEpoch(now + days * 86_400_000, time_zone).slice(0, 10);
  if (cycle === null) return inDays === null || inDays > 3_650 ? null : day(inDays);
  const next = nextNominalDay(first_on!, cycle, cycle_count!, day(0));
  return next !== null && next <= valid_to ? next : null;
}

export function presentPlan(row: PlanRow, now: number, language: Language): MaintenancePlanRow {
  const isRuntime = row.kind === 'runtime' && row.step_hours !== null;
  const next = isRuntime
    ? nextStep(runTime(row.run_seconds, row.unknown_seconds), row.step_hours!, row.reached, row.daily_seconds)
    : null;
  return {
    PlanId: row.id,
    ContractId: row.contract_id,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name ?? '', row.project_name_en, language),
    DeviceId: row.device_id,
    DeviceName: inLanguage(row.device_name ?? '', row.device_name_en, language),
    PlanName: row.name,
    Kind: row.kind,
    TemplateId: row.template_id,
    PointId: row.point_id,
    PointName: row.point_name === null ? '' : inLanguage(row.point_name, row.point_name_en, language),
    StepHours: row.step_hours,
    Cycle: row.cycle,
    CycleCount: row.cycle_count,
    FirstDate: row.first_on,
    Enabled: row.enabled,
    RunHours: isRuntime ? inHours(row.run_seconds) : null,
    UnknownHours: isRuntime ? inHours(row.unknown_seconds) : null,
    NextHours: next?.atHours ?? null,
    NextDate: nextDate(row, next?.inDays ?? null, now),
    CountedFrom: isRuntime ? (row.counted_from?.getTime() ?? null) : null,
  };
}
