import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import type { RoleRow } from '@watchpost/contract';
import { Button, Dropdown } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { permissionText } from './permissionText.ts';
import { type RoleDialog, RoleDialogs } from './RoleDialogs.tsx';
import { RoleMarks } from './RoleMarks.tsx';
import { refreshMembers } from './refreshMembers.ts';
import { useOpened } from './useOpened.ts';

/** The company's roles by type, with what can be done with each. */
export function RoleList({
  roles,
  chosen,
  mayEdit,
  onChoose,
}: {
  roles: readonly RoleRow[];
  chosen: RoleRow | null;
  mayEdit: boolean;
  onChoose: (roleId: number) => Promise<void>;
}) {
  const t = useText(permissionText);
  const opened = useOpened<RoleDialog>();
  const part = (type: RoleRow['RoleType'], title: string, add: string) => (
    <section className="role-part" aria-label={title}>
      <div className="role-part-head">
        <h2>{title}</h2>
        {mayEdit ? (
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined aria-hidden />}
            aria-label={add}
            title={add}
            onClick={() => opened.show({ kind: 'add', type })}
          />
        ) : null}
      </div>
      <ul>
        {roles
          .filter(({ RoleType }) => RoleType === type)
          .map((role) => (
            <li key={role.RoleId} className={role === chosen ? 'role role-chosen' : 'role'}>
              <button
                type="button"
                className="role-choose"
                aria-current={role === chosen}
                onClick={() => void onChoose(role.RoleId)}
              >
                <span className="role-name">
                  <span>{role.RoleName}</span> <RoleMarks role={role} />
                </span>
                <small className="role-count tabular">{t.holders(role.UserCount)}</small>
              </button>
              {mayEdit ? <RoleMenu role={role} show={opened.show} /> : null}
            </li>
          ))}
      </ul>
    </section>
  );
  return (
    <nav className="roles" aria-label={t.roles}>
      {part('company', t.companyRoles, t.addCompanyRole)}
      {part('project', t.projectRoles, t.addProjectRole)}
      <RoleDialogs opened={opened} roles={roles} onChoose={onChoose} />
    </nav>
  );
}

function RoleMenu({ role, show }: { role: RoleRow; show: (dialog: RoleDialog) => void }) {
  const t = useText(permissionText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const setDefault = useCallMutation('setDefaultRole', {
    onSuccess: () => notify.success(t.defaultSet(role.RoleName)),
    onError: notify.failure,
    onSettled: () => void refreshMembers(queryClient),
  });
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'rename', label: t.rename, disabled: !role.CanGive },
          { key: 'default', label: t.setDefault, disabled: role.IsDefault || role.IsAdministrator || !role.CanGive },
          {
            key: 'delete',
            label: t.delete,
            danger: true,
            disabled: role.IsDefault || role.IsAdministrator || !role.CanGive,
          },
        ],
        onClick: ({ key }) => {
          if (key === 'default') setDefault.mutate({ body: { RoleId: role.RoleId } });
          else show({ kind: key as 'rename' | 'delete', role });
        },
      }}
    >
      <Button size="small" type="text" icon={<MoreOutlined />} aria-label={t.actionsOf(role.RoleName)} />
    </Dropdown>
  );
}
