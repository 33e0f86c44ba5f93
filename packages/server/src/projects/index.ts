export { hasExpired, serviceEndsAt } from './expiry.ts';
export { projectHandlers } from './handlers.ts';
export { showsLive } from './showsLive.ts';
export { allProjectFacts, findProjectFacts, type ProjectFacts } from './store.ts';
