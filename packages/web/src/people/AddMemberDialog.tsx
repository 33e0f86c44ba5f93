import { memberCalls } from '@watchpost/contract';
import { Button, Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import './access.css';
import { ProjectRolesField, RolesInProjectField } from './ProjectRolesField.tsx';
import { RolesLoading } from './RolesLoading.tsx';
import { callsAboutMembers } from './refreshMembers.ts';
import { text } from './text.ts';
import { UserFinder } from './UserFinder.tsx';
import { beyondHint, defaultRoleOf, roleOptions, useRoles } from './useRoles.ts';

const newAccount = memberCalls.addUserRoleSubarea.body;
/** Somebody has to be found first. */
const needFound: z.core.CheckFn<{ UserId?: number | undefined }> = ({ value, issues }) => {
  if (value.UserId === undefined) {
    issues.push({ code: 'invalid_type', expected: 'number', input: undefined, path: ['UserId'] });
  }
};
const existingAccount = newAccount.check(needFound) as typeof newAccount;

/**
 * Adds a member: with a new account that the company makes, or with the account the person has.
 *
 * @param projectId into this project; null: into the company, with roles in any of its projects
 */
export function AddMemberDialog({
  projectId,
  onClose,
  onInvite,
}: {
  projectId: number | null;
  onClose: () => void;
  onInvite: () => void;
}) {
  const t = useText(text);
  const roles = useRoles(projectId);
  // The form begins with the default roles, so it waits for them.
  if (!roles.loaded) return <RolesLoading title={t.add} error={roles.error} onClose={onClose} />;
  return <AddMember projectId={projectId} onClose={onClose} onInvite={onInvite} />;
}

function AddMember({
  projectId,
  onClose,
  onInvite,
}: {
  projectId: number | null;
  onClose: () => void;
  onInvite: () => void;
}) {
  const t = useText(text);
  const mayEditAll = useMay('membersEdit');
  const roles = useRoles(projectId);
  const [way, setWay] = useState<'new' | 'existing'>('new');
  const save = useSave(callsAboutMembers, onClose);
  const projectRole = defaultRoleOf(roles.project);
  const form = useSchemaForm(way === 'new' ? newAccount : existingAccount, {
    initial: {
      CompanyRoleId: mayEditAll ? defaultRoleOf(roles.company) : undefined,
      ProjectRoleList:
        projectId !== null && projectRole !== undefined ? [{ SubareaId: projectId, RoleId: projectRole }] : [],
    },
    save: (body) => save('addUserRoleSubarea', { body }, t.added(body.RealName ?? '')),
  });
  return (
    <FormDialog
      form={form}
      title={projectId === null ? t.add : t.addNewToProject}
      submitText={t.add}
      width={640}
      onClose={onClose}
    >
      <Form.Item>
        <Segmented<'new' | 'existing'>
          block
          aria-label={t.howToAdd}
          value={way}
          onChange={(next) => {
            setWay(next);
            form.antd.setFieldsValue({ UserId: undefined, Mobile: undefined });
          }}
          options={[
            { value: 'new', label: t.newAccount },
            { value: 'existing', label: t.existingAccount },
          ]}
        />
        <p className="access-hint">{way === 'new' ? t.newAccountHint : t.existingHint}</p>
      </Form.Item>
      {way === 'new' ? (
        <div className="access-two">
          <form.Field name="RealName" label={t.realName} tooltip={t.realNameHint} required>
            <Input maxLength={50} autoComplete="off" />
          </form.Field>
          <form.Field name="UserName" label={t.account} required>
            <Input maxLength={16} autoComplete="off" />
          </form.Field>
          <form.Field name="Mobile" label={t.phone}>
            <Input autoComplete="off" />
          </form.Field>
          <form.Field name="Pwd" label={t.password} tooltip={t.passwordOptional} extra={t.passwordHint}>
            <Input.Password maxLength={16} autoComplete="new-password" />
          </form.Field>
          <form.Field name="Email" label={t.email}>
            <Input autoComplete="off" />
          </form.Field>
          <form.Field name="Depart" label={t.department}>
            <Input maxLength={50} />
          </form.Field>
        </div>
      ) : (
        <>
          <form.Field name="UserId" label={t.existingAccount} required>
            <UserFinder
              inProject={projectId !== null}
              onMobile={(mobile) => form.antd.setFieldValue('Mobile', mobile)}
              nobody={
                <Button type="link" onClick={onInvite}>
                  {t.inviteInstead}
                </Button>
              }
            />
          </form.Field>
          <div className="access-two">
            <form.Field name="RealName" label={t.realName} tooltip={t.realNameHint}>
              <Input maxLength={50} autoComplete="off" />
            </form.Field>
            <form.Field name="Depart" label={t.department}>
              <Input maxLength={50} />
            </form.Field>
          </div>
        </>
      )}
      {mayEditAll ? (
        <form.Field name="CompanyRoleId" label={t.companyRole} extra={beyondHint(roles.company, t.greyRoles)}>
          <Select options={roleOptions(roles.company)} />
        </form.Field>
      ) : null}
      {projectId === null ? (
        <form.Field name="ProjectRoleList" label={t.rolesByProject}>
          <ProjectRolesField roles={roles.project} />
        </form.Field>
      ) : (
        <form.Field name="ProjectRoleList" label={t.projectRole} extra={beyondHint(roles.project, t.greyRoles)}>
          <RolesInProjectField roles={roles.project} projectId={projectId} />
        </form.Field>
      )}
    </FormDialog>
  );
}
