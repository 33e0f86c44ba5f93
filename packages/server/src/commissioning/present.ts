import {
  type DebugItem,
  type DebugOrderRow,
  type HandoverRole,
  type Language,
  notSentReasons,
  type TestChannel,
  type TestContact,
  testChannels,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { SignatureRow } from '../work/index.ts';
import type { Item } from './checklist.ts';
import type { ContactRow } from './facts.store.ts';
import type { DebugOrderRow as Row } from './order.store.ts';

const inHours = (minutes: number | null): number | null => (minutes === null ? null : minutes / 60);

export const presentOrder = (row: Row, language: Language): DebugOrderRow => ({
  OrderId: row.id,
  OrderNumber: row.number,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  InstallUnit: row.install_unit,
  MachineType: row.machine_type,
  DebugPersonId: row.person_id,
  DebugPersonName: row.person_name,
  Status: row.status,
  PlannedFrom: row.planned_from,
  PlannedTo: row.planned_to,
  Region: row.region,
  Address: row.address,
  EstimatedHours: inHours(row.estimated_minutes),
  ActualHours: inHours(row.actual_minutes),
  Note: row.note,
  CreateEpoch: row.created_at.getTime(),
  FinishEpoch: row.finished_at?.getTime() ?? null,
  LaunchEpoch: row.launched_at?.getTime() ?? null,
  LaunchName: row.launched_by,
  LaunchReason: row.launch_reason,
});

/** The ways of contacts are kept as codes. */
const inWords = ({ check, faulty }: Item, language: Language): string[] =>
  check !== 'contactsReached'
    ? [...faulty]
    : faulty.map((name) =>
        name.replace(/ · (sms|voice|email)$/, (_, way: TestChannel) => ` · ${testChannels[way][language]}`),
      );

export const presentItem = (item: Item, language: Language): DebugItem => ({
  Check: item.check,
  State: item.state,
  Good: item.good,
  Total: item.total,
  FaultyList: inWords(item, language),
  TickName: item.tickName,
  TickEpoch: item.tickedAt,
  Note: item.note,
  WaiveName: item.waiveName,
  WaiveReason: item.waiveReason,
});

/** Of an alarm a message waits for the end of somebody's quiet hours; a test does not. */
const notAtThisHour = { zh: '免打扰时段，未发送', en: 'Quiet hours: not sent' } as const;

export const presentContact = (row: ContactRow, language: Language): TestContact => ({
  UserId: row.user_id,
  UserName: row.user_name,
  Channel: row.channel,
  TestEpoch: row.at?.getTime() ?? null,
  State: row.at === null ? null : (row.state ?? 'skipped'),
  Reason:
    row.reason === null
      ? ''
      : row.state === null && row.reason === 'quietHours'
        ? notAtThisHour[language]
        : notSentReasons[row.reason][language],
  SentBy: row.sent_by ?? '',
});

export const presentHandoverSignature = (row: SignatureRow) => ({
  Role: row.role as HandoverRole,
  Name: row.name,
  UserName: row.user_name,
  Path: row.path,
  Epoch: row.at.getTime(),
});
