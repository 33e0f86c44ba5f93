import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type AllCalls, type CallData, companyWide, maxGivenAtOnce, type RoleRow, say } from '@watchpost/contract';
import { Button, Popconfirm, Select } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { defineList, type ListColumn, ListPage, textFilter, useList, whileWaiting } from '../ui/list/index.ts';
import { permissionText } from './permissionText.ts';
import { callsAboutMembers, refreshMembers } from './refreshMembers.ts';

type Holder = CallData<AllCalls['getRoleUserList']>['Data'][number];

const holderList = defineList({
  name: 'roles.holders',
  filters: { who: textFilter({ label: permissionText.searchHolders }) },
});

/** Who holds a role, for a project role where; members can be given it and it can be taken away from them. */
export function RoleHolders({ role }: { role: RoleRow }) {
  const t = useText(permissionText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mayEdit = useMay('membersEdit') && role.CanGive;
  const [adding, setAdding] = useState(false);
  const list = useList(holderList);
  const page = useCall(
    'getRoleUserList',
    {
      query: {
        RoleId: role.RoleId,
        UserNameOrMobile: list.query.filters.who,
        pageIndex: list.query.page,
        pageSize: list.query.pageSize,
      },
    },
    { scope: 'company', ...whileWaiting },
  );
  const takeAway = useCallMutation('deleteUserRoleList', {
    onSuccess: ({ RemovedCount }) => notify.success(t.takenAway(RemovedCount)),
    onError: notify.failure,
    onSettled: () => void refreshMembers(queryClient),
  });
  // The server sends them to nobody else.
  const readsContacts = useMay('membersView', 'membersEdit', 'permissionsEdit');
  const columns = useMemo<ListColumn<Holder>[]>(
    () => [
      {
        key: 'name',
        title: t.name,
        width: 160,
        always: true,
        render: ({ RealName, Account }) => <b className="access-name">{RealName || Account}</b>,
      },
      ...(readsContacts
        ? [
            { key: 'account', title: t.account, width: 130, ellipsis: true, render: ({ Account }: Holder) => Account },
            {
              key: 'phone',
              title: t.phone,
              width: 130,
              render: ({ Mobile }: Holder) => <span className="tabular">{Mobile}</span>,
            },
          ]
        : []),
      { key: 'department', title: t.department, width: 120, ellipsis: true, render: ({ Depart }) => Depart },
      ...(role.RoleType === 'project'
        ? [{ key: 'project', title: t.project, render: ({ SubareaName }: Holder) => SubareaName }]
        : []),
    ],
    [t, role.RoleType, readsContacts],
  );
  const ask = (holders: readonly Holder[], after?: () => void) => ({
    title: t.takeAwaySure(holders.length),
    okText: t.takeAway,
    cancelText: t.cancel,
    okButtonProps: { danger: true },
    onConfirm: () =>
      takeAway.mutate(
        { query: { UserRoleIdS: holders.map(({ UserRoleId }) => UserRoleId) } },
        after ? { onSuccess: after } : {},
      ),
  });
  const shown = mayEdit
    ? [
        ...columns,
        {
          key: 'takeAway',
          title: t.actions,
          width: 96,
          always: true,
          onCard: 'line' as const,
          render: (holder: Holder) => (
            <Popconfirm {...ask([holder])}>
              <Button size="small">{t.takeAway}</Button>
            </Popconfirm>
          ),
        },
      ]
    : columns;
  return (
    <div className="role-holders">
      <ListPage
        list={list}
        page={page}
        columns={shown}
        label={t.whoHolds}
        keyOf={({ UserRoleId }) => UserRoleId}
        nameOf={({ RealName, Account }) => RealName || Account}
        empty={{ title: t.nobody, hint: t.nobodyHint }}
        {...(mayEdit
          ? {
              actions: (
                <Button type="primary" onClick={() => setAdding(true)}>
                  {t.addHolders}
                </Button>
              ),
              batch: (holders: readonly Holder[], clear: () => void) => (
                <Popconfirm {...ask(holders, clear)}>
                  <Button size="small" danger loading={takeAway.isPending}>
                    {t.takeAwayCount(holders.length)}
                  </Button>
                </Popconfirm>
              ),
            }
          : {})}
      />
      {adding ? <AddHolders role={role} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

const people = z.object({ UserIdList: z.array(z.number().int()).min(1).max(100), Projects: z.array(z.number().int()) });
const peopleInProjects = people
  .extend({ Projects: z.array(z.number().int()).min(1) })
  .refine(({ UserIdList, Projects }) => UserIdList.length * Projects.length <= maxGivenAtOnce, {
    path: ['Projects'],
    error: say({
      zh: `成员数 × 项目数一次最多 ${maxGivenAtOnce}`,
      en: `Members times projects: at most ${maxGivenAtOnce} at once`,
    }),
  });

function AddHolders({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const t = useText(permissionText);
  const { projects } = useSession();
  const [typed, setTyped] = useState('');
  const mobileOrName = useDeferredValue(typed.trim());
  const found = useCall(
    'getCompanyUserDropdown',
    { query: mobileOrName === '' ? {} : { mobileOrName } },
    { scope: 'company', placeholderData: keepPreviousData },
  );
  const save = useSave(callsAboutMembers, onClose);
  const ofProject = role.RoleType === 'project';
  const form = useSchemaForm(ofProject ? peopleInProjects : people, {
    initial: { UserIdList: [], Projects: [] },
    save: async ({ UserIdList, Projects }) => {
      const places = ofProject ? Projects : [companyWide];
      const UserRoleSubareaIds = UserIdList.flatMap((UserId) => places.map((SubareaId) => ({ UserId, SubareaId })));
      // All of it or nothing: one call.
      await save('relationUserRoleSubarea', { body: { RoleId: role.RoleId, UserRoleSubareaIds } }, ({ AddedCount }) =>
        t.given(AddedCount),
      );
    },
  });
  return (
    <FormDialog form={form} title={t.addHoldersTo(role.RoleName)} submitText={t.give} onClose={onClose}>
      <form.Field name="UserIdList" label={t.members}>
        <Select
          mode="multiple"
          placeholder={t.searchHolders}
          loading={found.isFetching}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          options={(found.data ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }))}
        />
      </form.Field>
      {ofProject ? (
        <form.Field name="Projects" label={t.projects}>
          <Select
            mode="multiple"
            placeholder={t.chooseProjects}
            showSearch={{ optionFilterProp: 'label' }}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
          />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}
