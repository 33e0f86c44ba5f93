import type { AllCalls, CallData, CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';
import { useCall } from '../lib/useCall.ts';

export type PointChoices = CallData<AllCalls['getPointPageDropdownList']>;

/** Types, gateways, slaves, devices and areas to choose from in a project; undefined: on their way. */
export const usePointChoices = (projectId: number): PointChoices | undefined =>
  useCall('getPointPageDropdownList', { query: { projectId } }).data;

/** What lists and dialogs ask about points, to be asked again after a change. Devices may come with them, and the menu with these. */
export const callsAboutPoints: readonly CallName[] = [
  'getBigSmallType',
  'getPointPage',
  'getPointPageDropdownList',
  'getDeviceInfo',
  'getDeviceMQTTPointPage',
  'getDevicePointPage',
  'getHeardKeys',
  'getMasterControl',
  'getModbusDeviceModulePage',
  'getModelTreePage',
  'getPointConfig',
  'getPointTypePage',
  'getPointRelevance',
  'getTableListRead',
  'modelTrees',
  'getModelTreeBaseInfo',
  'queryPointRead',
];

export const usePointsChanged = (): (() => Promise<void>) => useAskAgain(callsAboutPoints);

export const optionsOf = (choices: readonly { Key: number; Value: string }[] | undefined) =>
  choices?.map(({ Key, Value }) => ({ value: Key, label: Value }));

/** Devices of the project by subsystem, for a Select with groups. */
export const deviceOptions = (choices: PointChoices | undefined) =>
  choices?.SubsystemList.map(({ Key, Value }) => ({
    label: Value,
    title: Value,
    options: choices.ModelTreeList.filter(({ BigTypeId }) => BigTypeId === Key).map((device) => ({
      value: device.Key,
      label: device.Value,
    })),
  }));
