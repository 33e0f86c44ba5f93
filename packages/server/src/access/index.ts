// The handlers are not among these: they write the operation log and open sessions, and log and accounts stand on what is here.
export { type Caller, createAuthorize, type VerifyToken } from './authorize.ts';
export { foundCompany } from './companies/foundCompany.ts';
export { needOperator } from './companies/needOperator.ts';
export { dataScreenOf } from './companies/store.ts';
export { addDefaultRoles, type DefaultRole, type DefaultRoleKind, defaultRoles } from './defaultRoles.ts';
export {
  alsoOfDeleted,
  type CompanyGrants,
  mayAnywhere,
  mayInCompany,
  mayInProject,
  needInCompany,
  needInProject,
  readsContacts,
  tenantOf,
} from './grants.ts';
export { lockChanger } from './lockChanger.ts';
export { insertEntries } from './members/entries.store.ts';
export { needNotAbove } from './members/mayChange.ts';
export { insertMemberships } from './members/store.ts';
export { companiesWhereHeld, usersOpening } from './projectPeople.store.ts';
export {
  companiesOfUser,
  companyIsOperator,
  grantsOfUser,
  isMember,
  lockPeople,
  membersOfProjects,
  type ProjectMember,
} from './store.ts';
export {
  type CompanyTenant,
  deviceNotHidden,
  deviceVisible,
  inProjects,
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
