import { type AllCalls, type CallInput, gatewayProtocols } from '@watchpost/contract';
import {
  choicesFilter,
  defineList,
  flagFilter,
  idsFilter,
  type ListQuery,
  rangeFilter,
  textFilter,
} from '../ui/list/index.ts';
import { cardState, connectionState, flowState, syncState } from './states.ts';
import { fieldText, protocolText, stateText } from './text.ts';

const numbered = (values: readonly number[], stateOf: (value: number) => { word: keyof typeof stateText }) =>
  values.map((value) => ({ value, label: stateText[stateOf(value).word] }));

const filters = {
  text: textFilter({ label: fieldText.search }),
  connections: choicesFilter({
    label: fieldText.state,
    param: 'state',
    options: numbered([1, 0, 2], connectionState),
  }),
  protocols: choicesFilter({
    label: fieldText.protocol,
    param: 'protocol',
    options: gatewayProtocols.map((value) => ({ value, label: protocolText[value] })),
  }),
  syncs: choicesFilter({ label: fieldText.sync, param: 'sync', options: numbered([0, 1, 2], syncState) }),
  cards: choicesFilter({
    label: fieldText.cardState,
    param: 'card',
    options: numbered([1, 2, 3, 4, 5, 6, 0], cardState),
  }),
  flows: choicesFilter({ label: fieldText.flow, param: 'flow', options: numbered([1, 2, 3, 0], flowState) }),
  created: rangeFilter({ label: fieldText.created, params: ['from', 'to'] }),
  mine: flagFilter({ label: fieldText.mine, param: 'mine' }),
  shared: flagFilter({ label: fieldText.sharedWithMe, param: 'shared' }),
};
const sorts = ['name', 'serial', 'protocol', 'status', 'lastSeen', 'createTime', 'project'] as const;

/** The gateways of the current project. */
export const projectGatewayList = defineList({
  name: 'gateways',
  filters,
  sorts,
  usualSort: { by: 'name', ascending: true },
});

/** Their configuration: the same rows, other columns first. */
export const configurationList = defineList({ ...projectGatewayList, name: 'gatewayConfigurations' });

/** Those that hear tags, and those in vehicles. */
export const gatewayListOf = {
  collector: defineList({ ...projectGatewayList, name: 'tagCollectors' }),
  vehicle: defineList({ ...projectGatewayList, name: 'vehicleGateways' }),
} as const;

/** The gateways of all projects open to the user. */
export const companyGatewayList = defineList({
  name: 'companyGateways',
  filters: { ...filters, projects: idsFilter({ label: fieldText.project, param: 'project_in' }) },
  sorts,
  usualSort: { by: 'name', ascending: true },
});

type Query = ListQuery<typeof filters, (typeof sorts)[number]>;
type GatewayFilter = CallInput<AllCalls['exportDeviceList']>['body'];

/** The query as list, totals and export take it. */
export const gatewayFilterOf = (
  { filters: chosen, sort, ascending }: Query,
  where: { CompanyId: number; ProjectIdList?: number[] | undefined; QueryAll?: boolean },
): GatewayFilter => ({
  ...where,
  NameOrDESCRIBES: chosen.text,
  ConnectStatusList: chosen.connections,
  PROTOCOLList: chosen.protocols,
  SystemStatusList: chosen.syncs,
  SimStatus: chosen.cards,
  SimFlowStatusList: chosen.flows,
  CreateTime: chosen.created ? [...chosen.created] : undefined,
  IsQueryCreator: chosen.mine,
  IsQueryLook: chosen.shared,
  SortType: sort,
  IsAsc: ascending,
});
