import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { choiceList, someIds } from '../gateways/fields.ts';
import { flag, id, idFilter, page, pageOf, searchText } from '../scalars.ts';
import { CameraChange, NewCamera } from './fields.ts';
import { cameraKinds, cameraStates } from './kinds.ts';

/** Who sets cameras up, or reads what is set up. */
const sees = ['terminals', 'terminalsEdit', 'companyTerminals', 'applicationManage'] as const;
const edits = ['terminalsEdit'] as const;
/** Everybody who may look at what they show. */
export const cameraWatchers = ['monitorView', 'monitorEdit', ...sees] as const;

/** How it is with the stream. */
const stateFields = {
  State: z.enum(cameraStates),
  Reason: z
    .string()
    .nullable()
    .describe('why there is no picture, in the caller’s language; null: there is, or nobody knows'),
  UnreachableSinceEPOCH: z.number().int().nullable(),
  CheckedEPOCH: z.number().int().nullable().describe('null: never'),
};
export const CameraStanding = z.object(stateFields);
export type CameraStanding = z.infer<typeof CameraStanding>;

/** A camera as those see it who look at its pictures. */
export const WatchedCamera = z.object({
  Key: z.number().int(),
  CameraName: z.string(),
  DeviceNumber: z.string(),
  Kind: z.enum(cameraKinds),
  VideoAddress: z
    .string()
    .describe(
      'of ours: the pictures come through this server, for whom the address was made, until the end of the next day (UTC)',
    ),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Mtid: z.number().int().nullable().describe('the device it looks at'),
  MName: z.string().nullable(),
  BigTypeId: z.number().int().nullable(),
  BigTypeName: z.string().nullable(),
  LocationName: z.string().nullable(),
  ...stateFields,
  CoverUrl: z.string().nullable().describe('its last picture'),
  CoverEPOCH: z.number().int().nullable(),
  MaySnapshot: z.boolean(),
});
export type WatchedCamera = z.infer<typeof WatchedCamera>;

/** A camera as those see it who set it up. */
export const CameraRow = WatchedCamera.extend({
  SourceAddress: z.string().describe('where the pictures come from, without login and parameters'),
  Note: z.string(),
  CreateName: z.string().nullable(),
  UpdateEPOCH: z.number().int(),
  MayEdit: z.boolean(),
});
export type CameraRow = z.infer<typeof CameraRow>;

/** Cameras: bound to a project, looked at by its people. Spec §7.2. */
export const cameraCalls = defineCalls({
  getVideoMonitorPage: {
    method: 'POST',
    path: '/Model/GetVideoMonitorPage',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: { zh: '视频监控', en: 'A page of the video wall' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectId: id.optional(),
      BigTypeId: id.optional().describe('of the device it looks at'),
      Mtid: id.optional().describe('the device it looks at'),
      PointName: searchText.describe('part of the camera’s name or number, or of its device’s name'),
      SortType: z.enum(['name', 'device', 'createTime']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(WatchedCamera),
  },
  getCameraPage: {
    method: 'POST',
    path: '/Camera/GetCameraPage',
    effect: 'read',
    access: sees,
    encoding: 'json',
    summary: { zh: '摄像头列表', en: 'Cameras of a project, or of all that are open to the caller' },
    body: z.object({
      CompanyId: id.optional(),
      ProjectId: id.optional(),
      ProjectIdList: idFilter,
      BigTypeId: id.optional(),
      Mtid: id.optional(),
      Text: searchText.describe('part of name, number, address, note or the device’s name'),
      KindList: choiceList(cameraKinds),
      StateList: choiceList(cameraStates),
      SortType: z.enum(['name', 'device', 'project', 'state', 'createTime']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(CameraRow),
  },
  bindCamera: {
    method: 'POST',
    path: '/Camera/BindCamera',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '绑定摄像头', en: 'Bind a camera to a project' },
    body: NewCamera,
    data: z.object({ Key: z.number().int() }),
  },
  updateCamera: {
    method: 'POST',
    path: '/Camera/UpdateCamera',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '修改摄像头', en: 'Change a camera' },
    body: CameraChange,
    data: z.null(),
  },
  unbindCamera: {
    method: 'POST',
    path: '/Camera/UnbindCamera',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '解绑摄像头', en: 'Unbind cameras; their pictures go with them' },
    body: z.object({ KeyList: someIds }),
    data: z.object({ Unbound: z.number().int() }),
  },
  /** Asks the stream now; within ten seconds of the last time it answers what was found then. */
  checkCamera: {
    method: 'POST',
    path: '/Camera/CheckCamera',
    effect: 'write',
    logged: false,
    access: cameraWatchers,
    encoding: 'json',
    summary: { zh: '检测摄像头', en: 'Ask a camera’s stream whether it is there' },
    body: z.object({ Key: id }),
    data: CameraStanding,
  },
  setCameraCover: {
    method: 'POST',
    path: '/Camera/SetCameraCover',
    effect: 'write',
    access: ['monitorEdit', 'terminalsEdit'],
    encoding: 'json',
    summary: { zh: '保存摄像头截图', en: 'Keep an uploaded picture as the camera’s last one' },
    body: z.object({ Key: id, Url: z.string().trim().min(1).max(2000).describe('as the upload answered it') }),
    data: z.object({ CoverUrl: z.string(), CoverEPOCH: z.number().int() }),
  },
});
