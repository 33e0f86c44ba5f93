export { type Enqueued, enqueue, type OutboxItem } from './enqueue.ts';
export { notificationHandlers } from './handlers.ts';
export { markAlarmRead, readToldPeople, type ToldRow } from './store.ts';
