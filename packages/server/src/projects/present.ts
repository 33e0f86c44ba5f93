import type {
  DeletedProjectRow,
  Language,
  ProjectDetail,
  ProjectListRow,
  ProjectRow as ProjectOnWire,
  SubareaListRow,
  SubareaNode,
  SubareaRow as SubareaOnWire,
  WhatGoesWith,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { Effect } from './deleteSubarea.ts';
import type { ManagedProject, ProjectCounts, Subsystem } from './manage.store.ts';
import type { Partition, PartitionTree } from './PartitionTree.ts';
import type { SubareaPageRow } from './places.store.ts';
import type { DeletedProject, ListedProject } from './projectPage.store.ts';
import { projectStateOf } from './projectState.ts';
import type { ProjectRow, SubareaRow } from './store.ts';

/** Alarms of a project that are active or not yet confirmed. */
export interface CurrentAlarms {
  count: number;
  /** Of the most severe. */
  severity: number;
}

/** How the devices of a project stand that somebody sees. */
export interface ProjectStand {
  readonly beyond: number;
  readonly offline: number;
  /** Epoch ms. */
  readonly lastDataAt: number | null;
}

/** What presenting a project needs besides its row. */
export interface Presenting {
  readonly nowMs: number;
  readonly language: Language;
  /** The address of an uploaded picture. */
  fileUrl(fileId: string): string;
}

const coverOf = (row: { cover_file_id: string | null }, { fileUrl }: Presenting): string | null =>
  row.cover_file_id === null ? null : fileUrl(row.cover_file_id);

/**
 * @param alarms undefined: none is current
 * @param stand undefined: it has no devices
 */
export const presentProject = (
  row: ProjectRow,
  alarms: CurrentAlarms | undefined,
  stand: ProjectStand | undefined,
  presenting: Presenting,
): ProjectOnWire => {
  const state = projectStateOf(row, presenting.nowMs);
  // Without service there is no live data.
  const isServed = state === 'valid';
  return {
    ProjectId: row.id,
    ProjectName: inLanguage(row.name, row.name_en, presenting.language),
    Code: row.code,
    Industry: row.industry,
    Address: row.address,
    Latitude: row.latitude,
    Longitude: row.longitude,
    TimeZone: row.time_zone,
    ServiceEnd: row.service_end,
    Expired: state === 'expired',
    State: state,
    parentId: row.parent_id,
    ProjectLevel: row.level,
    TagList: row.labels,
    Cover: coverOf(row, presenting),
    BigTypeCodeList: row.subsystem_codes,
    AlarmCount: alarms?.count ?? 0,
    AlarmLevel: alarms?.severity ?? null,
    BeyondCount: (isServed && stand?.beyond) || 0,
    OfflineCount: (isServed && stand?.offline) || 0,
    LastDataEPOCH: (isServed && stand?.lastDataAt) || null,
  };
};

const stateOfPlace = (row: SubareaRow, nowMs: number) =>
  row.kind === 'project' && row.time_zone !== null
    ? projectStateOf({ ...row, time_zone: row.time_zone, deleted_at: null }, nowMs)
    : null;

/** Rows whose parent is not among them become roots. */
export function presentTree(
  rows: readonly SubareaRow[],
  { nowMs, language }: Pick<Presenting, 'nowMs' | 'language'>,
): SubareaNode[] {
  const nodes = new Map<number, SubareaNode>(
    rows.map((row) => [
      row.id,
      {
        SubareaId: row.id,
        SubareaName: inLanguage(row.name, row.name_en, language),
        parentId: row.parent_id,
        Kind: row.kind,
        State: stateOfPlace(row, nowMs),
        Children: [],
      },
    ]),
  );
  const roots: SubareaNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.Children ?? roots).push(node);
  }
  return roots;
}

/** The same, flat: a parent stands before its children. */
export function presentFlat(
  rows: readonly SubareaRow[],
  presenting: Pick<Presenting, 'nowMs' | 'language'>,
): SubareaOnWire[] {
  const flat: SubareaOnWire[] = [];
  const add = (nodes: readonly SubareaNode[], projectId: number | null): void => {
    for (const { Children, ...node } of nodes) {
      const ProjectId = node.Kind === 'project' ? node.SubareaId : projectId;
      flat.push({ ...node, ProjectId });
      add(Children, ProjectId);
    }
  };
  add(presentTree(rows, presenting), null);
  return flat;
}

/** Names of the partitions above a place, from the top. */
export const pathOf = (partitions: PartitionTree, parentId: number | null, language: Language): string[] =>
  partitions.pathOf(parentId).map(({ name, name_en }) => inLanguage(name, name_en, language));

const presentPlace = ({ id, name, name_en }: Partition, language: Language) => ({
  SubareaId: id,
  SubareaName: inLanguage(name, name_en, language),
});

export function presentDetail(
  row: ManagedProject,
  counts: ProjectCounts,
  {
    partitions,
    subsystems,
    companyZone,
    ...presenting
  }: Presenting & { partitions: PartitionTree; subsystems: readonly Subsystem[]; companyZone: string },
): ProjectDetail {
  const { nowMs, language } = presenting;
  const state = projectStateOf(row, nowMs);
  const chosen = new Set(row.subsystem_ids);
  return {
    ProjectId: row.id,
    CompanyId: row.company_id,
    ProjectName: row.name,
    ProjectNameEn: row.name_en,
    parentId: row.parent_id,
    Path: partitions.pathOf(row.parent_id).map((partition) => presentPlace(partition, language)),
    Code: row.code,
    Industry: row.industry,
    ProjectLevel: row.level,
    TagList: row.labels,
    Address: row.address,
    Latitude: row.latitude,
    Longitude: row.longitude,
    TimeZone: row.time_zone,
    ServiceStart: row.service_start,
    ServiceEnd: row.service_end,
    Expired: state === 'expired',
    State: state,
    Description: row.description,
    Cover: coverOf(row, presenting),
    BigTypeIdList: row.subsystem_ids,
    Subsystems: subsystems
      .filter(({ id, device_count }) => chosen.has(id) || device_count > 0)
      .map((subsystem) => presentSubsystem(subsystem, language)),
    CreateTime: localOfEpoch(row.created_at.getTime(), companyZone),
    CreateName: counts.created_name,
    DisableTime: row.disabled_at && localOfEpoch(row.disabled_at.getTime(), companyZone),
    AreaCount: counts.areas,
    DeviceCount: counts.devices,
    GatewayCount: counts.gateways,
    MemberCount: counts.members,
  };
}

export const presentSubsystem = ({ id, name_zh, name_en }: Subsystem, language: Language) => ({
  BigTypeId: id,
  BigTypeName: language === 'zh' ? name_zh : name_en,
});

/** What a row of a company's list needs besides. */
export interface PresentingList extends Presenting {
  readonly partitions: PartitionTree;
  readonly companyZone: string;
  mayOpen(projectId: number): boolean;
}

export function presentListed(row: ListedProject, presenting: PresentingList): ProjectListRow {
  const { nowMs, language, partitions, companyZone } = presenting;
  const state = projectStateOf(row, nowMs);
  return {
    ProjectId: row.id,
    ProjectName: inLanguage(row.name, row.name_en, language),
    parentId: row.parent_id,
    Path: pathOf(partitions, row.parent_id, language),
    Code: row.code,
    Industry: row.industry,
    ProjectLevel: row.level,
    TagList: row.labels,
    Address: row.address,
    Located: row.is_located,
    TimeZone: row.time_zone,
    ServiceStart: row.service_start,
    ServiceEnd: row.service_end,
    Expired: state === 'expired',
    State: state,
    Cover: coverOf(row, presenting),
    CreateTime: localOfEpoch(row.created_at.getTime(), companyZone),
    CreateName: row.created_name,
    DeviceCount: row.device_count,
    GatewayCount: row.gateway_count,
    MemberCount: row.member_count,
    MayOpen: presenting.mayOpen(row.id),
  };
}

export const presentDeleted = (
  row: DeletedProject,
  { partitions, companyZone, language }: Pick<PresentingList, 'partitions' | 'companyZone' | 'language'>,
): DeletedProjectRow => ({
  ProjectId: row.id,
  ProjectName: inLanguage(row.name, row.name_en, language),
  Path: pathOf(partitions, row.parent_id, language),
  Code: row.code,
  Industry: row.industry,
  Address: row.address,
  ServiceEnd: row.service_end,
  DeleteTime: localOfEpoch(row.deleted_at.getTime(), companyZone),
  DeleteName: row.deleted_name,
  DeviceCount: row.device_count,
  GatewayCount: row.gateway_count,
});

export const presentSubareaRow = (row: SubareaPageRow, projectCount: number, companyZone: string): SubareaListRow => ({
  SubareaId: row.id,
  SubareaName: row.name,
  SubareaNameEn: row.name_en,
  parentId: row.parent_id,
  Kind: row.kind,
  ProjectCount: projectCount,
  AreaCount: row.area_count,
  DeviceCount: row.device_count,
  CreateTime: localOfEpoch(row.created_at.getTime(), companyZone),
});

export const presentEffect = (effect: Effect): WhatGoesWith => ({
  Partitions: effect.partitions,
  Projects: effect.projects,
  Areas: effect.areas,
  Gateways: effect.gateways,
  Devices: effect.devices,
  Points: effect.points,
  Alarms: effect.alarms,
  Members: effect.members,
  Invitations: effect.invitations,
});
