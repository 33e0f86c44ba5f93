import { type AllCalls, type CallData, memberCalls } from '@watchpost/contract';
import { Button, Input, Modal, Select } from 'antd';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useSave } from '../ui/index.ts';
import './EditMemberDialog.css';
import { memberName } from './memberName.ts';
import { ProjectRolesField, RolesInProjectField } from './ProjectRolesField.tsx';
import { RoleTags } from './RoleTags.tsx';
import { callsAboutMembers } from './refreshMembers.ts';
import { text } from './text.ts';
import { beyondHint, roleOptions, useRoles } from './useRoles.ts';

type Detail = CallData<AllCalls['getUserRoleSubarea']>;

/**
 * One member's name and roles: to change or, without the right to change them, to read.
 *
 * @param memberId null: closed
 * @param projectId only the roles in this project; null: all roles
 */
export function EditMemberDialog({
  memberId,
  projectId,
  onClose,
}: {
  memberId: number | null;
  projectId: number | null;
  onClose: () => void;
}) {
  const t = useText(text);
  const mayEditAll = useMay('membersEdit');
  const mayConfigure = useMay('projectConfig');
  const roles = useRoles(projectId);
  const detail = useCall(
    'getUserRoleSubarea',
    memberId === null ? null : { query: { userId: memberId, ...(projectId === null ? {} : { subareaId: projectId }) } },
    {
      scope: 'company',
      staleTime: 0,
      gcTime: 0,
    },
  );
  if (memberId === null) return null;
  const member = detail.data;
  const failure = detail.error ?? roles.error;
  if (!member || !roles.loaded) {
    return (
      <Modal open title={t.details} footer={null} width={640} onCancel={onClose}>
        {failure ? <ErrorState error={failure} onRetry={() => void detail.refetch()} /> : <ListSkeleton rows={5} />}
      </Modal>
    );
  }
  return member.MayChange ? (
    <EditMember key={memberId} member={member} projectId={projectId} onClose={onClose} />
  ) : (
    <MemberDetails member={member} mayNot={mayEditAll || (projectId !== null && mayConfigure)} onClose={onClose} />
  );
}

function EditMember({ member, projectId, onClose }: { member: Detail; projectId: number | null; onClose: () => void }) {
  const t = useText(text);
  const roles = useRoles(projectId);
  const save = useSave(callsAboutMembers, onClose);
  const initial = useMemo(() => {
    const projectRoles = member.ProjectRoleList.map(({ SubareaId, RoleId }) => ({ SubareaId, RoleId }));
    const what = { UserId: member.UserId };
    if (projectId !== null) {
      const ProjectRoleList = projectRoles.filter(({ SubareaId }) => SubareaId === projectId);
      return { ...what, SubareaId: projectId, ProjectRoleList };
    }
    return {
      ...what,
      RealName: member.RealName,
      Depart: member.Depart,
      ...(member.MayEditAccount ? { Mobile: member.Mobile || undefined, Email: member.Email } : {}),
      CompanyRoleIdList: member.CompanyRoleList.map(({ RoleId }) => RoleId),
      ProjectRoleList: projectRoles,
    };
  }, [member, projectId]);
  const form = useSchemaForm(projectId === null ? wholeMember : memberCalls.updateUserRoleSubarea.body, {
    initial,
    edits: ['UserId', 'SubareaId'],
    save: async ({ CompanyRoleIdList, ProjectRoleList, ...body }, { inList }) => {
      const company = inList('CompanyRoleIdList');
      const projects = inList('ProjectRoleList');
      await save(
        'updateUserRoleSubarea',
        {
          body: {
            ...body,
            ...(CompanyRoleIdList && { AddCompanyRoleIdList: company.added, RemoveCompanyRoleIdList: company.removed }),
            ...(ProjectRoleList && { AddProjectRoleList: projects.added, RemoveProjectRoleList: projects.removed }),
          },
        },
        t.saved,
      );
    },
  });
  const names = useMemo(
    () => new Map(member.ProjectRoleList.map(({ SubareaId, SubareaName }) => [SubareaId, SubareaName])),
    [member],
  );
  return (
    <FormDialog form={form} title={t.editOf(memberName(member))} width={640} onClose={onClose}>
      {projectId === null ? (
        <>
          <div className="access-two">
            <form.Field name="RealName" label={t.realName} tooltip={t.realNameHint} required>
              <Input maxLength={50} />
            </form.Field>
            <form.Field name="Depart" label={t.department}>
              <Input maxLength={50} />
            </form.Field>
            {member.MayEditAccount ? (
              <>
                <form.Field name="Mobile" label={t.phone}>
                  <Input />
                </form.Field>
                <form.Field name="Email" label={t.email}>
                  <Input />
                </form.Field>
              </>
            ) : null}
          </div>
          {member.MayEditAccount ? null : <Facts member={member} why={t.notOurs} />}
          <form.Field name="CompanyRoleIdList" label={t.companyRole} extra={beyondHint(roles.company, t.greyRoles)}>
            <Select mode="multiple" placeholder={t.noCompanyRole} options={roleOptions(roles.company)} />
          </form.Field>
          <form.Field name="ProjectRoleList" label={t.rolesByProject}>
            <ProjectRolesField roles={roles.project} names={names} />
          </form.Field>
        </>
      ) : (
        <>
          <Facts member={member} />
          <form.Field
            name="ProjectRoleList"
            label={t.rolesInThisProject}
            extra={beyondHint(roles.project, t.greyRoles)}
          >
            <RolesInProjectField roles={roles.project} projectId={projectId} />
          </form.Field>
        </>
      )}
    </FormDialog>
  );
}

/** In the company's list a member has a name. */
const wholeMember = memberCalls.updateUserRoleSubarea.body;

function Facts({ member, why }: { member: Detail; why?: string }) {
  const t = useText(text);
  return (
    <>
      <dl className="member-facts">
        <Fact name={t.account} value={member.Account} />
        <Fact name={t.phone} value={member.Mobile} />
        <Fact name={t.email} value={member.Email} />
      </dl>
      {why ? <p className="access-hint member-why">{why}</p> : null}
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value || dash}</dd>
  </div>
);

function MemberDetails({ member, mayNot, onClose }: { member: Detail; mayNot: boolean; onClose: () => void }) {
  const t = useText(text);
  const dates = useDates();
  return (
    <Modal
      open
      width={640}
      title={memberName(member)}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      {mayNot ? <p className="access-hint">{t.aboveYou}</p> : null}
      <dl className="member-facts">
        <Fact name={t.account} value={member.Account} />
        <Fact name={t.nickname} value={member.Nickname} />
        <Fact name={t.phone} value={member.Mobile} />
        <Fact name={t.email} value={member.Email} />
        <Fact name={t.department} value={member.Depart} />
        <Fact name={t.joined} value={dates.dateTime(member.JoinEPOCH)} />
        <Fact name={t.state} value={member.ActiveStatus ? t.active : t.inactive} />
        <Fact name={t.companyRole} value={<RoleTags roles={member.CompanyRoleList} />} />
      </dl>
      <h2 className="member-heading">{t.rolesByProject}</h2>
      {member.ProjectRoleList.length === 0 ? (
        <p className="access-hint">{t.noProjects}</p>
      ) : (
        <ul className="member-projects">
          {member.ProjectRoleList.map(({ UserRoleId, SubareaName, RoleName }) => (
            <li key={UserRoleId}>
              <span>{SubareaName}</span>
              <span className="access-tag">{RoleName}</span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
