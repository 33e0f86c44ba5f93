import type { ReportDetail, ReportPolicyRow, ReportRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { ReportNotices } from './ReportNotices.tsx';
import { ReportPoliciesPage } from './ReportPoliciesPage.tsx';
import { ReportsPage } from './ReportsPage.tsx';
import { ReportView } from './ReportView.tsx';

pagesInEnglish();

const policy: ReportPolicyRow = {
  PolicyId: 3,
  PolicyName: 'Cold rooms by month',
  Cycle: 'month',
  RunAt: '06:30',
  ProjectList: [{ ProjectId: 1, ProjectName: 'Cold Store 1' }],
  IndicatorList: [{ Name: 'dataCompleteness', Target: 99.5 }],
  ContentList: ['points'],
  AutoPublish: false,
  Enabled: true,
  ReportCount: 4,
  MayEdit: true,
};

const report: ReportRow = {
  ReportId: 8,
  ReportName: 'Cold rooms by month – Cold Store 1 – 2026-10',
  Status: 1,
  StatusName: 'Generated',
  Cycle: 'month',
  PolicyName: policy.PolicyName,
  ProjectId: 1,
  ProjectName: 'Cold Store 1',
  FromDay: '2026-10-01',
  UntilDay: '2026-10-31',
  Revision: 1,
  GenerateEpoch: Date.now(),
  PublishEpoch: null,
  PublishName: null,
  Failure: null,
  Missing: null,
  IndicatorList: [{ Name: 'dataCompleteness', Value: 95.2, Target: 99.5 }],
};

it('shows a policy with its targets and keeps what was not touched when one field changes', async () => {
  const { bodyOf } = await showPage(<ReportPoliciesPage />, {
    held: ['reportPolicies'],
    answers: {
      getReportPolicyPage: () => ({ Data: [policy], TotalCount: 1 }),
      editReportPolicy: () => null,
    },
  });
  await until(() => said().includes('Cold rooms by month'));
  expect(said()).toContain('≥ 99.5');
  await click(await until(() => byRole(document.body, 'button', 'Edit: Cold rooms by month')));
  await type(await until(() => byRole(document.body, 'textbox', 'Policy')), 'Cold rooms');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('editReportPolicy'));
  expect(bodyOf('editReportPolicy')).toMatchObject({ PolicyId: 3, PolicyName: 'Cold rooms' });
});

it('publishes a report after a question that says it is for good', async () => {
  const { received, bodyOf } = await showPage(<ReportsPage />, {
    held: ['reportsPublish'],
    answers: {
      getReportPage: () => ({ Data: [report], TotalCount: 1 }),
      publishReport: () => ({ Published: 1 }),
    },
  });
  await until(() => said().includes('1 missed'));
  await click(byRole(document.body, 'button', `Publish: ${report.ReportName}`));
  await until(() => said().includes('neither changed nor deleted'));
  expect(received).not.toContain('publishReport');
  const dialog = document.querySelector('[role=dialog]')!;
  await click(byRole(dialog, 'button', 'Publish'));
  await until(() => bodyOf('publishReport'));
  expect(bodyOf('publishReport')).toEqual({ ReportIdList: [8] });
});

it('tells of a published report until its popup is closed, and then marks it as read', async () => {
  const Message = JSON.stringify({
    ReportName: report.ReportName,
    Time: '2026-11-01 06:30:00',
    Url: '/api/Report/Download?reportId=8',
  });
  const { received, bodyOf } = await showPage(<ReportNotices />, {
    answers: {
      getReportPlayScreenPush: () => [{ ReportPlayScreenPushId: 21, Message }],
      readReportPlayScreenPush: () => null,
    },
  });
  await until(() => said().includes(report.ReportName));
  expect(received).not.toContain('readReportPlayScreenPush');
  await click(byRole(document.body, 'button', 'Close'));
  await until(() => bodyOf('readReportPlayScreenPush'));
  expect(bodyOf('readReportPlayScreenPush')).toEqual([21]);
});

it('begins a report with its sentences, and says what was missing', async () => {
  const detail: ReportDetail = {
    ...report,
    Missing: 'Incomplete: 2 days not sealed',
    SummaryList: [
      { Kind: 'bad', Sentence: 'Data completeness: 95.2 %, target 99.5 % missed' },
      { Kind: 'compared', Sentence: '12 alarms, 20 in the period before' },
      { Kind: 'toDo', Sentence: 'Look at Freezer 1: it was beyond its limits for longest' },
    ],
    PointList: null,
    Alarms: null,
    Repair: null,
    Energy: { Wh: 1_234_500, CostFen: 83_012, CoveragePercent: 99.5, SuspectWh: 2_000, Provisional: true },
  };
  await showPage(<ReportView id={8} />, { held: ['reportsView'], answers: { getReport: () => detail } });
  await until(() => said().includes('12 alarms, 20 in the period before'));
  expect(said()).not.toContain('What went well');
  for (const words of ['What did not', 'What to do', '2 days not sealed', '¥830.12 (provisional)', '2.0\u202fkWh'])
    expect(said()).toContain(words);
});
