export { text as dutyText } from './duty/text.ts';
export { DutyTab, NotificationPreview, PushStatistics, QuietHours, WebhooksTab } from './lazyParts.ts';
export type { HistoryOfAlarm } from './MessageHistory.tsx';
export { MessageHistoryDialog } from './MessageHistoryDialog.tsx';
export { text as webhookText } from './webhooks/text.ts';
