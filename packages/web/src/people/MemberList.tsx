import { DownOutlined } from '@ant-design/icons';
import type { MemberRow, RoleRow } from '@watchpost/contract';
import { Button, Dropdown } from 'antd';
import { useSearchParams } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { PageTitle } from '../ui/index.ts';
import { ListPage, useList } from '../ui/list/index.ts';
import './access.css';
import { EditMemberDialog } from './EditMemberDialog.tsx';
import { MemberDialogs } from './MemberDialogs.tsx';
import type { MemberDialog } from './memberDialogs.ts';
import { companyMembers, projectMembers } from './memberList.ts';
import { text } from './text.ts';
import { type MemberQuestion, useMemberRows } from './useMemberRows.tsx';
import { type Opened, useOpened } from './useOpened.ts';
import { usePlaces } from './usePlaces.tsx';
import { useRoles } from './useRoles.ts';

const names = (roles: readonly RoleRow[]) => roles.map(({ RoleId, RoleName }) => ({ value: RoleId, label: RoleName }));
const stateAsked = (state: 'active' | 'inactive' | undefined) =>
  state === undefined ? {} : { ActiveStatus: state === 'active' };

/** All members of the company, with the actions possible. */
export function CompanyMembers() {
  const t = useText(text);
  const list = useList(companyMembers);
  const places = usePlaces();
  const roles = useRoles();
  const opened = useOpened<MemberDialog>();
  const [, open] = useMemberInAddress();
  const { kind, who, place, companyRole, projectRole, state } = list.query.filters;
  const exportList = useListExport();
  const asked: MemberQuestion = {
    UserType: kind,
    SubareaId: place,
    UserNameOrMobile: who,
    CompanyRoleId: companyRole,
    ProjectRoleId: projectRole,
    ...stateAsked(state),
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
    pageIndex: list.query.page,
    pageSize: list.query.pageSize,
  };
  const rows = useMemberRows(null, asked, ({ UserId }) => open(UserId), opened.show);
  return (
    <Frame opened={opened} projectId={null}>
      <ListPage
        {...rows}
        list={list}
        onExport={() => exportList('members', { body: asked })}
        options={{ place: places, companyRole: names(roles.company), projectRole: names(roles.project) }}
        empty={{ title: t.none, hint: t.noneHint }}
      />
    </Frame>
  );
}

/** Members with a role in one project, with the actions possible there. */
export function ProjectMembers({ projectId }: { projectId: number }) {
  const t = useText(text);
  const list = useList(projectMembers);
  const roles = useRoles();
  const opened = useOpened<MemberDialog>();
  const [, open] = useMemberInAddress();
  const { who, companyRole, projectRole, state } = list.query.filters;
  const exportList = useListExport();
  const asked: MemberQuestion = {
    SubareaId: projectId,
    UserNameOrMobile: who,
    CompanyRoleId: companyRole,
    ProjectRoleId: projectRole,
    ...stateAsked(state),
    SortType: list.query.sort,
    IsAsc: list.query.ascending,
    pageIndex: list.query.page,
    pageSize: list.query.pageSize,
  };
  const rows = useMemberRows(projectId, asked, ({ UserId }) => open(UserId), opened.show);
  return (
    <Frame opened={opened} projectId={projectId}>
      <ListPage
        {...rows}
        list={list}
        onExport={() => exportList('members', { body: asked })}
        options={{ companyRole: names(roles.company), projectRole: names(roles.project) }}
        empty={{ title: t.noneInProject, hint: t.noneInProjectHint }}
      />
    </Frame>
  );
}

/** The buttons above a member list and the dialogs over it. */
function Frame({
  opened,
  projectId,
  children,
}: {
  opened: Opened<MemberDialog>;
  projectId: number | null;
  children: React.ReactNode;
}) {
  const t = useText(text);
  const mayEditAll = useMay('membersEdit');
  const mayConfigure = useMay('projectConfig');
  const [memberId, open] = useMemberInAddress();
  return (
    <>
      {mayEditAll || (projectId !== null && mayConfigure) ? (
        <PageTitle
          actions={
            <>
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    ...(projectId === null ? [] : [{ key: 'add', label: t.addNewToProject }]),
                    { key: 'import', label: t.import },
                    { key: 'invitations', label: t.invitations },
                  ],
                  onClick: ({ key }) => opened.show({ kind: key as 'add' | 'import' | 'invitations' }),
                }}
              >
                <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
                  {t.more}
                </Button>
              </Dropdown>
              <Button onClick={() => opened.show({ kind: 'invite' })}>{t.invite}</Button>
              <Button
                type="primary"
                onClick={() => opened.show({ kind: projectId === null ? 'add' : 'addFromCompany' })}
              >
                {projectId === null ? t.add : t.addToProject}
              </Button>
            </>
          }
        />
      ) : null}
      {children}
      <MemberDialogs opened={opened} projectId={projectId} />
      <EditMemberDialog memberId={memberId} projectId={projectId} onClose={() => open(null)} />
    </>
  );
}

/** The address names the member whose details are open, so that a link opens them. */
function useMemberInAddress(): [number | null, (userId: MemberRow['UserId'] | null) => void] {
  const [params, setParams] = useSearchParams();
  const named = params.get('member');
  const userId = named && /^[1-9]\d{0,8}$/.test(named) ? Number(named) : null;
  const open = (next: number | null) =>
    setParams(
      (before) => {
        if (next === null) before.delete('member');
        else before.set('member', String(next));
        return before;
      },
      { replace: true },
    );
  return [userId, open];
}
