import { type AllCalls, type CallInput, kindWords, pointKinds } from '@watchpost/contract';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  idFilter,
  idsFilter,
  type ListQuery,
  textFilter,
} from '../ui/list/index.ts';
import { text } from './text.ts';

const levels = [1, 2, 3, 4] as const;
const yesOrNo = (yes: { zh: string; en: string }, no: { zh: string; en: string }) => [
  { value: 'yes' as const, label: yes },
  { value: 'no' as const, label: no },
];

export const levelOptions = levels.map((value) => ({
  value,
  label: { zh: text.levelOf.zh(value), en: text.levelOf.en(value) },
}));

/** The points of a project: every filter and order of the call. */
export const pointList = defineList({
  name: 'projectPoints',
  filters: {
    text: textFilter({ label: text.search }),
    placed: choiceFilter({ label: text.linked, param: 'linked', options: yesOrNo(text.isLinked, text.notLinked) }),
    kinds: choicesFilter({
      label: text.kind,
      param: 'kind',
      options: pointKinds.map((value) => ({ value, label: kindWords[value] })),
    }),
    types: idsFilter({ label: text.type, param: 'type' }),
    gateways: idsFilter({ label: text.gateway, param: 'gateway' }),
    slaves: idsFilter({ label: text.slave, param: 'slave' }),
    subsystem: idFilter({ label: text.subsystem, param: 'subsystem' }),
    devices: idsFilter({ label: text.device, param: 'device' }),
    areas: idsFilter({ label: text.area, param: 'area' }),
    levels: choicesFilter({ label: text.level, param: 'level', options: levelOptions }),
    writable: choiceFilter({ label: text.writable, param: 'writable', options: yesOrNo(text.writable, text.readOnly) }),
    alarm: choiceFilter({ label: text.alarm, param: 'alarm', options: yesOrNo(text.hasAlarm, text.noAlarm) }),
  },
  sorts: ['name', 'type', 'level', 'gateway', 'cycle'],
  usualSort: { by: 'name', ascending: true },
});
type Query = ListQuery<typeof pointList.filters, NonNullable<typeof pointList.sorts>[number]>;

const asFlag = (choice: 'yes' | 'no' | undefined): boolean | undefined =>
  choice === undefined ? undefined : choice === 'yes';

export type PointQuestion = Omit<CallInput<AllCalls['getPointPage']>['body'], 'PageIndex' | 'PageSize'>;

/** The query as the call and its export take it. */
export const pointQuestionOf = (projectId: number, { filters, sort, ascending }: Query): PointQuestion => ({
  ProjectId: projectId,
  PointName: filters.text,
  KindList: filters.kinds,
  PointTypeIdList: filters.types,
  GatewayIdList: filters.gateways,
  SlaveIdList: filters.slaves,
  ModelTreeIdList: filters.devices,
  LocationIdList: filters.areas,
  BigTypeId: filters.subsystem,
  LevelList: filters.levels,
  IsWrite: asFlag(filters.writable),
  IsSetAlarm: asFlag(filters.alarm),
  IsRelevance: asFlag(filters.placed),
  SortType: sort,
  IsAsc: ascending,
});
