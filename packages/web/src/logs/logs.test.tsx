import type { OperationRow } from '@watchpost/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import type { FakeCalls } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, unmountAll, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { ProjectLogPage } from './ProjectLogPage.tsx';

pagesInEnglish();

const at = Date.UTC(2026, 10, 21, 3, 0);
const show = (page: React.ReactNode, answers: FakeCalls, at = '/') =>
  showPage(page, { answers, held: ['projectLogs'], at });
const button = (name: string) => byRole(document, 'button', name);

afterEach(() => {
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
  Names: {},
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

it.each([
  [
    'en',
    [
      ['Scope', 'a project', 'the company'],
      ['Parent', 'North', '#9'],
      ['Subsystems', 'none', 'Refrigeration'],
      ['Device permission', 'all devices', 'listed devices only'],
      ['Listed devices', '–', 'Device Freezer 1, May write yes'],
      ['Alarm levels', '–', 'urgent, important'],
      ['Roles', '–', '值班员 (Cold store 1)'],
      ['Permissions', '–', 'Members: edit, every permission'],
      ['Deleted', '–', '2026-11-21 –:00:05'],
      ['State', 'waiting', 'approved'],
      ['Filter', '–', 'Place Cold store 1, State valid, disabled'],
      ['Company', 'North Cold', 'South Cold'],
    ],
  ],
  [
    'zh',
    [
      ['适用范围', '单个项目', '整个企业'],
      ['上级', '北区', '#9'],
      ['子系统', '无', '制冷'],
      ['设备权限', '全部设备', '仅所选设备'],
      ['所选设备', '–', '设备 一号冰柜，可写入 是'],
      ['报警级别', '–', '紧急、重要'],
      ['角色', '–', '值班员（一号库）'],
      ['权限', '–', '人员管理：编辑、全部权限'],
      ['删除时间', '–', '2026-11-21 –:00:05'],
      ['状态', '待审批', '已通过'],
      ['筛选条件', '–', '项目或分区 一号库，状态 正常、已停用'],
      ['企业', '北冷', '南冷'],
    ],
  ],
] as const)(
  'the log speaks the language of its reader, of values and of what they point at (%s)',
  async (language, lines) => {
    switchLanguage(language);
    const words =
      language === 'zh'
        ? ['北区', '制冷', '一号冰柜', '一号库', '北冷', '南冷']
        : ['North', 'Refrigeration', 'Freezer 1', 'Cold store 1', 'North Cold', 'South Cold'];
    const keys = ['place 5', 'subsystem 2', 'device 7', 'place 3', 'company 1', 'company 2'];
    const changed = {
      Before: { scope: 'project', parentId: 5, subsystemIds: [], devices: 'all', state: 'pending', companyId: 1 },
      After: {
        scope: 'company',
        parentId: 9,
        subsystemIds: [2],
        devices: 'listed',
        listed: [{ deviceId: 7, canWrite: true }],
        alarmLevels: [1, 2],
        roles: [{ role: '值班员', projectId: 3 }],
        permissions: [12, 0],
        deletedAt: '2026-11-21T03:00:05.000Z',
        state: 'approved',
        filter: { SubareaId: '3', StateList: ['valid', 'disabled'], SortType: 'name', IsAsc: true, PageSize: 20 },
        companyId: 2,
      },
      Names: Object.fromEntries(keys.map((key, i) => [key, words[i]!])),
    };
    await show(<ProjectLogPage />, logAnswers([operation(1, changed)]));
    await until(() => said().includes('Wang'));
    const row = [...document.querySelectorAll<HTMLElement>('tbody tr')].find((each) =>
      each.textContent?.includes('Wang'),
    );
    await click(row!);
    const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]'));
    const told = [...(dialog?.querySelectorAll('.log-table tbody tr') ?? [])].map((line) =>
      [...line.children].map((cell) => cell.textContent?.replace(/ \d\d:00:05/, ' –:00:05')),
    );
    expect(new Set(told.map(String))).toEqual(new Set(lines.map(String)));
  },
);

it('of two long lists only what differs is told', async () => {
  const permissionsBefore = [1, 2, 3, 4, 5, 6];
  const lists = { Before: { ids: permissionsBefore }, After: { ids: [...permissionsBefore.slice(1), 7] } };
  await show(<ProjectLogPage />, logAnswers([operation(1, lists)]));
  await until(() => said().includes('Cold store 1'));
  expect(said()).toContain('… 1');
  expect(said()).toContain('… 7');
  expect(said()).not.toContain('3, 4');
});

it('says quietly since when the log is unbroken, and loudly when it was tampered with', async () => {
  await show(<ProjectLogPage />, logAnswers([operation(1)]));
  await until(() => said().includes('Unbroken since'));
  await unmountAll();
  document.body.innerHTML = '';
  await show(<ProjectLogPage />, logAnswers([operation(1)], false));
  const alarm = await until(() => document.querySelector('[role=alert]'));
  expect(alarm?.textContent).toContain('from batch 12 on');
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
