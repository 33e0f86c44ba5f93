import { insidePolygon, type Language, type Plan, type PlanRow } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';

import type { Item, ShownPlan } from './store.ts';

export const presentRow = (row: ShownPlan, language: Language): PlanRow => ({
  PlanId: row.id,
  PlanName: row.name,
  ProjectId: row.project_id,
  LocationId: row.area_id ?? row.project_id,
  LocationName: inLanguage(row.location_name, row.location_name_en, language),
  DeviceCount: row.devices,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentPlan = (
  row: ShownPlan,
  items: readonly Item[],
  airPoints: readonly number[],
  { language, fileUrl, isWhole }: { language: Language; fileUrl(id: string): string; isWhole: boolean },
): Plan => ({
  ...presentRow(row, language),
  BaseMapUrl: fileUrl(row.base_file_id),
  MetresWide: row.metres_wide,
  Revision: row.revision,
  ItemList: items.map(({ device_id, point_id, x, y }) => ({ Mtid: device_id, PointId: point_id, X: x, Y: y })),
  AirPointList: [...airPoints],
  ZoneList: row.zones
    .filter(({ corners }) => isWhole || items.some(({ x, y }) => insidePolygon(corners, x, y)))
    .map(({ name, corners }) => ({ ZoneName: name, Corners: corners })),
});
