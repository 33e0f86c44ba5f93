import {
  type AllCalls,
  type CallData,
  type DataAccess,
  type Language,
  type MemberDetail,
  type MemberRow,
  projectRolesInRow,
  type RoleOfMember,
} from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { RoleHolding } from '../holders/store.ts';
import { companyWide } from '../mayGive.ts';
import type { Entry } from './entries.store.ts';
import type { DeviceOfProject, Limit, LimitInBrief } from './limit.store.ts';
import type { Member } from './store.ts';

export const presentEntry = (entry: Entry, language: Language): RoleOfMember => ({
  UserRoleId: entry.id,
  RoleId: entry.role_id,
  RoleName: inLanguage(entry.role_name, entry.role_name_en, language),
  SubareaId: entry.project_id,
  SubareaName: inLanguage(entry.project_name, entry.project_name_en, language),
});

export interface Shown {
  readonly language: Language;
  /** The address under which a browser shows a picture. */
  avatarUrl(avatar: string | null): string;
}

const presentFields = (member: Member, entries: readonly Entry[], { language, avatarUrl }: Shown) => ({
  UserId: member.user_id,
  Account: member.account,
  RealName: member.name,
  Nickname: member.nickname,
  Avatar: avatarUrl(member.avatar),
  Mobile: member.mobile ?? '',
  Email: member.email ?? '',
  Depart: member.department ?? '',
  External: member.external,
  ActiveStatus: member.active,
  JoinEPOCH: member.created_at.getTime(),
  CompanyRoleList: entries
    .filter(({ project_id }) => project_id === companyWide)
    .map((entry) => presentEntry(entry, language)),
  ProjectCount: member.project_count,
  ProjectRoleList: entries
    .filter(({ project_id }) => project_id !== companyWide)
    .map((entry) => presentEntry(entry, language)),
});

export function presentMember(
  member: Member,
  entries: readonly Entry[],
  { access, limitedCount, ...shown }: Shown & { access: DataAccess | null; limitedCount: number },
): MemberRow {
  const fields = presentFields(member, entries, shown);
  const first = fields.ProjectRoleList.slice(0, projectRolesInRow);
  const { of_company: OwnAccount } = member;
  return { ...fields, ProjectRoleList: first, OwnAccount, DataAccess: access, LimitedCount: limitedCount };
}

export const presentDetail = (
  member: Member,
  entries: readonly Entry[],
  { mayEditAccount, mayChange, ...shown }: Shown & { mayEditAccount: boolean; mayChange: boolean },
): MemberDetail => ({
  ...presentFields(member, entries, shown),
  MayEditAccount: mayEditAccount,
  MayChange: mayChange,
  StorageSpace: member.storage_space as MemberDetail['StorageSpace'],
});

export const presentHolding = (
  row: RoleHolding,
  { contacts, language }: { contacts: boolean; language: Language },
): CallData<AllCalls['getRoleUserList']>['Data'][number] => ({
  UserRoleId: row.id,
  UserId: row.user_id,
  RealName: row.name,
  Account: contacts ? row.account : '',
  Mobile: contacts ? (row.mobile ?? '') : '',
  Depart: row.department ?? '',
  ActiveStatus: row.active,
  SubareaId: row.project_id,
  SubareaName: inLanguage(row.project_name, row.project_name_en, language),
});

/** @param options.contacts whether the reader learns how holders sign in and are reached (`readsContacts`) */
export const presentHolder = (
  row: {
    user_id: number;
    name: string;
    account: string;
    active: boolean;
    project_count: number;
  },
  { contacts }: { contacts: boolean },
): CallData<AllCalls['getUsersOfRole']>['Data'][number] => ({
  UserId: row.user_id,
  RealName: row.name,
  Account: contacts ? row.account : '',
  ActiveStatus: row.active,
  ProjectCount: row.project_count,
});

const allLevels = [1, 2, 3, 4];
const rightOf = (canWrite: boolean) => (canWrite ? ('readWrite' as const) : ('read' as const));

/** @param limit undefined: they have none */
export const presentAccess = (limit: LimitInBrief | undefined): DataAccess => ({
  DeviceMode: limit?.devices ?? 'all',
  ReadWrite: rightOf(limit?.canWrite ?? true),
  DeviceCount: limit?.listedCount ?? 0,
  WritableCount: limit?.writableCount ?? 0,
  AlarmLevelList: limit?.alarmLevels ?? allLevels,
});

export function presentLimit(
  limit: Limit | undefined,
  {
    projectId,
    userId,
    devices,
    language,
  }: { projectId: number; userId: number; devices: readonly DeviceOfProject[]; language: Language },
): CallData<AllCalls['getUserModel']> {
  const listed = new Map(limit?.listed.map(({ deviceId, canWrite }) => [deviceId, canWrite]));
  return {
    ProjectId: projectId,
    UserId: userId,
    DeviceMode: limit?.devices ?? 'all',
    ReadWrite: rightOf(limit?.canWrite ?? true),
    AlarmLevelList: limit?.alarmLevels ?? allLevels,
    ModelTreeList: devices.map((device) => ({
      ModelTreeId: device.id,
      ModelTreeName: inLanguage(device.name, device.name_en, language),
      AreaName: inLanguage(device.area ?? '', device.area_en, language),
      Listed: listed.has(device.id),
      ReadWrite: rightOf(listed.get(device.id) ?? false),
    })),
  };
}
