import {
  type AllCalls,
  type CallData,
  countingWhereLimited,
  holdsAny,
  type PermissionName,
  type ProjectRow,
} from '@watchpost/contract';
import { createContext, useContext } from 'react';

export type Company = CallData<AllCalls['getUserCompanyList']>[number];
export type UserInfo = CallData<AllCalls['getUserInfo']>;
export type Role = CallData<AllCalls['getUserRoleList']>[number];

/** The user, the current place and the permissions; provided by the shell to every page inside it. */
export interface Session {
  readonly user: UserInfo;
  readonly company: Company;
  readonly companies: readonly Company[];
  /** Null when no project is assigned to the user in this company. */
  readonly project: ProjectRow | null;
  readonly projects: readonly ProjectRow[];
  /** Ids held for the company or for the current project. */
  readonly permissions: ReadonlySet<number>;
  /** Projects with only listed devices visible: the user cannot set up what the whole project shares. */
  readonly limitedProjects: ReadonlySet<number>;
  /** True while the rights in another project are on their way; `permissions` are still those of the one before. */
  readonly switching?: boolean;
  readonly roles: readonly Role[];
  /** Keeps the screen and its filters. Unknown ids are ignored. */
  switchProject(projectId: number): void;
  /** Starts over in the other company. */
  switchCompany(companyId: number): void;
}

export const SessionContext = createContext<Session | null>(null);

/** Who is signed in; all there is of somebody who belongs to no company. */
export type Account = Pick<Session, 'user' | 'companies'>;

export const AccountContext = createContext<Account | null>(null);

/** The signed-in user, with or without a company. */
export function useAccount(): Account {
  const session = useContext(SessionContext);
  const account = useContext(AccountContext);
  const known = session ?? account;
  if (!known) throw new Error('useAccount belongs inside a session');
  return known;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession belongs inside the shell');
  return session;
}

/** The current project. Pages of the business platform are only shown when there is one. */
export function useProject(): ProjectRow {
  const { project } = useSession();
  if (!project) throw new Error('useProject belongs on pages that need a project');
  return project;
}

/**
 * True when the user holds any of the permissions (or the wildcard), and sees the whole project where a permission needs it; hide
 * the actions that the user may not take. Spec §6.
 */
export function useMay(...names: PermissionName[]): boolean {
  const { permissions, project, limitedProjects } = useSession();
  const isLimited = project !== null && limitedProjects.has(project.ProjectId);
  return holdsAny(permissions, isLimited ? countingWhereLimited(names) : names);
}

/** True when the user sees every device of the current project. */
export function useSeesWholeProject(): boolean {
  const { project, limitedProjects } = useSession();
  return project !== null && !limitedProjects.has(project.ProjectId);
}

/**
 * True when the user may set up gateways, slaves and points: in the current project, or in any of the user's projects. With only
 * some devices of a project visible the user sets up no line of it, because lines carry hidden devices too.
 */
export function useMaySetUp(where: 'here' | 'somewhere' = 'here'): boolean {
  const { projects, limitedProjects } = useSession();
  const may = useMay('terminalsEdit');
  const here = useSeesWholeProject();
  return may && (where === 'here' ? here : projects.some(({ ProjectId }) => !limitedProjects.has(ProjectId)));
}
