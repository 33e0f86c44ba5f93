import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed team, template, contract or visit makes old. */
export const callsAboutMaintenance: readonly CallName[] = [
  'getContractPage',
  'getMaintenanceCalendar',
  'getMaintenanceOrder',
  'getMaintenanceOrderPage',
  'getMaintenancePlanPage',
  'getMaintenanceTemplate',
  'getMaintenanceTemplatePage',
  'getOrderPeople',
  'getServiceCalendars',
  'getTeamPage',
  'getTeamWork',
];
