import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { chosenIds, epochMs, flag, id, idList, integer, nameOf } from '../scalars.ts';
import { stationKinds } from './stations.ts';

const screenShape = {
  Name: nameOf({ zh: '名称', en: 'A name' }, 1, 30),
  AllProjects: flag,
  ProjectIdList: idList.default([]).describe('with AllProjects: none'),
  StationList: z
    .array(z.enum(stationKinds))
    .min(1)
    .max(stationKinds.length)
    .refine((list) => new Set(list).size === list.length, {
      error: say({ zh: '同一内容只能出现一次', en: 'Each of them only once' }),
    })
    .describe('what a wall shows in turn'),
  StationSeconds: integer.pipe(z.number().min(5).max(600)).describe('how long each of them stays'),
};
export const NewDataScreen = z.object(screenShape);
export const DataScreenChange = z.object({ ScreenId: id, ...partsOf(screenShape) });

const displayShape = {
  Name: nameOf({ zh: '名称', en: 'A name' }, 1, 30),
  ScreenId: id.describe('the data screen that it shows'),
  ProjectId: id.describe('where it hangs: its clock, and whose people are notified when it is dark'),
  Language: z.enum(['zh', 'en']),
  Sound: flag.describe('an urgent alarm sounds, in its hours'),
  FromHour: integer.pipe(z.number().min(0).max(23)).describe('it is on from this hour, by the clock of its project'),
  UntilHour: integer.pipe(z.number().min(1).max(24)),
};
export const NewDisplay = z.object({
  Code: z
    .string()
    .trim()
    .toLowerCase()
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(
      z
        .string()
        .regex(/^[a-z2-7]{8}$/, { error: say({ zh: '配对码为 8 位字母和数字', en: 'Eight letters and digits' }) }),
    )
    .describe('what the screen shows'),
  ...displayShape,
});
export const DisplayChange = z.object({ DisplayId: id, ...partsOf(displayShape) });

export const DataScreenRow = z.object({
  ScreenId: z.number().int(),
  Name: z.string(),
  AllProjects: z.boolean(),
  ProjectList: z
    .array(z.object({ ProjectId: z.number().int(), ProjectName: z.string() }))
    .describe('those of them that the reader may open'),
  StationList: z.array(z.enum(stationKinds)),
  StationSeconds: z.number().int(),
  DisplayCount: z.number().int().describe('walls that show it'),
});
export type DataScreenRow = z.infer<typeof DataScreenRow>;

export const DisplayRow = z.object({
  DisplayId: z.number().int(),
  Name: z.string(),
  ScreenId: z.number().int(),
  ScreenName: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Language: z.enum(['zh', 'en']),
  Sound: z.boolean(),
  FromHour: z.number().int(),
  UntilHour: z.number().int(),
  State: z
    .enum(['on', 'dark', 'off', 'revoked'])
    .describe('off: not heard of, outside its hours or in their first minutes'),
  LastSeenEpoch: epochMs,
  PairedByName: z.string().nullable(),
  PairedEpoch: epochMs,
});
export type DisplayRow = z.infer<typeof DisplayRow>;

const secret = z.string().regex(/^[\w-]{43}$/);

/** An alarm as a wall shows it: no person, no remark. */
export const WallAlarm = z.object({
  AlarmId: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  DeviceName: z.string(),
  Sentence: z.string(),
  Level: z.number().int(),
  RaisedEpoch: epochMs,
  Acknowledged: z.boolean(),
});
export type WallAlarm = z.infer<typeof WallAlarm>;

export const WallProject = z.object({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  Served: z.boolean(),
  AlarmCount: z.number().int(),
  AlarmLevel: z.number().int().nullable(),
  BeyondCount: z.number().int().describe('devices with a known value beyond its limits, in alarm or not'),
  OfflineCount: z.number().int().describe('devices of which nothing is known'),
  UrgentUnacknowledged: z.number().int(),
  SoonestLimitEpoch: epochMs.nullable().describe('when the first of its points is expected at a limit'),
  SilentGateways: z.number().int(),
  Gateways: z.number().int(),
});
export type WallProject = z.infer<typeof WallProject>;

export const WallView = z.object({
  CompanyName: z.string(),
  ScreenName: z.string(),
  DisplayName: z.string(),
  Language: z.enum(['zh', 'en']),
  TimeZone: z.string(),
  Sound: z.boolean(),
  FromHour: z.number().int(),
  UntilHour: z.number().int(),
  StationList: z.array(z.enum(stationKinds)),
  StationSeconds: z.number().int(),
  ProjectList: z.array(WallProject).describe('by risk, the highest first'),
  AlarmList: z
    .array(WallAlarm)
    .describe('the newest of all, and the newest of each project; by time, the newest first'),
  AlarmTotal: z.number().int(),
  EnergyList: z.array(z.object({ ProjectId: z.number().int(), ProjectName: z.string(), Wh: z.number() })),
  AsOfEpoch: epochMs,
});
export type WallView = z.infer<typeof WallView>;

export const displayCalls = defineCalls({
  getDataScreens: {
    method: 'GET',
    path: '/DataScreen/GetDataScreens',
    effect: 'read',
    access: ['dataScreenView', 'dataScreenEdit', 'displaysPair'],
    summary: { zh: '企业的数据大屏', en: 'The data screens of the company' },
    query: z.object({ CompanyId: id.optional() }),
    data: z.object({ ScreenList: z.array(DataScreenRow) }),
  },
  addDataScreen: {
    method: 'POST',
    path: '/DataScreen/AddDataScreen',
    effect: 'write',
    access: ['dataScreenEdit'],
    encoding: 'json',
    summary: { zh: '新增数据大屏', en: 'Add a data screen' },
    body: NewDataScreen,
    data: z.object({ ScreenId: z.number().int() }),
  },
  editDataScreen: {
    method: 'POST',
    path: '/DataScreen/EditDataScreen',
    effect: 'write',
    access: ['dataScreenEdit'],
    encoding: 'json',
    summary: { zh: '修改数据大屏', en: 'Change a data screen' },
    body: DataScreenChange,
    data: z.null(),
  },
  deleteDataScreen: {
    method: 'POST',
    path: '/DataScreen/DeleteDataScreen',
    effect: 'write',
    access: ['dataScreenEdit'],
    summary: { zh: '删除数据大屏', en: 'Delete data screens; their walls are revoked' },
    body: z.object({ ScreenIdList: chosenIds }),
    data: z.null(),
  },
  getDisplays: {
    method: 'GET',
    path: '/DataScreen/GetDisplays',
    effect: 'read',
    access: ['displaysPair'],
    summary: { zh: '已配对的墙面屏幕', en: 'Walls that are paired' },
    query: z.object({ CompanyId: id.optional() }),
    data: z.object({ DisplayList: z.array(DisplayRow) }),
  },
  pairDisplay: {
    method: 'POST',
    path: '/DataScreen/PairDisplay',
    effect: 'write',
    access: ['displaysPair'],
    encoding: 'json',
    perMinute: 30,
    summary: { zh: '配对墙面屏幕', en: 'Pair the wall that shows this code' },
    body: NewDisplay,
    data: z.object({ DisplayId: z.number().int() }),
  },
  editDisplay: {
    method: 'POST',
    path: '/DataScreen/EditDisplay',
    effect: 'write',
    access: ['displaysPair'],
    encoding: 'json',
    summary: { zh: '修改墙面屏幕', en: 'Change what a wall shows' },
    body: DisplayChange,
    data: z.null(),
  },
  revokeDisplay: {
    method: 'POST',
    path: '/DataScreen/RevokeDisplay',
    effect: 'write',
    access: ['displaysPair'],
    summary: { zh: '撤销墙面屏幕', en: 'Revoke wall displays: they go blank' },
    body: z.object({ DisplayIdList: chosenIds }),
    data: z.null(),
  },
  beginPairing: {
    method: 'POST',
    path: '/Wall/BeginPairing',
    effect: 'write',
    access: 'public',
    logged: false,
    perMinute: 20,
    summary: { zh: '墙面屏幕：取得配对码', en: 'Wall: a code to show until somebody confirms it' },
    data: z.object({ Code: z.string(), Secret: z.string(), ExpiresEpoch: epochMs }),
  },
  takePairing: {
    method: 'POST',
    path: '/Wall/TakePairing',
    effect: 'write',
    access: 'public',
    logged: false,
    encoding: 'json',
    perMinute: 600,
    summary: {
      zh: '墙面屏幕：等待配对',
      en: 'Wall: whether somebody has confirmed the code; the token once they have',
    },
    body: z.object({ Secret: secret }),
    data: z.object({ Token: z.string().nullable().describe('null: nobody has yet') }),
  },
  getWallView: {
    method: 'POST',
    path: '/Wall/GetWallView',
    effect: 'read',
    access: 'public',
    encoding: 'json',
    perMinute: 600,
    summary: { zh: '墙面屏幕：显示内容', en: 'Wall: what it shows' },
    body: z.object({ Token: secret }),
    data: WallView,
  },
  getWallNews: {
    method: 'POST',
    path: '/Wall/GetWallNews',
    effect: 'write',
    access: 'public',
    logged: false,
    encoding: 'json',
    perMinute: 3000,
    summary: {
      zh: '墙面屏幕：新的紧急报警',
      en: 'Wall display: unacknowledged urgent alarms; also reports that it is on',
    },
    body: z.object({ Token: secret }),
    data: z.object({
      UrgentList: z.array(WallAlarm).describe('the newest 20'),
      UrgentIdList: z.array(z.number().int()).describe('all of them: an id that was not in it before is a new alarm'),
      NewToken: z.string().nullable().describe('takes the place of the present one, once it is used'),
      NowEpoch: epochMs,
    }),
  },
});
