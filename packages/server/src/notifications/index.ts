export { alarmViewer } from './alarmViewers.ts';
export { alarmVisible, seenDevice } from './alarmVisible.store.ts';
export type { Announcement } from './announcement.ts';
export { type AnnouncementDelivery, createAnnouncementDelivery } from './announcementDelivery.ts';
export { type Enqueued, enqueue } from './enqueue.ts';
export { notificationHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { insertAnnouncements, markAlarmRead, readToldPeople, type ToldRow } from './store.ts';
