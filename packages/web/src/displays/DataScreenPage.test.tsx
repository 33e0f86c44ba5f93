import { type EnergyOfProject, permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { until } from '../testing/render.tsx';
import { testProject, testSession } from '../testing/session.ts';
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
  EndedWh: 144_000,
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

it('asks for the alarms of the projects of its screen, and says how many there are', async () => {
  const screen = {
    ...{ ScreenId: 7, Name: 'Shop window', AllProjects: false, StationSeconds: 20, DisplayCount: 0 },
    ...{ ProjectList: [{ ProjectId: 1, ProjectName: 'Store' }], StationList: ['overview' as const] },
  };
  const asked: (string | undefined)[] = [];
  await showPage(<DataScreenPage />, {
    held: ['dataScreenView'],
    at: '/dataScreen?id=7',
    session: { ...testSession({ held: [permissions.dataScreenView.id] }), projects: [testProject(1)] },
    answers: {
      ...answers,
      getDataScreens: () => ({ ScreenList: [screen] }),
      getAlarmMessageByUserId: ({ query }) => {
        asked.push(query.subareaIdList);
        return { Data: [], TotalCount: 731 };
      },
    },
  });
  await until(() => said().includes('731'));
  expect(asked.at(-1)).toContain('1');
});
