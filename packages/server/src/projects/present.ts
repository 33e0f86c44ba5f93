import type { ProjectRow as ProjectOnWire, SubareaNode } from '@watchpost/contract';
import { hasExpired } from './expiry.ts';
import type { ProjectRow, SubareaRow } from './store.ts';

export const presentProject = (row: ProjectRow, nowMs: number): ProjectOnWire => ({
  ProjectId: row.id,
  ProjectName: row.name,
  Code: row.code,
  Industry: row.industry,
  Address: row.address,
  Latitude: row.latitude,
  Longitude: row.longitude,
  TimeZone: row.time_zone,
  ServiceEnd: row.service_end,
  Expired: hasExpired(row.service_end, row.time_zone, nowMs),
  AlarmCount: row.alarm_count,
  AlarmLevel: row.alarm_level,
});

/** Rows whose parent is not among them become roots. */
export function presentTree(rows: readonly SubareaRow[]): SubareaNode[] {
  const nodes = new Map<number, SubareaNode>(
    rows.map((row) => [
      row.id,
      { SubareaId: row.id, SubareaName: row.name, ParentId: row.parent_id, Kind: row.kind, Children: [] },
    ]),
  );
  const roots: SubareaNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.ParentId === null ? undefined : nodes.get(node.ParentId);
    (parent?.Children ?? roots).push(node);
  }
  return roots;
}
