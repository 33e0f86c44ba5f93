import { type AllCalls, type CallInput, cameraKinds, cameraStates } from '@watchpost/contract';
import { choicesFilter, defineList, idFilter, idsFilter, type ListQuery, textFilter } from '../ui/list/index.ts';
import { fieldText, kindText, stateText } from './text.ts';

const filters = {
  text: textFilter({ label: fieldText.searchList }),
  states: choicesFilter({
    label: fieldText.state,
    param: 'state',
    options: cameraStates.map((value) => ({ value, label: stateText[value] })),
  }),
  kinds: choicesFilter({
    label: fieldText.kind,
    param: 'kind',
    options: cameraKinds.map((value) => ({ value, label: kindText[value] })),
  }),
  subsystem: idFilter({ label: fieldText.subsystem, param: 'subsystem' }),
};
const sorts = ['name', 'device', 'project', 'state', 'createTime'] as const;
const usualSort = { by: 'name', ascending: true } as const;

/** The cameras of the current project. */
export const projectCameraList = defineList({
  name: 'cameras',
  filters: { ...filters, device: idFilter({ label: fieldText.device, param: 'device' }) },
  sorts,
  usualSort,
});

/** Over every project that is open to the reader. */
export const companyCameraList = defineList({
  name: 'companyCameras',
  filters: { ...filters, projects: idsFilter({ label: fieldText.project, param: 'project_in' }) },
  sorts,
  usualSort,
});

type Query = ListQuery<typeof filters, (typeof sorts)[number]>;

/** The query as list and export take it. */
export const cameraQuestion = (
  { filters: chosen, sort, ascending }: Query,
  where: { CompanyId: number; ProjectId?: number; ProjectIdList?: number[] | undefined; Mtid?: number | undefined },
): CallInput<AllCalls['getCameraPage']>['body'] => ({
  ...where,
  Text: chosen.text,
  StateList: chosen.states,
  KindList: chosen.kinds,
  BigTypeId: chosen.subsystem,
  SortType: sort,
  IsAsc: ascending,
});
