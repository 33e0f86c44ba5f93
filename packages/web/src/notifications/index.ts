export { type HistoryOfAlarm, MessageHistoryDialog } from './MessageHistoryDialog.tsx';
export { QuietHours } from './QuietHours.tsx';
export { WhoWouldBeCalled } from './WhoWouldBeCalled.tsx';
