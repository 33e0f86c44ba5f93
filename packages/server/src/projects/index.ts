export { hasExpired, serviceEndsAt } from './expiry.ts';
export { projectHandlers } from './handlers.ts';
export { loadProjectCatalogue, type ProjectCatalogue } from './projectCatalogue.ts';
export { showsLive } from './showsLive.ts';
export { findProjectFacts, type ProjectFacts } from './store.ts';
