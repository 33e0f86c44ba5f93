export { type ClockFacts, clocksOf, pausesOf } from './clocksOf.ts';
export { amountOf } from './costs.ts';
export { forgetRequests, type MissedTarget, missTargets } from './overdue.store.ts';
export { elapsedService, type ServiceCalendar } from './serviceClock.ts';
export * from './store.ts';
