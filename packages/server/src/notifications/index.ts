export { type Enqueued, enqueue, type OutboxItem } from './enqueue.ts';
