import { deliveryPreviewCalls } from './deliveryPreviewCalls.ts';
import { dutyCalls } from './dutyCalls.ts';
import { popupCalls } from './popupCalls.ts';
import { pushLogCalls } from './pushLogCalls.ts';
import { pushStatisticsCalls } from './pushStatisticsCalls.ts';
import { webhookCalls } from './webhookCalls.ts';

/** How people are told of alarms: spec §7.5. */
export const notificationCalls = {
  ...popupCalls,
  ...pushLogCalls,
  ...pushStatisticsCalls,
  ...deliveryPreviewCalls,
  ...dutyCalls,
  ...webhookCalls,
};
