import type { ScheduleGroupRow, ScheduleJobRow, ScheduleRunRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { GroupsPage } from './GroupsPage.tsx';
import { GroupTasksPage, TasksPage } from './TasksPage.tsx';

pagesInEnglish();

const group: ScheduleGroupRow = {
  GroupId: 4,
  GroupName: 'By night',
  GroupDescription: '',
  ProjectList: [{ ProjectId: 1, ProjectName: 'Cold Store 1' }],
  PointList: [
    {
      PointId: 21,
      PointName: 'Set point',
      DeviceName: 'Freezer 1',
      ProjectName: 'Cold Store 1',
      Unit: '°C',
      Decimals: 1,
      UnitMap: [],
    },
  ],
  Enabled: true,
  TimeZone: 'Asia/Shanghai',
  JobCount: 3,
  EnabledJobCount: 2,
  UpdateEpoch: Date.now(),
};
const lastRun: ScheduleRunRow = {
  RunId: 1,
  JobId: 9,
  JobName: 'Set back',
  DueEpoch: Date.UTC(2026, 10, 24, 14),
  StartEpoch: Date.UTC(2026, 10, 24, 14),
  FinishEpoch: Date.UTC(2026, 10, 24, 14) + 1_500,
  Outcome: 'failed',
  OutcomeName: 'Failed',
  Message: 'The gateway is offline; nothing was sent',
  Response: null,
  ByName: null,
  Undoable: true,
  UndoneEpoch: null,
  UndoneByName: null,
};
const job: ScheduleJobRow = {
  JobId: 9,
  GroupId: 4,
  GroupName: 'By night',
  GroupEnabled: true,
  JobName: 'Set back',
  JobDescription: '',
  JobTimeExpression: '0 22 * * *',
  TimeZone: 'Asia/Shanghai',
  DayFilter: 'all',
  ExecutionMode: 'write',
  PointValueList: [{ PointId: 21, Value: -20 }],
  Url: null,
  Method: 'POST',
  ContentType: 'json',
  Params: '',
  Timeout: 30,
  RespCodeList: [200],
  ParseMode: 'none',
  ParsePointer: null,
  ParseValue: '',
  GraceMinutes: null,
  JobStatus: true,
  Suspended: null,
  OwnerName: 'Lin',
  NextEpoch: Date.UTC(2026, 10, 25, 14),
  LastRun: lastRun,
  CreateEpoch: 0,
  UpdateEpoch: 0,
};
const answers = {
  getScheduleGroupPage: () => ({ Data: [group], TotalCount: 1 }),
  getScheduleJobPage: () => ({ Data: [job], TotalCount: 1 }),
  getScheduleFirings: () => ({
    TimeZone: 'Asia/Shanghai',
    FiringList: [
      { DueEpoch: Date.UTC(2026, 10, 25, 14), Skipped: null },
      { DueEpoch: Date.UTC(2026, 10, 26, 14), Skipped: 'Working days only' },
    ],
    EffectList: [
      { PointId: 21, PointName: 'Freezer 1 · Set point', Now: '-18.0 °C', Then: '-20 °C', Refusal: 'Defrost is on' },
    ],
    ConflictList: [
      {
        DueEpoch: Date.UTC(2026, 10, 25, 14),
        PointName: 'Freezer 1 · Set point',
        With: 'Deep cooling',
        WithEpoch: Date.UTC(2026, 10, 25, 14) + 30_000,
      },
    ],
  }),
  getScheduleRunPage: () => ({ Data: [lastRun], TotalCount: 1 }),
};
const held = ['scheduleEdit' as const];

it('shows each task with its next run and how the last one ended; its runs say why', async () => {
  await showPage(<TasksPage />, { held, answers });
  await until(() => said().includes('Set back'));
  expect(said()).toContain('Failed');
  await click(byRole(document.body, 'button', 'More actions: Set back'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Runs')));
  await until(() => said().includes('The gateway is offline'));
  expect(said()).toContain('1.5 s');
});

it('changes only what was changed, and shows the due times to come with those that are left out', async () => {
  const { bodyOf } = await showPage(<TasksPage />, { held, answers: { ...answers, editScheduleJob: () => null } });
  await click(await until(() => byRole(document.body, 'button', 'Edit: Set back')));
  await until(() => said().includes('left out (Working days only)'));
  await type(await until(() => byRole(document.body, 'spinbutton', 'Value: Freezer 1 · Set point')), '-22');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('editScheduleJob'));
  expect(bodyOf('editScheduleJob')).toEqual({ JobId: 9, PointValueList: [{ PointId: 21, Value: -22 }] });
});

it('a preview says what would be written, what would stop it now, and what else writes it', async () => {
  await showPage(<TasksPage />, { held, answers });
  await click(await until(() => byRole(document.body, 'button', 'More actions: Set back')));
  await click(await until(() => byRole(document.body, 'menuitem', 'Due times')));
  await until(() => said().includes('-18.0 °C → -20 °C'));
  expect(said()).toContain('Would be refused now: Defrost is on');
  expect(said()).toContain('“Deep cooling”');
});

it('a run is undone after a question, and what did not take its old value is named', async () => {
  const failed = { Undone: 0, FailedList: [{ PointName: 'Set point', Message: 'The gateway is offline' }] };
  const { bodyOf } = await showPage(<TasksPage />, { held, answers: { ...answers, undoScheduleRun: () => failed } });
  await click(await until(() => byRole(document.body, 'button', 'More actions: Set back')));
  await click(await until(() => byRole(document.body, 'menuitem', 'Runs')));
  await click(await until(() => byRole(document.body, 'button', 'Undo')));
  await until(() => said().includes('nothing is written'));
  const dialogs = document.querySelectorAll('[role=dialog]');
  await click(byRole(dialogs[dialogs.length - 1]!, 'button', 'Undo'));
  await until(() => said().includes('Not written back: Set point (The gateway is offline)'));
  expect(bodyOf('undoScheduleRun')).toEqual({ RunId: '1' });
});

it('asks before a task is run now', async () => {
  const { received, bodyOf } = await showPage(<TasksPage />, {
    held,
    answers: { ...answers, runScheduleJob: () => ({ RunId: 5 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'More actions: Set back')));
  await click(await until(() => byRole(document.body, 'menuitem', 'Run now')));
  const dialog = await until(() => document.querySelector('[role=dialog]'));
  expect(received).not.toContain('runScheduleJob');
  await click(byRole(dialog!, 'button', 'Run now'));
  await until(() => bodyOf('runScheduleJob'));
  expect(bodyOf('runScheduleJob')).toEqual({ JobId: '9' });
});

it('shows the groups with what they may write, and switches one off', async () => {
  const { bodyOf } = await showPage(<GroupsPage />, {
    held,
    answers: { ...answers, enableScheduleGroup: () => ({ Changed: 1 }) },
  });
  await until(() => said().includes('Freezer 1 · Set point'));
  expect(said()).toContain('2 of 3 enabled');
  await click(byRole(document.body, 'button', 'More actions: By night'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Disable')));
  await until(() => bodyOf('enableScheduleGroup'));
  expect(bodyOf('enableScheduleGroup')).toEqual({ GroupIdList: '4', Enabled: 'false' });
});

it('shows the tasks of one group', async () => {
  const { bodyOf } = await showPage(<GroupTasksPage />, { held, answers, at: '/deviceManage/groupTasks?group=4' });
  await until(() => said().includes('Set back'));
  expect(bodyOf('getScheduleJobPage')).toMatchObject({ GroupIdList: '4' });
});

/** Chooses an option of a list by its words. */
async function choose(list: string, option: string): Promise<void> {
  const field = await until(() => byRole(document.body, 'combobox', list));
  await act(async () => field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const found = await until(() =>
    [...document.querySelectorAll('.ant-select-item-option')].find(({ textContent }) => textContent === option),
  );
  await click(found as HTMLElement);
}

it('says when a task is due in words, and takes another time by clicks', async () => {
  const { bodyOf } = await showPage(<TasksPage />, { held, answers: { ...answers, editScheduleJob: () => null } });
  await until(() => said().includes('Every day at 22:00'));
  expect(said()).not.toContain('0 22 * * *');
  await click(byRole(document.body, 'button', 'Edit: Set back'));
  await choose('When', 'On weekdays');
  await until(() => said().includes('Monday to Friday at 22:00'));
  await choose('Hours', '06:00');
  await choose('Minute', ':05');
  await until(() => said().includes('Monday to Friday at 06:05 and 22:05'));
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('editScheduleJob'));
  expect(bodyOf('editScheduleJob')).toEqual({ JobId: 9, JobTimeExpression: '5 6,22 * * 1,2,3,4,5' });
});

it('keeps an expression that clicks cannot say, to be typed', async () => {
  const own = { ...job, JobTimeExpression: '*/10 8-18 * * *' };
  await showPage(<TasksPage />, {
    held,
    answers: { ...answers, getScheduleJobPage: () => ({ Data: [own], TotalCount: 1 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'Edit: Set back')));
  const typed = await until(() => byRole(document.body, 'textbox', 'Own expression'));
  expect((typed as HTMLInputElement).value).toBe('*/10 8-18 * * *');
  // What becomes sayable while it is typed stays text until somebody chooses.
  await type(typed, '0 8 * * *');
  expect(byRole(document.body, 'textbox', 'Own expression')).toBe(typed);
});

it('says of each task when it runs first before it is enabled, and what else writes its points then', async () => {
  const off = { ...job, JobStatus: false, NextEpoch: null };
  const { received, bodyOf } = await showPage(<TasksPage />, {
    held,
    answers: {
      ...answers,
      getScheduleJobPage: () => ({ Data: [off], TotalCount: 1 }),
      enableScheduleJob: () => ({ Changed: 1 }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'More actions: Set back')));
  await click(await until(() => byRole(document.body, 'menuitem', 'Enable')));
  await until(() => said().includes('Each then runs for the first time at'));
  await until(() => said().includes('2026-11-25 22:00'));
  expect(said()).toContain('Within a minute also written by: Deep cooling');
  expect(received).not.toContain('enableScheduleJob');
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Enable'));
  await until(() => bodyOf('enableScheduleJob'));
  expect(bodyOf('enableScheduleJob')).toEqual({ JobIdList: '9', Enabled: 'true' });
});
