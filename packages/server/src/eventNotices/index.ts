export { eventNoticeHandlers } from './handlers.ts';
export { watchEvents } from './watchEvents.ts';
