import type {
  EnergyBill,
  EnergyEventRow,
  EnergyMeterRow,
  EnergyOfProject,
  EnergySummary,
  MeterReadingRow,
  TariffRow,
} from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { ElectricityPage, EnergyConsumptionPage, StoreElectricityPage } from './analysisPages.tsx';
import { BillPanel } from './BillPanel.tsx';
import { EnergyPage } from './EnergyPage.tsx';
import { EnergySettingsPage } from './EnergySettingsPage.tsx';
import { EnergyTablePage } from './EnergyTablePage.tsx';
import { EventsTab } from './EventsTab.tsx';
import { SupplyTab } from './SupplyTab.tsx';

pagesInEnglish();

const amounts = {
  Wh: 144_000,
  ClassWhList: [0, 96_000, 0, 48_000, 0, 0],
  CostFen: 7200,
  ClassFenList: [2880, 0, 4320, 0, 0],
  CoveragePercent: 97.5,
  EstimatedQuarters: 3,
  SuspectWh: 1_240_000,
  Provisional: true,
};
const Unbalanced = { DayCount: 3, FromDay: '2026-11-22', LossPercent: 25, LimitPercent: 3 };
const summary: EnergySummary = {
  Total: {
    ...amounts,
    Co2Grams: 76_400,
    CoalGrams: 17_700,
    Co2Provisional: true,
    CostLeastFen: 7000,
    CostMostFen: 7400,
    PeakW: 12_000,
    PeakEpoch: Date.UTC(2026, 10, 25, 3),
    EndedWh: 144_000,
    YearAgoWh: 120_000,
    BeforeWh: null,
  },
  Grain: 'day',
  StepList: [{ From: '2026-11-25', ...amounts }],
  SubentryList: [
    {
      SubentryId: 1,
      ParentId: null,
      SubentryName: 'Total',
      MeterCount: 1,
      Wh: 144_000,
      EndedWh: 144_000,
      YearAgoWh: null,
      CostFen: 7200,
    },
    {
      SubentryId: 2,
      ParentId: 1,
      SubentryName: 'Lighting',
      MeterCount: 0,
      Wh: null,
      EndedWh: null,
      YearAgoWh: null,
      CostFen: null,
    },
  ],
  MeterList: [{ MeterId: 4, ParentId: null, MeterName: 'Main meter', ...amounts, ChildWh: 72_000, Unbalanced }],
  OpenEvents: 1,
  Unpriced: false,
};
const load = {
  StartEpoch: Date.UTC(2026, 10, 24, 16),
  QuarterList: Array.from({ length: 96 }, (_, i) => ({
    W: i < 48 ? 12_000 : null,
    IsEstimated: false,
    Class: i < 32 ? 1 : 3,
    Before: null,
  })),
};

it('says what a project uses, how well it is known, and what is not counted', async () => {
  await showPage(<EnergyPage />, {
    held: ['energyView'],
    answers: {
      getEnergySummary: () => summary,
      getEnergyLoad: () => load,
      getEnergyBill: () => [],
      getEnergyPerformance: () => [],
    },
  });
  await until(() => said().includes('144.0 kWh'));
  for (const words of [
    '+20.0 %',
    '72.00 ¥',
    'Not counted: 1,240 kWh',
    '97.5 %',
    'Some prices are not final',
    '1 register event to decide',
    'Out of balance on 3 of 7 days: 25.0 %, 3.0 % allowed',
    'no meter',
    'Peak',
    '50.0 %',
  ])
    expect(said()).toContain(words);
  await until(() => byRole(document.body, 'img', 'Load of a day: At most 12.0 kW; blank where nothing is known'));
});

it('leads to the settings where there are no meters', async () => {
  await showPage(<EnergyPage />, {
    held: ['energyEdit'],
    answers: { getEnergySummary: () => ({ ...summary, MeterList: [] }) },
  });
  await until(() => said().includes('No meters yet'));
  expect(byRole(document.body, 'link', 'Set up').getAttribute('href')).toBe('/energyManage/dataConfig');
});

const months = Array.from({ length: 12 }, (_, i) =>
  i === 10 ? { Wh: 288_000, CostFen: 100 } : { Wh: null, CostFen: null },
);
it('shows a year by month, dashes where nothing is known', async () => {
  await showPage(<EnergyTablePage />, {
    held: ['energyView'],
    answers: {
      getEnergyMonths: () => ({
        Data: [{ SubentryId: null, SubentryName: 'Project', Depth: 0, MonthList: months, Wh: 288_000, CostFen: 100 }],
        TotalCount: 1,
      }),
    },
  });
  await until(() => said().includes('288.0'));
  await click(document.querySelector<HTMLElement>('[title="Cost (¥)"]')!);
  await until(() => said().includes('1.00'));
});

const store: EnergyOfProject = {
  ProjectId: 1,
  ProjectName: 'Store 1',
  ...amounts,
  Co2Grams: 76_400,
  EndedWh: 144_000,
  BeforeWh: 160_000,
  YearAgoWh: null,
  PeakW: 12_000,
  LoadFactor: 50.3,
  SquareMetres: null,
  WhPerSquareMetre: null,
  Performance: null,
  StepList: [
    { From: '2026-11-24', Wh: 100_000 },
    { From: '2026-11-25', Wh: 144_000 },
  ],
};
it.each([
  [EnergyConsumptionPage, ['Store 1', '−10.0 %', '97.5 %'], 'energy'],
  [ElectricityPage, ['50.3 %', '12.0', '0.5000'], 'cost'],
  [StoreElectricityPage, ['area not entered', '144.0'], 'intensity'],
] as const)('compares projects (%#)', async (Page, words, sort) => {
  const { bodyOf } = await showPage(<Page />, {
    held: ['companyAnalysis'],
    answers: { getEnergyByProject: () => ({ Data: [store], TotalCount: 1 }) },
  });
  await until(() => said().includes('Store 1'));
  for (const each of words) expect(said()).toContain(each);
  expect(bodyOf('getEnergyByProject')).toMatchObject({ SortType: sort });
});

it.each([
  ['', 1],
  ['?from=2026-11-24&to=2026-11-25', 0],
])('a day that is not over is no fall of the curve: it is dashed, and said (%s)', async (query, dashed) => {
  await showPage(<EnergyConsumptionPage />, {
    held: ['companyAnalysis'],
    at: `/analysis/energyConsumption${query}`,
    answers: { getEnergyByProject: () => ({ Data: [store], TotalCount: 1 }) },
  });
  await until(() => said().includes('Store 1'));
  expect(document.querySelectorAll('.energy-present')).toHaveLength(dashed);
  expect(said().includes('Dashed: what began on 2026-11-25 is not over yet')).toBe(dashed === 1);
});

const meter: EnergyMeterRow = {
  MeterId: 4,
  MeterName: 'Main meter',
  Name: 'Main meter',
  MeterNameEn: null,
  ModelTreeId: null,
  ModelTreeName: null,
  ParentId: null,
  ParentName: null,
  MaxPower: 100,
  AccuracyClass: null,
  SettledEpoch: null,
  OpenEvents: 0,
  TermList: [],
  InstallationList: [
    {
      InstallationId: 9,
      PointId: 12,
      PointName: 'Active energy',
      IsManual: false,
      SerialNumber: 'A-1',
      Multiplier: 20,
      Unit: 'kWh',
      Capacity: null,
      StartReading: null,
      EndReading: null,
      InstalledEpoch: 0,
      RemovedEpoch: null,
    },
  ],
};
const settings = {
  getEnergyMeterPage: () => ({ Data: [meter], TotalCount: 1 }),
  getEnergyRegisters: () => [],
  getModelPage: () => ({ Data: [], TotalCount: 0, ModelTreeDropdown: [] }) as never,
};

const bill: EnergyBill = {
  MeterId: 4,
  MeterName: 'Main meter',
  IsComplete: false,
  ...amounts,
  PeakW: 430_000,
  PeakEpoch: 0,
  BasicFee: 'contractDemand',
  BasicQuantity: 420_000,
  BasicPrice: 38.4,
  BasicFen: 1_612_800,
  ContractDemandW: 400_000,
  ReactiveVarh: 44_640_000,
  ReactiveSuspect: false,
  PowerFactor: 86,
  PowerFactorStandard: 90,
  AdjustmentPercent: 2,
  AdjustmentFen: 136_565,
  TotalFen: 6_964_790,
};
it('lists what a month comes to, and says what of it is not known', async () => {
  await showPage(<BillPanel />, {
    held: ['energyView'],
    answers: {
      getEnergyBill: () => [bill, { ...bill, MeterId: 5, MeterName: 'Farm', PowerFactor: null, AdjustmentFen: null }],
    },
  });
  await until(() => said().includes('Main meter'));
  for (const words of [
    'By contract demand 420.0 kW × ¥ 38.4 · ¥ 16,128.00',
    'Power factor 0.86, standard 0.90 · +2.00 % · ¥ 1,365.65',
    '¥ 69,647.90',
    'Demand 430.0 kW, contract 400.0 kW',
    'No reactive energy of the whole month, so it is not calculated',
    'So far',
  ])
    expect(said()).toContain(words);
});

it('enters what was agreed with the grid company', async () => {
  const { bodyOf } = await showPage(<SupplyTab />, {
    held: ['energyView', 'energyEdit'],
    answers: {
      ...settings,
      getSupplyTerms: () => [
        {
          TermsId: 8,
          MeterId: 4,
          MeterName: 'Main meter',
          FromMonth: '2026-01',
          BasicFee: 'capacity',
          BasicPrice: 23,
          Capacity: 800,
          ContractDemand: null,
          PowerFactorStandard: 90,
          ReactivePointId: null,
          ReactivePointName: null,
        },
      ],
      saveSupplyTerms: () => ({ TermsId: 8 }),
    },
  });
  await until(() => said().includes('By transformer capacity'));
  await click(byRole(document.body, 'button', 'Edit supply contract of Main meter'));
  await type(await until(() => byRole(document.body, 'spinbutton', 'Transformer capacity (kVA)')), '1000');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('saveSupplyTerms'));
  expect(bodyOf('saveSupplyTerms')).toMatchObject({ MeterId: 4, FromMonth: '2026-01', Capacity: 1000, BasicPrice: 23 });
});

it('corrects the multiplier of a meter and sends nothing else', async () => {
  const { bodyOf } = await showPage(<EnergySettingsPage />, {
    held: ['energyEdit'],
    answers: { ...settings, editEnergyInstallation: () => null },
  });
  await until(() => said().includes('× 20'));
  await click(byRole(document.body, 'button', 'More actions: Main meter'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Correct register')));
  await type(await until(() => byRole(document.body, 'spinbutton', 'Multiplier (CT × PT)')), '30');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('editEnergyInstallation'));
  expect(bodyOf('editEnergyInstallation')).toEqual({ InstallationId: 9, Multiplier: 30 });
});

it('enters an exchange that nobody had entered from what the registers said', async () => {
  const event: EnergyEventRow = {
    EventId: 7,
    MeterId: 4,
    MeterName: 'Main meter',
    Kind: 'reverse',
    FromEpoch: Date.UTC(2026, 10, 24, 16, 10, 20),
    Epoch: Date.UTC(2026, 10, 24, 16, 20, 20),
    FromReading: 5001,
    ToReading: 120,
    SuspectWh: 4_881_000,
    IsManual: false,
    State: 'open',
    Note: '',
    DecidedName: null,
    DecidedEpoch: null,
  };
  const { bodyOf } = await showPage(<EventsTab />, {
    held: ['energyView', 'energyEdit'],
    answers: {
      ...settings,
      getEnergyEventPage: () => ({
        Data: [event, { ...event, EventId: 8, MeterName: 'Pump house', IsManual: true }],
        TotalCount: 2,
      }),
      replaceEnergyMeter: () => null,
    },
  });
  await until(() => said().includes('Register ran backwards'));
  // What people read was written down wrong, or its exchange is entered with its own readings.
  expect(document.querySelector('button[aria-label="More actions: Pump house"]')).toBeNull();
  await click(byRole(document.body, 'button', 'More actions: Main meter'));
  await click(await until(() => byRole(document.body, 'menuitem', 'The register was exchanged')));
  await until(() => byRole(document.body, 'spinbutton', 'End reading'));
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('replaceEnergyMeter'));
  expect(bodyOf('replaceEnergyMeter')).toMatchObject({
    MeterId: 4,
    PointId: 12,
    Time: '2026-11-24 16:20:20',
    EndReading: 5001,
    StartReading: 120,
    Multiplier: 20,
  });
});

const tariff: TariffRow = {
  TariffId: 3,
  TariffName: 'Shops',
  ProjectList: [],
  VersionList: [
    {
      VersionId: 5,
      ValidFrom: '2026-01-01',
      Status: 'provisional',
      PriceList: [0.3, null, 0.9, null, null],
      SeasonList: [
        {
          MonthList: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
          DayKindList: [1, 2, 3, 4, 5, 6, 7, 8],
          PeriodList: [
            { From: 0, To: 480, Class: 1 },
            { From: 480, To: 1440, Class: 3 },
          ],
        },
      ],
    },
  ],
};
it('enters what somebody read off a meter that is not connected, and says what passed since', async () => {
  const manual = {
    ...meter,
    InstallationList: [{ ...meter.InstallationList[0]!, PointId: null, PointName: null, IsManual: true }],
  };
  const reading: MeterReadingRow = {
    ReadingId: 3,
    MeterId: 4,
    SerialNumber: 'A-1',
    Epoch: Date.UTC(2026, 10, 11),
    Reading: 1240,
    Wh: 480_000,
    Doubt: null,
    Note: '',
    EnteredName: 'Li',
  };
  const jumped: MeterReadingRow = { ...reading, ReadingId: 4, Wh: null, Doubt: 'open' };
  const { bodyOf } = await showPage(<EnergySettingsPage />, {
    held: ['energyView', 'energyEdit'],
    answers: {
      ...settings,
      getEnergyMeterPage: () => ({ Data: [manual], TotalCount: 1 }),
      getMeterReadings: () => ({ Data: [reading, jumped], TotalCount: 2 }),
      addMeterReading: () => ({ ReadingId: 5 }),
    },
  });
  await until(() => said().includes('Read by people'));
  await click(byRole(document.body, 'button', 'Readings: Main meter'));
  await until(() => said().includes('480.0'));
  expect(said()).toContain('Not decided yet');
  await click(byRole(document.body, 'button', 'Enter'));
  await until(() => said().includes('Shows (kWh)') && document.querySelector('[role="spinbutton"]'));
  await type(document.querySelector<HTMLElement>('[role="spinbutton"]')!, '1300');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('addMeterReading'));
  expect(bodyOf('addMeterReading')).toMatchObject({
    MeterId: 4,
    Reading: 1300,
    Time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  });
});

it('makes a meter of others, and says what it is made of', async () => {
  const lights = { ...meter, MeterId: 5, MeterName: 'Lights', Name: 'Lights' };
  const rest = {
    ...meter,
    MeterId: 6,
    MeterName: 'All but lights',
    Name: 'All but lights',
    InstallationList: [],
    TermList: [
      { MeterId: 4, MeterName: 'Main meter', Factor: 1 },
      { MeterId: 5, MeterName: 'Lights', Factor: -1 },
    ],
  };
  const { bodyOf } = await showPage(<EnergySettingsPage />, {
    held: ['energyView', 'energyEdit'],
    answers: {
      ...settings,
      getEnergyMeterPage: () => ({ Data: [meter, lights, rest], TotalCount: 3 }),
      setMeterTerms: () => null,
    },
  });
  await until(() => said().includes('1 × Main meter, −1 × Lights'));
  await click(byRole(document.body, 'button', 'More actions: All but lights'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Made of')));
  const factor = await until(() => document.querySelector<HTMLElement>('[aria-label="Factor 2"]'));
  await type(factor, '-0.5');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('setMeterTerms'));
  expect(bodyOf('setMeterTerms')).toEqual({
    MeterId: 6,
    TermList: [
      { MeterId: 4, Factor: 1 },
      { MeterId: 5, Factor: -0.5 },
    ],
  });
});

it('puts a tariff in force after saying what that means, and previews a recalculation before it is done', async () => {
  const change = {
    Start: '2026-11-01',
    End: '2026-11-25',
    OldWh: 144_000,
    NewWh: 144_000,
    OldClassWhList: [0, 0, 0, 0, 0, 0],
    NewClassWhList: [0, 0, 0, 0, 0, 0],
    OldFen: 7200,
    NewFen: 10_080,
    ChangedDays: 2,
    ClosedMonthList: ['2026-10'],
  };
  const { bodyOf, received } = await showPage(<EnergySettingsPage />, {
    at: '/?tab=tariffs',
    held: ['energyEdit', 'projectsEdit'],
    answers: {
      ...settings,
      getTariffPage: () => ({ Data: [tariff], TotalCount: 1 }),
      getTariffAssignments: () => [],
      activateTariffVersion: () => null,
      previewRecalculate: () => change,
      recalculateEnergy: () => change,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Put in force finally')));
  await until(() => said().includes('A final version cannot be changed'));
  await click(byRole(document.body, 'button', 'Put in force'));
  await until(() => bodyOf('activateTariffVersion'));
  expect(bodyOf('activateTariffVersion')).toEqual({ VersionId: 5, Status: 'final' });
  await click(byRole(document.body, 'button', 'Recalculate'));
  await click(await until(() => byRole(document.body, 'button', 'Preview')));
  await until(() => said().includes('100.80'));
  expect(said()).toContain('Closed, so left as they are: 2026-10');
  expect(received).not.toContain('recalculateEnergy');
});

it('closes a month with a reason, and says what a closed one would change by', async () => {
  const month = {
    ...{ Month: '2026-10', State: 'open' as const, Wh: 1_200_000, CostFen: 96_000, CoveragePercent: 99.5 },
    ...{ SuspectWh: 3000, Provisional: true, ClosedEpoch: null, ClosedName: null, Reason: null },
    ...{ LaterDays: 0, LaterWh: 0, LaterFen: 0 },
  };
  const closed = {
    ...{ ...month, Month: '2026-09', State: 'closed' as const, ClosedEpoch: 0, ClosedName: 'Li', Reason: 'Invoiced' },
    ...{ LaterDays: 2, LaterWh: -1500, LaterFen: 250 },
  };
  const { bodyOf } = await showPage(<EnergySettingsPage />, {
    at: '/?tab=closings',
    held: ['energyEdit'],
    answers: {
      getEnergyClosings: () => [{ ...month, Month: '2026-11', State: 'running' as const }, month, closed],
      closeEnergyMonth: () => null,
      reopenEnergyMonth: () => null,
    },
  });
  await until(() => said().includes('2026-10'));
  for (const words of ['3.0 kWh not counted, Prices not final', 'Invoiced', '−1.50 kWh, ¥ +2.50', '2 days of meters'])
    expect(said()).toContain(words);
  expect(document.querySelectorAll('tbody button')).toHaveLength(2);
  await click(byRole(document.body, 'button', 'Close 2026-10'));
  await until(() => said().includes('It will be closed with 1,200 kWh and ¥ 960.00.'));
  await type(await until(() => document.querySelector<HTMLInputElement>('[aria-label^="Reason"]')), 'Invoiced, too');
  await click(byRole(document.body, 'button', 'Close month'));
  await until(() => bodyOf('closeEnergyMonth'));
  expect(bodyOf('closeEnergyMonth')).toMatchObject({ Month: '2026-10', Reason: 'Invoiced, too' });
});
