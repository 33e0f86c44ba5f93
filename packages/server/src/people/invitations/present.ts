import type { AllCalls, CallData, InvitationRow, Language } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { Invitation } from './store.ts';

const presentPromises = (row: Invitation, language: Language) => ({
  CompanyRoleName:
    row.company_role_name === null ? null : inLanguage(row.company_role_name, row.company_role_name_en, language),
  ProjectRoleList: row.projects.map((role) => ({
    SubareaId: role.projectId,
    SubareaName: inLanguage(role.projectName, role.projectNameEn, language),
    RoleId: role.roleId,
    RoleName: inLanguage(role.roleName, role.roleNameEn, language),
  })),
});

export const presentInvitation = (row: Invitation, language: Language): InvitationRow => ({
  InvitationId: row.id,
  State: row.state,
  CreateName: row.creator_name,
  CreateEPOCH: row.created_at.getTime(),
  ExpireEPOCH: row.expires_at.getTime(),
  UsedName: row.used_name,
  UsedEPOCH: row.used_at?.getTime() ?? null,
  Note: row.note,
  ...presentPromises(row, language),
});

export const presentInvitationInfo = (
  row: Invitation,
  language: Language,
): CallData<AllCalls['getInvitationInfo']> => ({
  CompanyName: inLanguage(row.company_name, row.company_name_en, language),
  CreateName: row.creator_name,
  ExpireEPOCH: row.expires_at.getTime(),
  Note: row.note,
  ...presentPromises(row, language),
});
