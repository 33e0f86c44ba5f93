import { permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { until } from '../testing/render.tsx';
import { testProject, testSession } from '../testing/session.ts';
import { said, showPage } from '../testing/showPage.tsx';
import { RepairPage } from './RepairPage.tsx';

pagesInEnglish();

const none = {
  ...{ Submitted: 3, Completed: 2, Revoked: 0, Overdue: 0, AcceptMedian: null, AcceptP90: null, RepairMedian: 3600 },
  ...{ RepairP90: null, DowntimeMedian: null, DowntimeP90: null, FirstTime: 0, FirstTimeOf: 0, Maturing: 0, Rework: 0 },
  ...{ Failures: 0, MtbfDays: null, MtbfAtLeastDays: null, Verified: 0, Finished: 0 },
};
const row = { Key: 2, Name: 'Store 2', Count: 3, Completed: 2, Rework: 1, RepairMedian: 3600 };
const answers = { getRepairAnalysis: () => ({ Now: none, Before: none, GroupList: [row] }) };
const projects = [testProject(2, { ProjectName: 'Store 2' }), testProject(1, { ProjectName: 'Store 1' })];
const held = [permissions.companyAnalysis.id, permissions.repairView.id];

it('leads from each figure of a row to its repair orders, and says which projects are not counted', async () => {
  await showPage(<RepairPage />, { session: testSession({ projects, held, limitedProjects: new Set([1]) }), answers });
  await until(() => said().includes('Store 2'));
  expect(said()).toContain('Not counted, as you see only some of their devices: Store 1');
  const addresses = [...document.querySelectorAll('tbody a')].map((link) => new URL((link as HTMLAnchorElement).href));
  expect(addresses.map(({ searchParams }) => searchParams.get('figure'))).toEqual([
    'submitted',
    'completed',
    'rework',
    'repaired',
  ]);
  expect(addresses.every(({ searchParams }) => searchParams.get('in') === '2')).toBe(true);
});

it('shows no zeros to people who see no project as a whole', async () => {
  await showPage(<RepairPage />, {
    session: testSession({ projects, held, limitedProjects: new Set([1, 2]) }),
    answers,
  });
  await until(() => said().includes('No projects to analyse'));
});
