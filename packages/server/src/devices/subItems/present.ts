import type { Language, SubItemNode } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { DeviceOfSubItem, SubItem } from './store.ts';

/** Sub-items as a tree; `rootId`: that one and those below it. */
export function presentSubItems(
  items: readonly SubItem[],
  devices: readonly DeviceOfSubItem[],
  { rootId, withDevices, language }: { rootId: number | undefined; withDevices: boolean; language: Language },
): SubItemNode[] {
  const byItem = Map.groupBy(devices, ({ sub_item_id }) => sub_item_id);
  const nodes = new Map<number, SubItemNode>();
  const roots: SubItemNode[] = [];
  for (const item of items) {
    const own = byItem.get(item.id) ?? [];
    const node: SubItemNode = {
      SubentryId: item.id,
      SubentryName: inLanguage(item.name, item.name_en, language),
      Name: item.name,
      SubentryNameEn: item.name_en,
      IsOwn: item.project_id !== null,
      DeviceCount: own.length,
      ModelTreeList: withDevices ? own.map((device) => presentDevice(device, language)) : [],
      Children: [],
    };
    nodes.set(item.id, node);
    const parent = item.parent_id === null ? undefined : nodes.get(item.parent_id);
    (parent?.Children ?? roots).push(node);
  }
  if (rootId === undefined) return roots;
  const root = nodes.get(rootId);
  return root ? [root] : [];
}

const presentDevice = (device: DeviceOfSubItem, language: Language) => ({
  ModelTreeId: device.id,
  ModelTreeName: inLanguage(device.name, device.name_en, language),
  SmallTypeName: inLanguage(device.class_zh, device.class_en, language),
  LocationName: device.area_name === null ? null : inLanguage(device.area_name, device.area_name_en, language),
  IsSummary: device.in_summary,
});
