import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id } from '../scalars.ts';
import { confidences, relationKindCodes, roleCodes } from './roles.ts';

/** Devices whose roles are answered at once. */
export const mostDevicesWithRoles = 1000;

const RoleOfDevice = z.object({
  Role: z.enum(roleCodes),
  PointId: z.number().int().nullable().describe('as somebody accepted it'),
  ProposedPointId: z
    .number()
    .int()
    .nullable()
    .describe('as it is recognised; null where it is accepted, or nothing fits'),
  Confidence: z.enum(confidences).nullable().describe('of the proposal'),
});

export const DeviceWithRoles = z.object({
  Mtid: z.number().int(),
  MName: z.string(),
  SmallTypeCode: z.string(),
  SmallTypeName: z.string(),
  RoleList: z.array(RoleOfDevice).describe('the roles of its class'),
  PointList: z.array(z.object({ PointId: z.number().int(), PointName: z.string(), PointTypeCode: z.string() })),
  RelationKind: z
    .enum(relationKindCodes)
    .nullable()
    .describe('how it stands to the devices below; null: its class to none'),
  ToMtidList: z.array(z.number().int()).describe('those it cools or supplies with air, of those that the caller sees'),
});
export type DeviceWithRoles = z.infer<typeof DeviceWithRoles>;

const setters = ['projectConfig'] as const;

/** What points mean on their devices, and how devices stand to each other. */
export const pointRoleCalls = defineCalls({
  getPointRoles: {
    method: 'GET',
    path: '/ModelTree/GetPointRoles',
    effect: 'read',
    access: ['monitorView', 'monitorEdit', 'diagramEdit', 'projectConfig'],
    summary: {
      zh: '设备点位的角色、识别建议与设备关系',
      en: 'Roles of the points of devices, proposals for the others, and relations of devices',
    },
    query: z.object({ projectId: id }),
    data: z.object({
      DeviceList: z
        .array(DeviceWithRoles)
        .describe(`devices of classes with roles, by class and place, at most ${mostDevicesWithRoles}`),
      TotalCount: z.number().int(),
    }),
  },
  /** All of it or nothing. A point that had another role on the device loses that. */
  setPointRoles: {
    method: 'POST',
    path: '/ModelTree/SetPointRoles',
    effect: 'write',
    access: setters,
    encoding: 'json',
    summary: { zh: '确认或修改设备点位的角色', en: 'Accept or change which points have which roles' },
    body: z.object({
      ProjectId: id,
      RoleList: z
        .array(
          z.object({ Mtid: id, Role: z.enum(roleCodes), PointId: id.nullable().describe('null: no point has it') }),
        )
        .min(1)
        .max(5000),
    }),
    data: z.object({ Changed: z.number().int() }),
  },
  /** Those that the caller does not see stay. */
  setDeviceRelations: {
    method: 'POST',
    path: '/ModelTree/SetDeviceRelations',
    effect: 'write',
    access: setters,
    encoding: 'json',
    summary: { zh: '设置设备供冷或送风的对象', en: 'Choose what a rack cools, or an air handling unit supplies' },
    body: z.object({ ProjectId: id, Mtid: id, ToMtidList: z.array(id).max(500) }),
    data: z.null(),
  },
});
