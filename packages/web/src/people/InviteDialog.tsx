import { useQueryClient } from '@tanstack/react-query';
import { type AllCalls, type CallData, invitingCalls } from '@watchpost/contract';
import { Button, Input, type InputRef, Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import './InviteDialog.css';
import { inviteText } from './inviteText.ts';
import { accessTo, ProjectAccessField } from './ProjectAccessField.tsx';
import { ProjectRolesField, RolesInProjectField } from './ProjectRolesField.tsx';
import { RolesLoading } from './RolesLoading.tsx';
import { refreshMembers } from './refreshMembers.ts';
import { text } from './text.ts';
import { beyondHint, defaultRoleOf, roleOptions, useRoles } from './useRoles.ts';

type Made = CallData<AllCalls['addInvitation']>;

/**
 * Makes a link that lets one person in within 24 hours, and shows it once.
 *
 * @param projectId into this project; null: into the company, with roles in any of its projects
 * @param deviceIds devices of the project that are proposed: the invited person will see these only
 * @param onInvitations absent: the list of invitations is not at hand
 */
export function InviteDialog({
  projectId,
  deviceIds = [],
  onClose,
  onInvitations,
}: {
  projectId: number | null;
  deviceIds?: readonly number[];
  onClose: () => void;
  onInvitations?: (() => void) | undefined;
}) {
  const t = useText(inviteText);
  const roles = useRoles(projectId);
  const [made, setMade] = useState<Made | null>(null);
  if (!roles.loaded) return <RolesLoading title={t.title} error={roles.error} onClose={onClose} />;
  return made ? (
    <Link made={made} onClose={onClose} onAnother={() => setMade(null)} onInvitations={onInvitations} />
  ) : (
    <Invite projectId={projectId} deviceIds={deviceIds} onClose={onClose} onMade={setMade} />
  );
}

function Invite({
  projectId,
  deviceIds,
  onClose,
  onMade,
}: {
  projectId: number | null;
  deviceIds: readonly number[];
  onClose: () => void;
  onMade: (made: Made) => void;
}) {
  const t = useText(inviteText);
  const words = useText(text);
  const queryClient = useQueryClient();
  const { projects } = useSession();
  const mayEditAll = useMay('membersEdit');
  const roles = useRoles(projectId);
  const add = useCallMutation('addInvitation', { onSettled: () => void refreshMembers(queryClient) });
  const projectRole = defaultRoleOf(roles.project);
  const form = useSchemaForm(invitingCalls.addInvitation.body, {
    initial: {
      CompanyRoleId: mayEditAll ? defaultRoleOf(roles.company) : undefined,
      ProjectRoleList:
        projectId !== null && projectRole !== undefined ? [{ SubareaId: projectId, RoleId: projectRole }] : [],
      DataAccessList: projectId !== null && deviceIds.length > 0 ? [accessTo(projectId, deviceIds)] : [],
      Note: '',
    },
    save: async (body) => onMade(await add.mutateAsync({ body })),
  });
  const project = projects.find(({ ProjectId }) => ProjectId === projectId)?.ProjectName ?? '';
  return (
    <FormDialog
      form={form}
      title={projectId === null ? t.title : t.titleOfProject(project)}
      submitText={t.make}
      width={640}
      onClose={onClose}
    >
      <p className="access-hint">{t.hint}</p>
      {mayEditAll ? (
        <form.Field name="CompanyRoleId" label={t.companyRole} extra={beyondHint(roles.company, words.greyRoles)}>
          <Select options={roleOptions(roles.company)} />
        </form.Field>
      ) : null}
      <form.Field name="ProjectRoleList" label={t.projectRoles} extra={beyondHint(roles.project, words.greyRoles)}>
        {projectId === null ? (
          <ProjectRolesField roles={roles.project} />
        ) : (
          <RolesInProjectField roles={roles.project} projectId={projectId} />
        )}
      </form.Field>
      {projectId === null ? null : (
        <form.Field name="DataAccessList" label={t.sees}>
          <ProjectAccessField projectId={projectId} />
        </form.Field>
      )}
      <form.Field name="Note" label={t.note} tooltip={t.noteHint}>
        <Input.TextArea rows={2} maxLength={200} showCount />
      </form.Field>
    </FormDialog>
  );
}

function Link({
  made,
  onClose,
  onAnother,
  onInvitations,
}: {
  made: Made;
  onClose: () => void;
  onAnother: () => void;
  onInvitations: (() => void) | undefined;
}) {
  const t = useText(inviteText);
  const dates = useDates();
  const notify = useNotify();
  const field = useRef<InputRef>(null);
  const link = `${window.location.origin}/invite?code=${encodeURIComponent(made.InvitationCode)}`;
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      notify.success(t.copied);
    } catch {
      // Without HTTPS browsers have no clipboard; the text is selected, so Ctrl C does it.
      notify.info(t.copyFailed);
    }
  };
  return (
    <Modal
      open
      title={t.made}
      width={560}
      onCancel={onClose}
      footer={
        <div className="access-footer">
          {onInvitations ? (
            <Button type="link" onClick={onInvitations}>
              {t.invitations}
            </Button>
          ) : null}
          <span className="access-footer-push" />
          <Button onClick={onAnother}>{t.another}</Button>
          <Button onClick={onClose}>{t.close}</Button>
        </div>
      }
    >
      <p>{t.onlyNow}</p>
      <div className="invite-link">
        <Input ref={field} readOnly value={link} aria-label={t.link} onFocus={({ target }) => target.select()} />
        <Button type="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
      <p className="access-hint">{t.until(dates.dateTime(made.ExpireEPOCH))}</p>
    </Modal>
  );
}
