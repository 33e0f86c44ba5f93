import { useQueryClient } from '@tanstack/react-query';
import { companyWide, type MemberRow } from '@watchpost/contract';
import { Form, Segmented, Select } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { refreshMembers } from './refreshMembers.ts';
import { text } from './text.ts';
import { roleOptions, useRoles } from './useRoles.ts';

/** The call takes so many pairs of member and project at once. */
const maxPairs = 1_000;
const companyRole = z.object({ RoleId: z.number().int(), Projects: z.array(z.number().int()) });
const projectRole = companyRole.extend({ Projects: z.array(z.number().int()).min(1) });

/** Gives several members one role more: in the company, or in some projects. */
export function GiveRoleDialog({
  members,
  onDone,
  onClose,
}: {
  members: readonly MemberRow[];
  onDone?: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { projects } = useSession();
  const roles = useRoles();
  const [kind, setKind] = useState<'company' | 'project'>('project');
  const give = useCallMutation('relationUserRoleSubarea', { onSettled: () => void refreshMembers(queryClient) });
  const form = useSchemaForm(kind === 'project' ? projectRole : companyRole, {
    initial: { Projects: [] },
    save: async ({ RoleId, Projects }) => {
      const places = kind === 'project' ? Projects : [companyWide];
      const pairs = members.flatMap(({ UserId }) => places.map((SubareaId) => ({ UserId, SubareaId })));
      let given = 0;
      for (let from = 0; from < pairs.length; from += maxPairs) {
        const UserRoleSubareaIds = pairs.slice(from, from + maxPairs);
        given += (await give.mutateAsync({ body: { RoleId, UserRoleSubareaIds } })).AddedCount;
      }
      notify.success(t.givenCount(given));
      onDone?.();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t.giveRoleTo(members.length)} submitText={t.giveRole} onClose={onClose}>
      <Form.Item>
        <Segmented<'company' | 'project'>
          block
          aria-label={t.kindOfRole}
          value={kind}
          onChange={(next) => {
            setKind(next);
            form.antd.setFieldsValue({ RoleId: undefined });
          }}
          options={[
            { value: 'project', label: t.projectRole },
            { value: 'company', label: t.companyRole },
          ]}
        />
      </Form.Item>
      <form.Field name="RoleId" label={t.role}>
        <Select placeholder={t.chooseRole} options={roleOptions(kind === 'project' ? roles.project : roles.company)} />
      </form.Field>
      {kind === 'project' ? (
        <form.Field name="Projects" label={t.projects}>
          <Select
            mode="multiple"
            placeholder={t.chooseProjects}
            showSearch={{ optionFilterProp: 'label' }}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
          />
        </form.Field>
      ) : null}
      <p className="access-hint">{t.giveRoleHint}</p>
    </FormDialog>
  );
}
