import { type OperationRow, permissions } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { byRole, click, render, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { ProjectLogPage } from './ProjectLogPage.tsx';

vi.mock('mqtt', () => ({ default: { connect: () => ({ on: () => {}, end: () => {}, subscribe: () => {} }) } }));

const at = Date.UTC(2026, 10, 21, 3, 0);
let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (node: React.ReactNode, answers: FakeCalls, path = '/') => {
  const api = fakeApi({
    getTableField: () => ({ ForeignId: 0, TableType: 'x', Field: null }),
    getTableViews: () => [],
    ...answers,
  });
  shown = await render(
    <InTestShell at={path} session={testSession({ held: [permissions.projectLogs.id] })}>
      {node}
    </InTestShell>,
  );
  return {
    ...api,
    bodyOf: (name: (typeof api.received)[number]) => api.requests[api.received.lastIndexOf(name)]?.body,
  };
};
const said = () => document.body.textContent ?? '';
const button = (name: string) => byRole(document, 'button', name);

beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

const operation = (OperationId: number, changes: Partial<OperationRow> = {}): OperationRow => ({
  OperationId,
  Epoch: at,
  UserId: 7,
  UserName: 'Wang Qiang',
  Call: 'editProject',
  CallName: 'Change a project',
  SubjectKind: 'project',
  SubjectKindName: 'Project',
  SubjectId: '3',
  SubjectName: 'Cold store 1',
  ProjectId: 1,
  ProjectName: 'Cold store 1',
  Address: '10.0.0.1',
  UserAgent: 'Firefox',
  Before: null,
  After: null,
  Sealed: true,
  ...changes,
});
const logAnswers = (rows: OperationRow[], unbroken = true): FakeCalls => ({
  getOperationLogPage: () => ({ Data: rows, TotalCount: rows.length }),
  getOperationLogFilters: () => ({ Users: [{ Key: 7, Value: 'Wang Qiang' }], Calls: [] }),
  verifyOperationLog: () => ({
    Unbroken: unbroken,
    SinceEpoch: at,
    SealedEpoch: at,
    CheckedEpoch: at,
    BrokenEpoch: unbroken ? null : at,
    BrokenBatchId: unbroken ? null : 12,
  }),
});

it('the log shows what was before and after, in words, and opens whole', async () => {
  const changed = {
    Before: { name: 'Old', disabled: false, labels: ['a'], code: 'same' },
    After: { name: 'New', disabled: true, labels: ['a', 'b'], code: 'same', somethingNew: 5 },
  };
  await show(<ProjectLogPage />, logAnswers([operation(1, changed)]));
  await until(() => said().includes('Cold store 1'));
  expect(said()).toContain('Name Old');
  expect(said()).toContain('2 more');
  const row = [...document.querySelectorAll<HTMLElement>('tbody tr')].find((each) =>
    each.textContent?.includes('Wang'),
  );
  await click(row!);
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]'));
  const lines = [...(dialog?.querySelectorAll('tbody tr') ?? [])].map((line) =>
    [...line.children].map((cell) => cell.textContent),
  );
  expect(lines.slice(-5)).toEqual([
    ['Name', 'Old', 'New'],
    ['Disabled', 'no', 'yes'],
    ['Labels', 'a', 'a, b'],
    ['somethingNew', '–', '5'],
    ['Code', 'same', 'same'],
  ]);
});

it('says quietly since when the log is unbroken, and loudly when it was tampered with', async () => {
  await show(<ProjectLogPage />, logAnswers([operation(1)]));
  await until(() => said().includes('Unbroken since'));
  await shown?.unmount();
  document.body.innerHTML = '';
  await show(<ProjectLogPage />, logAnswers([operation(1)], false));
  const alarm = await until(() => document.querySelector('[role=alert]'));
  expect(alarm?.textContent).toContain('From batch 12 on');
});

it('the log is exported with exactly the filters it shows', async () => {
  const { bodyOf } = await show(
    <ProjectLogPage />,
    { ...logAnswers([operation(1)]), requestExport: () => ({ DownloadId: 5 }) },
    '/logManage/index?q=cold&user=7&kind=project',
  );
  await until(() => said().includes('Wang Qiang'));
  await click(button('Export'));
  await until(() => said().includes('Export started'));
  expect(bodyOf('requestExport')).toEqual({
    Kind: 'operationLog',
    Input: { body: { CompanyId: 1, ProjectId: 1, Text: 'cold', UserIdList: [7], SubjectKindList: ['project'] } },
  });
});
