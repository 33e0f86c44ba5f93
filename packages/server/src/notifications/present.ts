import { type AlarmKindName, type AlarmPush, alarmKinds, type Language } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { PopupRow } from './store.ts';

export const presentPopup = (row: PopupRow, language: Language): AlarmPush => ({
  AlarmPushId: row.id,
  AlarmId: row.alarm_id,
  ModelTreeId: row.device_id,
  ModelTreeName: inLanguage(row.device_name, row.device_name_en, language),
  PointName: inLanguage(row.subject_name, row.subject_name_en, language),
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  PushType: row.push_type,
  Level: row.severity,
  AlarmClassName: alarmKinds[row.kind as AlarmKindName][language],
  AlarmSetting: language === 'en' ? row.text_en : row.text_zh,
  AlarmEpoch: row.raised_at.getTime(),
  ClearedEpoch: row.returned_at?.getTime() ?? null,
  AckedEpoch: row.acknowledged_at?.getTime() ?? null,
  AckedName: row.acknowledged_name,
});
