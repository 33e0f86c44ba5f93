export { type Caller, createAuthorize, type VerifyToken } from './authorize.ts';
export { mayInCompany, mayInProject, needInCompany, needInProject, tenantOf } from './grants.ts';
export { accessHandlers } from './handlers.ts';
export { companiesOfUser, grantsOfUser, membersOfProjects, type ProjectMember } from './store.ts';
export {
  deviceVisible,
  inProjects,
  levelVisible,
  maySee,
  narrowed,
  type SystemTenant,
  seesLevel,
  system,
  type Tenant,
  type UserTenant,
} from './tenant.ts';
