import { useQueryClient } from '@tanstack/react-query';
import type { MemberRow } from '@watchpost/contract';
import { Button, Modal } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { Refused, useNotify } from '../ui/index.ts';
import './access.css';
import { memberName } from './memberName.ts';
import { refreshMembers } from './refreshMembers.ts';
import { text } from './text.ts';
import type { DialogProps } from './useOpened.ts';

/** More names than this are a wall. */
const namesShown = 8;

/** Says what activating, deactivating or removing means and what goes with it, before it is done. */
export function MemberConfirm({
  what,
  members,
  projectId,
  onDone,
  open,
  onClose,
  onClosed,
}: DialogProps & {
  what: 'activate' | 'inactivate' | 'remove';
  members: readonly MemberRow[];
  projectId: number | null;
  onDone?: (() => void) | undefined;
}) {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { projects } = useSession();
  const done = (words: string) => {
    notify.success(words);
    onDone?.();
    onClose();
  };
  const onSettled = () => void refreshMembers(queryClient);
  const setActive = useCallMutation('setUserActive', {
    onSuccess: ({ ChangedCount }) =>
      done(what === 'activate' ? t.activatedDone(ChangedCount) : t.inactivatedDone(ChangedCount)),
    onSettled,
  });
  const remove = useCallMutation('deleteUserRoleSubarea', {
    onSuccess: ({ RemovedCount }) => done(t.removedDone(RemovedCount)),
    onSettled,
  });

  const first = members[0];
  const name = first ? memberName(first) : '';
  const n = members.length;
  const UserIdList = members.map(({ UserId }) => UserId);
  const project = projects.find(({ ProjectId }) => ProjectId === projectId)?.ProjectName ?? '';
  const title =
    what === 'activate'
      ? t.activateTitle(n, name)
      : what === 'inactivate'
        ? t.inactivateTitle(n, name)
        : projectId === null
          ? t.removeTitle(n, name)
          : t.removeFromProjectTitle(n, name, project);
  const act = () => {
    if (what !== 'remove') setActive.mutate({ body: { UserIdList, ActiveStatus: what === 'activate' } });
    else if (projectId === null) remove.mutate({ body: { UserIdList } });
    else remove.mutate({ body: { UserIdList, SubareaId: projectId } });
  };

  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      width={480}
      title={title}
      footer={
        <div className="access-footer">
          <span className="access-footer-push" />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            type="primary"
            danger={what !== 'activate'}
            loading={setActive.isPending || remove.isPending}
            onClick={act}
          >
            {what === 'activate'
              ? t.activate
              : what === 'inactivate'
                ? t.inactivate
                : projectId === null
                  ? t.remove
                  : t.removeFromProject}
          </Button>
        </div>
      }
    >
      <Refused error={setActive.error ?? remove.error} />
      {n > 1 ? <p>{namesOf(members, t)}</p> : null}
      {what === 'remove' ? (
        <WhatGoes members={members} projectId={projectId} />
      ) : (
        <p>{what === 'activate' ? t.activateMeans : t.inactivateMeans}</p>
      )}
    </Modal>
  );
}

type Words = ReturnType<typeof useText<typeof text>>;

function namesOf(members: readonly MemberRow[], t: Words): string {
  const names = members.slice(0, namesShown).map(memberName).join(t.listComma);
  return members.length > namesShown ? `${names} ${t.andMore(members.length - namesShown)}` : names;
}

function WhatGoes({ members, projectId }: { members: readonly MemberRow[]; projectId: number | null }) {
  const t = useText(text);
  const single = members.length === 1 ? members[0] : undefined;
  const inProjects = members.reduce((sum, { ProjectCount }) => sum + ProjectCount, 0);
  const roles = [...new Set(members.flatMap(({ CompanyRoleList }) => CompanyRoleList.map(({ RoleName }) => RoleName)))];
  const here = members.flatMap(({ ProjectRoleList }) =>
    ProjectRoleList.filter(({ SubareaId }) => SubareaId === projectId),
  );
  const projectNames = [...new Set(single?.ProjectRoleList.map(({ SubareaName }) => SubareaName))];
  return (
    <>
      <p>{t.goes}</p>
      <ul className="access-list">
        {projectId !== null ? (
          here.length > 0 ? (
            <li>{t.goesProjectRole([...new Set(here.map(({ RoleName }) => RoleName))].join(t.listComma))}</li>
          ) : null
        ) : (
          <>
            {roles.length > 0 ? <li>{t.goesCompanyRole(roles.join(t.listComma))}</li> : null}
            {inProjects > 0 ? (
              <li>
                {single
                  ? t.goesProjects(
                      single.ProjectCount,
                      projectNames.join(t.listComma) +
                        (single.ProjectCount > projectNames.length
                          ? ` ${t.andMore(single.ProjectCount - projectNames.length)}`
                          : ''),
                    )
                  : t.goesProjectsOfMany(inProjects)}
              </li>
            ) : null}
          </>
        )}
        <li>{t.goesRights}</li>
      </ul>
      <p className="access-hint">{projectId === null ? t.stays : t.staysInCompany}</p>
    </>
  );
}
