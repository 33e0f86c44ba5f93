export { type Caller, createAuthorize, type VerifyToken } from './authorize.ts';
export {
  alsoOfDeleted,
  type CompanyGrants,
  mayAnywhere,
  mayInCompany,
  mayInProject,
  needGrants,
  needInCompany,
  needInProject,
  permissionIdsOf,
  readsContacts,
  seesAllProjects,
  tenantOf,
  withLent,
} from './grants.ts';
export { inEveryProject } from './inEveryProject.ts';
export { opensEverything } from './opensEverything.ts';
export { RightRefused } from './RightRefused.ts';
export { readsValues } from './readsValues.ts';
export {
  type CompanyOfUser,
  companiesOfUser,
  companyIsOperator,
  countAdministrators,
  grantsOfUser,
  isMember,
  lockPeople,
  membersOfProjects,
  type ProjectMember,
  type RoleOfUser,
  rolesOfUser,
} from './store.ts';
export {
  type CompanyTenant,
  deviceNotHidden,
  deviceVisible,
  inProjects,
  inWholeProjects,
  levelVisible,
  maySee,
  narrowed,
  type SystemTenant,
  seesEveryDevice,
  seesEveryLevel,
  seesLevel,
  system,
  type Tenant,
  type UserTenant,
} from './tenant.ts';
export { mayWriteTo, type WriteRights, writableHere, writeRightsOf } from './writeRights.ts';
export { zoneOf } from './zone.store.ts';
