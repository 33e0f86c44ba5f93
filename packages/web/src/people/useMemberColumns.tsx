import type { MemberRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import type { ListColumn } from '../ui/list/index.ts';
import { AlarmsSeen, DeviceRights } from './DataAccessCells.tsx';
import { rolesIn } from './memberList.ts';
import { memberName } from './memberName.ts';
import { ProjectRoles, RoleTags } from './RoleTags.tsx';
import { text } from './text.ts';
import { useRoles } from './useRoles.ts';

/** @param projectId null: of the company's list */
export function useMemberColumns(projectId: number | null): readonly ListColumn<MemberRow>[] {
  const t = useText(text);
  const dates = useDates();
  const { user } = useSession();
  const { company } = useRoles();
  return useMemo(() => {
    const administrators = new Set(
      company.filter(({ IsAdministrator }) => IsAdministrator).map(({ RoleId }) => RoleId),
    );
    const roles: ListColumn<MemberRow>[] = [
      {
        key: 'companyRole',
        title: t.companyRole,
        width: 164,
        render: (member) => <RoleTags roles={member.CompanyRoleList} />,
      },
      projectId === null
        ? {
            key: 'projects',
            title: t.projects,
            render: (member) => (
              <ProjectRoles
                roles={member.ProjectRoleList}
                count={member.ProjectCount}
                all={member.CompanyRoleList.some(({ RoleId }) => administrators.has(RoleId))}
              />
            ),
          }
        : {
            key: 'projectRole',
            title: t.projectRole,
            width: 180,
            render: (member) => <RoleTags roles={rolesIn(member, projectId)} />,
          },
    ];
    const limits: ListColumn<MemberRow>[] =
      projectId === null
        ? [
            {
              key: 'limits',
              title: t.limits,
              width: 150,
              usuallyHidden: true,
              render: ({ LimitedCount }) =>
                LimitedCount === 0 ? <span className="access-hint">{t.notLimited}</span> : t.limitedIn(LimitedCount),
            },
          ]
        : [
            {
              key: 'devices',
              title: t.devices,
              width: 160,
              render: (member) => <DeviceRights of={member.DataAccess} />,
            },
            {
              key: 'alarms',
              title: t.alarmLevels,
              width: 130,
              render: (member) => <AlarmsSeen of={member.DataAccess} />,
            },
          ];
    return [
      {
        key: 'name',
        title: t.name,
        width: 166,
        sort: 'name',
        always: true,
        render: (member) => (
          <span className="access-tags">
            <b className="access-name">{memberName(member)}</b>
            {member.UserId === user.UserId ? <span className="access-tag access-tag-accent">{t.you}</span> : null}
            {member.External ? <span className="access-tag access-tag-quiet">{t.external}</span> : null}
          </span>
        ),
      },
      {
        key: 'account',
        title: t.account,
        width: 120,
        sort: 'account',
        ellipsis: true,
        // In a project's list the rights matter more than the account.
        usuallyHidden: projectId !== null,
        render: ({ Account }) => Account,
      },
      {
        key: 'phone',
        title: t.phone,
        width: 128,
        render: ({ Mobile }) => <span className="tabular">{Mobile}</span>,
      },
      { key: 'email', title: t.email, width: 190, ellipsis: true, usuallyHidden: true, render: ({ Email }) => Email },
      { key: 'nickname', title: t.nickname, width: 120, usuallyHidden: true, render: ({ Nickname }) => Nickname },
      {
        key: 'department',
        title: t.department,
        width: 120,
        sort: 'department',
        ellipsis: true,
        usuallyHidden: projectId !== null,
        render: ({ Depart }) => Depart,
      },
      ...(projectId === null ? roles : [...roles].reverse()),
      ...limits,
      {
        key: 'joined',
        title: t.joined,
        width: 140,
        sort: 'joined',
        usuallyHidden: true,
        render: ({ JoinEPOCH }) => <span className="tabular">{dates.dateTime(JoinEPOCH)}</span>,
      },
      {
        key: 'state',
        title: t.state,
        width: 112,
        render: ({ ActiveStatus }) => (
          <span className={ActiveStatus ? 'access-state' : 'access-state access-state-inactive'}>
            {ActiveStatus ? t.active : t.inactive}
          </span>
        ),
      },
    ];
  }, [t, dates, user.UserId, projectId, company]);
}
