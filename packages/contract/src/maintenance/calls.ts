import { serviceCalendarCalls } from './calendarCalls.ts';
import { contractCalls } from './contractCalls.ts';
import { orderCalls } from './orderCalls.ts';
import { planCalls } from './planCalls.ts';
import { signLinkCalls } from './signLinkCalls.ts';
import { teamCalls } from './teamCalls.ts';
import { templateCalls } from './templateCalls.ts';

/** The calls of maintenance. */
export const maintenanceCalls = {
  ...teamCalls,
  ...templateCalls,
  ...contractCalls,
  ...orderCalls,
  ...planCalls,
  ...serviceCalendarCalls,
  ...signLinkCalls,
};
