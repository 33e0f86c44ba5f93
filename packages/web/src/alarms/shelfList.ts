import { type ShelfKind, shelfKinds } from '@watchpost/contract';
import { choicesFilter, defineList, flagFilter } from '../ui/list/index.ts';
import { shelfText } from './listText.ts';

/** What hides alarms: in force and to come, or over. */
export const shelfList = defineList({
  name: 'alarms.shelves',
  filters: {
    kinds: choicesFilter({
      label: shelfText.kind,
      param: 'kind',
      options: (Object.keys(shelfKinds) as ShelfKind[]).map((value) => ({ value, label: shelfKinds[value] })),
    }),
    over: flagFilter({ label: shelfText.showOver, param: 'over' }),
  },
});
