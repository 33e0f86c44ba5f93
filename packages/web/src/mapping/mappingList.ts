import { defineList, textFilter } from '../ui/list/index.ts';
import { text } from './text.ts';

export const mappingList = defineList({
  name: 'mappingProfiles',
  filters: { text: textFilter({ label: text.search }) },
  sorts: ['name', 'updateTime'],
  usualSort: { by: 'name', ascending: true },
});
