import type { EnergyOfProject } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { DataScreenPage } from './DataScreenPage.tsx';

pagesInEnglish();

const store: EnergyOfProject = {
  ProjectId: 1,
  ProjectName: 'Store',
  Wh: 812_000,
  ClassWhList: [0, 812_000, 0, 0, 0, 0],
  CostFen: null,
  ClassFenList: [0, 0, 0, 0, 0],
  CoveragePercent: 100,
  EstimatedQuarters: 0,
  SuspectWh: 0,
  Provisional: false,
  Co2Grams: 0,
  BeforeWh: null,
  YearAgoWh: null,
  PeakW: null,
  LoadFactor: null,
  SquareMetres: null,
  WhPerSquareMetre: null,
  Performance: null,
  StepList: [],
};
const answers = {
  getAlarmMessageByUserId: () => ({ Data: [], TotalCount: 0 }),
  getEnergyByProject: () => ({ Data: [store], TotalCount: 1 }),
};

it('shows what a company has: its projects, alarms and energy', async () => {
  await showPage(<DataScreenPage />, { held: ['dataScreenView', 'companyAnalysis'], answers });
  await until(() => said().includes('812 kWh'));
  expect(said()).toContain('No open alarms');
  expect(said()).toContain('Projects by state');
});

it('leaves energy out for who may not see it', async () => {
  await showPage(<DataScreenPage />, { held: ['dataScreenView'], answers });
  await until(() => said().includes('No open alarms'));
  expect(said()).not.toContain('kWh');
});
