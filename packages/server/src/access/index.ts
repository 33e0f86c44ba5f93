export { type Caller, createAuthorize, type VerifyToken } from './authorize.ts';
export { tenantOf } from './grants.ts';
export { accessHandlers } from './handlers.ts';
export { grantsOfUser, companiesOfUser, membersOfProject } from './store.ts';
export { deviceVisible, inProjects, levelVisible, maySee, narrowed, system, type SystemTenant, type Tenant, type UserTenant } from './tenant.ts';
