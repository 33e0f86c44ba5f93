import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { partsOf } from '../partsOf.ts';
import { epochMs, flag, freeText, id, mobile, nameOf, orEmpty, page, pageOf, searchText } from '../scalars.ts';
import { sees, teams } from './access.ts';
import { teamTypeNames } from './kinds.ts';

const areaName = nameOf({ zh: '维保区域', en: 'An area' }, 1, 20);

const teamFields = {
  TeamName: nameOf({ zh: '维保单位名称', en: 'A team name' }, 1, 20),
  TypeList: z.array(z.enum(teamTypeNames)).max(2),
  AreaList: z.array(areaName).max(50),
  MemberList: z
    .array(z.object({ UserId: id, IsAdmin: flag.default(false), Mobile: orEmpty(mobile) }))
    .max(200)
    .default([]),
  Note: freeText(200).default(''),
};
export const NewTeam = z.object(teamFields);
export const TeamChange = z.object({ TeamId: id, ...partsOf(teamFields) });
export const TeamRow = z.object({
  TeamId: z.number().int(),
  TeamName: z.string(),
  TypeList: z.array(z.enum(teamTypeNames)),
  AreaList: z.array(z.string()),
  Enabled: z.boolean(),
  MemberCount: z.number().int(),
  MemberList: z.array(
    z.object({ UserId: z.number().int(), UserName: z.string(), IsAdmin: z.boolean(), Mobile: z.string() }),
  ),
  OpenOrderCount: z.number().int(),
  ContractCount: z.number().int(),
  Note: z.string(),
  UpdateEpoch: epochMs,
});
export type TeamRow = z.infer<typeof TeamRow>;

/** Teams that maintain, and who belongs to them. The specification names no calls for maintenance. */
export const teamCalls = defineCalls({
  getTeamPage: {
    method: 'POST',
    path: '/MaintenanceTeam/GetTeamPage',
    effect: 'read',
    access: sees,
    summary: { zh: '维保单位列表', en: 'Maintenance teams' },
    body: z.object({
      Text: searchText.describe('in name, areas and members'),
      Type: z.enum(teamTypeNames).optional(),
      Enabled: flag.optional(),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(TeamRow),
  },
  getTeamPeople: {
    method: 'GET',
    path: '/MaintenanceTeam/GetPeople',
    effect: 'read',
    access: teams,
    summary: { zh: '可选维保人员', en: 'Members of the company who can be in a team' },
    query: z.object({}),
    data: z.array(z.object({ UserId: z.number().int(), UserName: z.string() })),
  },
  getTeamWork: {
    method: 'GET',
    path: '/MaintenanceTeam/GetOpenWork',
    effect: 'read',
    access: teams,
    summary: {
      zh: '维保单位未完成的工作与可选接替单位',
      en: 'What a team has open, and the teams that could take it over',
    },
    query: z.object({ teamId: id }),
    data: z.object({
      RepairCount: z.number().int().describe('repair orders that wait for it or that it works on'),
      VisitCount: z.number().int().describe('maintenance visits that are planned or begun'),
      ContractCount: z.number().int().describe('contracts to be signed, signed or in effect'),
      SuccessorList: z.array(z.object({ TeamId: z.number().int(), TeamName: z.string() })),
    }),
  },
  addTeam: {
    method: 'POST',
    path: '/MaintenanceTeam/AddTeam',
    effect: 'write',
    access: teams,
    encoding: 'json',
    summary: { zh: '新增维保单位', en: 'Add a maintenance team' },
    body: NewTeam,
    data: z.object({ TeamId: z.number().int() }),
  },
  editTeam: {
    method: 'POST',
    path: '/MaintenanceTeam/EditTeam',
    effect: 'write',
    access: teams,
    encoding: 'json',
    summary: { zh: '修改维保单位', en: 'Change a maintenance team' },
    body: TeamChange,
    data: z.null(),
  },
  setTeamStatus: {
    method: 'POST',
    path: '/MaintenanceTeam/SetTeamStatus',
    effect: 'write',
    access: teams,
    summary: {
      zh: '启用或停用维保单位；停用时未完成的工作由接替单位接手',
      en: 'Enable or disable a team; a disabled one gets no new work, and what is open passes to a successor',
    },
    body: z.object({
      TeamId: id,
      Enabled: flag,
      SuccessorId: orEmpty(id).describe('of a team that has open work and is disabled: who takes it over'),
    }),
    data: z.null(),
  },
  removeTeam: {
    method: 'POST',
    path: '/MaintenanceTeam/RemoveTeam',
    effect: 'write',
    access: teams,
    summary: { zh: '移除维保单位', en: 'Remove a team without contracts and orders' },
    body: z.object({ TeamId: id }),
    data: z.null(),
  },
});
