import type { BaselineFit, EnergyBaselineRow, EnergyPerformance } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { BaselinesTab } from './BaselinesTab.tsx';
import { PerformancePanel } from './PerformancePanel.tsx';
import { TargetsTab } from './TargetsTab.tsx';
import { VariablesTab } from './VariablesTab.tsx';

pagesInEnglish();

const fit: BaselineFit = {
  DayCount: 98,
  LeftOutDays: 2,
  R2: 0.94,
  CvPercent: 6.2,
  NmbePercent: 0.4,
  StandardErrorWh: 1500,
  BaseWh: 80_000,
  BaseCool: 20,
  BaseHeat: null,
  TermList: [{ Variable: 'cdd', WhPerUnit: 4000, T: 22.4, Vif: null }],
  FaultList: [],
};
const baseline: EnergyBaselineRow = {
  BaselineId: 3,
  MeterId: null,
  MeterName: null,
  Start: '2025-11-01',
  End: '2026-10-31',
  OutdoorPointId: 7,
  OutdoorPointName: 'Outdoor temperature',
  StaticFactors: '1,200 m²',
  State: 'draft',
  Fit: fit,
};
const performance: EnergyPerformance = {
  BaselineId: 3,
  MeterId: null,
  MeterName: null,
  Wh: 1_152_000,
  ExpectedWh: 1_000_000,
  Enpi: 115.2,
  EnpiBand: 1.4,
  DayCount: 2,
  IsTemperatureMissing: false,
  LeftOutDays: 1,
  SavedWh: -152_000,
  SavedBandWh: 14_000,
  IsFit: true,
  DayList: [
    { Day: '2026-11-24', Wh: 576_000, ExpectedWh: 500_000, CusumWh: 76_000 },
    { Day: '2026-11-25', Wh: 576_000, ExpectedWh: 500_000, CusumWh: 152_000 },
  ],
  ChangeDay: '2026-11-24',
};

it('says how far energy is from what is expected, with the uncertainty, and since when', async () => {
  await showPage(<PerformancePanel from="2026-11-24" to="2026-11-25" />, {
    held: ['energyView'],
    answers: { getEnergyPerformance: () => [performance] },
  });
  await until(() => said().includes('115.2'));
  for (const words of [
    '% ± 1.4 %',
    'Used in excess',
    '± 14.0 kWh at 90 % confidence',
    'More than expected from 2026-11-24 on',
    '2 days count; 1 without enough data left out',
  ])
    expect(said()).toContain(words);
  byRole(
    document.body,
    'img',
    'Cumulative deviation (CUSUM): 152.0 kWh at the end; rising: more than expected, falling: less',
  );
});

it('says that the temperature of a baseline is missing, instead of counting no day', async () => {
  const hidden = { ...performance, IsTemperatureMissing: true, DayCount: 0, Enpi: null, EnpiBand: null, DayList: [] };
  await showPage(<PerformancePanel from="2026-11-24" to="2026-11-25" />, {
    held: ['energyView'],
    answers: { getEnergyPerformance: () => [hidden] },
  });
  await until(() => said().includes('is no longer in the project, so nothing can be compared'));
  expect(said()).not.toContain('No day of this period counts');
});

it('tells no savings by a baseline that proves nothing, and leads to the settings where there is none', async () => {
  let answer: EnergyPerformance[] = [
    { ...performance, IsFit: false, SavedWh: null, SavedBandWh: null, ChangeDay: null },
  ];
  await showPage(<PerformancePanel from="2026-11-24" to="2026-11-25" />, {
    held: ['energyEdit'],
    answers: { getEnergyPerformance: () => answer },
  });
  await until(() => said().includes('not fit for proof'));
  expect(said()).not.toContain('Used in excess');
  answer = [];
  await showPage(<PerformancePanel from="2026-11-24" to="2026-11-25" />, {
    held: ['energyEdit'],
    answers: { getEnergyPerformance: () => answer },
  });
  await until(() => said().includes('Set up a baseline'));
});

it('shows a line before it is kept, and puts baselines in use', async () => {
  const { bodyOf } = await showPage(<BaselinesTab />, {
    held: ['energyEdit'],
    answers: {
      getEnergyBaselines: () => [baseline],
      getEnergyMeterPage: () => ({ Data: [], TotalCount: 0 }),
      getTemperaturePoints: () => [],
      fitBaseline: () => ({ Fit: { ...fit, R2: 0.41, FaultList: ['weak'] }, DayList: [] }),
      saveBaseline: () => ({ BaselineId: 4 }),
      approveBaseline: () => null,
    },
  });
  await until(() => said().includes('fit for proof'));
  expect(said()).toContain('Cooling degree days: 4.00 kWh a unit (t = 22.4), base 20.0 °C');
  await click(byRole(document.body, 'button', 'New baseline'));
  await click(byRole(document.body, 'button', 'Preview'));
  await until(() => said().includes('it explains too little (R² < 0.75)'));
  await click(byRole(document.body, 'button', 'Save as draft'));
  await until(() => bodyOf('saveBaseline') !== undefined);
  expect(bodyOf('saveBaseline')).toMatchObject({ VariableList: ['cdd'], BaseHeat: 18 });
  await click(byRole(document.body, 'button', 'Put in use'));
  await until(() => said().includes('Put this baseline in use?'));
  const buttons = document.querySelectorAll<HTMLElement>('.ant-modal button.ant-btn-primary');
  await click([...buttons].at(-1)!);
  await until(() => bodyOf('approveBaseline') !== undefined);
  expect(bodyOf('approveBaseline')).toEqual({ BaselineId: 3 });
});

it('takes opening hours by day and budgets by month, and sends what was typed alone', async () => {
  const { bodyOf } = await showPage(
    <>
      <VariablesTab />
      <TargetsTab />
    </>,
    {
      held: ['energyEdit'],
      answers: {
        getEnergyVariables: () => [],
        getEnergyTargets: () =>
          Array.from({ length: 12 }, (_, i) => ({
            Month: `2026-${String(i + 1).padStart(2, '0')}`,
            BudgetWh: i === 0 ? 5_000_000 : null,
            BudgetFen: null,
            Wh: i === 0 ? 4_000_000 : null,
            CostFen: null,
          })),
        saveEnergyVariables: () => null,
        saveEnergyTargets: () => null,
      },
    },
  );
  await until(() => said().includes('80 %'));
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[aria-label^="Opening hours (h), "]')];
  await type(fields[0]!, '12.5');
  const budget = document.querySelector<HTMLInputElement>('input[aria-label="Budget (kWh), 2026-02"]')!;
  await type(budget, '4500');
  const [variables, targets] = [...document.querySelectorAll<HTMLElement>('button.ant-btn-primary')];
  await click(variables!);
  await until(() => bodyOf('saveEnergyVariables') !== undefined);
  expect(bodyOf('saveEnergyVariables')).toMatchObject({ ValueList: [{ Variable: 'openHours', Value: 12.5 }] });
  await click(targets!);
  await until(() => bodyOf('saveEnergyTargets') !== undefined);
  expect(bodyOf('saveEnergyTargets')).toMatchObject({ TargetList: [{ Month: '2026-02', Kwh: 4500 }] });
  expect(bodyOf('saveEnergyTargets')).not.toHaveProperty('TargetList.0.Yuan');
});
