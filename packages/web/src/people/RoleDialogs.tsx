import { useQueryClient } from '@tanstack/react-query';
import { type RoleRow, roleCalls } from '@watchpost/contract';
import { Button, Input, Modal, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { Refused, useNotify, useSave } from '../ui/index.ts';
import { permissionText } from './permissionText.ts';
import { callsAboutMembers, refreshMembers } from './refreshMembers.ts';
import type { DialogProps, Opened } from './useOpened.ts';

export type RoleDialog =
  | { readonly kind: 'add'; readonly type: RoleRow['RoleType'] }
  | { readonly kind: 'rename' | 'delete'; readonly role: RoleRow };

export function RoleDialogs({
  opened,
  roles,
  onChoose,
}: {
  opened: Opened<RoleDialog>;
  roles: readonly RoleRow[];
  onChoose: (roleId: number) => Promise<void>;
}) {
  const about = opened.value;
  switch (about?.kind) {
    case 'add':
      return <AddRole type={about.type} roles={roles} onClose={opened.hide} onAdded={onChoose} />;
    case 'rename':
      return <RenameRole role={about.role} onClose={opened.hide} />;
    case 'delete':
      return <DeleteRole role={about.role} roles={roles} {...opened.dialog} />;
    default:
      return null;
  }
}

function AddRole({
  type,
  roles,
  onClose,
  onAdded,
}: {
  type: RoleRow['RoleType'];
  roles: readonly RoleRow[];
  onClose: () => void;
  onAdded: (roleId: number) => Promise<void>;
}) {
  const t = useText(permissionText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const add = useCallMutation('addRole');
  const form = useSchemaForm(roleCalls.addRole.body, {
    initial: { RoleName: '', RoleType: type },
    save: async (body) => {
      const { RoleId } = await add.mutateAsync({ body });
      await refreshMembers(queryClient);
      notify.success(t.roleAdded(body.RoleName));
      onClose();
      await onAdded(RoleId);
    },
  });
  // The administrator's role holds what may not be given on by copying.
  const copied = roles.filter(
    ({ RoleType, IsAdministrator, CanGive }) => RoleType === type && !IsAdministrator && CanGive,
  );
  return (
    <FormDialog
      form={form}
      title={type === 'company' ? t.addCompanyRole : t.addProjectRole}
      submitText={t.addRole}
      width={440}
      onClose={onClose}
    >
      <form.Field name="RoleName" label={t.roleName} extra={t.roleNameHint}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="CopyRoleId" label={t.copyOf}>
        <Select
          allowClear
          placeholder={t.empty}
          options={copied.map(({ RoleId, RoleName }) => ({ value: RoleId, label: RoleName }))}
        />
      </form.Field>
    </FormDialog>
  );
}

function RenameRole({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const t = useText(permissionText);
  const save = useSave(callsAboutMembers, onClose);
  const form = useSchemaForm(roleCalls.updateRole.body, {
    initial: { RoleId: role.RoleId, RoleName: role.RoleName },
    save: (body) => save('updateRole', { body }, t.renamed),
  });
  return (
    <FormDialog form={form} title={t.renameRole(role.RoleName)} width={440} onClose={onClose}>
      <form.Field name="RoleName" label={t.roleName} extra={t.roleNameHint}>
        <Input maxLength={50} />
      </form.Field>
    </FormDialog>
  );
}

function DeleteRole({
  role,
  roles,
  open,
  onClose,
  onClosed,
}: DialogProps & { role: RoleRow; roles: readonly RoleRow[] }) {
  const t = useText(permissionText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const remove = useCallMutation('deleteRole', {
    onSuccess: ({ MovedCount }) => {
      notify.success(t.deleted(MovedCount));
      onClose();
    },
    onSettled: () => void refreshMembers(queryClient),
  });
  const heir = roles.find(({ RoleType, IsDefault }) => RoleType === role.RoleType && IsDefault);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      width={440}
      title={t.deleteTitle(role.RoleName)}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            type="primary"
            danger
            loading={remove.isPending}
            onClick={() => remove.mutate({ query: { roleId: role.RoleId } })}
          >
            {t.delete}
          </Button>
        </>
      }
    >
      <Refused error={remove.error} />
      <p>{role.UserCount === 0 ? t.deleteNobody : t.deleteMoves(role.UserCount, heir?.RoleName ?? '')}</p>
    </Modal>
  );
}
