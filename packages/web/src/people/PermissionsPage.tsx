import { Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useAskToLeave } from '../ui/form/useLeaveGuard.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import './access.css';
import './PermissionsPage.css';
import { permissionText } from './permissionText.ts';
import { RoleHolders } from './RoleHolders.tsx';
import { RoleList } from './RoleList.tsx';
import { RoleMarks } from './RoleMarks.tsx';
import { RolePermissions } from './RolePermissions.tsx';

/** Roles at the left; what the chosen one may do and who holds it at the right. Spec §2, `/permissions`. */
export function PermissionsPage() {
  const t = useText(permissionText);
  const [params, setParams] = useSearchParams();
  const askToLeave = useAskToLeave();
  const mayEdit = useMay('permissionsEdit');
  const [dirty, setDirty] = useState(false);
  const list = useCall('getCompanyRoleList', { query: {} }, { scope: 'company' });
  const roles = list.data?.RoleList ?? [];
  const named = idInAddress(params, 'role');
  const role = roles.find(({ RoleId }) => RoleId === named) ?? roles[0] ?? null;
  const part = params.get('part') === 'holders' ? 'holders' : 'permissions';

  const go = async (next: Record<string, string>) => {
    if (dirty && !(await askToLeave())) return;
    setDirty(false);
    // Filters of the holders belong to the role they were made for.
    setParams(next, { replace: true });
  };

  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <ListSkeleton rows={8} />;
  return (
    <div className="permissions">
      <RoleList roles={roles} chosen={role} mayEdit={mayEdit} onChoose={(roleId) => go({ role: String(roleId) })} />
      {role === null ? (
        <EmptyState title={t.noRoles} />
      ) : (
        <section className="permissions-role" aria-labelledby="permissions-role">
          <h2 id="permissions-role">
            {role.RoleName} <RoleMarks role={role} />
          </h2>
          <Tabs
            aria-label={t.parts}
            activeKey={part}
            onChange={(key) => void go({ role: String(role.RoleId), ...(key === 'holders' ? { part: key } : {}) })}
            destroyOnHidden
            items={[
              {
                key: 'permissions',
                label: t.permissions,
                children: <RolePermissions key={role.RoleId} role={role} mayEdit={mayEdit} onDirty={setDirty} />,
              },
              {
                key: 'holders',
                label: (
                  <>
                    {t.whoHolds} <small className="tabular access-hint">{role.UserCount}</small>
                  </>
                ),
                children: <RoleHolders key={role.RoleId} role={role} />,
              },
            ]}
          />
        </section>
      )}
    </div>
  );
}
