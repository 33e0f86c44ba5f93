import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed meter, tariff or decision makes old. */
export const callsAboutEnergy: readonly CallName[] = [
  'getEnergyBaselines',
  'getEnergyBill',
  'getEnergyByProject',
  'getEnergyClosings',
  'getEnergyEventPage',
  'getEnergyFactors',
  'getEnergyLoad',
  'getEnergyMeterPage',
  'getEnergyMonths',
  'getEnergyPerformance',
  'getEnergyRegisters',
  'getEnergySummary',
  'getEnergyTargets',
  'getEnergyVariables',
  'getMeterReadings',
  'getSupplyTerms',
  'getTariffAssignments',
  'getTariffPage',
];
