export { alarmViewer } from './alarmViewers.ts';
export { alarmVisible, seenDevice } from './alarmVisible.store.ts';
export { type CallDelivery, createCallDelivery } from './callDelivery.ts';
export { type Enqueued, enqueue } from './enqueue.ts';
export { notificationHandlers } from './handlers.ts';
export type { OutboxItem } from './outboxItem.ts';
export { insertCalls, markAlarmRead, readToldPeople, type ToldRow } from './store.ts';
