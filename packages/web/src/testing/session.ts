import type { ProjectRow } from '@watchpost/contract';
import type { Company, Session, UserInfo } from '../lib/session.ts';

/** Who is signed in, for tests: what a test does not care about is as plain as it can be. */
export const testUser = (changes: Partial<UserInfo> = {}): UserInfo => ({
  UserId: 7,
  Account: 'lin',
  AccountChosen: true,
  HasPassword: true,
  Nickname: 'Lin',
  CompanyName: '',
  Depart: '',
  Mobile: '',
  Email: '',
  Avatar: '',
  OpenIdName: null,
  Deactivated: false,
  ...changes,
});

export const testCompany = (CompanyId = 1, changes: Partial<Company> = {}): Company => ({
  CompanyId,
  CompanyName: `Company ${CompanyId}`,
  Label: '',
  Industry: 1,
  Flags: {},
  IsOperator: false,
  KnowledgeHubUrl: null,
  ...changes,
});

export const testProject = (ProjectId = 1, changes: Partial<ProjectRow> = {}): ProjectRow => ({
  ProjectId,
  ProjectName: `Project ${ProjectId}`,
  Code: `P${ProjectId}`,
  Industry: 1,
  Address: '',
  Latitude: null,
  Longitude: null,
  TimeZone: 'Asia/Shanghai',
  BigTypeCodeList: [],
  ServiceEnd: null,
  Expired: false,
  State: 'valid',
  parentId: null,
  ProjectLevel: null,
  TagList: [],
  Cover: null,
  AlarmCount: 0,
  AlarmLevel: null,
  BeyondCount: 0,
  OfflineCount: 0,
  LastDataEPOCH: null,
  ...changes,
});

/** A session in the first of these projects, and in none when there are none. */
export const testSession = ({
  projects = [testProject()],
  held = [],
  ...changes
}: { readonly held?: readonly number[] } & Partial<Session> = {}): Session => ({
  user: testUser(),
  company: testCompany(),
  companies: [],
  project: projects[0] ?? null,
  projects,
  permissions: new Set(held),
  limitedProjects: new Set(),
  roles: [],
  switchProject: () => {},
  switchCompany: () => {},
  ...changes,
});
