/** Who sees maintenance. */
export const sees = [
  'maintenanceView',
  'maintenanceTeams',
  'maintenanceContracts',
  'maintenanceTemplates',
  'maintenanceOrders',
] as const;
/** Who sets up each part. */
export const teams = ['maintenanceTeams'] as const;
export const templates = ['maintenanceTemplates'] as const;
export const contracts = ['maintenanceContracts'] as const;
export const orders = ['maintenanceOrders'] as const;
/** Members of a team need this in a project to see the visits of their team there, and to do their own. */
export const seesVisits = [...sees, 'repairWork'] as const;
export const worksOnVisits = ['maintenanceOrders', 'maintenanceView', 'repairWork'] as const;
