import { lazy } from 'react';

/** Each in a chunk of its own: an alarm opens without tables of statistics and forms. */
export const PushStatistics = lazy(() => import('./PushStatistics.tsx').then((m) => ({ default: m.PushStatistics })));
export const QuietHours = lazy(() => import('./QuietHours.tsx').then((m) => ({ default: m.QuietHours })));
export const NotificationPreview = lazy(() =>
  import('./NotificationPreview.tsx').then((m) => ({ default: m.NotificationPreview })),
);
export const DutyTab = lazy(() => import('./duty/DutyTab.tsx').then((m) => ({ default: m.DutyTab })));
export const WebhooksTab = lazy(() => import('./webhooks/WebhooksTab.tsx').then((m) => ({ default: m.WebhooksTab })));
