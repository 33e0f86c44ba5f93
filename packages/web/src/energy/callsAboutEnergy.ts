import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed meter, tariff or decision makes old. */
export const callsAboutEnergy: readonly CallName[] = [
  'getEnergyBill',
  'getEnergyByProject',
  'getEnergyEventPage',
  'getEnergyFactors',
  'getEnergyLoad',
  'getEnergyMeterPage',
  'getEnergyMonths',
  'getEnergyRegisters',
  'getEnergySummary',
  'getMeterReadings',
  'getSupplyTerms',
  'getTariffAssignments',
  'getTariffPage',
];
