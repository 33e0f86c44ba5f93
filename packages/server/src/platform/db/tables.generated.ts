// Made by `npm run docs` from the migrated database; a test says when it is stale.
import type { Generated, GeneratedAlways } from 'kysely';

export interface AlarmTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  strategy_id: number | null;
  rule_id: number;
  rule_definition: unknown;
  subject_kind: string;
  subject_id: number;
  point_id: number | null;
  device_id: number | null;
  area_id: number | null;
  subject_name: string;
  subject_name_en: string | null;
  device_name: Generated<string>;
  device_name_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
  unit: Generated<string>;
  decimals: Generated<number>;
  kind: string;
  severity: number;
  band: string | null;
  raised_at: Date;
  returned_at: Date | null;
  end_reason: string | null;
  detected_late: Generated<boolean>;
  value_at_raise: number | null;
  limit_value: number | null;
  extreme: number | null;
  sentence_zh: string;
  sentence_en: string;
  acknowledged_at: Date | null;
  acknowledged_by: number | null;
  handled_at: Date | null;
  handled_by: number | null;
  follow_up: string | null;
  comment: string | null;
  next_repeat_at: Date | null;
  repeat_count: Generated<number>;
  hidden_by: number | null;
  hidden_since: Date | null;
  measures: string | null;
  analysis_result: string | null;
  first_comment_at: Date | null;
  shown_late_at: Date | null;
  worst_severity: number;
  effective_severity: Generated<number>;
  never_shown: Generated<boolean>;
  had_severities: Generated<number>;
  strategy_name: string | null;
  strategy_name_en: string | null;
}

export interface AlarmAnnouncementTable {
  id: GeneratedAlways<number>;
  alarm_id: number;
  project_id: number;
  push_type: number;
  step: string;
  severity: number;
  text_zh: string;
  text_en: string;
  only_those_told: boolean;
  created_at: Date;
  ladder_step: Generated<number>;
  due_at: Date | null;
}

export interface AlarmCommentTable {
  id: GeneratedAlways<number>;
  alarm_id: number;
  at: Date;
  user_id: number | null;
  text: string;
}

export interface AlarmJournalTable {
  id: GeneratedAlways<number>;
  alarm_id: number;
  at: Date;
  kind: string;
  severity: number | null;
  value: number | null;
  limit_value: number | null;
  text_zh: string;
  text_en: string;
  user_id: number | null;
}

export interface AlarmLateStretchTable {
  point_id: number;
  from_at: Date;
}

export interface AlarmProofTable {
  project_id: number;
  day: string;
  proved_at: Date;
  is_final: boolean;
}

export interface AlarmProofDifferenceTable {
  project_id: number;
  day: string;
  point_id: number;
  rule_id: number;
  kind: string;
  severity: number;
  alarm_id: number | null;
  raised_at: Date | null;
  returned_at: Date | null;
  recorded_raised: Date | null;
  recorded_end: Date | null;
}

export interface AlarmProofPointTable {
  project_id: number;
  day: string;
  point_id: number;
  rules: number;
  alarms: number;
  gap_seconds: number;
  bad_seconds: number;
  offline_seconds: Generated<number>;
  refused_seconds: Generated<number>;
  suppressed_seconds: Generated<number>;
}

export interface AlarmRuleTable {
  id: GeneratedAlways<number>;
  strategy_id: number;
  definition: unknown;
}

export interface AlarmRuleSubjectTable {
  rule_id: number;
  subject_kind: string;
  subject_id: number;
  definition: unknown | null;
}

export interface AlarmRuleVersionTable {
  rule_id: number;
  valid_from: Date;
  project_id: number;
  strategy_id: number;
  strategy_name: string;
  strategy_name_en: string | null;
  definition: unknown | null;
  subjects: unknown;
  enabled: boolean;
}

export interface AlarmShelfTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  kind: string;
  subject_kind: string | null;
  subject_id: number | null;
  alarm_kind: string | null;
  severity: number | null;
  point_id: number | null;
  device_id: number | null;
  area_id: number | null;
  reason: string;
  from_at: Date;
  until_at: Date | null;
  weekdays: number[] | null;
  from_minute: number | null;
  until_minute: number | null;
  review_on: string | null;
  created_by: number | null;
  created_at: Date;
  ended_at: Date | null;
  ended_by: number | null;
  side: string | null;
  reason_en: string | null;
  repair_order_id: number | null;
  maintenance_order_id: number | null;
}

export interface AlarmStateTable {
  rule_id: number;
  subject_kind: string;
  subject_id: number;
  state: unknown;
  rule_hash: string;
}

export interface AlarmStrategyTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  name: string;
  name_en: string | null;
  enabled: Generated<boolean>;
  repeat_minutes: number | null;
  notify_on_clear: Generated<boolean>;
  remarks: Generated<string>;
  device_class_id: number | null;
  point_type_id: number | null;
  escalate_minutes: number | null;
  created_by: number | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
  remarks_en: string | null;
  template_id: number | null;
  of_one_device: Generated<boolean>;
  instruction: Generated<string>;
  instruction_en: string | null;
}

export interface AlarmStrategyContactTable {
  id: GeneratedAlways<number>;
  strategy_id: number;
  user_id: number;
  step: Generated<number>;
  severities: number[];
  channels: string[];
  weekdays: Generated<number[]>;
  from_minute: number | null;
  until_minute: number | null;
  tells_offline: Generated<boolean>;
}

export interface AlarmStrategyTemplateTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  name_en: string | null;
  remarks: Generated<string>;
  remarks_en: string | null;
  device_class_id: number;
  point_type_id: number | null;
  definitions: unknown;
  escalate_minutes: number | null;
  repeat_minutes: number | null;
  notify_on_clear: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export interface AnalysisDeviceDayTable {
  project_id: number;
  day: string;
  device_id: number | null;
  alarms: number;
  urgent: number;
  unacknowledged: number;
  ack_seconds: Buffer;
  back_seconds: Buffer;
  excursion_seconds: number;
  fault_seconds: number;
  degree_seconds: number;
}

export interface AnalysisDeviceMonthTable {
  project_id: number;
  day: string;
  device_id: number | null;
  alarms: number;
  urgent: number;
  unacknowledged: number;
  ack_seconds: Buffer;
  back_seconds: Buffer;
  excursion_seconds: number;
  fault_seconds: number;
  degree_seconds: number;
}

export interface AnalysisNoteTable {
  id: GeneratedAlways<number>;
  project_id: number;
  from_at: Date;
  until_at: Date | null;
}

export interface AnalysisProjectDayTable {
  project_id: number;
  day: string;
  alarms: number;
  urgent: number;
  unacknowledged: number;
  ack_seconds: Buffer;
  back_seconds: Buffer;
  excursion_seconds: number;
  fault_seconds: number;
  degree_seconds: number;
  watched_seconds: number;
  offline_seconds: number;
  silent_seconds: number;
  bad_seconds: number;
}

export interface AnalysisProjectMonthTable {
  project_id: number;
  day: string;
  alarms: number;
  urgent: number;
  unacknowledged: number;
  ack_seconds: Buffer;
  back_seconds: Buffer;
  excursion_seconds: number;
  fault_seconds: number;
  degree_seconds: number;
  watched_seconds: number;
  offline_seconds: number;
  silent_seconds: number;
  bad_seconds: number;
}

export interface AnalysisThroughTable {
  project_id: number;
  time_zone: string;
  through: string;
  proofs_at: Date;
}

export interface AppUserTable {
  id: GeneratedAlways<number>;
  account: string;
  password_hash: string | null;
  nickname: string;
  mobile: string | null;
  email: string | null;
  avatar: string | null;
  department: string | null;
  preferences: Generated<string>;
  created_at: Generated<Date>;
  password_changed_at: Date | null;
  account_chosen: Generated<boolean>;
  company_name: string | null;
  created_by_company_id: number | null;
  joined: Generated<boolean>;
  openid_issuer: string | null;
  openid_subject: string | null;
  openid_name: string | null;
  mobile_proven_at: Date | null;
  search_name: Generated<string>;
  search_text: Generated<string>;
}

export interface AssetTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number | null;
  device_id: number | null;
  name: string;
  code: string;
  category: string;
  model: string;
  factory_number: string;
  install_date: string | null;
  distributor: string;
  source: string;
  supplier: string;
  amount_fen: number | null;
  service_life_months: number | null;
  location: string;
  is_monitored: boolean;
  usage: string;
  verification: string;
  note: string;
  updated_at: Date;
  search_text: Generated<string>;
  replacement_fen: number | null;
  warranty_until: string | null;
  parent_id: number | null;
}

export interface AssetContractTable {
  id: GeneratedAlways<number>;
  company_id: number;
  number: string;
  name: string;
  kind: string;
  supplier: string;
  valid_from: string;
  valid_to: string;
  amount_fen: number | null;
  note: string;
  updated_at: Date;
}

export interface AssetContractRemindedTable {
  contract_id: number;
  valid_to: string;
  mark: number;
}

export interface AssetDeviceTable {
  id: GeneratedAlways<number>;
  asset_id: number | null;
  device_id: number;
  linked_at: Date | null;
  unlinked_at: Date | null;
}

export interface AssetDisposalTable {
  asset_id: number;
  disposed_on: string;
  reason: string;
  proceeds_fen: number | null;
  usage: string;
  device_id: number | null;
  said_at: Date;
}

export interface AssetDocumentTable {
  id: GeneratedAlways<number>;
  asset_id: number;
  file_id: string;
  at: Date;
  user_id: number | null;
}

export interface AssetOfContractTable {
  contract_id: number;
  asset_id: number;
}

export interface AssetWarrantyRemindedTable {
  asset_id: number;
  valid_to: string;
  mark: number;
}

export interface BootCaliberStandardTable {
  id: GeneratedAlways<number>;
  company_id: number;
  model: string;
  length_from: number;
  length_to: number;
  climb_from: number;
  climb_to: number;
  gas: number;
  riser: number;
  liquid: number;
  updated_at: Date;
  charge_per_metre: number | null;
  first_id: number | null;
  revision: Generated<number>;
  valid_from: string | null;
}

export interface BootEventTable {
  id: GeneratedAlways<number>;
  unit_id: number;
  kind: string;
  at: Date;
  user_name: string | null;
  text_zh: Generated<string>;
  text_en: Generated<string>;
}

export interface BootKeyTable {
  company_id: number;
  master: Buffer;
}

export interface BootPasswordTable {
  id: GeneratedAlways<number>;
  unit_id: number | null;
  day: string;
  attempt: number;
  issued_by: number | null;
  issued_at: Date;
  revoked_by: number | null;
  revoked_at: Date | null;
  reason: Generated<string>;
  company_id: number;
  unit_number: string;
  unit_name: Generated<string>;
  project_id: number | null;
  used_at: Date | null;
  used_way: string | null;
  shown_name: string | null;
  shown_at: Date | null;
  shown_address: string | null;
  counter: number | null;
  key_version: Generated<number>;
}

export interface BootPhotoTable {
  unit_id: number;
  file_id: string;
  at: Date;
  is_letter: Generated<boolean>;
}

export interface BootPipeStandardTable {
  id: GeneratedAlways<number>;
  company_id: number;
  model: string;
  max_length: number;
  gas_climb: number;
  liquid_climb: number;
  oil_type: string;
  updated_at: Date;
  trap_interval: number | null;
  test_pressure: number | null;
  max_vacuum: number | null;
  min_slope: number | null;
  included_length: number | null;
  nameplate_current: number | null;
  suction_from: number | null;
  suction_to: number | null;
  discharge_from: number | null;
  discharge_to: number | null;
  first_id: number | null;
  revision: Generated<number>;
  valid_from: string | null;
}

export interface BootUnitTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number | null;
  name: string;
  contract_number: string;
  unit_number: string;
  model: string;
  position: string;
  state: string;
  install: unknown | null;
  verdicts: unknown;
  updated_at: Date;
  device_id: number | null;
  lock_point_id: number | null;
  unlock_value: Generated<number>;
  submitted_by: number | null;
  waiver: Generated<string>;
  waived_name: string | null;
  released_at: Date | null;
  booted_at: Date | null;
  boot_way: string | null;
  watch_state: string | null;
  watch_checks: Generated<unknown>;
  running_before: Generated<number[]>;
  installer_id: number | null;
  pipe_version_id: number | null;
  caliber_version_id: number | null;
  has_no_clock: Generated<boolean>;
}

export interface BootUnitKeyTable {
  company_id: number;
  unit_number: string;
  version: number;
  shown_at: Date;
  shown_name: string;
}

export interface CalendarDayTable {
  company_id: number;
  day: string;
  counts_as: number;
  name: Generated<string>;
}

export interface CalibrationCertificateTable {
  id: GeneratedAlways<number>;
  point_id: number;
  number: string;
  laboratory: string;
  done_on: string;
  valid_until: string;
  max_error: number;
  created_at: Date;
  created_by: number | null;
  file_id: string | null;
  file_sha256: Buffer | null;
}

export interface CameraTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  device_id: number | null;
  name: string;
  name_en: string | null;
  number: Generated<string>;
  kind: string;
  address: Buffer;
  shown_address: string;
  note: Generated<string>;
  cover_file_id: string | null;
  covered_at: Date | null;
  checked_at: Date | null;
  failure: string | null;
  unreachable_since: Date | null;
  created_at: Date;
  created_by: number | null;
  updated_at: Date;
}

export interface CameraSessionTable {
  key: string;
  sealed: Buffer;
  started_at: Date;
}

export interface CarGatewayTable {
  device_id: number;
  project_id: number;
  gateway_id: number | null;
  plate: string | null;
}

export interface CompanyTable {
  id: GeneratedAlways<number>;
  name: string;
  name_en: string | null;
  label: Generated<string>;
  industry: number;
  time_zone: Generated<string>;
  flags: Generated<unknown>;
  created_at: Generated<Date>;
  is_operator: Generated<boolean>;
  data_screen_url: string | null;
  knowledge_hub_url: string | null;
  user_ids_without_proof: Generated<number[]>;
  link_alarm_severity: Generated<number>;
  link_alarm_seconds: Generated<number>;
  unjudged_minutes: Generated<number>;
}

export interface CompanyApplicationTable {
  id: GeneratedAlways<number>;
  company_name: string;
  industry: number;
  full_name: string;
  mobile: string;
  language: string;
  state: Generated<string>;
  applied_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  reason: string | null;
  company_id: number | null;
}

export interface CompanyWebhookTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  url: string;
  secret: Buffer;
  severities: number[];
  enabled: Generated<boolean>;
  created_at: Date;
  project_id: number | null;
  last_at: Date | null;
  last_error: string | null;
  failing_since: Date | null;
  failed_tries: Generated<number>;
  switched_off_at: Date | null;
  switched_off_because: string | null;
}

export interface CompanyZoneTable {
  company_id: number | null;
  time_zone: string | null;
}

export interface ComplianceAssignmentTable {
  id: GeneratedAlways<number>;
  point_id: number;
  profile: string;
  low_limit: number | null;
  high_limit: number | null;
  since: Date;
  until: Date | null;
  created_at: Date;
  created_by: number | null;
  profile_version_id: number | null;
}

export interface CompliancePackTable {
  id: GeneratedAlways<number>;
  project_id: number;
  name: string;
  device_ids: number[];
  from_day: string;
  until_day: string;
  language: string;
  revision: number;
  status: number;
  failure: string | null;
  point_ids: number[] | null;
  facts: Buffer | null;
  sha256: Buffer | null;
  size_bytes: number | null;
  created_at: Date;
  created_by: number | null;
  made_at: Date | null;
  published_at: Date | null;
  published_by: number | null;
}

export interface CompliancePackPartTable {
  pack_id: number;
  part: number;
  bytes: Buffer;
}

export interface ComplianceProfileTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  based_on: string;
  created_at: Date;
  created_by: number | null;
  deleted_at: Date | null;
}

export interface ComplianceProfileVersionTable {
  id: GeneratedAlways<number>;
  profile_id: number;
  version: number;
  sample_seconds: number;
  gap_minutes: number;
  excursion_minutes: number;
  max_error: number;
  answer_minutes: number;
  keep_years: number;
  saved_at: Date;
  saved_by: number | null;
}

export interface ComputedLateStretchTable {
  point_id: number;
  from_at: Date;
  to_at: Date;
}

export interface CostLineTable {
  id: GeneratedAlways<number>;
  project_id: number;
  order_kind: string;
  order_id: number;
  kind: string;
  description: string;
  quantity_milli: number;
  unit: Generated<string>;
  price_fen: number;
  amount_fen: number;
}

export interface CountedCallTable {
  key: string;
  at: Date;
  count: number;
}

export interface CustomerTable {
  id: GeneratedAlways<number>;
  company_id: number;
  shop_name: string;
  contacts: unknown;
  contract_number: string;
  valid_from: string;
  valid_to: string;
  monitoring_years: number | null;
  province: string;
  city: string;
  provider: string;
  controlled: boolean;
  yearly_fen: number | null;
  lost_at: Date | null;
  note: string;
  updated_at: Date;
}

export interface CustomerDocumentTable {
  id: GeneratedAlways<number>;
  customer_id: number;
  file_id: string;
  at: Date;
  user_id: number | null;
}

export interface CustomerEventTable {
  id: GeneratedAlways<number>;
  customer_id: number;
  kind: string;
  at: Date;
  user_id: number | null;
  from_end: string | null;
  to_end: string | null;
  amount_fen: number | null;
  number: string | null;
  lost_reason: string | null;
  reason: string;
  replaced: unknown | null;
}

export interface CustomerHealthTable {
  customer_id: number;
  day: string;
  score: number | null;
  figures: unknown;
  score_without_alarms: number | null;
}

export interface CustomerProjectTable {
  project_id: number;
  customer_id: number;
}

export interface CustomerRemindedTable {
  customer_id: number;
  day: string;
}

export interface CustomerReminderTable {
  company_id: number;
  days_before: number;
  every: number;
}

export interface DashboardDefaultTable {
  project_id: number;
  part_order: string[];
  hidden: string[];
  updated_at: Date;
}

export interface DataScreenTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  all_projects: boolean;
  stations: string[];
  station_seconds: number;
  created_at: Date;
  updated_at: Date;
}

export interface DataScreenProjectTable {
  data_screen_id: number;
  project_id: number;
}

export interface DayOfProjectTable {
  project_id: number | null;
  company_id: number | null;
  day: string | null;
  counts_as: number | null;
  name: string | null;
  of_company: boolean | null;
}

export interface DebugItemTable {
  order_id: number;
  name: string;
  ticked_by: string | null;
  ticked_at: Date | null;
  note: Generated<string>;
  waived_by: string | null;
  waive_reason: Generated<string>;
}

export interface DebugOrderTable {
  id: GeneratedAlways<number>;
  project_id: number;
  number: string;
  install_unit: string;
  machine_type: string;
  person_id: number | null;
  person_name: string;
  planned_from: string | null;
  planned_to: string | null;
  region: string;
  address: string;
  estimated_minutes: number | null;
  actual_minutes: number | null;
  note: string;
  status: string;
  items: unknown | null;
  created_at: Date;
  finished_at: Date | null;
  launched_at: Date | null;
  launched_by: string | null;
  launch_reason: Generated<string>;
}

export interface DebugTestTable {
  id: GeneratedAlways<number>;
  order_id: number;
  user_id: number | null;
  user_name: string;
  channel: string;
  message_id: number | null;
  reason: string | null;
  sent_by: string;
  at: Date;
}

export interface DeletedPointNameTable {
  point_id: number | null;
  name: string | null;
}

export interface DeviceTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  area_id: number | null;
  device_class_id: number;
  code: Generated<string>;
  name: string;
  name_en: string | null;
  brand: Generated<string>;
  model: Generated<string>;
  position: Generated<number>;
  serial_number: Generated<string>;
  specification: Generated<string>;
  production_date: string | null;
  labels: Generated<string[]>;
  cover_file_id: string | null;
  created_at: Generated<Date>;
}

export interface DeviceClassTable {
  id: GeneratedAlways<number>;
  subsystem_id: number;
  code: string;
  name_zh: string;
  name_en: string;
  position: Generated<number>;
}

export interface DeviceFigureTable {
  device_id: number;
  point_id: number;
  kind: string;
  first_day: number;
  daily: number[];
}

export interface DeviceFigureDayTable {
  day: number;
  taken_at: Date;
}

export interface DeviceLoanTable {
  id: GeneratedAlways<number>;
  order_id: number;
  project_id: number;
  device_id: number;
  user_id: number;
  from_at: Date;
  curve_from: Date;
  until_at: Date;
  told_at: Date | null;
  ended_at: Date | null;
}

export interface DevicePointTable {
  project_id: number;
  device_id: number;
  point_id: number;
  position: Generated<number>;
  main: Generated<boolean>;
  shown: Generated<boolean>;
  role: string | null;
}

export interface DevicePropertyTable {
  id: GeneratedAlways<number>;
  company_id: number | null;
  device_class_id: number;
  code: string | null;
  name: string;
  name_en: string | null;
  kind: string;
  unit: Generated<string>;
  options: Generated<string[]>;
  position: Generated<number>;
}

export interface DevicePropertyValueTable {
  device_id: number;
  property_id: number;
  value: string;
}

export interface DeviceRelationTable {
  project_id: number;
  from_device_id: number;
  to_device_id: number;
  kind: string;
}

export interface DeviceStickerTable {
  id: string;
  device_id: number;
  project_id: number;
  made_at: Date;
  made_by: string;
  revoked_at: Date | null;
}

export interface DeviceTemplateTable {
  id: GeneratedAlways<number>;
  company_id: number | null;
  code: string | null;
  kind: string;
  name: string;
  name_en: string | null;
  brand: Generated<string>;
  model: Generated<string>;
  category: Generated<string>;
  category_en: string | null;
  source: Generated<string>;
  source_name: Generated<string>;
  description: Generated<string>;
  description_en: string | null;
  first_address: Generated<number>;
  max_registers: Generated<number>;
  max_gap: Generated<number>;
  baud_rate: Generated<number>;
  data_bits: Generated<number>;
  parity: Generated<string>;
  stop_bits: Generated<number>;
  points: Generated<unknown>;
  point_count: Generated<number>;
  shared: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Date>;
  changed_by_hand: Generated<boolean>;
  deleted_at: Date | null;
  value: Generated<string>;
}

export interface DiagramTable {
  id: GeneratedAlways<number>;
  project_id: number;
  name: string;
  name_en: string | null;
  version: Generated<number>;
  updated_at: Date;
  class_code: string | null;
}

export interface DiagramDeviceTable {
  diagram_id: number;
  device_id: number;
}

export interface DiagramVersionTable {
  diagram_id: number;
  version: number;
  document: unknown;
  note: Generated<string>;
  author_id: number | null;
  restored_from: number | null;
  created_at: Date;
}

export interface DisplayTable {
  id: GeneratedAlways<number>;
  data_screen_id: number;
  project_id: number;
  name: string;
  language: string;
  sound: boolean;
  from_hour: number;
  until_hour: number;
  token_hash: Buffer;
  next_token_hash: Buffer | null;
  token_from: Date;
  paired_by: number | null;
  paired_at: Date;
  last_seen_at: Date;
  revoked_at: Date | null;
}

export interface DisplayPairingTable {
  secret_hash: Buffer;
  code_hash: Buffer;
  expires_at: Date;
  display_id: number | null;
}

export interface DownloadTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number | null;
  user_id: number;
  kind: string;
  title_zh: string;
  title_en: string;
  language: string;
  parameters: unknown;
  state: Generated<string>;
  progress: Generated<number>;
  row_count: number | null;
  size_bytes: number | null;
  file_name: string | null;
  failure_zh: string | null;
  failure_en: string | null;
  requested_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
  read_at: Date | null;
  attempts: Generated<number>;
  seen: unknown | null;
  detail_zh: string | null;
  detail_en: string | null;
}

export interface DutyAbsenceTable {
  id: GeneratedAlways<number>;
  company_id: number;
  user_id: number;
  from_day: string;
  until_day: string;
  substitute_id: number | null;
  remarks: Generated<string>;
  project_ids: number[] | null;
}

export interface DutyRotaTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  name: string;
  enabled: Generated<boolean>;
  severities: number[];
  channels: string[];
  step: Generated<number>;
  created_at: Date;
}

export interface DutyShiftTable {
  id: GeneratedAlways<number>;
  rota_id: number;
  user_id: number;
  weekdays: number[];
  from_minute: number | null;
  until_minute: number | null;
  every_weeks: Generated<number>;
  first_week: string;
  on_holidays: Generated<string>;
}

export interface EnergyBaselineTable {
  id: GeneratedAlways<number>;
  project_id: number;
  meter_id: number | null;
  from_day: string;
  to_day: string;
  variables: string[];
  outdoor_point_id: number | null;
  base_cool: number | null;
  base_heat: number | null;
  fit: unknown;
  static_factors: string;
  state: string;
  created_at: Date;
}

export interface EnergyClosedMonthTable {
  project_id: number;
  month: string;
  closed_at: Date;
  closed_by: number | null;
  reason: string;
  grams_per_kwh: number;
}

export interface EnergyDayTable {
  meter_id: number;
  day: string;
  wh: string[];
  cost_micro: string[];
  expected: number;
  measured: number;
  estimated: number;
  suspect_wh: number;
  peak_w: number | null;
  peak_at: Date | null;
  tariff_version_id: number | null;
  is_provisional: boolean;
}

export interface EnergyDayLaterTable {
  meter_id: number;
  day: string;
  wh: string[];
  cost_micro: string[];
}

export interface EnergyDemandNearTable {
  meter_id: number;
  since: Date;
  forecast_w: number;
  contract_w: number;
}

export interface EnergyDirtyTable {
  meter_id: number;
  from_at: Date;
  note_id: Generated<string>;
}

export interface EnergyDriftTable {
  baseline_id: number;
  since: string;
  excess_wh: number;
  found_at: Date;
}

export interface EnergyEventTable {
  id: GeneratedAlways<number>;
  meter_id: number;
  kind: string;
  from_at: Date;
  at: Date;
  from_reading: number;
  to_reading: number;
  suspect_wh: number;
  state: string;
  note: Generated<string>;
  decided_at: Date | null;
  decided_by: number | null;
}

export interface EnergyFactorTable {
  company_id: number;
  year: number;
  grams_per_kwh: number;
}

export interface EnergyInstallationTable {
  id: GeneratedAlways<number>;
  meter_id: number;
  point_id: number | null;
  serial_number: Generated<string>;
  multiplier: number;
  unit_wh: number;
  register_count: number;
  capacity: number | null;
  start_reading: number | null;
  end_reading: number | null;
  installed_at: Date;
  removed_at: Date | null;
  read_through: Date | null;
  last_at: Date | null;
  last_reading: number | null;
  is_manual: Generated<boolean>;
}

export interface EnergyMeterTable {
  id: GeneratedAlways<number>;
  project_id: number;
  device_id: number | null;
  parent_id: number | null;
  name: string;
  name_en: string | null;
  max_watts: number;
  created_at: Date;
  settled_through: Date | null;
  revision: Generated<number>;
  terms_from: string | null;
  accuracy_percent: number | null;
}

export interface EnergyMonthTable {
  meter_id: number;
  month: string;
  wh: string[];
  cost_micro: string[];
  expected: number;
  measured: number;
  estimated: number;
  suspect_wh: number;
  peak_w: number | null;
  peak_at: Date | null;
  is_provisional: boolean;
}

export interface EnergyProofDifferenceTable {
  meter_id: number;
  day: string;
  counted_wh: number;
  register_wh: number;
  found_at: Date;
}

export interface EnergyQuarterTable {
  meter_id: number;
  day: string;
  wh: number[];
  flags: string;
}

export interface EnergyReadingTable {
  id: GeneratedAlways<number>;
  installation_id: number;
  read_at: Date;
  reading: number;
  note: Generated<string>;
  entered_at: Date;
  entered_by: number | null;
}

export interface EnergySiteTable {
  project_id: number;
  square_metres: number;
}

export interface EnergySupplyTermsTable {
  id: GeneratedAlways<number>;
  meter_id: number;
  from_month: string;
  basic_fee: string;
  basic_price_e4: number | null;
  capacity_va: number | null;
  contract_w: number | null;
  power_factor_standard: number | null;
  reactive_point_id: number | null;
}

export interface EnergyTargetTable {
  project_id: number;
  month: string;
  budget_wh: number | null;
  budget_fen: number | null;
}

export interface EnergyTermTable {
  meter_id: number;
  of_meter_id: number;
  factor: number;
}

export interface EnergyUnbalancedTable {
  meter_id: number | null;
  project_id: number | null;
  days: number | null;
  since: string | null;
  loss_share: number | null;
  limit_share: number | null;
}

export interface EnergyVariableTable {
  project_id: number;
  kind: string;
  day: string;
  value: number;
}

export interface EventNoticeTable {
  id: GeneratedAlways<number>;
  project_id: number;
  name: string;
  name_en: string | null;
  enabled: Generated<boolean>;
  system_type: string;
  event_types: string[];
  delay_minutes: Generated<number>;
  tells_recovery: Generated<boolean>;
  created_by: number | null;
  created_at: Date;
  changed_at: Date;
}

export interface EventNoticePersonTable {
  notice_id: number;
  user_id: number;
  channels: string[];
}

export interface EventToldTable {
  event_id: number;
  user_id: number;
  channel: string;
  of_recovery: boolean;
  at: Date;
  message_id: number | null;
  reason: string | null;
}

export interface FaultCodeTable {
  id: GeneratedAlways<number>;
  company_id: number | null;
  device_class_id: number | null;
  kind: string;
  code: string;
  name_zh: string;
  name_en: string;
  iso14224: Generated<string>;
  active: Generated<boolean>;
  position: Generated<number>;
}

export interface FaultCodeUnusedTable {
  company_id: number;
  code_id: number;
}

export interface FaultWarningTable {
  id: GeneratedAlways<number>;
  device_id: number;
  point_id: number;
  kind: string;
  severity: number;
  started_at: Date;
  seen_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  value: number;
  like_value: number | null;
  like_count: Generated<number>;
  like_ids: Generated<number[]>;
  past_value: number | null;
  limit_value: number | null;
  expected_at: Date | null;
  expected_from: Date | null;
  expected_to: Date | null;
  evidence_from: Date;
  evidence_to: Date;
  like_past: number | null;
}

export interface FaultWarningFeedbackTable {
  id: GeneratedAlways<number>;
  warning_id: number;
  feedback: string;
  remark: Generated<string>;
  user_id: number | null;
  at: Date;
}

export interface FenceCrossingTable {
  id: GeneratedAlways<number>;
  device_id: number;
  geofence_id: number;
  kind: string;
  at: Date;
}

export interface FileInUseTable {
  file_id: string | null;
}

export interface GatewayTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  serial_number: string;
  name: string;
  name_en: string | null;
  protocol: string;
  payload_format: Generated<string>;
  user_name: string | null;
  password_hash: string | null;
  address: string | null;
  registration_mode: Generated<string>;
  registration_identity: string;
  heartbeat: Generated<Buffer>;
  online: Generated<boolean>;
  last_seen_at: Date | null;
  offline_since: Date | null;
  description: Generated<string>;
  model: Generated<string>;
  created_by: number | null;
  created_at: Generated<Date>;
  sharing: Generated<string>;
  mapping_profile_id: number | null;
  disconnected_at: Date | null;
  allowed_networks: Generated<string[]>;
  access_token_hash: string | null;
  search_text: Generated<string>;
}

export interface GatewayCardTable {
  gateway_id: number;
  card_number: string;
  bound_at: Date;
  state: string | null;
  used_megabytes: number | null;
  total_megabytes: number | null;
  expires_on: string | null;
  read_at: Date | null;
  is_known: boolean | null;
  used_today_megabytes: number | null;
}

export interface GatewayConfigurationTable {
  gateway_id: number;
  desired_version: Generated<number>;
  desired_at: Generated<Date>;
  reported_version: number | null;
  reported_at: Date | null;
}

export interface GatewayEventTable {
  id: GeneratedAlways<number>;
  gateway_id: number;
  slave_id: number | null;
  at: Date;
  kind: string;
  detail: Generated<string>;
}

export interface GatewayRefusedSlotTable {
  gateway_id: number;
  slot: Date;
}

export interface GatewayRejectionTable {
  id: GeneratedAlways<number>;
  gateway_id: number | null;
  at: Date;
  reason: string;
  subject: string;
  head: Buffer;
  byte_count: number;
  left_out_count: Generated<number>;
  sender: string | null;
}

export interface GatewayUserTable {
  gateway_id: number;
  user_id: number;
  shared_by: number | null;
  shared_at: Date;
}

export interface GeofenceTable {
  id: GeneratedAlways<number>;
  project_id: number;
  name: string;
  stop_kind: string;
  kind: string;
  latitude: number;
  longitude: number;
  radius_metres: number;
  corners: unknown | null;
  created_at: Date;
  created_by: number | null;
}

export interface HistoryChangeTable {
  id: GeneratedAlways<number>;
  at: Date;
  kind: string;
  point_id: number | null;
  detail: unknown;
}

export interface HistoryDamagedTable {
  id: GeneratedAlways<number>;
  point_id: number | null;
  hour: number;
  hours: number;
  encoded: Buffer;
  found_at: Date;
}

export interface HistoryDayTable {
  point_id: number;
  day: number;
  encoded: Buffer;
}

export interface HistoryOfDeletedTable {
  point_id: number;
  company_id: number | null;
  project_id: number | null;
  name: string;
  deleted_at: Date;
}

export interface HistoryOverwrittenTable {
  change_id: number;
  day: number;
  encoded: Buffer;
}

export interface HistoryRetentionTable {
  project_id: number;
  kept_days: number;
}

export interface HistoryRollupTable {
  point_id: number;
  minutes: number;
  block: number;
  encoded: Buffer;
}

export interface HistorySegmentTable {
  point_id: number;
  hour: number;
  encoded: Buffer;
}

export interface InboxMessageTable {
  id: GeneratedAlways<number>;
  key: string;
  channel: string;
  recipient: string;
  subject: string | null;
  body: string;
  sent_at: Date;
}

export interface InvitationTable {
  id: GeneratedAlways<number>;
  company_id: number;
  token_hash: Buffer;
  company_role_id: number | null;
  note: Generated<string>;
  created_by: number;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  used_at: Date | null;
  used_by: number | null;
}

export interface InvitationProjectTable {
  invitation_id: number;
  project_id: number;
  role_id: number;
  data_access: unknown | null;
}

export interface KeptHistoryTable {
  project_id: number | null;
  kept_days: number | null;
}

export interface LedgerEntryTable {
  id: GeneratedAlways<number>;
  account_id: number;
  kind: string;
  booked_at: Date;
  through_day: string | null;
  reverses_id: number | null;
  note: Generated<string>;
  by_user: number | null;
}

export interface LedgerLineTable {
  entry_id: number;
  side: string;
  amount_fen: number;
  balance_fen: number | null;
}

export interface ListColumnsTable {
  user_id: number;
  company_id: number;
  list: string;
  foreign_id: Generated<number>;
  field: string;
}

export interface ListViewTable {
  id: GeneratedAlways<number>;
  user_id: number;
  company_id: number;
  list: string;
  name: string;
  query: string;
  field: string | null;
}

export interface MaintenanceChangeTable {
  contract_id: number | null;
  template_id: number | null;
  revision: number;
  at: Date;
  by_name: string;
  what: string[];
}

export interface MaintenanceContractTable {
  id: GeneratedAlways<number>;
  company_id: number;
  team_id: number;
  name: string;
  number: string;
  party_a: string;
  signing_date: string | null;
  valid_from: string;
  valid_to: string;
  cycle: string;
  cycle_count: number;
  first_on: string;
  amount_fen: number | null;
  note: string;
  terminated_at: Date | null;
  terminate_reason: Generated<string>;
  updated_at: Date;
  targets: Generated<unknown>;
  revision: Generated<number>;
}

export interface MaintenanceContractProjectTable {
  contract_id: number;
  project_id: number;
}

export interface MaintenanceContractRemindedTable {
  contract_id: number;
  valid_to: string;
  mark: number;
}

export interface MaintenanceContractTemplateTable {
  contract_id: number;
  template_id: number;
}

export interface MaintenanceMemberTable {
  team_id: number;
  user_id: number;
  is_admin: boolean;
  mobile: string;
}

export interface MaintenanceOrderTable {
  id: GeneratedAlways<number>;
  contract_id: number | null;
  project_id: number;
  k: number | null;
  nominal_on: string;
  planned_on: string;
  state: string;
  assignee_id: number | null;
  assignee_name: string | null;
  reason: Generated<string>;
  done_at: Date | null;
  confirmed_by: string | null;
  bad_count: Generated<number>;
  plan_id: number | null;
  plan_key: string | null;
  plan_name: string | null;
  merged_into: number | null;
  contract_name: string | null;
  team_name: string | null;
  finished_by: number | null;
  confirm_reason: Generated<string>;
  team_id: number | null;
  window_days: number | null;
}

export interface MaintenancePlanTable {
  id: GeneratedAlways<number>;
  contract_id: number;
  project_id: number | null;
  device_id: number | null;
  name: string;
  kind: string;
  template_id: number | null;
  point_id: number | null;
  step_hours: number | null;
  epoch: Generated<number>;
  counted_from: Date | null;
  counted_until: Date | null;
  run_seconds: Generated<number>;
  unknown_seconds: Generated<number>;
  last_register: number | null;
  daily_seconds: number | null;
  enabled: boolean;
  updated_at: Date;
  cycle: string | null;
  cycle_count: number | null;
  first_on: string | null;
}

export interface MaintenancePreviewTable {
  template_id: number;
  language: string;
  content: Buffer;
  made_at: Date;
}

export interface MaintenanceSheetTable {
  order_id: number;
  template_id: number;
  template_name: string;
  n: number;
  groups: unknown;
  answers: unknown;
  readings: Generated<unknown>;
}

export interface MaintenanceSignLinkTable {
  contract_id: number;
  party: string;
  token_hash: Buffer;
  name: string;
  mobile: string | null;
  hash: string;
  made_by: number | null;
  made_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface MaintenanceSignatureTable {
  contract_id: number;
  party: string;
  hash: string;
  user_id: number | null;
  name: string;
  at: Date;
  document: string | null;
  statement: string | null;
  key_id: number | null;
  seal: Buffer | null;
  proof: Generated<string>;
  mobile: string | null;
}

export interface MaintenanceTeamTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  types: string[];
  areas: string[];
  enabled: boolean;
  note: string;
  updated_at: Date;
}

export interface MaintenanceTemplateTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  type: string;
  draft: unknown;
  has_draft: boolean;
  updated_at: Date;
  revision: Generated<number>;
}

export interface MaintenanceTemplateRevisionTable {
  template_id: number;
  n: number;
  groups: unknown;
  published_at: Date;
  published_by: string;
}

export interface MappingProfileTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  note: Generated<string>;
  definition: unknown;
  updated_at: Date;
  updated_by: number | null;
}

export interface MemberDeviceTable {
  user_id: number;
  project_id: number;
  device_id: number;
  can_write: Generated<boolean>;
}

export interface MemberScopeTable {
  user_id: number;
  project_id: number;
  devices: string;
  alarm_levels: Generated<number[]>;
  can_write: Generated<boolean>;
}

export interface MembershipTable {
  company_id: number;
  user_id: number;
  active: Generated<boolean>;
  created_at: Generated<Date>;
  real_name: string | null;
  department: string | null;
  external: Generated<boolean>;
  storage_space: Generated<unknown>;
  search_name: Generated<string>;
}

export interface MigrationTable {
  name: string;
  hash: string;
  applied_at: Generated<Date>;
}

export interface NotificationTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  alarm_id: number;
  user_id: number | null;
  channel: string;
  push_type: number;
  step: string;
  severity: number;
  text_zh: string;
  text_en: string;
  created_at: Date;
  read_at: Date | null;
  webhook_id: number | null;
  state: Generated<string>;
  reason: string | null;
  due_at: Date | null;
  message_id: number | null;
  answered_at: Date | null;
}

export interface NotificationAttemptTable {
  message_id: number;
  number: number;
  at: Date;
  outcome: string;
  detail: string | null;
}

export interface NotificationEarlyReceiptTable {
  channel: string;
  provider_id: string;
  state: string;
  detail: string | null;
  at: Date;
}

export interface NotificationLedgerTable {
  id: number | null;
  company_id: number | null;
  project_id: number | null;
  alarm_id: number | null;
  user_id: number | null;
  webhook_id: number | null;
  channel: string | null;
  push_type: number | null;
  step: string | null;
  severity: number | null;
  created_at: Date | null;
  read_at: Date | null;
  due_at: Date | null;
  message_id: number | null;
  text_zh: string | null;
  text_en: string | null;
  state: string | null;
  reason: string | null;
  detail: string | null;
  address: string | null;
  alarm_count: number | null;
  body: string | null;
  attempts: number | null;
  receipt_at: Date | null;
  answered_at: Date | null;
  sent_at: Date | null;
  told_at: Date | null;
}

export interface NotificationMessageTable {
  id: GeneratedAlways<number>;
  key: string;
  channel: string;
  user_id: number | null;
  webhook_id: number | null;
  address: string;
  severity: number;
  alarm_count: number;
  subject: string | null;
  body: string;
  code: string | null;
  state: string;
  reason: string | null;
  detail: string | null;
  attempts: Generated<number>;
  next_try_at: Date | null;
  lease_until: Date | null;
  provider_id: string | null;
  next_ask_at: Date | null;
  created_at: Date;
  sent_at: Date | null;
  receipt_at: Date | null;
  answered_at: Date | null;
}

export interface NotificationSettingTable {
  user_id: number;
  language: string;
  quiet_from: number | null;
  quiet_until: number | null;
  quiet_weekdays: Generated<number[]>;
  quiet_severities: Generated<number[]>;
}

export interface NotificationWrongAnswerTable {
  id: GeneratedAlways<number>;
  caller: string;
  at: Date;
}

export interface NumberSeriesTable {
  company_id: number;
  kind: string;
  day: string;
  last: number;
}

export interface OpenAlarmTable {
  id: number | null;
  company_id: number | null;
  project_id: number | null;
  device_id: number | null;
  point_id: number | null;
  severity: number | null;
  raised_at: Date | null;
  effective_severity: number | null;
  had_severities: number | null;
}

export interface OpenidAttemptTable {
  state_hash: Buffer;
  nonce: string;
  code_verifier: string;
  user_id: number | null;
  session_id: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface OpensProjectTable {
  user_id: number | null;
  project_id: number | null;
}

export interface OperationLogTable {
  id: GeneratedAlways<number>;
  at: Date;
  company_id: number | null;
  project_id: number | null;
  user_id: number | null;
  user_name: string;
  call: string;
  address: string;
  user_agent: string;
  subject_kind: string;
  subject_id: string | null;
  subject_name: string;
  before: unknown | null;
  after: unknown | null;
}

export interface OperationLogBatchTable {
  id: GeneratedAlways<number>;
  first_id: number;
  last_id: number;
  row_count: number;
  sealed_at: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

export interface OwnershipTable {
  part: number;
  epoch: number;
  holder: string;
  lease_until: Date;
}

export interface PersonTable {
  user_id: number | null;
  name: string | null;
}

export interface PlaceNameTable {
  place_id: number | null;
  company_id: number | null;
  name: string | null;
  name_en: string | null;
}

export interface PlanTable {
  id: GeneratedAlways<number>;
  project_id: number;
  area_id: number | null;
  name: string;
  base_file_id: string;
  metres_wide: number | null;
  revision: Generated<number>;
  zones: Generated<unknown>;
  updated_at: Date;
}

export interface PlanItemTable {
  plan_id: number;
  position: number;
  device_id: number;
  point_id: number | null;
  x: number;
  y: number;
}

export interface PlatformEventTable {
  id: GeneratedAlways<number>;
  project_id: number;
  type: string;
  subject_kind: string;
  subject_id: number;
  subject_name: string;
  subject_name_en: string | null;
  detail_zh: Generated<string>;
  detail_en: Generated<string>;
  started_at: Date;
  recovered_at: Date | null;
  gateway_id: number | null;
  kept: Generated<boolean>;
}

export interface PointTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  gateway_id: number | null;
  slave_id: number | null;
  point_type_id: number;
  name: string;
  name_en: string | null;
  unit: Generated<string>;
  decimals: Generated<number>;
  level: Generated<number>;
  writable: Generated<boolean>;
  sampling_interval_seconds: Generated<number>;
  range_low: number | null;
  range_high: number | null;
  modbus: unknown | null;
  mqtt_device: string | null;
  mqtt_key: string | null;
  formula: string | null;
  kind: Generated<string>;
  error_values: Generated<number[]>;
  frozen_after_seconds: number | null;
  storage_space: Generated<unknown>;
  outdoor: Generated<boolean>;
  formula_since: Date | null;
  cycle_source: Generated<string>;
}

export interface PointAreaTable {
  project_id: number;
  point_id: number;
  area_id: number;
}

export interface PointCycleTable {
  point_id: number;
  valid_from: Date;
  cycle_seconds: number;
}

export interface PointInputTable {
  project_id: number;
  point_id: number;
  name: string;
  input_id: number;
}

export interface PointLatestTable {
  point_id: number;
  measured_at: Date;
  value: number | null;
  quality: number;
}

export interface PointOffsetTable {
  point_id: number | null;
  valid_from: Date | null;
  value: number | null;
}

export interface PointPlaceTable {
  point_id: number | null;
  company_id: number | null;
  project_id: number | null;
  gateway_id: number | null;
  slave_id: number | null;
  name: string | null;
  name_en: string | null;
  unit: string | null;
  decimals: number | null;
  writable: boolean | null;
  sampling_interval_seconds: number | null;
  point_type_id: number | null;
  type_zh: string | null;
  type_en: string | null;
  value_type: string | null;
  status_values: unknown | null;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  device_class_id: number | null;
  subsystem_id: number | null;
  class_zh: string | null;
  class_en: string | null;
  device_ids: number[] | null;
}

export interface PointRelevanceTable {
  id: GeneratedAlways<number>;
  project_id: number;
  point_id: number;
  device_id: number | null;
  related_point_id: number;
  related_device_id: number | null;
  position: Generated<number>;
}

export interface PointTypeTable {
  id: GeneratedAlways<number>;
  company_id: number;
  code: string;
  name_zh: string;
  name_en: string;
  value_type: string;
  units: Generated<string[]>;
  status_values: Generated<unknown>;
  simulation: Generated<boolean>;
}

export interface PointWithoutImportTable {
  point_id: number | null;
  since: Date | null;
  until: Date | null;
}

export interface PointWriteLimitTable {
  point_id: number;
  low: number | null;
  high: number | null;
  allowed_values: Generated<number[]>;
  min_interval_seconds: Generated<number>;
  interlock_point_id: number | null;
  interlock_operator: string | null;
  interlock_value: number | null;
  interlock_sentence: string | null;
  interlock_sentence_en: string | null;
}

export interface PrepaidAccountTable {
  id: GeneratedAlways<number>;
  project_id: number;
  meter_id: number | null;
  consumer: string;
  phone: Generated<string>;
  mode: string;
  load_class: string;
  low_days: number;
  overdraft_fen: number;
  hoard_limit_fen: number;
  switch_point_id: number | null;
  amount_point_id: number | null;
  count_point_id: number | null;
  charge_from: string;
  charged_through: string | null;
  opened_at: Date;
  closed_at: Date | null;
  posted_fen: Generated<number>;
  charged_fen: Generated<number>;
  charged_micro: Generated<number>;
  loosen_asked_by: number | null;
  loosen_asked_at: Date | null;
  loosen_reason: string | null;
}

export interface PrepaidBalanceTable {
  account_id: number | null;
  project_id: number | null;
  consumer: string | null;
  fen: number | null;
  unposted_fen: number | null;
  fen_per_day: number | null;
  days_left: number | null;
  is_low: boolean | null;
}

export interface PrepaidLowTable {
  id: number | null;
  project_id: number | null;
  consumer: string | null;
  fen: number | null;
}

export interface PrepaidPointTable {
  point_id: number | null;
  account_id: number | null;
  use: string | null;
}

export interface ProjectTable {
  id: number;
  company_id: number;
  code: Generated<string>;
  industry: number;
  address: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  time_zone: Generated<string>;
  service_start: string | null;
  service_end: string | null;
  description: Generated<string>;
  cover_file_id: string | null;
  labels: Generated<string[]>;
  level: number | null;
  subsystem_ids: Generated<number[]>;
  created_by: number | null;
  disabled_at: Date | null;
  deleted_at: Date | null;
  deleted_by: number | null;
}

export interface ProjectCalendarDayTable {
  project_id: number;
  day: string;
  name: Generated<string>;
  counts_as: number;
}

export interface ProjectSealTable {
  id: GeneratedAlways<number>;
  project_id: number;
  number: number;
  day: string | null;
  from_at: Date | null;
  to_at: Date | null;
  made_at: Date;
  leaves: number;
  root: Buffer;
  previous: Buffer;
  hash: Buffer;
  key_id: number;
  signature: Buffer;
}

export interface ProjectServedTable {
  project_id: number | null;
  served_until: Date | null;
}

export interface ProjectZoneTable {
  project_id: number | null;
  time_zone: string | null;
}

export interface RechargeOrderTable {
  id: GeneratedAlways<number>;
  account_id: number;
  order_number: string;
  amount_fen: number;
  channel: string;
  external_id: string | null;
  state: string;
  entry_id: number;
  count_before: number | null;
  sent_at: Date | null;
  created_at: Date;
  created_by: number | null;
  write_record_id: number | null;
}

export interface RecordFindingTable {
  id: GeneratedAlways<number>;
  project_id: number;
  point_id: number;
  kind: string;
  day: string;
  from_at: Date;
  to_at: Date;
  low_limit: number | null;
  high_limit: number | null;
  extreme: number | null;
  degree_minutes: number | null;
  cause: string | null;
  explanation: string | null;
  disposition: string | null;
  explained_by: number | null;
  explained_at: Date | null;
  confirmed_by: number | null;
  confirmed_at: Date | null;
}

export interface RecordSealTable {
  point_id: number;
  number: number;
  seal_id: number;
  day: string;
  from_at: Date;
  to_at: Date;
  revision: number;
  reason: string;
  samples: number;
  bad: number;
  sha: Buffer;
  chain: Buffer;
}

export interface RefreshTokenTable {
  token_hash: Buffer;
  family_id: string;
  issued_at: Date;
  expires_at: Date;
  replaced_at: Date | null;
}

export interface RepairAlarmTable {
  order_id: number;
  alarm_id: number;
}

export interface RepairLentTable {
  user_id: number | null;
  company_id: number | null;
  project_id: number | null;
  order_id: number | null;
  is_offer: boolean | null;
  device_id: number | null;
  curve_from: Date | null;
}

export interface RepairMessageTable {
  id: GeneratedAlways<number>;
  order_id: number;
  user_id: number;
  at: Date;
  text_zh: string;
  text_en: string;
  urgent: Generated<boolean>;
  sent_at: Date | null;
}

export interface RepairOrderTable {
  id: GeneratedAlways<number>;
  project_id: number;
  number: string | null;
  status: number;
  revision: Generated<number>;
  severity: number;
  source: string;
  device_id: number | null;
  device_name: Generated<string>;
  device_name_en: string | null;
  area_id: number | null;
  fault_content: string;
  remark: Generated<string>;
  service_type: string;
  contact_phone: string | null;
  applicant_id: number | null;
  applicant_name: string;
  assignee_id: number | null;
  assignee_name: string | null;
  created_at: Date;
  submitted_at: Date | null;
  accepted_at: Date | null;
  arrived_at: Date | null;
  finished_at: Date | null;
  completed_at: Date | null;
  expected_at: Date | null;
  is_app: Generated<boolean>;
  was_remote: Generated<boolean>;
  failed_times: Generated<number>;
  cause: string | null;
  remedy: string | null;
  reject_type: string | null;
  reject_reason: string | null;
  acceptance_text: string | null;
  score: number | null;
  assess_text: string | null;
  settlement: string | null;
  parent_id: number | null;
  paused_since: Date | null;
  recovery_state: string | null;
  recovery_why: string | null;
  recovery_since: Date | null;
  verified_at: Date | null;
  recovery_seconds: number | null;
  observed_seconds: Generated<number>;
  symptom_id: number | null;
  mechanism_id: number | null;
  cause_id: number | null;
  remedy_id: number | null;
  team_id: number | null;
  team_name: string | null;
  reported_at: Generated<Date>;
  search_text: Generated<string>;
  hides_alarms: Generated<boolean>;
  warning_id: number | null;
  returned_at: Date | null;
  returned_alarm_id: number | null;
  contract_id: number | null;
  targets: unknown | null;
  setpoint_before: unknown | null;
  findings: Generated<unknown>;
}

export interface RepairPointTable {
  order_id: number;
  point_id: number;
  high: number | null;
  low: number | null;
  state: string | null;
  since_at: Date | null;
  worst_value: number | null;
  worst_at: Date | null;
  source: unknown | null;
  hand_value: number | null;
}

export interface ReportTable {
  id: GeneratedAlways<number>;
  policy_id: number | null;
  project_id: number;
  policy_name: string;
  cycle: string;
  indicators: unknown;
  contents: string[];
  from_day: string;
  until_day: string;
  revision: Generated<number>;
  status: number;
  figures: unknown | null;
  failure: string | null;
  tries: Generated<number>;
  created_at: Date;
  generated_at: Date | null;
  published_at: Date | null;
  published_by: number | null;
  missing: unknown | null;
}

export interface ReportPolicyTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  cycle: string;
  run_at: string;
  indicators: unknown;
  contents: string[];
  auto_publish: boolean;
  enabled: boolean;
  created_at: Date;
}

export interface ReportPolicyProjectTable {
  policy_id: number;
  project_id: number;
  since: Date;
}

export interface ReportPushTable {
  id: GeneratedAlways<number>;
  report_id: number;
  user_id: number;
  read_at: Date | null;
}

export interface RequestMinuteTable {
  key: string;
  minute: number;
  count: number;
}

export interface RoleTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  scope: string;
  is_default: Generated<boolean>;
  storage_space: Generated<unknown>;
  name_en: string | null;
}

export interface RoleEntryTable {
  user_id: number;
  role_id: number;
  company_id: number;
  project_id: Generated<number>;
  id: GeneratedAlways<number>;
}

export interface RolePermissionTable {
  role_id: number;
  permission_id: number;
  half_selected: Generated<boolean>;
}

export interface SampleLogTable {
  id: GeneratedAlways<number>;
  committed_at: Date;
  sample_count: number;
  payload: Buffer;
}

export interface ScheduleGroupTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  description: string;
  enabled: boolean;
  updated_at: Date;
}

export interface ScheduleGroupPointTable {
  group_id: number;
  point_id: number;
}

export interface ScheduleGroupProjectTable {
  group_id: number;
  project_id: number;
}

export interface ScheduleJobTable {
  id: GeneratedAlways<number>;
  company_id: number;
  group_id: number;
  name: string;
  description: string;
  expression: string;
  day_filter: string;
  mode: string;
  writes: unknown;
  url: string | null;
  method: string;
  content_type: string;
  params: string;
  timeout_seconds: number;
  resp_codes: number[];
  parse_mode: string;
  parse_pointer: string | null;
  parse_value: string;
  grace_minutes: number | null;
  enabled: boolean;
  suspended_zh: string | null;
  suspended_en: string | null;
  owner_id: number | null;
  next_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface SchedulePlaceTable {
  group_id: number | null;
  project_id: number | null;
  time_zone: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface ScheduleRunTable {
  id: GeneratedAlways<number>;
  job_id: number;
  due_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  outcome: string;
  message_zh: string | null;
  message_en: string | null;
  response: string | null;
  by_user: number | null;
  writes: Generated<unknown>;
  undone_at: Date | null;
  undone_by: number | null;
}

export interface ScopeInForceTable {
  user_id: number | null;
  project_id: number | null;
  devices: string | null;
  can_write: boolean | null;
  alarm_levels: number[] | null;
}

export interface SealCheckTable {
  project_id: number;
  day: string;
  checked_at: Date;
  points: number;
  matches: number;
  samples: number;
  problems: unknown;
  problem_count: number;
  broken_since: Date | null;
}

export interface SealDirtyTable {
  point_id: number;
  hour: number;
  reason: string;
  noted_at: Date;
}

export interface SealKeyTable {
  id: GeneratedAlways<number>;
  public_key: string;
  private_key: Buffer;
  made_at: Date;
}

export interface SealedDocumentTable {
  id: string;
  kind: string;
  project_id: number;
  subject_id: number | null;
  revision: number;
  statement: string;
  key_id: number;
  signature: Buffer;
  issued_at: Date;
}

export interface SealedDocumentFileTable {
  document_id: string;
  name: string;
  sha256: Buffer;
  size_bytes: number;
  content: Buffer | null;
}

export interface SecurityEventTable {
  id: GeneratedAlways<number>;
  company_id: number | null;
  minute: Date;
  kind: string;
  user_id: number | null;
  user_name: string;
  account: string;
  subject: string;
  network: string;
  user_agent: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

export interface SeesEventTable {
  user_id: number | null;
  event_id: number | null;
}

export interface SeesEventsTable {
  user_id: number | null;
  project_id: number | null;
}

export interface SensorTagTable {
  id: GeneratedAlways<number>;
  project_id: number;
  device_id: number | null;
  serial_number: string;
  tag_type: number;
  cycle_seconds: number;
  alarm_low: number | null;
  alarm_high: number | null;
  strategy_id: number | null;
  created_at: Date;
}

export interface ServiceCalendarTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  windows: unknown;
  holidays: Generated<string[]>;
  updated_at: Date;
}

export interface ServiceLimitTable {
  company_id: number;
  confirm_min: number;
  process_min: number;
  alarm_change_max: number;
  repair_change_max: number;
}

export interface SessionFamilyTable {
  id: string;
  user_id: number;
  created_at: Date;
  revoked_at: Date | null;
  user_agent: string | null;
  address: string | null;
  identity_proven_at: Date | null;
  last_seen_at: Date | null;
  by_specified_login: Generated<boolean>;
}

export interface SettingTable {
  name: string;
  value: string;
}

export interface SignInCodeTable {
  code_hash: Buffer;
  user_id: number;
  company_id: number | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface SlaveTable {
  id: GeneratedAlways<number>;
  gateway_id: number;
  address: number;
  name: string;
  category: Generated<string>;
  baud_rate: Generated<number>;
  data_bits: Generated<number>;
  parity: Generated<string>;
  stop_bits: Generated<number>;
  max_registers: Generated<number>;
  max_gap: Generated<number>;
  silent_since: Date | null;
}

export interface StickerReportTable {
  receipt: string;
  sticker_id: string;
  order_id: number | null;
  added_to_open: Generated<boolean>;
  reported_at: Date;
  distance_m: number | null;
  told_at: Date | null;
}

export interface StocktakeTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number | null;
  client_key: string;
  name: string;
  location: string;
  state: string;
  opened_by: number | null;
  opened_name: string;
  opened_at: Date;
  ended_name: string | null;
  ended_at: Date | null;
  end_note: Generated<string>;
  expected: Generated<number>;
  closed_alone: Generated<boolean>;
  planned_on: string | null;
}

export interface StocktakeExpectedTable {
  id: GeneratedAlways<number>;
  stocktake_id: number;
  asset_id: number | null;
  code: string;
  name: string;
  project_id: number | null;
  location: string;
  moved_to: string | null;
  done: string | null;
  search_text: Generated<string>;
  moved_project_id: number | null;
  decision: string | null;
  decided_name: string | null;
}

export interface StocktakeScanTable {
  id: GeneratedAlways<number>;
  stocktake_id: number;
  client_key: string;
  code: string;
  asset_id: number | null;
  name: string | null;
  project_id: number | null;
  location: string;
  said_at: Date;
  kept_at: Date;
  user_id: number | null;
  user_name: string;
  removed_at: Date | null;
  moved_to: string | null;
  done: string | null;
  expected_id: number | null;
  expected: Generated<boolean>;
  moved_project_id: number | null;
  photo_file_id: string | null;
  decision: string | null;
  decided_name: string | null;
}

export interface StoreTemplateTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  content: unknown;
  created_by: string;
  created_at: Date;
}

export interface SubItemTable {
  id: GeneratedAlways<number>;
  project_id: number | null;
  parent_id: number | null;
  code: string | null;
  name: string;
  name_en: string | null;
  position: Generated<number>;
}

export interface SubItemDeviceTable {
  sub_item_id: number;
  project_id: number;
  device_id: number;
  in_summary: Generated<boolean>;
  from_day: string | null;
}

export interface SubItemDevicePastTable {
  sub_item_id: number;
  project_id: number;
  device_id: number;
  in_summary: boolean;
  from_day: string | null;
  to_day: string;
}

export interface SubareaTable {
  id: GeneratedAlways<number>;
  company_id: number;
  parent_id: number | null;
  kind: string;
  name: string;
  name_en: string | null;
  position: Generated<number>;
  created_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface SubsystemTable {
  id: GeneratedAlways<number>;
  code: string;
  name_zh: string;
  name_en: string;
  position: Generated<number>;
}

export interface SwitchOrderTable {
  id: GeneratedAlways<number>;
  account_id: number;
  want: string;
  gates: unknown;
  reason: string;
  write_record_id: number | null;
  state: string;
  created_at: Date;
  created_by: number | null;
}

export interface TagCalibrationTable {
  tag_id: number;
  valid_from: Date;
  t_offset: number;
  h_offset: number;
  reason: string;
  user_id: number | null;
}

export interface TagClockTable {
  tag_id: number;
  gateway_time: Date;
  tag_time: Date;
  gateway_id: number | null;
}

export interface TagDatingTable {
  id: GeneratedAlways<number>;
  tag_id: number;
  first_sequence: number;
  last_sequence: number;
  tag_from: Date;
  tag_to: Date;
  dated_until: Date | null;
  kept_at: Date;
}

export interface TagHeardTable {
  tag_id: number;
  from_at: Date;
  until_at: Date;
  gateway_id: number;
}

export interface TagMemoryRangeTable {
  tag_id: number;
  run: number;
  first_sequence: number;
  last_sequence: number;
  first_at: Date;
  last_at: Date;
}

export interface TagUploadTable {
  id: GeneratedAlways<number>;
  tag_id: number;
  gateway_id: number | null;
  began_at: Date;
  received_at: Date;
  first_sequence: number;
  last_sequence: number;
  added: number;
  read_at: Date;
}

export interface TariffTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  created_at: Date;
}

export interface TariffAssignmentTable {
  id: GeneratedAlways<number>;
  project_id: number;
  meter_id: number | null;
  tariff_id: number;
  from_day: string;
}

export interface TariffVersionTable {
  id: GeneratedAlways<number>;
  tariff_id: number;
  valid_from: string;
  status: string;
  prices_e8: string[];
  seasons: unknown;
  created_at: Date;
}

export interface TempRangeTable {
  id: GeneratedAlways<number>;
  company_id: number | null;
  name: string;
  name_en: string | null;
  low: number | null;
  high: number | null;
}

export interface ThingNameTable {
  kind: string | null;
  thing_id: number | null;
  company_id: number | null;
  name: string | null;
  name_en: string | null;
}

export interface TranslationTable {
  company_id: number;
  text: string;
  english: string;
}

export interface TripArmingTable {
  project_id: number;
  armed_at: Date;
  armed_by: number | null;
  reason: string;
}

export interface TripsDisarmedTable {
  project_id: number | null;
  since: Date | null;
}

export interface UploadedFileTable {
  id: string;
  company_id: number | null;
  user_id: number | null;
  name: string;
  content_type: string;
  size_bytes: number;
  uploaded_at: Date;
}

export interface VehicleStateTable {
  device_id: number;
  silent_since: Date | null;
  door_open_since: Date | null;
}

export interface VerificationCodeTable {
  id: GeneratedAlways<number>;
  purpose: string;
  target: string;
  code_hash: Buffer;
  network: string;
  created_at: Date;
  expires_at: Date;
  tries_left: number;
  used_at: Date | null;
  asked_by: number | null;
  foreign_tries_left: number;
}

export interface VpnEntryTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  gateway_id: number | null;
  name: string;
  kind: string;
  server: string;
  local_address: Generated<string>;
  user_name: Generated<string>;
  secret: Buffer | null;
  note: Generated<string>;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface WatchedSubjectTable {
  subject_kind: string | null;
  subject_id: number | null;
}

export interface WaybillTable {
  id: GeneratedAlways<number>;
  project_id: number;
  number: string;
  status: number;
  device_id: number | null;
  device_name: string | null;
  shipper: Generated<string>;
  consignee: Generated<string>;
  origin: Generated<string>;
  destination: Generated<string>;
  goods: Generated<string>;
  quantity: Generated<string>;
  remark: Generated<string>;
  temp_range_id: number | null;
  planned_depart: Date | null;
  planned_arrive: Date | null;
  departed_at: Date | null;
  arrived_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
  created_by: number | null;
  destination_fence_id: number | null;
  goods_lag_minutes: number | null;
  origin_fence_id: number | null;
  moves_by_fence: Generated<boolean>;
  departed_by_fence: Generated<boolean>;
  arrived_by_fence: Generated<boolean>;
}

export interface WaybillCertificateDueTable {
  waybill_id: number;
  reason: string;
  noted_at: Date;
  failure: string | null;
  failed_at: Date | null;
}

export interface WaybillEventTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  at: Date;
  user_id: number | null;
  user_name: string | null;
  text_zh: string;
  text_en: string;
}

export interface WaybillHandoverTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  client_key: string;
  kind: string;
  outcome: string;
  at: Date;
  recorded_at: Date;
  from_name: string;
  to_name: string;
  to_phone: string | null;
  place: string;
  latitude: number | null;
  longitude: number | null;
  quantity: string;
  condition: string;
  note: string;
  signature: string | null;
  readings: unknown;
  user_id: number | null;
  user_name: string | null;
  stop_id: number | null;
}

export interface WaybillHandoverPhotoTable {
  handover_id: number;
  position: number;
  file_id: string;
}

export interface WaybillStopTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  position: number;
  name: string;
  geofence_id: number | null;
  planned_at: Date | null;
  arrived_at: Date | null;
  left_at: Date | null;
}

export interface WaybillTagTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  tag_id: number | null;
  serial_number: string;
  name: string;
  place: Generated<string>;
  bound_at: Date;
  unbound_at: Date | null;
}

export interface WeatherDayTable {
  project_id: number;
  day: string;
  min_temperature: number;
  max_temperature: number;
  min_code: number;
  max_code: number;
  wind: number;
  fetched_at: Date;
}

export interface WorkAttachmentTable {
  id: GeneratedAlways<number>;
  project_id: number;
  order_kind: string;
  order_id: number;
  step: string;
  file_id: string;
  user_id: number | null;
  user_name: string;
  at: Date;
  place: string | null;
}

export interface WorkClockTable {
  project_id: number;
  order_kind: string;
  order_id: number;
  kind: string;
  calendar: string;
  state: string;
  started_at: Date;
  target_seconds: number;
  due_at: Date | null;
  met_at: Date | null;
  breached_at: Date | null;
}

export interface WorkJournalTable {
  id: GeneratedAlways<number>;
  project_id: number;
  order_kind: string;
  order_id: number;
  at: Date;
  user_id: number | null;
  user_name: string | null;
  action: string;
  from_state: number | null;
  to_state: number | null;
  text_zh: string;
  text_en: string;
  latitude: number | null;
  longitude: number | null;
  user_agent: Generated<string>;
}

export interface WorkMessageTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number | null;
  user_id: number;
  subject_kind: string;
  subject_id: number;
  at: Date;
  text_zh: string;
  text_en: string;
  sent_at: Date | null;
}

export interface WorkPauseTable {
  id: GeneratedAlways<number>;
  project_id: number;
  order_kind: string;
  order_id: number;
  clock_kind: string | null;
  reason: string;
  note: Generated<string>;
  from_at: Date;
  until_at: Date | null;
  user_id: number | null;
  voided_at: Date | null;
  voided_by: string | null;
  void_reason: string | null;
}

export interface WorkRequestTable {
  user_id: number;
  client_key: string;
  call: string;
  order_kind: string;
  order_id: number;
  at: Date;
}

export interface WorkSignatureTable {
  id: GeneratedAlways<number>;
  project_id: number;
  order_kind: string;
  order_id: number;
  role: string;
  name: string;
  path: string;
  sha256: string;
  user_id: number | null;
  user_name: string;
  at: Date;
  statement: string | null;
  key_id: number | null;
  seal: Buffer | null;
}

export interface WriteBatchTable {
  id: GeneratedAlways<number>;
  company_id: number;
  user_id: number;
  reason: string;
  stop_on_error: boolean;
  state: Generated<string>;
  requested_at: Date;
  finished_at: Date | null;
}

export interface WriteRecordTable {
  id: GeneratedAlways<number>;
  company_id: number;
  project_id: number;
  point_id: number;
  point_name: string;
  point_name_en: string | null;
  device_id: number | null;
  device_ids: number[];
  device_name: string | null;
  device_name_en: string | null;
  unit: string;
  decimals: number;
  status_values: unknown;
  user_id: number | null;
  user_name: string;
  reason: string;
  requested_at: Date;
  sent_at: Date | null;
  finished_at: Date | null;
  old_value: number | null;
  value: number;
  read_back: number | null;
  outcome: string;
  exception_code: number | null;
  message: unknown | null;
  batch_id: number | null;
  position: number | null;
  return_at: Date | null;
  return_state: string | null;
  returns_id: number | null;
  return_value: number | null;
}

export interface Tables {
  alarm: AlarmTable;
  alarm_announcement: AlarmAnnouncementTable;
  alarm_comment: AlarmCommentTable;
  alarm_journal: AlarmJournalTable;
  alarm_late_stretch: AlarmLateStretchTable;
  alarm_proof: AlarmProofTable;
  alarm_proof_difference: AlarmProofDifferenceTable;
  alarm_proof_point: AlarmProofPointTable;
  alarm_rule: AlarmRuleTable;
  alarm_rule_subject: AlarmRuleSubjectTable;
  alarm_rule_version: AlarmRuleVersionTable;
  alarm_shelf: AlarmShelfTable;
  alarm_state: AlarmStateTable;
  alarm_strategy: AlarmStrategyTable;
  alarm_strategy_contact: AlarmStrategyContactTable;
  alarm_strategy_template: AlarmStrategyTemplateTable;
  analysis_device_day: AnalysisDeviceDayTable;
  analysis_device_month: AnalysisDeviceMonthTable;
  analysis_note: AnalysisNoteTable;
  analysis_project_day: AnalysisProjectDayTable;
  analysis_project_month: AnalysisProjectMonthTable;
  analysis_through: AnalysisThroughTable;
  app_user: AppUserTable;
  asset: AssetTable;
  asset_contract: AssetContractTable;
  asset_contract_reminded: AssetContractRemindedTable;
  asset_device: AssetDeviceTable;
  asset_disposal: AssetDisposalTable;
  asset_document: AssetDocumentTable;
  asset_of_contract: AssetOfContractTable;
  asset_warranty_reminded: AssetWarrantyRemindedTable;
  boot_caliber_standard: BootCaliberStandardTable;
  boot_event: BootEventTable;
  boot_key: BootKeyTable;
  boot_password: BootPasswordTable;
  boot_photo: BootPhotoTable;
  boot_pipe_standard: BootPipeStandardTable;
  boot_unit: BootUnitTable;
  boot_unit_key: BootUnitKeyTable;
  calendar_day: CalendarDayTable;
  calibration_certificate: CalibrationCertificateTable;
  camera: CameraTable;
  camera_session: CameraSessionTable;
  car_gateway: CarGatewayTable;
  company: CompanyTable;
  company_application: CompanyApplicationTable;
  company_webhook: CompanyWebhookTable;
  company_zone: CompanyZoneTable;
  compliance_assignment: ComplianceAssignmentTable;
  compliance_pack: CompliancePackTable;
  compliance_pack_part: CompliancePackPartTable;
  compliance_profile: ComplianceProfileTable;
  compliance_profile_version: ComplianceProfileVersionTable;
  computed_late_stretch: ComputedLateStretchTable;
  cost_line: CostLineTable;
  counted_call: CountedCallTable;
  customer: CustomerTable;
  customer_document: CustomerDocumentTable;
  customer_event: CustomerEventTable;
  customer_health: CustomerHealthTable;
  customer_project: CustomerProjectTable;
  customer_reminded: CustomerRemindedTable;
  customer_reminder: CustomerReminderTable;
  dashboard_default: DashboardDefaultTable;
  data_screen: DataScreenTable;
  data_screen_project: DataScreenProjectTable;
  day_of_project: DayOfProjectTable;
  debug_item: DebugItemTable;
  debug_order: DebugOrderTable;
  debug_test: DebugTestTable;
  deleted_point_name: DeletedPointNameTable;
  device: DeviceTable;
  device_class: DeviceClassTable;
  device_figure: DeviceFigureTable;
  device_figure_day: DeviceFigureDayTable;
  device_loan: DeviceLoanTable;
  device_point: DevicePointTable;
  device_property: DevicePropertyTable;
  device_property_value: DevicePropertyValueTable;
  device_relation: DeviceRelationTable;
  device_sticker: DeviceStickerTable;
  device_template: DeviceTemplateTable;
  diagram: DiagramTable;
  diagram_device: DiagramDeviceTable;
  diagram_version: DiagramVersionTable;
  display: DisplayTable;
  display_pairing: DisplayPairingTable;
  download: DownloadTable;
  duty_absence: DutyAbsenceTable;
  duty_rota: DutyRotaTable;
  duty_shift: DutyShiftTable;
  energy_baseline: EnergyBaselineTable;
  energy_closed_month: EnergyClosedMonthTable;
  energy_day: EnergyDayTable;
  energy_day_later: EnergyDayLaterTable;
  energy_demand_near: EnergyDemandNearTable;
  energy_dirty: EnergyDirtyTable;
  energy_drift: EnergyDriftTable;
  energy_event: EnergyEventTable;
  energy_factor: EnergyFactorTable;
  energy_installation: EnergyInstallationTable;
  energy_meter: EnergyMeterTable;
  energy_month: EnergyMonthTable;
  energy_proof_difference: EnergyProofDifferenceTable;
  energy_quarter: EnergyQuarterTable;
  energy_reading: EnergyReadingTable;
  energy_site: EnergySiteTable;
  energy_supply_terms: EnergySupplyTermsTable;
  energy_target: EnergyTargetTable;
  energy_term: EnergyTermTable;
  energy_unbalanced: EnergyUnbalancedTable;
  energy_variable: EnergyVariableTable;
  event_notice: EventNoticeTable;
  event_notice_person: EventNoticePersonTable;
  event_told: EventToldTable;
  fault_code: FaultCodeTable;
  fault_code_unused: FaultCodeUnusedTable;
  fault_warning: FaultWarningTable;
  fault_warning_feedback: FaultWarningFeedbackTable;
  fence_crossing: FenceCrossingTable;
  file_in_use: FileInUseTable;
  gateway: GatewayTable;
  gateway_card: GatewayCardTable;
  gateway_configuration: GatewayConfigurationTable;
  gateway_event: GatewayEventTable;
  gateway_refused_slot: GatewayRefusedSlotTable;
  gateway_rejection: GatewayRejectionTable;
  gateway_user: GatewayUserTable;
  geofence: GeofenceTable;
  history_change: HistoryChangeTable;
  history_damaged: HistoryDamagedTable;
  history_day: HistoryDayTable;
  history_of_deleted: HistoryOfDeletedTable;
  history_overwritten: HistoryOverwrittenTable;
  history_retention: HistoryRetentionTable;
  history_rollup: HistoryRollupTable;
  history_segment: HistorySegmentTable;
  inbox_message: InboxMessageTable;
  invitation: InvitationTable;
  invitation_project: InvitationProjectTable;
  kept_history: KeptHistoryTable;
  ledger_entry: LedgerEntryTable;
  ledger_line: LedgerLineTable;
  list_columns: ListColumnsTable;
  list_view: ListViewTable;
  maintenance_change: MaintenanceChangeTable;
  maintenance_contract: MaintenanceContractTable;
  maintenance_contract_project: MaintenanceContractProjectTable;
  maintenance_contract_reminded: MaintenanceContractRemindedTable;
  maintenance_contract_template: MaintenanceContractTemplateTable;
  maintenance_member: MaintenanceMemberTable;
  maintenance_order: MaintenanceOrderTable;
  maintenance_plan: MaintenancePlanTable;
  maintenance_preview: MaintenancePreviewTable;
  maintenance_sheet: MaintenanceSheetTable;
  maintenance_sign_link: MaintenanceSignLinkTable;
  maintenance_signature: MaintenanceSignatureTable;
  maintenance_team: MaintenanceTeamTable;
  maintenance_template: MaintenanceTemplateTable;
  maintenance_template_revision: MaintenanceTemplateRevisionTable;
  mapping_profile: MappingProfileTable;
  member_device: MemberDeviceTable;
  member_scope: MemberScopeTable;
  membership: MembershipTable;
  migration: MigrationTable;
  notification: NotificationTable;
  notification_attempt: NotificationAttemptTable;
  notification_early_receipt: NotificationEarlyReceiptTable;
  notification_ledger: NotificationLedgerTable;
  notification_message: NotificationMessageTable;
  notification_setting: NotificationSettingTable;
  notification_wrong_answer: NotificationWrongAnswerTable;
  number_series: NumberSeriesTable;
  open_alarm: OpenAlarmTable;
  openid_attempt: OpenidAttemptTable;
  opens_project: OpensProjectTable;
  operation_log: OperationLogTable;
  operation_log_batch: OperationLogBatchTable;
  ownership: OwnershipTable;
  person: PersonTable;
  place_name: PlaceNameTable;
  plan: PlanTable;
  plan_item: PlanItemTable;
  platform_event: PlatformEventTable;
  point: PointTable;
  point_area: PointAreaTable;
  point_cycle: PointCycleTable;
  point_input: PointInputTable;
  point_latest: PointLatestTable;
  point_offset: PointOffsetTable;
  point_place: PointPlaceTable;
  point_relevance: PointRelevanceTable;
  point_type: PointTypeTable;
  point_without_import: PointWithoutImportTable;
  point_write_limit: PointWriteLimitTable;
  prepaid_account: PrepaidAccountTable;
  prepaid_balance: PrepaidBalanceTable;
  prepaid_low: PrepaidLowTable;
  prepaid_point: PrepaidPointTable;
  project: ProjectTable;
  project_calendar_day: ProjectCalendarDayTable;
  project_seal: ProjectSealTable;
  project_served: ProjectServedTable;
  project_zone: ProjectZoneTable;
  recharge_order: RechargeOrderTable;
  record_finding: RecordFindingTable;
  record_seal: RecordSealTable;
  refresh_token: RefreshTokenTable;
  repair_alarm: RepairAlarmTable;
  repair_lent: RepairLentTable;
  repair_message: RepairMessageTable;
  repair_order: RepairOrderTable;
  repair_point: RepairPointTable;
  report: ReportTable;
  report_policy: ReportPolicyTable;
  report_policy_project: ReportPolicyProjectTable;
  report_push: ReportPushTable;
  request_minute: RequestMinuteTable;
  role: RoleTable;
  role_entry: RoleEntryTable;
  role_permission: RolePermissionTable;
  sample_log: SampleLogTable;
  schedule_group: ScheduleGroupTable;
  schedule_group_point: ScheduleGroupPointTable;
  schedule_group_project: ScheduleGroupProjectTable;
  schedule_job: ScheduleJobTable;
  schedule_place: SchedulePlaceTable;
  schedule_run: ScheduleRunTable;
  scope_in_force: ScopeInForceTable;
  seal_check: SealCheckTable;
  seal_dirty: SealDirtyTable;
  seal_key: SealKeyTable;
  sealed_document: SealedDocumentTable;
  sealed_document_file: SealedDocumentFileTable;
  security_event: SecurityEventTable;
  sees_event: SeesEventTable;
  sees_events: SeesEventsTable;
  sensor_tag: SensorTagTable;
  service_calendar: ServiceCalendarTable;
  service_limit: ServiceLimitTable;
  session_family: SessionFamilyTable;
  setting: SettingTable;
  sign_in_code: SignInCodeTable;
  slave: SlaveTable;
  sticker_report: StickerReportTable;
  stocktake: StocktakeTable;
  stocktake_expected: StocktakeExpectedTable;
  stocktake_scan: StocktakeScanTable;
  store_template: StoreTemplateTable;
  sub_item: SubItemTable;
  sub_item_device: SubItemDeviceTable;
  sub_item_device_past: SubItemDevicePastTable;
  subarea: SubareaTable;
  subsystem: SubsystemTable;
  switch_order: SwitchOrderTable;
  tag_calibration: TagCalibrationTable;
  tag_clock: TagClockTable;
  tag_dating: TagDatingTable;
  tag_heard: TagHeardTable;
  tag_memory_range: TagMemoryRangeTable;
  tag_upload: TagUploadTable;
  tariff: TariffTable;
  tariff_assignment: TariffAssignmentTable;
  tariff_version: TariffVersionTable;
  temp_range: TempRangeTable;
  thing_name: ThingNameTable;
  translation: TranslationTable;
  trip_arming: TripArmingTable;
  trips_disarmed: TripsDisarmedTable;
  uploaded_file: UploadedFileTable;
  vehicle_state: VehicleStateTable;
  verification_code: VerificationCodeTable;
  vpn_entry: VpnEntryTable;
  watched_subject: WatchedSubjectTable;
  waybill: WaybillTable;
  waybill_certificate_due: WaybillCertificateDueTable;
  waybill_event: WaybillEventTable;
  waybill_handover: WaybillHandoverTable;
  waybill_handover_photo: WaybillHandoverPhotoTable;
  waybill_stop: WaybillStopTable;
  waybill_tag: WaybillTagTable;
  weather_day: WeatherDayTable;
  work_attachment: WorkAttachmentTable;
  work_clock: WorkClockTable;
  work_journal: WorkJournalTable;
  work_message: WorkMessageTable;
  work_pause: WorkPauseTable;
  work_request: WorkRequestTable;
  work_signature: WorkSignatureTable;
  write_batch: WriteBatchTable;
  write_record: WriteRecordTable;
}
