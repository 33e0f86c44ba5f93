// Without the handlers: they open sessions, and accounts stand on what is here.
export { foundCompany } from './companies/foundCompany.ts';
export { needOperator } from './companies/needOperator.ts';
export { dataScreenOf } from './companies/store.ts';
export { addDefaultRoles, type DefaultRole, type DefaultRoleKind, defaultRoles } from './defaultRoles.ts';
export { lockChanger } from './lockChanger.ts';
export { insertEntries } from './members/entries.store.ts';
export { needNotAbove } from './members/mayChange.ts';
export { nameOfUser } from './members/nameOfUser.store.ts';
export { insertMemberships } from './members/store.ts';
export { companiesWhereHeld, holdersInCompany, usersOpening } from './projectPeople.store.ts';
