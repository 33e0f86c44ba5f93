import { type PermissionName, permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, unmountAll, until } from '../testing/render.tsx';
import { aroundLists, InTestAccess, testRoles } from './InTestAccess.tsx';
import { PermissionsPage } from './PermissionsPage.tsx';
import { testTree } from './testPermissions.ts';

pagesInEnglish();

const show = async (answers: FakeCalls = {}, at = '/permissions?role=12', held?: readonly PermissionName[]) => {
  const api = fakeApi({
    ...aroundLists,
    getCompanyRoleList: ({ query }) => ({
      RoleList: testRoles,
      Tree: query.roleId === undefined ? [] : testTree(['membersView', 'alarmManage']),
    }),
    ...answers,
  });
  await render(
    <InTestAccess at={at} {...(held === undefined ? {} : { held })}>
      <PermissionsPage />
    </InTestAccess>,
  );
  const asked = (name: string) => api.requests[api.received.lastIndexOf(name as never)];
  return { ...api, asked };
};
const says = (words: string) => until(() => document.body.textContent?.includes(words));
const box = (name: string) =>
  until(() => {
    const label = [...document.querySelectorAll<HTMLElement>('.permission-tree label')].find((each) => {
      const input = each.querySelector('input');
      return (
        input?.getAttribute('aria-label') === name ||
        each.querySelector('.permission-name')?.firstChild?.textContent === name
      );
    });
    return label?.querySelector<HTMLInputElement>('input');
  });
const choose = async (role: string, action: string) => {
  await click(await until(() => byRole(document, 'button', `More actions: ${role}`)));
  await click(
    await until(() =>
      [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === action),
    ),
  );
};

it('shows enterprise and project roles apart, the default of each marked', async () => {
  await show();
  await says('Dispatcher');
  const parts = [...document.querySelectorAll('.role-part')].map(({ textContent }) => textContent);
  expect(parts[0]).toMatch(/Company roles.*Administrator.*Everything.*Staff.*Default.*Dispatcher/);
  expect(parts[1]).toMatch(/Project roles.*Viewer.*Default.*Engineer/);
});

it('half-selects a group of which a role holds some, and grants nothing by it', async () => {
  const { asked } = await show({ updateRoleFunc: () => null });
  const group = await box('People and permissions: all');
  expect(group.closest('.ant-checkbox-wrapper')?.querySelector('.ant-checkbox-indeterminate')).toBeTruthy();
  await click(await box(permissions.monitorView.en));
  await click(byRole(document, 'button', 'Save'));
  await says('Permissions saved');
  expect(asked('updateRoleFunc')?.body).toEqual({
    RoleId: 12,
    AddFuncIdS: [permissions.monitorView.id],
    RemoveFuncIdS: [],
  });
});

it('a double click saves once', async () => {
  const { received } = await show({ updateRoleFunc: () => null });
  await click(await box(permissions.monitorView.en));
  await act(async () => {
    byRole(document, 'button', 'Save').click();
    byRole(document, 'button', 'Save').click();
  });
  await says('Permissions saved');
  expect(received.filter((name) => name === 'updateRoleFunc')).toHaveLength(1);
});

it('names what saving would change and for how many, before it is saved', async () => {
  const { received } = await show();
  await click(await box(permissions.membersView.en));
  await click(await box(permissions.companyLogs.en));
  const changes = await until(() => document.querySelector('.permission-changes'));
  expect(changes.textContent).toContain(`1 added ${permissions.companyLogs.en}`);
  expect(changes.textContent).toContain(`1 taken away ${permissions.membersView.en}`);
  expect(changes.textContent).toContain('Saving counts for 3 members at once');
  expect(received).not.toContain('updateRoleFunc');
  await click(byRole(document, 'button', 'Discard'));
  await until(() => document.querySelector('.permission-changes') === null);
});

it('keeps what was ticked and says why when saving is refused', async () => {
  await show({ updateRoleFunc: () => new Refusal(403, 'You cannot give rights that you do not hold: Operation log.') });
  await click(await box(permissions.companyLogs.en));
  await click(byRole(document, 'button', 'Save'));
  await says('You cannot give rights that you do not hold: Operation log.');
  expect((await box(permissions.companyLogs.en)).checked).toBe(true);
});

it('asks before another role is shown while changes are not saved', async () => {
  await show();
  await click(await box(permissions.companyLogs.en));
  const engineer = await until(() =>
    [...document.querySelectorAll<HTMLElement>('.role-choose')].find((e) => e.textContent?.startsWith('Engineer')),
  );
  await click(engineer);
  await says('Leave without saving?');
  await click(byRole(document, 'button', 'Keep editing'));
  expect(document.querySelector('[data-testid=address]')?.textContent).toBe('?role=12');
  await click(engineer);
  await click(await until(() => byRole(document.querySelector('.ant-modal-confirm')!, 'button', 'Leave')));
  await until(() => document.querySelector('[data-testid=address]')?.textContent === '?role=21');
});

it('refuses to narrow the administrator role, and to give a permission that the user does not hold', async () => {
  await show({}, '/permissions?role=10');
  await says('Holds every permission');
  const all = await box(permissions.companyLogs.en);
  expect([all.checked, all.disabled]).toEqual([true, true]);
  await unmountAll();
  await show({
    getCompanyRoleList: () => ({ RoleList: testRoles, Tree: testTree(['alarmManage'], ['alarmManage']) }),
  });
  expect((await box(permissions.companyLogs.en)).disabled).toBe(true);
  await says('You do not hold it yourself');
});

it('can only be looked at with the right to view', async () => {
  await show({}, '/permissions?role=12', ['permissionsView']);
  expect((await box(permissions.companyLogs.en)).disabled).toBe(true);
  expect(() => byRole(document, 'button', 'Add a company role')).toThrow();
});

it('says before a role is deleted how many move to which default role', async () => {
  const { asked, received } = await show({ deleteRole: () => ({ MovedCount: 3 }) });
  await choose('Dispatcher', 'Delete');
  await says('3 members move to the default role “Staff”, at once.');
  expect(received).not.toContain('deleteRole');
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Delete'));
  await says('Role deleted, 3 members moved to the default role');
  expect(asked('deleteRole')?.query).toEqual({ roleId: '12' });
});

it('does not offer to delete the default role or to make the administrator the default', async () => {
  await show();
  await click(await until(() => byRole(document, 'button', 'More actions: Staff')));
  const item = await until(() =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === 'Delete'),
  );
  expect(item.getAttribute('aria-disabled')).toBe('true');
});

it('adds a role that begins with the permissions of another, and goes to it', async () => {
  const { asked } = await show({ addRole: () => ({ RoleId: 21 }) });
  await click(await until(() => byRole(document, 'button', 'Add a project role')));
  const name = await until(() => byRole(document, 'textbox', 'Name of the role'));
  await click(byRole(document, 'button', 'Add'));
  await says('Required');
  await type(name, 'Night/shift');
  await click(byRole(document, 'button', 'Add'));
  await says('A role name has no special characters');
  await type(name, 'Night shift');
  await click(byRole(document, 'button', 'Add'));
  await until(() => document.querySelector('[data-testid=address]')?.textContent === '?role=21');
  expect(asked('addRole')?.body).toEqual({ RoleName: 'Night shift', RoleType: 'project' });
});

it('shows who holds a role and takes it away from those selected', async () => {
  const holder = (UserRoleId: number, RealName: string) => ({
    UserRoleId,
    UserId: UserRoleId,
    RealName,
    Account: `account${UserRoleId}`,
    Mobile: '',
    Depart: '',
    ActiveStatus: true,
    SubareaId: 1,
    SubareaName: 'Pudong store',
  });
  const { asked } = await show(
    {
      getRoleUserList: () => ({ Data: [holder(301, 'Wang Qiang'), holder(302, 'Li Na')], TotalCount: 2 }),
      deleteUserRoleList: () => ({ RemovedCount: 2 }),
    },
    '/permissions?role=21&part=holders',
  );
  await says('Wang Qiang');
  for (const name of ['Wang Qiang', 'Li Na']) {
    await click(await until(() => document.querySelector<HTMLElement>(`input[aria-label="Select ${name}"]`)));
  }
  await click(await until(() => byRole(document, 'button', 'Take away 2')));
  await says('Its rights end at once.');
  await click(byRole(document.querySelector('.ant-popconfirm')!, 'button', 'Take away'));
  await says('Taken away 2 times');
  expect(asked('deleteUserRoleList')?.query).toEqual({ UserRoleIdS: '301,302' });
});
