export { PushStatistics, QuietHours, WhoWouldBeCalled } from './lazyParts.ts';
export { type HistoryOfAlarm, MessageHistoryDialog } from './MessageHistoryDialog.tsx';
