import { useQueryClient } from '@tanstack/react-query';
import type { FuncPlatform, RoleRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useLeaveGuard } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, Refused, useNotify } from '../ui/index.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { permissionText } from './permissionText.ts';
import { choicesBetween, heldIn, permissionChanges, withChoices } from './permissionTree.ts';
import { refreshMembers } from './refreshMembers.ts';

const noChoices: ReadonlyMap<number, boolean> = new Map();

/** What a role may do. Changes are collected and named before they are saved; leaving with some asks. */
export function RolePermissions({
  role,
  mayEdit,
  onDirty,
}: {
  role: RoleRow;
  mayEdit: boolean;
  onDirty: (dirty: boolean) => void;
}) {
  const answer = useCall('getCompanyRoleList', { query: { roleId: role.RoleId } }, { scope: 'company' });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton rows={8} />;
  return <Editor role={role} tree={answer.data.Tree} mayEdit={mayEdit} onDirty={onDirty} />;
}

function Editor({
  role,
  tree,
  mayEdit,
  onDirty,
}: {
  role: RoleRow;
  tree: readonly FuncPlatform[];
  mayEdit: boolean;
  onDirty: (dirty: boolean) => void;
}) {
  const t = useText(permissionText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const saved = useMemo(() => heldIn(tree), [tree]);
  /** Permissions ticked (true) and unticked here. Another user's changes do not undo them and are not undone by them. */
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(noChoices);
  const held = useMemo(() => withChoices(saved, choices), [saved, choices]);
  const choose = (next: ReadonlySet<number>) => setChoices(choicesBetween(saved, next));
  const changes = useMemo(() => permissionChanges(tree, held), [tree, held]);
  const dirty = changes.added.length + changes.removed.length > 0;
  useLeaveGuard(dirty);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  const save = useCallMutation('updateRoleFunc', {
    onSuccess: async () => {
      notify.success(t.saved);
      await refreshMembers(queryClient);
      setChoices(noChoices);
    },
  });
  const names = (list: typeof changes.added) => list.map(({ FuncName }) => FuncName);
  const idsOf = (list: typeof changes.added) => list.map(({ FuncId }) => FuncId);

  return (
    <>
      <PermissionTree role={role} tree={tree} held={held} onChange={mayEdit ? choose : null} />
      {dirty ? (
        <section className="permission-changes" aria-label={t.unsaved}>
          <Refused error={save.error} />
          <div className="permission-changes-list" role="status">
            <Changed title={t.addedCount(changes.added.length)} names={names(changes.added)} kind="added" />
            <Changed title={t.removedCount(changes.removed.length)} names={names(changes.removed)} kind="removed" />
          </div>
          <div className="access-footer">
            <span className="access-hint access-footer-push">{t.affects(role.UserCount)}</span>
            <Button
              onClick={() => {
                setChoices(noChoices);
                save.reset();
              }}
            >
              {t.discard}
            </Button>
            <Button
              type="primary"
              loading={save.isPending}
              onClick={() =>
                save.mutate({
                  // Only the changes made here are sent, so that another administrator's changes stay.
                  body: {
                    RoleId: role.RoleId,
                    AddFuncIdS: idsOf(changes.added),
                    RemoveFuncIdS: idsOf(changes.removed),
                  },
                })
              }
            >
              {t.save}
            </Button>
          </div>
        </section>
      ) : null}
    </>
  );
}

function Changed({ title, names, kind }: { title: string; names: readonly string[]; kind: 'added' | 'removed' }) {
  if (names.length === 0) return null;
  return (
    <p>
      <b>{title}</b>{' '}
      {names.map((name) => (
        <span key={name} className={`permission-change permission-${kind}`}>
          {name}
        </span>
      ))}
    </p>
  );
}
