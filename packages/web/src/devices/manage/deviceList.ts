import type { AllCalls, CallInput } from '@watchpost/contract';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  idFilter,
  idsFilter,
  type ListQuery,
  textFilter,
  treeFilter,
} from '../../ui/list/index.ts';
import { fieldText, manageText } from './text.ts';

const filters = {
  text: textFilter({ label: manageText.search }),
  subsystem: idFilter({ label: fieldText.subsystem, param: 'subsystem' }),
  classes: idsFilter({ label: fieldText.deviceClass, param: 'class' }),
  status: choicesFilter({
    label: fieldText.status,
    param: 'status',
    options: [
      { value: 1, label: fieldText.online },
      { value: 0, label: fieldText.offline },
      { value: 2, label: fieldText.inAlarm },
    ],
  }),
  points: choiceFilter({
    label: fieldText.points,
    param: 'points',
    options: [
      { value: 'yes', label: fieldText.hasPoints },
      { value: 'no', label: fieldText.noPoints },
    ],
  }),
  alarms: choiceFilter({
    label: fieldText.alarmConfig,
    param: 'alarms',
    options: [
      { value: 'yes', label: fieldText.configured },
      { value: 'no', label: fieldText.notConfigured },
    ],
  }),
  readWrite: choiceFilter({
    label: fieldText.readWrite,
    param: 'rw',
    options: [
      { value: 'readWrite', label: fieldText.writable },
      { value: 'read', label: fieldText.read },
    ],
  }),
  levels: choicesFilter({
    label: fieldText.level,
    param: 'level',
    options: [1, 2, 3, 4, 5].map((value) => ({
      value,
      label: { zh: fieldText.levelOf.zh(value), en: fieldText.levelOf.en(value) },
    })),
  }),
  brand: textFilter({ label: fieldText.brand, param: 'brand' }),
  model: textFilter({ label: fieldText.model, param: 'model' }),
};

/** Devices of one project. */
export const projectDeviceList = defineList({
  name: 'projectDevices',
  filters: { ...filters, areas: idsFilter({ label: fieldText.area, param: 'area' }) },
  sorts: ['name', 'class', 'area', 'createTime', 'productionDate'],
  usualSort: { by: 'name', ascending: true },
});

/** Devices of all projects that are open to the user. */
export const companyDeviceList = defineList({
  name: 'companyDevices',
  filters: { ...filters, places: treeFilter({ label: fieldText.project, param: 'place' }) },
  sorts: ['name', 'project', 'class', 'createTime', 'productionDate'],
  usualSort: { by: 'name', ascending: true },
});

type Question = Omit<CallInput<AllCalls['getModelTreePage']>['body'], 'PageIndex' | 'PageSize'>;
type Filters = ListQuery<typeof filters, string>['filters'] & {
  readonly areas?: number[] | undefined;
  readonly places?: number[] | undefined;
};

const yesOrNo = (value: 'yes' | 'no' | undefined): boolean | undefined => value && value === 'yes';

/** The query as the call and its export take it. */
export const deviceQuestion = (
  place: Pick<Question, 'CompanyId' | 'ProjectId'>,
  query: { readonly filters: Filters; readonly sort: string | undefined; readonly ascending: boolean },
): Question => ({
  ...place,
  ModelTreeName: query.filters.text,
  BigTypeId: query.filters.subsystem,
  SmallTypeIdList: query.filters.classes,
  LocationIdList: query.filters.areas,
  SubareaIdList: query.filters.places,
  ModelTreeStatus: query.filters.status,
  IsMonitor: yesOrNo(query.filters.points),
  IsSetAlarm: yesOrNo(query.filters.alarms),
  ReadWrite: query.filters.readWrite,
  LevelList: query.filters.levels,
  Brand: query.filters.brand,
  Model: query.filters.model,
  SortType: query.sort as Question['SortType'],
  IsAsc: query.ascending,
});
