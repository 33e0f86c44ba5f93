import type { AllCalls, CallData, Language } from '@watchpost/contract';
import type { CompanyOfUser, RoleOfUser } from '../access/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';

export const presentCompany = (
  row: CompanyOfUser,
  language: Language,
): CallData<AllCalls['getUserCompanyList']>[number] => ({
  CompanyId: row.id,
  CompanyName: inLanguage(row.name, row.name_en, language),
  Label: row.label,
  Industry: row.industry,
  Flags: row.flags,
  IsOperator: row.is_operator,
  KnowledgeHubUrl: row.knowledge_hub_url,
});

export const presentRole = (row: RoleOfUser, language: Language): CallData<AllCalls['getUserRoleList']>[number] => ({
  RoleId: row.role_id,
  RoleName: inLanguage(row.role_name, row.role_name_en, language),
  ProjectId: row.project_id,
});
