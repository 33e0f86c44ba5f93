import { type AlarmKindName, type AlarmPush, alarmKinds, type Language } from '@watchpost/contract';
import type { PopupRow } from './store.ts';

const named = (zh: string, en: string | null, language: Language): string => (language === 'en' ? (en ?? zh) : zh);

export const presentPopup = (row: PopupRow, language: Language): AlarmPush => ({
  AlarmPushId: row.id,
  AlarmId: row.alarm_id,
  ModelTreeId: row.device_id,
  ModelTreeName: named(row.device_name, row.device_name_en, language),
  PointName: named(row.subject_name, row.subject_name_en, language),
  ProjectId: row.project_id,
  ProjectName: row.project_name,
  PushType: row.push_type,
  Level: row.severity,
  AlarmClassName: alarmKinds[row.kind as AlarmKindName][language],
  AlarmSetting: language === 'en' ? row.text_en : row.text_zh,
  AlarmEpoch: row.raised_at.getTime(),
});
