import { type MemberRow, type PermissionName, permissionIds, permissions, type RoleRow } from '@watchpost/contract';
import { type ReactNode, useState } from 'react';
import type { FakeCalls } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { testProject, testSession } from '../testing/session.ts';
import { TitleBarContext } from '../ui/PageTitle.tsx';
import { type Screens, ScreensContext } from './Screens.ts';

const projects = [testProject(1, { ProjectName: 'Pudong store' }), testProject(2, { ProjectName: 'Hongqiao store' })];

/** The alarm list is the one screen whose access these tests ask about. */
const screens: Screens = {
  guarded: [{ path: '/alarmManage/index', title: { zh: '报警管理', en: 'Alarms' }, access: ['alarmManage'] }],
  menusOf: ({ permissions: has }) =>
    has.has(permissions.alarmManage.id) || has.has(0)
      ? [
          {
            platform: { zh: '远程监控', en: 'Monitoring' },
            titles: [{ path: '/alarmManage/index', title: { zh: '报警管理', en: 'Alarms' } }],
          },
        ]
      : [],
};

/** A company with two projects around a page, and the address it makes, for tests. */
export function InTestAccess({
  children,
  at = '/personnelManage/member',
  held = ['membersEdit', 'membersView', 'permissionsEdit', 'permissionsView', 'projectConfig'],
}: {
  children: ReactNode;
  at?: string;
  held?: readonly PermissionName[];
}) {
  return (
    <InTestShell at={at} session={testSession({ held: permissionIds(held), projects })}>
      <ScreensContext value={screens}>
        <UnderTitleBar at={at}>{children}</UnderTitleBar>
      </ScreensContext>
    </InTestShell>
  );
}

function UnderTitleBar({ at, children }: { at: string; children: ReactNode }) {
  // What asks before a page is left compares with the window's address, which a router in memory does not set.
  useState(() => window.history.replaceState(null, '', at));
  const [actions, setActions] = useState<HTMLElement | null>(null);
  return (
    <>
      <div ref={setActions} />
      <TitleBarContext value={{ title: null, subtitle: null, actions }}>{children}</TitleBarContext>
    </>
  );
}

export const testRole = (RoleId: number, RoleName: string, changes: Partial<RoleRow> = {}): RoleRow => ({
  RoleId,
  RoleName,
  RoleType: 'company',
  IsDefault: false,
  IsAdministrator: false,
  UserCount: 0,
  CanGive: true,
  CanGiveSomewhere: true,
  StorageSpaceExtendList: [],
  ...changes,
});

export const testRoles: RoleRow[] = [
  testRole(10, 'Administrator', { IsAdministrator: true, UserCount: 1 }),
  testRole(11, 'Staff', { IsDefault: true, UserCount: 4 }),
  testRole(12, 'Dispatcher', { UserCount: 3 }),
  testRole(20, 'Viewer', { RoleType: 'project', IsDefault: true, UserCount: 5 }),
  testRole(21, 'Engineer', { RoleType: 'project', UserCount: 2 }),
];

export const testMember = (UserId: number, RealName: string, changes: Partial<MemberRow> = {}): MemberRow => ({
  UserId,
  Account: `account${UserId}`,
  RealName,
  Nickname: '',
  Avatar: '',
  Mobile: `1380000000${UserId}`,
  Email: '',
  Depart: 'Cold chain',
  External: false,
  OwnAccount: true,
  ActiveStatus: true,
  JoinEPOCH: Date.UTC(2026, 10, 1),
  CompanyRoleList: [{ UserRoleId: UserId * 10, RoleId: 11, RoleName: 'Staff', SubareaId: -1, SubareaName: '' }],
  ProjectCount: 1,
  ProjectRoleList: [
    { UserRoleId: UserId * 10 + 1, RoleId: 20, RoleName: 'Viewer', SubareaId: 1, SubareaName: 'Pudong store' },
  ],
  DataAccess: null,
  LimitedCount: 0,
  ...changes,
});

/** What every screen of this folder asks besides its own list. */
export const aroundLists: FakeCalls = {
  getCompanyRoleList: () => ({ RoleList: testRoles, Tree: [] }),
  getAllSubareaTree: () => [],
  getUserOwnSubareaTree: () =>
    projects.map(({ ProjectId, ProjectName }) => ({
      SubareaId: ProjectId,
      SubareaName: ProjectName,
      parentId: null,
      Kind: 'project' as const,
      State: 'valid' as const,
      Children: [],
    })),
  getTableField: ({ query }) => ({ ForeignId: 0, TableType: query.type ?? '', Field: null }),
};
