import type { DeviceDetail, Language, WhatGoesWithDevices } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import { type PresentingDevices, presentListed } from '../list/present.ts';
import type { ListedDevice } from '../list/store.ts';
import { presentStaticProperties } from '../properties/present.ts';
import type { PropertyOfDevice, TemplateName } from '../properties/store.ts';
import type { DeviceOfName, Effect } from './store.ts';

export function presentDetail(
  row: ListedDevice,
  presenting: PresentingDevices,
  more: { properties: readonly PropertyOfDevice[]; templates: readonly TemplateName[]; mayEdit: boolean },
): DeviceDetail {
  return {
    ...presentListed(row, presenting),
    ModelTreeName: row.name,
    ModelTreeNameEn: row.name_en,
    StaticPropertyList: presentStaticProperties(more.properties, presenting.language),
    StrategyTemplateList: more.templates.map(({ name, name_en }) => inLanguage(name, name_en, presenting.language)),
    MayEdit: more.mayEdit,
  };
}

export const presentTaken = (device: DeviceOfName, language: Language) => ({
  ModelTreeId: device.id,
  ModelTreeName: inLanguage(device.name, device.name_en, language),
  SmallTypeName: inLanguage(device.class_zh, device.class_en, language),
  LocationName: device.area_name === null ? null : inLanguage(device.area_name, device.area_name_en, language),
  PointCount: device.point_count,
});

export const presentEffect = ({ devices, points, alarms, members }: Effect): WhatGoesWithDevices => ({
  Devices: devices,
  Points: points,
  Alarms: alarms,
  Members: members,
});
