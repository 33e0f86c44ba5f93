import type { MemberRow, PermissionName } from '@watchpost/contract';
import { describe, expect, it } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, unmountAll, until } from '../testing/render.tsx';
import { aroundLists, InTestAccess, testMember, testRole } from './InTestAccess.tsx';
import { CompanyMembers, ProjectMembers } from './MemberList.tsx';

pagesInEnglish();

const show = async (answers: FakeCalls, { at, held, projectId = null }: Shown = {}) => {
  const api = fakeApi({ ...aroundLists, ...answers });
  await render(
    <InTestAccess {...(at === undefined ? {} : { at })} {...(held === undefined ? {} : { held })}>
      {projectId === null ? <CompanyMembers /> : <ProjectMembers projectId={projectId} />}
    </InTestAccess>,
  );
  const asked = (name: string) => api.requests[api.received.lastIndexOf(name as never)];
  return { ...api, asked };
};
interface Shown {
  at?: string;
  held?: readonly PermissionName[];
  projectId?: number | null;
}

const page = (...members: MemberRow[]) => ({ Data: members, TotalCount: members.length });
const rows = () => [...document.querySelectorAll<HTMLElement>('tr.list-row')];
const dialog = () => until(() => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1));
const says = (words: string) => until(() => document.body.textContent?.includes(words));
/** Opens the menu of a row and chooses from it. */
const choose = async (row: string, action: string) => {
  await until(() => byRole(document, 'button', `More actions: ${row}`));
  await click(byRole(document, 'button', `More actions: ${row}`));
  const item = await until(() =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === action),
  );
  await click(item);
};
const actionsOf = async (row: string) => {
  await until(() => byRole(document, 'button', `More actions: ${row}`));
  await click(byRole(document, 'button', `More actions: ${row}`));
  await until(() => document.querySelector('[role=menuitem]'));
  return [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
};
const select = (name: string) =>
  act(async () => {
    document.querySelector<HTMLInputElement>(`input[aria-label="Select ${name}"]`)?.click();
  });

describe('the members of the company', () => {
  it('are asked for with every filter that the address names', async () => {
    const { asked } = await show(
      { getUserRoleSubareaList: () => page(testMember(1, 'Wang Qiang')) },
      {
        at: '/personnelManage/member?tab=unassigned&q=wang&place=5&role=11&projectRole=20&state=inactive&sort=joined&asc=0',
      },
    );
    await until(() => rows().length === 1);
    expect(asked('getUserRoleSubareaList')?.body).toMatchObject({
      UserType: 'unassigned',
      UserNameOrMobile: 'wang',
      SubareaId: 5,
      CompanyRoleId: 11,
      ProjectRoleId: 20,
      ActiveStatus: false,
      SortType: 'joined',
      IsAsc: false,
    });
  });

  it('are exported with the filters of the list', async () => {
    const { asked } = await show(
      {
        getUserRoleSubareaList: () => page(testMember(1, 'Wang Qiang')),
        requestExport: () => ({ DownloadId: 3 }),
      },
      { at: '/personnelManage/member?q=wang&role=11' },
    );
    await until(() => rows().length === 1);
    await click(byRole(document, 'button', 'Export'));
    await until(() => asked('requestExport'));
    expect(asked('requestExport')?.body).toMatchObject({
      Kind: 'members',
      Input: { body: { UserType: 'all', UserNameOrMobile: 'wang', CompanyRoleId: 11 } },
    });
  });

  it('show what each is called, who came from outside, what they hold and whether they are active', async () => {
    await show({
      getUserRoleSubareaList: () =>
        page(testMember(1, 'Wang Qiang', { External: true }), testMember(2, 'Li Na', { ActiveStatus: false })),
    });
    await until(() => rows().length === 2);
    expect(rows()[0]?.textContent).toMatch(/Wang Qiang.*External.*Staff.*1 project.*Pudong store · Viewer.*Active/);
    expect(rows()[1]?.textContent).toContain('Inactive');
  });

  it('say in how many projects each is limited, once that column is chosen', async () => {
    await show({
      getUserRoleSubareaList: () => page(testMember(1, 'Wang', { LimitedCount: 2 }), testMember(2, 'Li')),
      getTableField: ({ query }) => ({
        ForeignId: 0,
        TableType: query.type ?? '',
        Field: JSON.stringify({ shown: ['limits'], hidden: [] }),
      }),
    });
    await until(() => rows().length === 2);
    expect(rows()[0]?.textContent).toContain('Limited in 2 projects');
    expect(rows()[1]?.textContent).toContain('Not limited');
  });

  it('are read-only for a user without the right to edit members', async () => {
    await show({ getUserRoleSubareaList: () => page(testMember(1, 'Wang Qiang')) }, { held: ['membersView'] });
    await until(() => rows().length === 1);
    expect(() => byRole(document, 'button', 'Details: Wang Qiang')).not.toThrow();
    expect(document.querySelector('input[type=checkbox]')).toBeNull();
    expect(() => byRole(document, 'button', 'More actions: Wang Qiang')).toThrow();
  });

  it('offer no password of an account that is not the company’s, and no removal of oneself', async () => {
    await show({
      getUserRoleSubareaList: () => page(testMember(1, 'Wang Qiang', { OwnAccount: false })),
    });
    expect(await actionsOf('Wang Qiang')).not.toContain('Reset password');
    await unmountAll();
    document.body.innerHTML = '';
    await show({ getUserRoleSubareaList: () => page(testMember(7, 'Lin')) });
    const own = await actionsOf('Lin');
    expect(own).not.toContain('Remove');
    expect(own).not.toContain('Deactivate');
  });

  it('are removed only after the dialog has listed what goes with them', async () => {
    const { asked, received } = await show({
      getUserRoleSubareaList: () => page(testMember(1, 'Wang Qiang')),
      deleteUserRoleSubarea: () => ({ RemovedCount: 1 }),
    });
    await choose('Wang Qiang', 'Remove');
    const box = await dialog();
    expect(box.textContent).toContain('Remove Wang Qiang from the company?');
    expect(box.textContent).toContain('The company role “Staff”');
    expect(box.textContent).toContain('Roles in 1 project: Pudong store');
    expect(received).not.toContain('deleteUserRoleSubarea');
    await click(byRole(box, 'button', 'Remove'));
    await says('1 removed');
    expect(asked('deleteUserRoleSubarea')?.body).toEqual({ UserIdList: [1] });
  });

  it('stay when the server refuses, and the dialog says why', async () => {
    await show({
      getUserRoleSubareaList: () => page(testMember(1, 'Wang Qiang')),
      deleteUserRoleSubarea: () => new Refusal(409, 'A company keeps at least one active administrator.'),
    });
    await choose('Wang Qiang', 'Remove');
    await click(byRole(await dialog(), 'button', 'Remove'));
    await says('A company keeps at least one active administrator.');
  });

  it('are deactivated together, with the number on the button and what it means in the dialog', async () => {
    const { asked } = await show({
      getUserRoleSubareaList: () =>
        page(testMember(1, 'Wang Qiang'), testMember(2, 'Li Na'), testMember(3, 'Zhao', { ActiveStatus: false })),
      setUserActive: () => ({ ChangedCount: 2 }),
    });
    await until(() => rows().length === 3);
    for (const name of ['Wang Qiang', 'Li Na', 'Zhao']) await select(name);
    await until(() => byRole(document, 'button', 'Activate 1'));
    await click(byRole(document, 'button', 'Deactivate 2'));
    const box = await dialog();
    expect(box.textContent).toContain('Wang Qiang, Li Na');
    expect(box.textContent).toContain('can no longer enter this company, at once');
    await click(byRole(box, 'button', 'Deactivate'));
    await says('2 deactivated');
    expect(asked('setUserActive')?.body).toEqual({ UserIdList: [1, 2], ActiveStatus: false });
  });

  it('open by a link, and saving sends only what was changed', async () => {
    const member = testMember(1, 'Wang Qiang');
    const { asked } = await show(
      {
        getUserRoleSubareaList: () => page(member),
        getUserRoleSubarea: () => ({ ...member, MayEditAccount: false, MayChange: true, StorageSpace: [] }),
        updateUserRoleSubarea: () => null,
      },
      { at: '/personnelManage/member?member=1' },
    );
    await until(() => byRole(document, 'textbox', 'Department'));
    const box = await dialog();
    expect(box.textContent).toContain('The account is not this company’s alone');
    await type(byRole(box, 'textbox', 'Department'), 'Logistics');
    await click(byRole(box, 'button', 'Save'));
    await says('Saved');
    expect(asked('updateUserRoleSubarea')?.body).toEqual({ UserId: 1, Depart: 'Logistics' });
    await until(() => document.querySelector('[data-testid=address]')?.textContent === '');
  });

  it('with more permissions than the user are read-only', async () => {
    const member = testMember(1, 'Wang Qiang');
    await show(
      {
        getUserRoleSubareaList: () => page(member),
        getUserRoleSubarea: () => ({ ...member, MayEditAccount: false, MayChange: false, StorageSpace: [] }),
      },
      { at: '/personnelManage/member?member=1' },
    );
    await says('This member may do more than you');
  });
});

describe('a new member', () => {
  it('needs a name, a username, and a phone number or a password', async () => {
    const { received } = await show({ getUserRoleSubareaList: () => page() });
    await click(await until(() => byRole(document, 'button', 'Add member')));
    const box = await dialog();
    await until(() => byRole(box, 'textbox', 'Username'));
    await click(byRole(box, 'button', 'Add member'));
    await until(() => box.querySelectorAll('.ant-form-item-explain-error').length >= 3);
    await type(byRole(box, 'textbox', 'Real name'), 'Wang <script>');
    await click(byRole(box, 'button', 'Add member'));
    await until(() => box.textContent?.includes('A name has no special characters'));
    expect(received).not.toContain('addUserRoleSubarea');
  });

  it('gets the default role unless another one is chosen', async () => {
    const { asked } = await show({ getUserRoleSubareaList: () => page(), addUserRoleSubarea: () => ({ UserId: 9 }) });
    await click(await until(() => byRole(document, 'button', 'Add member')));
    const box = await dialog();
    await until(() => byRole(box, 'textbox', 'Username'));
    await type(byRole(box, 'textbox', 'Real name'), 'Wang Qiang');
    await type(byRole(box, 'textbox', 'Username'), 'wangqiang1');
    await type(byRole(box, 'textbox', 'Phone'), '13800000001');
    await click(byRole(box, 'button', 'Add member'));
    await says('Wang Qiang added');
    expect(asked('addUserRoleSubarea')?.body).toMatchObject({
      RealName: 'Wang Qiang',
      UserName: 'wangqiang1',
      Mobile: '13800000001',
      CompanyRoleId: 11,
      ProjectRoleList: [],
    });
  });

  it('with an account are found by the full phone number only, and keep that account', async () => {
    const { asked } = await show({
      getUserRoleSubareaList: () => page(),
      queryUser: () => [{ UserId: 40, Nickname: 'W**', Account: '', Mobile: '138****0001', InCompany: false }],
      addUserRoleSubarea: () => ({ UserId: 40 }),
    });
    await click(await until(() => byRole(document, 'button', 'Add member')));
    const box = await dialog();
    const way = await until(() =>
      [...box.querySelectorAll<HTMLElement>('.ant-segmented-item')].find((e) => e.textContent === 'Existing account'),
    );
    await click(way.querySelector('input')!);
    const field = await until(() => box.querySelector<HTMLInputElement>('.user-finder input'));
    await type(field, '13800000001');
    await click(byRole(box, 'button', 'Find'));
    await until(() => box.textContent?.includes('W**'));
    await click(byRole(box, 'button', 'Add member'));
    await until(() => asked('addUserRoleSubarea'));
    expect(asked('addUserRoleSubarea')?.body).toMatchObject({ UserId: 40, Mobile: '13800000001' });
  });
});

describe('the members of a project', () => {
  const ofProject = { projectId: 1, held: ['projectConfig'] as const, at: '/projectConfig/member' };

  it('show the role that each has in this very project', async () => {
    const { asked } = await show(
      {
        getUserRoleSubareaList: () =>
          page(
            testMember(1, 'Wang Qiang', {
              ProjectRoleList: [
                { UserRoleId: 1, RoleId: 20, RoleName: 'Viewer', SubareaId: 2, SubareaName: 'Hongqiao store' },
                { UserRoleId: 2, RoleId: 21, RoleName: 'Engineer', SubareaId: 1, SubareaName: 'Pudong store' },
              ],
            }),
          ),
      },
      ofProject,
    );
    await until(() => rows().length === 1);
    expect(asked('getUserRoleSubareaList')?.body).toMatchObject({ SubareaId: 1 });
    expect(rows()[0]?.textContent).toContain('Engineer');
    expect(rows()[0]?.textContent).not.toContain('Viewer');
  });

  it.each([
    [
      'en',
      /All devices · read and write.*All levels/,
      /All devices · read only.*No alarms/,
      /3 devices · 1 read and write.*Urgent.*Important/,
    ],
    ['zh', /全部设备 · 可读写.*全部级别/, /全部设备 · 只读.*看不到报警/, /3 台设备 · 1 台可读写.*紧急.*重要/],
  ] as const)('show the device rights and the visible alarm levels of each (%s)', async (language, ...said) => {
    switchLanguage(language);
    const everything = { DeviceMode: 'all', DeviceCount: 0, WritableCount: 0 } as const;
    await show(
      {
        getUserRoleSubareaList: () =>
          page(
            testMember(1, 'Wang', {
              DataAccess: { ...everything, ReadWrite: 'readWrite', AlarmLevelList: [1, 2, 3, 4] },
            }),
            testMember(2, 'Li', { DataAccess: { ...everything, ReadWrite: 'read', AlarmLevelList: [] } }),
            testMember(3, 'Sun', {
              DataAccess: {
                DeviceMode: 'listed',
                ReadWrite: 'readWrite',
                DeviceCount: 3,
                WritableCount: 1,
                AlarmLevelList: [2, 1],
              },
            }),
          ),
      },
      ofProject,
    );
    await until(() => rows().length === 3);
    said.forEach((words, i) => {
      expect(rows()[i]?.textContent).toMatch(words);
    });
  });

  it('leave the project alone, not the company', async () => {
    const { asked } = await show(
      {
        getUserRoleSubareaList: () => page(testMember(1, 'Wang Qiang')),
        deleteUserRoleSubarea: () => ({ RemovedCount: 1 }),
      },
      ofProject,
    );
    await choose('Wang Qiang', 'Remove from project');
    const box = await dialog();
    expect(box.textContent).toContain('Remove Wang Qiang from “Pudong store”?');
    expect(box.textContent).toContain('Stays: membership in the company');
    await click(byRole(box, 'button', 'Remove from project'));
    await says('1 removed');
    expect(asked('deleteUserRoleSubarea')?.body).toEqual({ UserIdList: [1], SubareaId: 1 });
  });

  it('are changed in this project only', async () => {
    const member = testMember(1, 'Wang Qiang');
    await show(
      {
        getUserRoleSubareaList: () => page(member),
        getUserRoleSubarea: () => ({ ...member, MayEditAccount: true, MayChange: true, StorageSpace: [] }),
      },
      { ...ofProject, at: '/projectConfig/member?member=1' },
    );
    await says('Roles in this project');
    expect(() => byRole(document, 'textbox', 'Department')).toThrow();
  });

  it('show a user who sets up this project alone only project roles, and which of them the user may give', async () => {
    const member = testMember(1, 'Wang Qiang');
    const { requests } = await show(
      {
        getUserRoleSubareaList: () => page(member),
        getUserRoleSubarea: () => ({ ...member, MayEditAccount: false, MayChange: true, StorageSpace: [] }),
        getCompanyRoleList: () => ({
          RoleList: [
            testRole(20, 'Viewer', { RoleType: 'project', IsDefault: true }),
            testRole(21, 'Engineer', { RoleType: 'project', CanGive: false, CanGiveSomewhere: false }),
          ],
          Tree: [],
        }),
      },
      { ...ofProject, held: ['projectConfig'], at: '/projectConfig/member?member=1' },
    );
    await says('Roles in grey grant more than you hold yourself');
    await until(() => requests.some(({ query }) => query.subareaId === '1'));
    await says('Edit Wang Qiang');
  });
});
