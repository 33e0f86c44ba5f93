import type { AllCalls, CallData, Language } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { SeenProject } from './store.ts';

export const presentSeenProject = (
  row: SeenProject,
  language: Language,
): CallData<AllCalls['getUserView']>['Projects']['Data'][number] => ({
  ProjectId: row.id,
  ProjectName: inLanguage(row.name, row.name_en, language),
  FuncS: row.permission_ids,
  DeviceMode: row.devices,
  DeviceCount: row.devices === 'all' ? null : row.device_count,
  AlarmLevelList: row.alarm_levels,
  BigTypeCodeList: row.subsystem_codes,
});
