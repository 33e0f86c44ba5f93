import type { DeletedProjectRow, ProjectDetail, ProjectListRow, SubareaNode, WhatGoesWith } from '@watchpost/contract';
import type { FakeCalls } from './fakeApi.ts';
import { testProject } from './session.ts';

/** What a test does not care about is as plain as it can be. */
export function testProjectRow(ProjectId = 1, changes: Partial<ProjectListRow> = {}): ProjectListRow {
  const {
    AlarmCount: _count,
    AlarmLevel: _level,
    Latitude: _latitude,
    Longitude: _longitude,
    ...row
  } = testProject(ProjectId, { ProjectName: `Store ${ProjectId}` });
  return {
    ...row,
    Path: [],
    ServiceStart: null,
    Located: false,
    CreateTime: '2026-01-01 08:00:00',
    CreateName: 'Lin',
    DeviceCount: 0,
    GatewayCount: 0,
    MemberCount: 0,
    MayOpen: true,
    ...changes,
  };
}

export function testProjectDetail(ProjectId = 1, changes: Partial<ProjectDetail> = {}): ProjectDetail {
  const {
    AlarmCount: _count,
    AlarmLevel: _level,
    ...row
  } = testProject(ProjectId, { ProjectName: `Store ${ProjectId}` });
  return {
    ...row,
    CompanyId: 1,
    ProjectNameEn: null,
    Path: [],
    Description: '',
    ServiceStart: null,
    BigTypeIdList: [],
    Subsystems: [],
    CreateTime: '2026-01-01 08:00:00',
    CreateName: 'Lin',
    DisableTime: null,
    AreaCount: 0,
    DeviceCount: 0,
    GatewayCount: 0,
    MemberCount: 0,
    ...changes,
  };
}

export const testDeletedRow = (ProjectId = 1, changes: Partial<DeletedProjectRow> = {}): DeletedProjectRow => ({
  ProjectId,
  ProjectName: `Store ${ProjectId}`,
  Code: '',
  Industry: 1,
  Address: '',
  Path: [],
  ServiceEnd: null,
  DeleteTime: '2026-11-20 10:00:00',
  DeleteName: 'Lin',
  DeviceCount: 0,
  GatewayCount: 0,
  ...changes,
});

export const testNode = (
  SubareaId: number,
  SubareaName: string,
  Kind: SubareaNode['Kind'] = 'partition',
  Children: SubareaNode[] = [],
): SubareaNode => ({
  SubareaId,
  SubareaName,
  parentId: null,
  Kind,
  State: Kind === 'project' ? 'valid' : null,
  Children: Children.map((child) => ({ ...child, parentId: SubareaId })),
});

export const testWhatGoes = (changes: Partial<WhatGoesWith> = {}): WhatGoesWith => ({
  Partitions: 0,
  Projects: 0,
  Areas: 0,
  Gateways: 0,
  Devices: 0,
  Points: 0,
  Alarms: 0,
  Members: 0,
  Invitations: 0,
  ...changes,
});

export const pageOfRows = <Row>(...rows: Row[]): { Data: Row[]; TotalCount: number } => ({
  Data: rows,
  TotalCount: rows.length,
});

/** What every list and form asks for besides its own rows. */
export const usualAnswers = (tree: SubareaNode[] = []): FakeCalls => ({
  getTableField: ({ query }) => ({ ForeignId: 0, TableType: query.type ?? '', Field: null }),
  getTableViews: () => [],
  getAllSubareaTree: () => tree,
  getCompanyProjectUserConfig: () => ({
    MapTiles: null,
    Company: { CompanyId: 1, CompanyName: 'Cold', Industry: 1, TimeZone: 'Asia/Shanghai', TagList: ['VIP'] },
    Project: null,
    User: { MayEditProjects: true, MayConfigureProject: true, AllDevices: true, AlarmLevels: [1, 2, 3, 4] },
  }),
  getProjectModelList: () => [{ BigTypeId: 5, BigTypeName: 'Refrigeration', Chosen: false, DeviceCount: 2 }],
});
