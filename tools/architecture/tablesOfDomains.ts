/** To which domain of the server each table belongs; it alone writes it. Others read it, or ask its index.ts to write. */
export const tablesOfDomains: Readonly<Record<string, string>> = {
  account:
    'app_user company_application counted_call inbox_message openid_attempt refresh_token request_minute session_family sign_in_code verification_code',
  alarms:
    'alarm alarm_comment alarm_journal alarm_late_stretch alarm_proof alarm_proof_difference alarm_proof_point alarm_rule alarm_rule_subject alarm_rule_version alarm_shelf alarm_state alarm_strategy alarm_strategy_contact alarm_strategy_template',
  cameras: 'camera camera_session',
  devices:
    'device device_class device_point device_property device_property_value device_relation sub_item sub_item_device sub_item_device_past subsystem',
  displays: 'data_screen data_screen_project display display_pairing',
  downloads: 'download',
  energy:
    'energy_baseline energy_closed_month energy_day energy_day_later energy_demand_near energy_dirty energy_drift energy_event energy_factor energy_installation energy_meter energy_month energy_proof_difference energy_quarter energy_reading energy_site energy_supply_terms energy_target energy_term energy_variable tariff tariff_assignment tariff_version',
  eventNotices: 'event_notice event_notice_person event_told platform_event',
  faultWarnings: 'device_figure device_figure_day fault_warning fault_warning_feedback',
  files: 'uploaded_file',
  gateways:
    'gateway gateway_card gateway_configuration gateway_event gateway_refused_slot gateway_rejection gateway_user slave vpn_entry',
  history:
    'history_change history_damaged history_day history_of_deleted history_overwritten history_retention history_rollup history_segment point_latest sample_log',
  ingest: 'computed_late_stretch',
  lists: 'list_columns list_view',
  logs: 'operation_log operation_log_batch',
  dashboards: 'dashboard_default',
  diagrams: 'diagram diagram_device diagram_version',
  mapping: 'mapping_profile',
  meters: 'ledger_entry ledger_line prepaid_account recharge_order switch_order trip_arming',
  notifications:
    'alarm_announcement calendar_day company_webhook duty_absence duty_rota duty_shift notification notification_attempt notification_early_receipt notification_message notification_setting notification_wrong_answer project_calendar_day',
  people: 'company invitation invitation_project member_device member_scope membership role role_entry role_permission',
  plans: 'plan plan_item',
  points: 'point point_area point_cycle point_input point_relevance point_type',
  projects: 'project subarea',
  analysis:
    'analysis_device_day analysis_device_month analysis_note analysis_project_day analysis_project_month analysis_through service_limit',
  assets:
    'asset_disposal asset asset_device asset_contract asset_contract_reminded asset_document asset_of_contract asset_warranty_reminded stocktake stocktake_expected stocktake_scan',
  maintenance:
    'maintenance_change maintenance_contract maintenance_contract_project maintenance_contract_reminded maintenance_contract_template maintenance_member maintenance_order maintenance_plan maintenance_preview maintenance_sheet maintenance_sign_link maintenance_signature maintenance_team maintenance_template maintenance_template_revision service_calendar',
  commissioning: 'debug_item debug_order debug_test store_template',
  compliance:
    'calibration_certificate compliance_assignment compliance_pack compliance_pack_part compliance_profile compliance_profile_version project_seal record_finding record_seal seal_check seal_dirty seal_key sealed_document sealed_document_file',
  customers:
    'customer customer_document customer_event customer_health customer_project customer_reminded customer_reminder',
  remoteBoot:
    'boot_caliber_standard boot_event boot_key boot_password boot_photo boot_pipe_standard boot_unit boot_unit_key',
  reports: 'report report_policy report_policy_project report_push',
  scheduling: 'schedule_group schedule_group_point schedule_group_project schedule_job schedule_run',
  securityEvents: 'security_event',
  repair:
    'device_loan device_sticker fault_code fault_code_unused repair_alarm repair_message repair_order repair_point sticker_report',
  templates: 'device_template',
  transport:
    'car_gateway fence_crossing geofence sensor_tag tag_calibration tag_clock tag_dating tag_heard tag_memory_range tag_upload temp_range vehicle_state waybill waybill_certificate_due waybill_event waybill_handover waybill_handover_photo waybill_stop waybill_tag',
  translations: 'translation',
  weather: 'weather_day',
  work: 'cost_line number_series work_attachment work_clock work_journal work_message work_pause work_request work_signature',
  writing: 'point_write_limit write_batch write_record',
};

/** Who writes a table of another domain today, and why that was left so. A line that is no longer needed is an error. */
export const writesElsewhere: Readonly<Record<string, { readonly tables: string; readonly because: string }>> = {
  'packages/server/src/cameras/handOver.store.ts': {
    tables: 'uploaded_file',
    because: 'a picture goes along with the cameras that show it; files does the same for projects',
  },
  'packages/server/src/devices/edit/merge.store.ts': {
    tables: 'alarm alarm_shelf camera member_device repair_order',
    because:
      'two devices become one: what was raised on the second or is repaired there, what looks at it and who sees it go along in the same statements',
  },
  'packages/server/src/devices/edit/store.ts': {
    tables: 'member_device',
    because: 'who was shown a device that is deleted is shown nothing in its place',
  },
  'packages/server/src/devices/handOver.store.ts': {
    tables: 'uploaded_file',
    because: 'a picture goes along with the devices that show it; files does the same for projects',
  },
  'packages/server/src/compliance/handOver.store.ts': {
    tables: 'uploaded_file',
    because: 'papers of certificates go to the new company with their project',
  },
  'packages/server/src/plans/handOver.store.ts': {
    tables: 'uploaded_file',
    because: 'a base map goes along with the plans that show it; files does the same for projects',
  },
  'packages/server/src/mapping/handOver.store.ts': {
    tables: 'gateway',
    because: 'a gateway that is handed over lets go of the old company’s profile, which only mapping knows',
  },
};
