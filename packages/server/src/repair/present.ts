import type {
  Language,
  PreAlarm,
  RepairDetail,
  RepairMessage,
  RepairOrder,
  RepairScheduleRow,
  RepairStatus,
  WorkClock,
} from '@watchpost/contract';
import { recoveryStates } from '@watchpost/contract';
import type { WorkWindow } from '../alarms/index.ts';
import { presentWarning, type WarningRow } from '../faultWarnings/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import {
  type CostRow,
  elapsedService,
  type JournalRow,
  type PauseRow,
  pausesOf,
  type StoredClock,
} from '../work/index.ts';
import type { codesById } from './faultCodes/faultCode.store.ts';
import type { MessageRow } from './messages.store.ts';
import type { AlarmOfOrder, DeviceEvent } from './orderAlarms.store.ts';
import { faultOf } from './orderName.ts';
import type { WatchedRow } from './recovery.store.ts';
import { changedParts } from './recoveryEvidence.ts';
import { findingText, whyNotVerified } from './recoveryWords.ts';
import type { FamilyRow, OrderRow } from './repair.store.ts';
import { actionsOf, isOffered, type Viewer } from './viewer.ts';

export interface ClockParts {
  readonly clocks: readonly StoredClock[];
  readonly pauses: readonly PauseRow[];
  readonly dayKinds: ReadonlyMap<string, number>;
}

export interface PresentContext {
  readonly viewer: Viewer;
  readonly language: Language;
  readonly now: number;
}

const epochOf = (at: Date | null): number | null => at?.getTime() ?? null;

export function presentClocks(order: OrderRow, { clocks, pauses, dayKinds }: ClockParts, now: number): WorkClock[] {
  const stretches = pauses
    .filter(({ voided_by }) => voided_by === null)
    .map(({ clock_kind, from_at, until_at }) => ({
      kind: clock_kind,
      from: from_at.getTime(),
      until: epochOf(until_at),
    }));
  return clocks.map((clock) => {
    const stopped = clock.state === 'stopped' ? order.finished_at : null;
    const until = (clock.met_at ?? stopped)?.getTime() ?? now;
    const calendar = { name: clock.calendar, hours: order.targets?.hours, timeZone: order.time_zone, dayKinds };
    const used = elapsedService(
      calendar,
      clock.started_at.getTime(),
      until,
      pausesOf({ pauses: stretches }, clock.kind),
    );
    return {
      Kind: clock.kind,
      State: clock.state,
      StartEPOCH: clock.started_at.getTime(),
      TargetSeconds: clock.target_seconds,
      DueEPOCH: epochOf(clock.due_at),
      UsedSeconds: Math.max(0, Math.round(used / 1000)),
      MetEPOCH: epochOf(clock.met_at),
      BreachedEPOCH: epochOf(clock.breached_at),
    };
  });
}

/** The one that people look at: the first that still runs, else the last. */
const leadingClock = (clocks: readonly WorkClock[]): WorkClock | null =>
  clocks.find(({ State }) => State === 'running' || State === 'paused') ?? clocks.at(-1) ?? null;

export function presentOrder(row: OrderRow, clocks: ClockParts, context: PresentContext): RepairOrder {
  const { viewer, language, now } = context;
  const named = (name: string | null, nameEn: string | null) =>
    name === null ? null : inLanguage(name, nameEn, language);
  const { userId } = viewer;
  return {
    RepairId: row.id,
    RepairOrder: row.number,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    EquipmentId: row.device_id,
    EquipmentName: inLanguage(row.device_name, row.device_name_en, language),
    Area: named(row.area_name, row.area_name_en),
    BigTypeName: named(row.subsystem_name, row.subsystem_name_en),
    SmallTypeName: named(row.class_name, row.class_name_en),
    Level: row.severity,
    Source: row.source,
    Status: row.status as RepairStatus,
    FaultContent: faultOf(row)[language],
    ApplicantId: row.applicant_id,
    ApplicantName: row.applicant_name,
    RepairUserId: row.assignee_id,
    RepairUserName: row.assignee_name,
    MaintenanceUnitId: row.team_id,
    MaintenanceUnitName: row.team_name,
    ServiceType: row.service_type,
    CreateTime: (row.submitted_at ?? row.created_at).getTime(),
    ExpectedTime: epochOf(row.expected_at),
    FinishTime: epochOf(row.finished_at),
    AcceptanceTime: epochOf(row.completed_at),
    IsApp: row.is_app,
    IsMy: row.applicant_id === userId || row.assignee_id === userId,
    IsOffer: isOffered(viewer, row),
    IsOverdue: row.is_overdue,
    IsPaused: row.paused_since !== null,
    Score: row.score,
    Settlement: row.settlement,
    Recovery: row.recovery_state,
    Clock: leadingClock(presentClocks(row, clocks, now)),
    Revision: row.revision,
    ActionList: actionsOf(viewer, row, now),
  };
}

export interface DetailParts extends ClockParts {
  readonly alarms: readonly AlarmOfOrder[];
  readonly photos: readonly {
    readonly url: string;
    readonly step: 'before' | 'during' | 'after';
    readonly at: Date;
    readonly userName: string;
  }[];
  /** Null: not for this reader. */
  readonly costs: readonly CostRow[] | null;
  readonly family: { readonly parent: FamilyRow | null; readonly rework: readonly FamilyRow[] };
  readonly warning: WarningRow | null;
  readonly window: WorkWindow | null;
  /** By which its fault came back. */
  readonly returned: AlarmOfOrder | null;
  readonly points: readonly WatchedRow[];
  readonly codes: Awaited<ReturnType<typeof codesById>>;
}

/** Symptom, mechanism, cause and remedy of an order, as far as they are chosen. */
export const codeIdsOf = (row: Pick<OrderRow, 'symptom_id' | 'mechanism_id' | 'cause_id' | 'remedy_id'>): number[] =>
  [row.symptom_id, row.mechanism_id, row.cause_id, row.remedy_id].filter((id) => id !== null);

export function presentDetail(row: OrderRow, parts: DetailParts, context: PresentContext): RepairDetail {
  const { viewer, language, now } = context;
  const { userId } = viewer;
  const pause = parts.pauses.find(({ until_at, clock_kind }) => until_at === null && clock_kind === null);
  const callsApplicant =
    row.applicant_id === userId || row.assignee_id === userId || viewer.dispatchIds.has(row.project_id);
  const begun = (row.submitted_at ?? row.created_at).getTime();
  const troubleAt = Math.min(begun, ...parts.alarms.map(({ raised_at }) => raised_at.getTime()));
  const ends = parts.alarms.flatMap(({ returned_at }) => returned_at ?? []);
  // Before anybody repaired it, what its alarms say: it was down until the last of them ended.
  const alarmsEnded =
    ends.length > 0 && ends.length === parts.alarms.length ? ends.sort((a, b) => +a - +b).at(-1)! : null;
  const repaired = row.status === 7 ? row.finished_at : null;
  const downUntil = row.recovery_since ?? repaired ?? (row.finished_at === null ? alarmsEnded : null);
  const why = whyNotVerified(row.recovery_state, row.recovery_why);
  return {
    ...presentOrder(row, parts, context),
    Remark: row.remark,
    ContactPhone: callsApplicant ? row.contact_phone : null,
    SymptomId: row.symptom_id,
    CodeList: codeIdsOf(row).flatMap((id) => {
      const code = parts.codes.get(id);
      return code === undefined
        ? []
        : [
            {
              Kind: code.kind,
              FaultCodeId: code.id,
              Code: code.code,
              Name: language === 'zh' ? code.name_zh : code.name_en,
              Iso14224: code.iso14224,
            },
          ];
    }),
    Cause: row.cause || null,
    Remedy: row.remedy || null,
    RejectType: row.reject_type,
    RejectReason: row.reject_reason,
    AcceptanceText: row.acceptance_text,
    AssessText: row.assess_text,
    Pause:
      pause && pause.reason !== 'acceptance'
        ? { Type: pause.reason, Reason: pause.note, FromEPOCH: pause.from_at.getTime() }
        : null,
    ContractNumber: row.contract_number,
    PauseList: parts.pauses.flatMap((each) =>
      each.clock_kind !== null || each.reason === 'acceptance'
        ? []
        : {
            PauseId: each.id,
            Type: each.reason,
            Reason: each.note,
            FromEPOCH: each.from_at.getTime(),
            UntilEPOCH: epochOf(each.until_at),
            VoidName: each.voided_by,
            VoidReason: each.void_reason,
          },
    ),
    ClockList: presentClocks(row, parts, now),
    DowntimeSeconds: downUntil === null ? null : Math.max(0, Math.round((downUntil.getTime() - troubleAt) / 1000)),
    TroubleEPOCH: troubleAt,
    AlarmList: parts.alarms.map((alarm) => ({
      AlarmId: alarm.id,
      PointName: inLanguage(alarm.subject_name, alarm.subject_name_en, language),
      Content: language === 'zh' ? alarm.sentence_zh : alarm.sentence_en,
      Level: alarm.severity,
      ALARM_EPOCH: alarm.raised_at.getTime(),
      ALARM_EPOCH_CLEARED: epochOf(alarm.returned_at),
      AckedEPOCH: epochOf(alarm.acknowledged_at),
    })),
    PreAlarm: parts.warning && warningOf(presentWarning(parts.warning, language)),
    Maintenance: parts.window && {
      FromEPOCH: parts.window.from_at.getTime(),
      UntilEPOCH: parts.window.until_at.getTime(),
      EndEPOCH: epochOf(parts.window.ended_at),
    },
    PhotoList: parts.photos.map(({ url, step, at, userName }) => ({
      Url: url,
      Step: step,
      EPOCH: at.getTime(),
      UserName: userName,
    })),
    CostList:
      parts.costs?.map((line) => ({
        Kind: line.kind,
        Description: line.description,
        QuantityMilli: line.quantity_milli,
        Unit: line.unit,
        PriceFen: line.price_fen,
        AmountFen: line.amount_fen,
      })) ?? null,
    TotalFen: parts.costs?.reduce((sum, { amount_fen }) => sum + amount_fen, 0) ?? null,
    Parent: parts.family.parent && { RepairId: parts.family.parent.id, RepairOrder: parts.family.parent.number },
    ReworkList: parts.family.rework.map(({ id, number, status }) => ({
      RepairId: id,
      RepairOrder: number,
      Status: status as RepairStatus,
    })),
    Returned: parts.returned && {
      AlarmId: parts.returned.id,
      AlarmEPOCH: parts.returned.raised_at.getTime(),
      PointName: inLanguage(parts.returned.subject_name, parts.returned.subject_name_en, language),
      Content: language === 'zh' ? parts.returned.sentence_zh : parts.returned.sentence_en,
    },
    RecoveryDetail:
      row.recovery_state === null
        ? null
        : {
            State: row.recovery_state,
            Text: row.recovery_state === 'verified' ? recoveryStates.verified[language] : why[language],
            NeededSeconds: row.recovery_seconds ?? 0,
            ObservedSeconds: row.observed_seconds,
            SinceEPOCH: epochOf(row.recovery_since),
            VerifiedEPOCH: epochOf(row.verified_at),
            NoteList: row.findings.map((finding) => findingText(finding, row.time_zone)[language]),
          },
    PointList: parts.points.map((point) => ({
      PointId: point.point_id,
      PointName: inLanguage(point.name, point.name_en, language),
      Unit: point.unit,
      Decimals: point.decimals,
      High: point.high,
      Low: point.low,
      State: point.state ?? 'waiting',
      SinceEPOCH: epochOf(point.since_at),
      WorstValue: point.worst_value,
      WorstEPOCH: epochOf(point.worst_at),
      IsReadDifferently: changedParts(point.source, point.source_now).length > 0,
      HandValue: point.hand_value,
    })),
    Site: { Address: row.address, Latitude: row.latitude, Longitude: row.longitude },
  };
}

const warningOf = ({ ID, Type, PointName, Content, Level, StartEPOCH, EndEPOCH }: PreAlarm) => ({
  PreAlarmId: ID,
  ...{ Type, PointName, Content, Level, StartEPOCH, EndEPOCH },
});

const eventWords = {
  alarmRaised: { zh: '报警', en: 'Alarm' },
  alarmReturned: { zh: '报警消除', en: 'Alarm cleared' },
  written: { zh: '写入', en: 'Written' },
} as const;

/** People, platform and plant in one list, newest first. */
export function presentSchedule(
  journal: readonly JournalRow[],
  events: readonly DeviceEvent[],
  language: Language,
): RepairScheduleRow[] {
  const people = journal.map(
    (row): RepairScheduleRow => ({
      At: row.at.getTime(),
      Kind: row.user_name === null ? 'system' : 'person',
      Action: row.action,
      Text: language === 'zh' ? row.text_zh : row.text_en,
      UserName: row.user_name,
      FromStatus: row.from_state as RepairStatus | null,
      ToStatus: row.to_state as RepairStatus | null,
    }),
  );
  const plant = events.map((row): RepairScheduleRow => {
    const words = eventWords[row.action][language];
    const text = language === 'zh' ? row.text_zh : row.text_en;
    return {
      At: row.at.getTime(),
      Kind: 'plant',
      Action: row.action,
      Text: language === 'zh' ? `${words}：${text}` : `${words}: ${text}`,
      UserName: row.user_name,
      FromStatus: null,
      ToStatus: null,
    };
  });
  return [...people, ...plant].sort((a, b) => b.At - a.At);
}

export const presentMessage = (row: MessageRow, language: Language): RepairMessage => ({
  MessageId: row.id,
  RepairId: row.order_id,
  RepairOrder: row.number,
  ProjectID: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  Level: row.severity,
  Status: row.status as RepairStatus,
  CreateTime: row.at.getTime(),
  RepairMessageContent: language === 'zh' ? row.text_zh : row.text_en,
});
