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
