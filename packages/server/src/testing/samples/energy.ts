import { everyDay } from '../energyOf.ts';
import { daysAgo, local, type Samples } from '../sampleValues.ts';

export const samplesOfEnergy: Samples = {
  addEnergyMeter: ({ freeRegisterId, deviceId, meterId }) => ({
    body: { ModelTreeId: deviceId, ParentId: meterId, MaxPower: 50, PointId: freeRegisterId },
  }),
  editEnergyMeter: ({ freeMeterName }) => ({ body: { MeterName: freeMeterName } }),
  replaceEnergyMeter: ({ freeRegisterId }) => ({
    body: { Time: local(Date.now() - 3_600_000), EndReading: 5000, PointId: freeRegisterId, StartReading: 0 },
  }),
  editEnergyInstallation: () => ({ body: { Multiplier: 1.5 } }),
  addCalculatedMeter: ({ meterId }) => ({ body: { TermList: [{ MeterId: meterId, Factor: -1 }] } }),
  setMeterTerms: ({ calculatedMeterId, meterId }) => ({
    body: { MeterId: calculatedMeterId, TermList: [{ MeterId: meterId, Factor: 0.5 }] },
  }),
  getMeterReadings: ({ manualMeterId }) => ({ body: { MeterId: manualMeterId } }),
  addMeterReading: ({ manualMeterId }) => ({
    body: {
      MeterId: manualMeterId,
      Time: local(Date.now() - 3_600_000).slice(0, 16),
      Reading: 1_000_000,
      Note: 'A test',
    },
  }),
  decideEnergyEvent: ({ energyEventId }) => ({ body: { EventId: energyEventId, Note: 'A test' } }),
  setEnergySite: () => ({ body: { SquareMetres: 1 + (Date.now() % 10_000) } }),
  saveEnergyFactor: () => ({ body: { Year: 2025, GramsPerKwh: 1 + (Date.now() % 999) } }),
  recalculateEnergy: () => ({ body: { Start: daysAgo(1), FromReadings: true } }),
  getEnergyClosings: () => ({ query: { year: 2019 } }),
  closeEnergyMonth: () => ({ body: { Month: '2019-01' } }),
  reopenEnergyMonth: () => ({ body: { Month: '2019-02' } }),
  simulateTariff: () => ({ body: { PriceList: [0.3, null, 0.95, null], SeasonList: everyDay } }),
  saveTariffVersion: ({ draftVersionId }) => ({
    body: {
      VersionId: draftVersionId,
      ValidFrom: '2026-02-01',
      PriceList: [0.3, null, 0.95, null],
      SeasonList: everyDay,
    },
  }),
  activateTariffVersion: ({ draftVersionId }) => ({ body: { VersionId: draftVersionId, Status: 'final' } }),
  assignTariff: () => ({ body: { FromDay: '2026-01-01' } }),
  saveSupplyTerms: () => ({
    body: { FromMonth: '2026-01', BasicFee: 'capacity', BasicPrice: 1 + (Date.now() % 99), Capacity: 800 },
  }),
  deleteSupplyTerms: ({ supplyTermsId }) => ({ body: { TermsId: supplyTermsId } }),
  fitBaseline: () => ({ body: { VariableList: ['openHours'] } }),
  saveBaseline: ({ meterId }) => ({
    body: {
      MeterId: meterId,
      Start: daysAgo(12),
      End: daysAgo(1),
      VariableList: ['openHours'],
      StaticFactors: 'A test',
    },
  }),
  saveEnergyVariables: () => ({
    body: { ValueList: [{ Day: daysAgo(1), Variable: 'turnover', Value: Date.now() % 100_000 }] },
  }),
  saveEnergyTargets: () => ({ body: { TargetList: [{ Month: '2026-01', Kwh: 1 + (Date.now() % 100_000) }] } }),
};
