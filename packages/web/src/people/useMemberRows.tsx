import type { AllCalls, CallInput, MemberRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { type ListPageProps, type RowAction, whileWaiting } from '../ui/list/index.ts';
import type { MemberDialog } from './memberDialogs.ts';
import { memberName } from './memberName.ts';
import { text } from './text.ts';
import { useMemberColumns } from './useMemberColumns.tsx';

export type MemberQuestion = CallInput<AllCalls['getUserRoleSubareaList']>['body'];

type RowProps = Omit<ListPageProps<MemberRow, never, never>, 'list' | 'options' | 'onExport' | 'empty'>;

/** The rows of both member lists and their actions, for one row and for several. */
export function useMemberRows(
  projectId: number | null,
  asked: MemberQuestion,
  onOpen: (member: MemberRow) => void,
  show: (dialog: MemberDialog) => void,
): RowProps {
  const t = useText(text);
  const { user } = useSession();
  const mayEditAll = useMay('membersEdit');
  const mayEditProject = useMay('projectConfig') || mayEditAll;
  const mayExplain = useMay('permissionsView', 'permissionsEdit');
  const mayEdit = projectId === null ? mayEditAll : mayEditProject;
  const columns = useMemberColumns(projectId);
  const page = useCall(
    'getUserRoleSubareaList',
    { body: asked },
    { scope: projectId === null ? 'company' : 'project', ...whileWaiting },
  );

  const actionsOf = (member: MemberRow): RowAction[] => {
    const isUser = member.UserId === user.UserId;
    const one = [member];
    const actions: (RowAction | false)[] = [
      { key: 'edit', label: mayEdit ? t.edit : t.details, inline: true, run: () => onOpen(member) },
      mayEdit && { key: 'dataAccess', label: t.dataAccess, run: () => show({ kind: 'dataAccess', members: one }) },
      mayExplain && { key: 'viewAs', label: t.viewAs, run: () => show({ kind: 'viewAs', member }) },
      mayExplain && { key: 'why', label: t.whyNot, run: () => show({ kind: 'why', member }) },
      mayEditAll &&
        !isUser &&
        member.OwnAccount && { key: 'password', label: t.resetPassword, run: () => show({ kind: 'password', member }) },
      mayEditAll &&
        projectId === null &&
        !isUser &&
        (member.ActiveStatus
          ? {
              key: 'inactivate',
              label: t.inactivate,
              danger: true,
              run: () => show({ kind: 'inactivate', members: one }),
            }
          : { key: 'activate', label: t.activate, run: () => show({ kind: 'activate', members: one }) }),
      mayEdit &&
        !(isUser && projectId === null) && {
          key: 'remove',
          label: projectId === null ? t.remove : t.removeFromProject,
          danger: true,
          run: () => show({ kind: 'remove', members: one }),
        },
    ];
    return actions.filter((action) => action !== false);
  };

  const batch = (members: readonly MemberRow[], onDone: () => void) => {
    const others = members.filter(({ UserId }) => UserId !== user.UserId);
    const active = others.filter(({ ActiveStatus }) => ActiveStatus);
    const inactive = others.filter(({ ActiveStatus }) => !ActiveStatus);
    return (
      <>
        {projectId === null ? (
          <Button size="small" onClick={() => show({ kind: 'giveRole', members, onDone })}>
            {t.giveRole}
          </Button>
        ) : null}
        <Button size="small" onClick={() => show({ kind: 'dataAccess', members, onDone })}>
          {t.dataAccess}
        </Button>
        {projectId === null && inactive.length > 0 ? (
          <Button size="small" onClick={() => show({ kind: 'activate', members: inactive, onDone })}>
            {t.activateCount(inactive.length)}
          </Button>
        ) : null}
        {projectId === null && active.length > 0 ? (
          <Button size="small" onClick={() => show({ kind: 'inactivate', members: active, onDone })}>
            {t.inactivateCount(active.length)}
          </Button>
        ) : null}
        {projectId === null && others.length === 0 ? null : (
          <Button
            size="small"
            danger
            onClick={() => show({ kind: 'remove', members: projectId === null ? others : members, onDone })}
          >
            {projectId === null ? t.removeCount(others.length) : t.removeFromProjectCount(members.length)}
          </Button>
        )}
      </>
    );
  };

  return {
    page,
    columns,
    label: t.members,
    keyOf: ({ UserId }) => UserId,
    nameOf: memberName,
    onOpen,
    rowActions: actionsOf,
    ...(mayEdit ? { batch } : {}),
    rowClass: ({ ActiveStatus }) => (ActiveStatus ? undefined : 'access-row-inactive'),
  };
}
