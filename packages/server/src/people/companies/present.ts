import {
  type CompanyFlag,
  type CompanyOfInstallation,
  type CompanySettings,
  companyFlagNames,
  type Language,
} from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { CompanyOfPage, CompanyRow } from './store.ts';

/** Those that are on, in the order of the contract; names that the product does not know any more are left out. */
export const flagsThatAreOn = (flags: Readonly<Record<string, boolean>>): CompanyFlag[] =>
  companyFlagNames.filter((name) => flags[name] === true);

export const presentSettings = (row: CompanyRow): CompanySettings => ({
  CompanyId: row.id,
  CompanyName: row.name,
  CompanyNameEn: row.name_en,
  DataScreenUrl: row.data_screen_url,
  KnowledgeHubUrl: row.knowledge_hub_url,
  UserIdListWithoutProof: row.user_ids_without_proof,
  LinkAlarmLevel: row.link_alarm_severity,
  LinkAlarmMinutes: row.link_alarm_seconds / 60,
  UnjudgedMinutes: row.unjudged_minutes,
  FlagList: flagsThatAreOn(row.flags),
});

export const presentOfInstallation = (row: CompanyOfPage, language: Language): CompanyOfInstallation => ({
  CompanyId: row.id,
  CompanyName: inLanguage(row.name, row.name_en, language),
  Industry: row.industry,
  FlagList: flagsThatAreOn(row.flags),
  DataScreenUrl: row.data_screen_url,
  MemberCount: row.member_count,
  ProjectCount: row.project_count,
  CreateEPOCH: row.created_at.getTime(),
  IsOperator: row.is_operator,
});
