import { type AllCalls, type CallInput, type SubjectKind, subjectKinds } from '@watchpost/contract';
import type { Filter } from '../ui/list/filters.ts';
import { choicesFilter, defineList, idsFilter, type ListQuery, rangeFilter, textFilter } from '../ui/list/index.ts';
import { text } from './text.ts';

/** Names of calls; which there are is asked. */
const callsFilter: Filter<string[]> = {
  kind: 'choices',
  label: text.what,
  params: ['call'],
  read: (params) => {
    const names =
      params
        .get('call')
        ?.split(',')
        .filter((name) => /^[A-Za-z]{1,60}$/.test(name)) ?? [];
    return names.length > 0 ? names : undefined;
  },
  write: (value) => [value?.join(',') ?? ''],
};

const filters = {
  text: textFilter({ label: text.search }),
  users: idsFilter({ label: text.who, param: 'user' }),
  calls: callsFilter,
  kinds: choicesFilter({
    label: text.kind,
    param: 'kind',
    options: (Object.keys(subjectKinds) as SubjectKind[]).map((value) => ({ value, label: subjectKinds[value] })),
  }),
  time: rangeFilter({ label: text.time, withTime: true }),
};

export const companyLogList = defineList({ name: 'logs.company', filters });
export const projectLogList = defineList({ name: 'logs.project', filters });

/** What the call and its export take. */
export const logFilterOf = (
  companyId: number,
  projectId: number | null,
  { filters: { text: words, users, calls, kinds, time } }: ListQuery<typeof filters, never>,
): CallInput<AllCalls['getOperationLogPage']>['body'] => ({
  CompanyId: companyId,
  ProjectId: projectId ?? undefined,
  Text: words,
  UserIdList: users,
  CallList: calls,
  SubjectKindList: kinds,
  StartTime: time?.[0],
  EndTime: time?.[1],
});
