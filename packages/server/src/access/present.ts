import type { AllCalls, CallData } from '@watchpost/contract';
import type { CompanyOfUser, RoleOfUser } from './store.ts';

export const presentCompany = (row: CompanyOfUser): CallData<AllCalls['getUserCompanyList']>[number] => ({
  CompanyId: row.id,
  CompanyName: row.name,
  Label: row.label,
  Industry: row.industry,
  Flags: row.flags,
});

export const presentRole = (row: RoleOfUser): CallData<AllCalls['getUserRoleList']>[number] => ({
  RoleId: row.role_id,
  RoleName: row.role_name,
  ProjectId: row.project_id,
});
