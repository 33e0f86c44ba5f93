import { type MemberRow, type memberSorts, userTypes } from '@watchpost/contract';
import { choiceFilter, defineList, idFilter, tabsFilter, textFilter } from '../ui/list/index.ts';
import { text } from './text.ts';

type Sort = (typeof memberSorts)[number];
const sorts = ['name', 'account', 'department', 'joined'] as const satisfies readonly Sort[];

const who = textFilter({ label: text.search });
const companyRole = idFilter({ label: text.companyRole, param: 'role' });
const projectRole = idFilter({ label: text.projectRole, param: 'projectRole' });
const state = choiceFilter({
  label: text.state,
  param: 'state',
  options: [
    { value: 'active', label: text.active },
    { value: 'inactive', label: text.inactive },
  ],
});
const kindLabels = { all: text.allMembers, external: text.external, unassigned: text.unassigned };
const kind = tabsFilter({
  label: text.kinds,
  options: userTypes.map((value) => ({ value, label: kindLabels[value] })),
});

/** All members of the company, with every filter of the call. Spec §7.4. */
export const companyMembers = defineList({
  name: 'members.company',
  filters: { kind, who, place: idFilter({ label: text.place, param: 'place' }), companyRole, projectRole, state },
  sorts,
  usualSort: { by: 'name', ascending: true },
});

/** Members with a role in one project. */
export const projectMembers = defineList({
  name: 'members.project',
  filters: { who, projectRole, companyRole, state },
  sorts,
  usualSort: { by: 'name', ascending: true },
});

/** The member's roles in one project. */
export const rolesIn = (member: Pick<MemberRow, 'ProjectRoleList'>, projectId: number) =>
  member.ProjectRoleList.filter(({ SubareaId }) => SubareaId === projectId);
