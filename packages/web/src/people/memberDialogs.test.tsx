import type { PermissionName } from '@watchpost/contract';
import { describe, expect, it, vi } from 'vitest';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { DataAccessDialog } from './DataAccessDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { aroundLists, InTestAccess, testMember, testRoles } from './InTestAccess.tsx';
import { InvitationsDialog } from './InvitationsDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { ViewAsDialog } from './ViewAsDialog.tsx';
import { WhyDialog } from './WhyDialog.tsx';

pagesInEnglish();

const show = async (node: React.ReactNode, answers: FakeCalls, held?: readonly PermissionName[]) => {
  const api = fakeApi({ ...aroundLists, ...answers });
  await render(<InTestAccess {...(held ? { held } : {})}>{node}</InTestAccess>);
  const asked = (name: string) => api.requests[api.received.lastIndexOf(name as never)];
  return { ...api, asked };
};
const opened = { open: true, onClose: () => {}, onClosed: () => {} };
const wang = testMember(1, 'Wang Qiang');
const says = (words: string) => until(() => document.body.textContent?.includes(words));

describe('importing members from a spreadsheet', () => {
  const workbook = (name = 'members.xlsx') => new File(['PK'], name);
  const choose = (file: File) =>
    act(async () => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const wrongRow = {
    Row: 3,
    RealName: 'Li Na',
    UserName: 'lina',
    Errors: [{ Column: 'Username', Message: 'A username has 8 to 16 characters and no spaces' }],
  };

  it('checks the file first and says row by row what is wrong, before anybody is imported', async () => {
    const { received, asked } = await show(<ImportDialog {...opened} projectId={null} />, {
      importCompanyUser: () => ({ TotalCount: 3, ImportedCount: 0, WrongCount: 1, IsDryRun: true, Rows: [wrongRow] }),
    });
    await choose(workbook());
    await says('1 of 3 rows needs correcting. Nobody has been imported yet.');
    expect(asked('importCompanyUser')?.query).toEqual({ isDryRun: 'true', skipWrong: 'false' });
    expect(document.querySelector('.import-rows')?.textContent).toContain(
      '3Li NalinaUsername: A username has 8 to 16 characters and no spaces',
    );
    expect(received.filter((name) => name === 'importCompanyUser')).toHaveLength(1);
  });

  it('then imports the right rows, or offers a file with the wrong ones to correct', async () => {
    const { asked } = await show(<ImportDialog {...opened} projectId={null} />, {
      importCompanyUser: ({ query }) =>
        query.isDryRun === 'true'
          ? { TotalCount: 3, ImportedCount: 0, WrongCount: 1, IsDryRun: true, Rows: [wrongRow] }
          : { TotalCount: 3, ImportedCount: 2, WrongCount: 1, IsDryRun: false, Rows: [wrongRow] },
      correctImportUser: () => ({ name: 'corrections.xlsx', content: new Blob(['PK']) }),
    });
    await choose(workbook());
    await click(await until(() => byRole(document, 'button', 'Download the rows to correct')));
    await until(() => asked('correctImportUser'));
    await click(byRole(document, 'button', 'Import only the 2 right rows'));
    await says('2 members imported. 1 row was left out.');
    expect(asked('importCompanyUser')?.query).toEqual({ isDryRun: 'false', skipWrong: 'true' });
  });

  it('refuses another kind of file without sending it, and says what the server says about a wrong template', async () => {
    const { received } = await show(<ImportDialog {...opened} projectId={null} />, {
      importCompanyUser: () => new Refusal(400, 'Wrong template. Missing columns: Name.'),
    });
    await choose(workbook('members.csv'));
    await says('Choose an .xlsx file');
    expect(received).not.toContain('importCompanyUser');
    await choose(workbook());
    await says('Wrong template. Missing columns: Name.');
  });

  it('goes into one project, with accounts or without', async () => {
    const { asked } = await show(<ImportDialog {...opened} projectId={2} />, {
      importProjectUser: () => ({ TotalCount: 2, ImportedCount: 2, WrongCount: 0, IsDryRun: true, Rows: [] }),
    });
    await says('Import members into “Hongqiao store”');
    await click(document.querySelector<HTMLInputElement>('input[type=checkbox]')!);
    await choose(workbook());
    await says('All 2 rows are right and can be imported.');
    expect(asked('importProjectUser')?.query).toMatchObject({ projectSubareaId: '2', isSystemImport: 'true' });
  });
});

const deviceOfProject = (ModelTreeId: number, ModelTreeName: string, AreaName: string) => ({
  ...{ ModelTreeId, ModelTreeName, AreaName, ReadWrite: 'readWrite' as const, Listed: false },
});
const devicesOfProject = {
  ...{ ProjectId: 1, UserId: 1, DeviceMode: 'all' as const, ReadWrite: 'readWrite' as const },
  ModelTreeList: [deviceOfProject(7, 'Cold room', 'Hall'), deviceOfProject(8, 'Freezer', 'Yard')],
  AlarmLevelList: [1, 2, 3, 4],
};

describe('an invitation', () => {
  it('shows its link once, with how long it is valid', async () => {
    const { asked } = await show(<InviteDialog projectId={1} onClose={() => {}} onInvitations={() => {}} />, {
      addInvitation: () => ({ InvitationId: 5, InvitationCode: 'a b+c', ExpireEPOCH: Date.UTC(2026, 10, 22, 9) }),
    });
    await until(() => byRole(document, 'textbox', 'Note'));
    await type(byRole(document, 'textbox', 'Note'), 'Welcome');
    await click(byRole(document, 'button', 'Create link'));
    const link = await until(() => byRole(document, 'textbox', 'Invitation link') as HTMLInputElement);
    expect(link.value).toMatch(/\/invite\?code=a%20b%2Bc$/);
    await says('Valid until 2026-11-22');
    expect(asked('addInvitation')?.body).toEqual({
      CompanyRoleId: 11,
      ProjectRoleList: [{ SubareaId: 1, RoleId: 20 }],
      DataAccessList: [],
      Note: 'Welcome',
    });
  });

  it('into projects that are ticked and not yet moved down lets into them, too', async () => {
    const { asked } = await show(<InviteDialog projectId={null} onClose={() => {}} onInvitations={() => {}} />, {
      addInvitation: () => ({ InvitationId: 5, InvitationCode: 'abc', ExpireEPOCH: Date.UTC(2026, 10, 22, 9) }),
    });
    const tree = await until(() => byRole(document, 'combobox', 'Choose projects'));
    await act(async () => tree.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
    const node = await until(() =>
      [...document.querySelectorAll<HTMLElement>('.ant-select-tree-title')].find(
        ({ textContent }) => textContent === 'Hongqiao store',
      ),
    );
    await click(node);
    await click(byRole(document, 'button', 'Create link'));
    await until(() => byRole(document, 'textbox', 'Invitation link'));
    expect(asked('addInvitation')?.body).toMatchObject({ ProjectRoleList: [{ SubareaId: 2, RoleId: 20 }] });
  });

  it('from a policy proposes the devices that it watches, and the levels can be chosen', async () => {
    const { asked } = await show(<InviteDialog projectId={1} deviceIds={[7, 8]} onClose={() => {}} />, {
      getUserModel: () => devicesOfProject,
      addInvitation: () => ({ InvitationId: 5, InvitationCode: 'abc', ExpireEPOCH: Date.UTC(2026, 10, 22, 9) }),
    });
    await until(() => byRole(document, 'button', 'Create link'));
    const box = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Record');
    await click(box!.querySelector('input')!);
    await click(byRole(document, 'button', 'Create link'));
    await until(() => byRole(document, 'textbox', 'Invitation link'));
    expect(asked('addInvitation')?.body).toMatchObject({
      DataAccessList: [
        { SubareaId: 1, DeviceMode: 'listed', ReadWrite: 'read', DeviceIdList: [7, 8], AlarmLevelList: [1, 2, 3] },
      ],
    });
  });

  it('says that nothing will be visible without a device or a level, and why devices are not listed', async () => {
    await show(<InviteDialog projectId={1} deviceIds={[7]} onClose={() => {}} />, {
      getUserModel: () => new Refusal(500, 'Please try again later.'),
    });
    await says('Please try again later.');
    expect(document.body.textContent).not.toContain('Nothing is selected');
    await click(
      await until(() => document.querySelector<HTMLElement>('.invite-access .ant-select-selection-item-remove')),
    );
    await says('Nothing is selected: no device of this project will be visible.');
    for (const box of document.querySelectorAll<HTMLInputElement>('.invite-access .ant-checkbox-group input'))
      await click(box);
    await says('Nothing is ticked: no alarm will be visible.');
  });

  it('finds devices by their area as well', async () => {
    await show(<InviteDialog projectId={1} deviceIds={[7]} onClose={() => {}} />, {
      getUserModel: () => devicesOfProject,
    });
    await until(() => document.querySelector('[title="Cold room"]'));
    const search = byRole(document, 'combobox', 'Visible devices');
    await type(search, 'yard');
    const options = () =>
      [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);
    await until(() => options().length === 1);
    expect(options()).toEqual(['Freezer']);
  });

  it('is made without a company role by a user who sets up one project', async () => {
    const { asked } = await show(
      <InviteDialog projectId={1} onClose={() => {}} onInvitations={() => {}} />,
      {
        getCompanyRoleList: () => ({
          RoleList: testRoles.filter(({ RoleType }) => RoleType === 'project'),
          Tree: [],
        }),
        addInvitation: () => ({ InvitationId: 5, InvitationCode: 'abc', ExpireEPOCH: Date.UTC(2026, 10, 22, 9) }),
      },
      ['projectConfig'],
    );
    await click(await until(() => byRole(document, 'button', 'Create link')));
    await until(() => byRole(document, 'textbox', 'Invitation link'));
    expect(asked('addInvitation')?.body).toEqual({
      ProjectRoleList: [{ SubareaId: 1, RoleId: 20 }],
      DataAccessList: [],
      Note: '',
    });
  });

  it('that is open says what it grants and can be revoked', async () => {
    const row = {
      InvitationId: 5,
      State: 'open' as const,
      CreateName: 'Lin',
      CreateEPOCH: Date.now(),
      ExpireEPOCH: Date.now() + 7_200_000,
      UsedName: null,
      UsedEPOCH: null,
      Note: 'Night shift',
      CompanyRoleName: 'Staff',
      ProjectRoleList: [{ SubareaId: 1, SubareaName: 'Pudong store', RoleId: 20, RoleName: 'Viewer' }],
    };
    const { asked } = await show(<InvitationsDialog {...opened} />, {
      getInvitationPage: () => ({ Data: [row], TotalCount: 1 }),
      revokeInvitation: () => null,
    });
    await says('Pudong store · Viewer');
    expect(asked('getInvitationPage')?.query).toMatchObject({ State: 'open' });
    expect(document.body.textContent).toMatch(/(1 h 59 min|2 h) left/);
    await click(byRole(document, 'button', 'Revoke'));
    await says('Its link stops working at once.');
    await click(byRole(document.querySelector('.ant-popconfirm')!, 'button', 'Revoke'));
    await says('Invitation revoked');
    expect(asked('revokeInvitation')?.body).toEqual({ InvitationId: 5 });
  });
});

describe('what a member sees of a project', () => {
  const model = {
    ProjectId: 1,
    UserId: 1,
    DeviceMode: 'listed' as const,
    ReadWrite: 'read' as const,
    AlarmLevelList: [1, 2],
    ModelTreeList: [
      { ModelTreeId: 100, ModelTreeName: 'Freezer 1', AreaName: 'Hall', Listed: true, ReadWrite: 'read' as const },
      { ModelTreeId: 101, ModelTreeName: 'Freezer 2', AreaName: 'Dock', Listed: false, ReadWrite: 'read' as const },
    ],
  };

  it('is set device by device, to read or to write, and by alarm level', async () => {
    const { asked } = await show(<DataAccessDialog {...opened} members={[wang]} projectId={1} />, {
      getUserModel: () => model,
      batchSetUserModelTreeAndAlarmLevel: () => null,
    });
    const box = (name: string) =>
      until(() => document.querySelector<HTMLInputElement>(`input[type=checkbox][aria-label="${name}"]`));
    await click(await box('Sees Freezer 2'));
    await click(await box('May write Freezer 2'));
    const level = await until(() =>
      [...document.querySelectorAll<HTMLElement>('.data-access-levels label')].find((e) => e.textContent === 'General'),
    );
    await click(level.querySelector('input')!);
    await click(byRole(document, 'button', 'Save'));
    await says('Devices and alarms saved');
    expect(asked('batchSetUserModelTreeAndAlarmLevel')?.body).toEqual({
      ProjectId: 1,
      UserIdList: [1],
      DeviceMode: 'listed',
      ModelTreeList: [
        { ModelTreeId: 100, ReadWrite: 'read' },
        { ModelTreeId: 101, ReadWrite: 'readWrite' },
      ],
      AlarmLevelList: [1, 2, 3],
    });
  });

  it('says that nobody sees a device when none is selected', async () => {
    await show(<DataAccessDialog {...opened} members={[wang]} projectId={1} />, {
      getUserModel: () => ({
        ...model,
        ModelTreeList: model.ModelTreeList.map((each) => ({ ...each, Listed: false })),
      }),
    });
    await says('no device of this project will be visible');
  });

  it('is set for several at once', async () => {
    const { asked } = await show(
      <DataAccessDialog {...opened} members={[wang, testMember(2, 'Li Na')]} projectId={1} />,
      {
        getUserModel: () => ({ ...model, DeviceMode: 'all' as const }),
        resetUserModel: () => null,
      },
    );
    await says('Starts from the settings of Wang Qiang');
    await click(await until(() => byRole(document, 'button', 'Reset to everything')));
    await says('Sees all devices and alarms again');
    expect(asked('resetUserModel')?.body).toEqual({ ProjectId: 1, UserIdList: [1, 2] });
  });
});

describe('looking as a member', () => {
  const view = {
    UserId: 1,
    RealName: 'Wang Qiang',
    ActiveStatus: true,
    RoleList: wang.CompanyRoleList,
    FuncS: [],
    PlacesToShow: true,
    Projects: {
      Data: [
        {
          ProjectId: 1,
          ProjectName: 'Pudong store',
          FuncS: [34],
          DeviceMode: 'listed' as const,
          DeviceCount: 2,
          AlarmLevelList: [1, 2],
          BigTypeCodeList: [],
        },
        {
          ProjectId: 2,
          ProjectName: 'Hongqiao store',
          FuncS: [],
          DeviceMode: 'all' as const,
          DeviceCount: null,
          AlarmLevelList: [1, 2, 3, 4],
          BigTypeCodeList: [],
        },
      ],
      TotalCount: 2,
    },
  };
  const answers: FakeCalls = { getUserView: () => view, getBigSmallType: () => [] };

  it('shows the member’s projects and the menu in each, says whose view it is, and has a way out', async () => {
    const close = vi.fn();
    await show(<ViewAsDialog {...opened} onClose={close} member={wang} />, answers);
    await says('You are looking at what Wang Qiang sees. Nothing can be done here.');
    await says('Only 2 devices · Alarm levels: Urgent, Important');
    expect(document.querySelector('.view-as-menus')?.textContent).toContain('Alarms');
    const other = [...document.querySelectorAll<HTMLElement>('.view-as-projects button')][1]!;
    await click(other);
    await says('There is no screen to open');
    expect(document.querySelector('.view-as-menus a')).toBeNull();
    await click(byRole(document, 'button', 'Leave this view'));
    expect(close).toHaveBeenCalled();
  });

  it('says first that somebody inactive sees nothing', async () => {
    await show(<ViewAsDialog {...opened} member={wang} />, {
      ...answers,
      getUserView: () => ({ ...view, ActiveStatus: false }),
    });
    await says('Inactive: this member cannot enter the company');
  });
});

it('answers why a member cannot open a screen, step by step', async () => {
  const { asked } = await show(<WhyDialog {...opened} member={wang} projectId={1} />, {
    getUserModel: () => ({
      ProjectId: 1,
      UserId: 1,
      DeviceMode: 'all',
      ReadWrite: 'read',
      AlarmLevelList: [1, 2, 3, 4],
      ModelTreeList: [],
    }),
    getUserWhy: () => ({
      Allowed: false,
      Reasons: [
        { Step: 'membership', Passed: true, Text: 'Active member.' },
        { Step: 'permission', Passed: false, Text: 'No role holds “Alarm management”.' },
      ],
    }),
  });
  const field = await until(() => document.querySelector<HTMLElement>('#why-screen'));
  await act(async () => field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const option = await until(() =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      ({ textContent }) => textContent === 'Alarms',
    ),
  );
  await click(option);
  await click(byRole(document, 'button', 'Find out'));
  await says('Wang Qiang cannot');
  expect(asked('getUserWhy')?.query).toMatchObject({ userId: '1', funcIdS: '34', projectId: '1' });
  expect(document.querySelector('.why-step-missing')?.textContent).toContain('No role holds “Alarm management”.');
});

it('a new password of a member keeps the rules, and is never in the address', async () => {
  const { asked, received } = await show(<PasswordDialog member={wang} onClose={() => {}} />, {
    updatePwdByUserId: () => null,
  });
  const field = await until(() => byRole(document, 'textbox', 'New password'));
  await type(field, 'short');
  await click(byRole(document, 'button', 'Reset password'));
  await says('A password has 8 to 16 characters');
  expect(received).not.toContain('updatePwdByUserId');
  await type(field, 'longEnough1');
  await click(byRole(document, 'button', 'Reset password'));
  await says('Password of Wang Qiang reset');
  expect(asked('updatePwdByUserId')?.query).toEqual({});
  expect(asked('updatePwdByUserId')?.body).toEqual({ UserId: '1', newPwd: 'longEnough1' });
});
