import { alarmKinds } from '@watchpost/contract';
import { choiceFilter, choicesFilter, defineList, idsFilter, textFilter } from '../../ui/list/index.ts';
import { ruleKinds } from './drafts.ts';
import { text } from './text.ts';

export const strategyList = defineList({
  name: 'alarmStrategies',
  filters: {
    text: textFilter({ label: text.search }),
    projects: idsFilter({ label: text.project, param: 'projects' }),
    classes: idsFilter({ label: text.deviceClass, param: 'class' }),
    types: idsFilter({ label: text.pointType, param: 'type' }),
    kinds: choicesFilter({
      label: text.kinds,
      param: 'kind',
      options: ruleKinds.map((value) => ({ value, label: alarmKinds[value] })),
    }),
    enabled: choiceFilter({
      label: text.state,
      param: 'state',
      options: [
        { value: 'open', label: text.opened },
        { value: 'closed', label: text.closed },
      ],
    }),
    people: idsFilter({ label: text.people, param: 'person' }),
  },
  sorts: ['name', 'project', 'deviceClass', 'enabled', 'changed'],
  usualSort: { by: 'name', ascending: true },
});
