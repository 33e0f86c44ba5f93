import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { RolesLoading } from './RolesLoading.tsx';
import { callsAboutMembers } from './refreshMembers.ts';
import { text } from './text.ts';
import { beyondHint, defaultRoleOf, roleOptions, useRoles } from './useRoles.ts';

const whoAndAs = z.object({ UserIdList: z.array(z.number().int()).min(1).max(1_000), RoleId: z.number().int() });

/** Gives members of the company a role in the current project. */
export function AddFromCompanyDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const t = useText(text);
  const roles = useRoles(projectId);
  if (!roles.loaded) return <RolesLoading title={t.addToProject} error={roles.error} onClose={onClose} />;
  return <AddFromCompany projectId={projectId} onClose={onClose} />;
}

function AddFromCompany({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const t = useText(text);
  const { projects } = useSession();
  const roles = useRoles(projectId);
  const [typed, setTyped] = useState('');
  const mobileOrName = useDeferredValue(typed.trim());
  const people = useCall(
    'getCompanyUserDropdown',
    { query: { notInSubareaId: projectId, ...(mobileOrName === '' ? {} : { mobileOrName }) } },
    { scope: 'company', placeholderData: keepPreviousData },
  );
  const save = useSave(callsAboutMembers, onClose);
  const form = useSchemaForm(whoAndAs, {
    initial: { UserIdList: [], RoleId: defaultRoleOf(roles.project) },
    save: async ({ UserIdList, RoleId }) => {
      const UserRoleSubareaIds = UserIdList.map((UserId) => ({ UserId, SubareaId: projectId }));
      await save('relationUserRoleSubarea', { body: { RoleId, UserRoleSubareaIds } }, ({ AddedCount }) =>
        t.addedCount(AddedCount),
      );
    },
  });
  const project = projects.find(({ ProjectId }) => ProjectId === projectId)?.ProjectName ?? '';
  return (
    <FormDialog form={form} title={t.addTo(project)} submitText={t.addToProject} onClose={onClose}>
      <form.Field
        name="UserIdList"
        label={t.membersOfCompany}
        extra={people.data?.length === 0 && mobileOrName === '' ? t.everybodyIsIn : undefined}
      >
        <Select
          mode="multiple"
          placeholder={t.search}
          loading={people.isFetching}
          notFoundContent={t.nobodyFound}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          options={(people.data ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }))}
        />
      </form.Field>
      <form.Field name="RoleId" label={t.projectRole} extra={beyondHint(roles.project, t.greyRoles)}>
        <Select options={roleOptions(roles.project)} />
      </form.Field>
    </FormDialog>
  );
}
