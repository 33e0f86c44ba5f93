export { type Enqueued, enqueue, type OutboxItem } from './enqueue.ts';
export { notificationHandlers } from './handlers.ts';
export { readToldPeople, type ToldRow } from './store.ts';
