import type { Language, ProjectRow as ProjectOnWire, SubareaNode } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { hasExpired } from './expiry.ts';
import type { ProjectRow, SubareaRow } from './store.ts';

/** Alarms of a project that are active or not yet confirmed. */
export interface CurrentAlarms {
  count: number;
  /** Of the most severe. */
  severity: number;
}

/** @param alarms undefined: none is current */
export const presentProject = (
  row: ProjectRow,
  alarms: CurrentAlarms | undefined,
  nowMs: number,
  language: Language,
): ProjectOnWire => ({
  ProjectId: row.id,
  ProjectName: inLanguage(row.name, row.name_en, language),
  Code: row.code,
  Industry: row.industry,
  Address: row.address,
  Latitude: row.latitude,
  Longitude: row.longitude,
  TimeZone: row.time_zone,
  ServiceEnd: row.service_end,
  Expired: hasExpired(row.service_end, row.time_zone, nowMs),
  AlarmCount: alarms?.count ?? 0,
  AlarmLevel: alarms?.severity ?? null,
});

/** Rows whose parent is not among them become roots. */
export function presentTree(rows: readonly SubareaRow[], language: Language): SubareaNode[] {
  const nodes = new Map<number, SubareaNode>(
    rows.map((row) => [
      row.id,
      {
        SubareaId: row.id,
        SubareaName: inLanguage(row.name, row.name_en, language),
        ParentId: row.parent_id,
        Kind: row.kind,
        Children: [],
      },
    ]),
  );
  const roots: SubareaNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.ParentId === null ? undefined : nodes.get(node.ParentId);
    (parent?.Children ?? roots).push(node);
  }
  return roots;
}
