import { z } from 'zod';
import { Band, PendingAlarm } from '../points/wire.ts';
import { epochMs } from '../scalars.ts';

/**
 * Topics of the browser's realtime channel: MQTT 3.1.1 over WebSocket at `/mqtt` on the HTTP port, user name `bearer`,
 * password = the access token. Payloads are JSON. A browser may only subscribe, only below its own projects, and receives
 * only devices and alarm levels it may see; a right that was taken away ends delivery within ten seconds.
 */

/** `[pointId, value, quality code, measured at (epoch ms), band]`, for example `[17, -18.2, 0, 1795258800000, 'within']`. */
export const LiveValue = z.tuple([z.number().int(), z.number().nullable(), z.number().int(), z.number(), Band]);
export type LiveValue = z.infer<typeof LiveValue>;

export const LiveValues = z.object({ values: z.array(LiveValue) });
export type LiveValues = z.infer<typeof LiveValues>;

/** `[pointId, since]` for each point whose gateway or slave fell silent (epoch ms) or answers again (null). */
export const LineChanged = z.object({ points: z.array(z.tuple([z.number().int(), epochMs.nullable()])) });
export type LineChanged = z.infer<typeof LineChanged>;

/** All that is pending on a point at the level of the topic; empty when the last of it returned or was raised. */
export const PendingChanged = z.object({
  pointId: z.number().int(),
  level: z.number().int(),
  pending: z.array(PendingAlarm),
});
export type PendingChanged = z.infer<typeof PendingChanged>;

/** Says that an alarm changed, not how: the browser asks again for what it shows. */
export const AlarmChanged = z.object({
  alarmId: z.number().int(),
  kind: z.enum([
    'raised',
    'severityChanged',
    'ruleChanged',
    'returnedToNormal',
    'acknowledged',
    'handled',
    'commented',
    'ended',
    'repeated',
    'escalated',
    'hidden',
    'shown',
  ]),
  level: z.number().int(),
  at: z.number(),
});
export type AlarmChanged = z.infer<typeof AlarmChanged>;

/** A gateway's line came or went. */
export const GatewayState = z.object({ gatewayId: z.number().int(), online: z.boolean(), at: epochMs });
export type GatewayState = z.infer<typeof GatewayState>;

/** Says that something of this user changed, not what: the browser asks again for what it shows. */
export const UserNews = z.object({
  /** When many are told at once: each asks again at a moment of its own choice within so many ms. Absent: at once. */
  spreadMs: z.number().int().nonnegative().optional(),
});

/** What people of a company set up together and see on their screens; the contents of equipment have topics of their own. */
export const companyNewsKinds = [
  'company',
  'partition',
  'project',
  'area',
  'assets',
  'boot',
  'commissioning',
  'compliance',
  'maintenance',
  'customers',
  'diagram',
  'plan',
  'dashboard',
  'dataScreen',
  'member',
  'role',
  'invitation',
  'repair',
  'report',
  'schedule',
  'transport',
  'energy',
] as const;
export type CompanyNewsKind = (typeof companyNewsKinds)[number];

/** Says what sort of thing changed in the company, not which: the browser asks again for what it shows of these. */
export const CompanyNews = UserNews.extend({
  /** Of `companyNewsKinds`; a newer server may name more. */
  kinds: z.array(z.string()),
});
export type CompanyNews = z.infer<typeof CompanyNews>;

export const realtimeTopics = {
  /** Retained by nobody; subscribe and then ask once for the present values. */
  deviceValues: {
    pattern: 'projects/+/devices/+/values',
    topic: (projectId: number, deviceId: number | '+') => `projects/${projectId}/devices/${deviceId}/values`,
    payload: LiveValues,
  },
  /** Silence has no values of its own to arrive with. */
  deviceLines: {
    pattern: 'projects/+/devices/+/lines',
    topic: (projectId: number, deviceId: number | '+') => `projects/${projectId}/devices/${deviceId}/lines`,
    payload: LineChanged,
  },
  /** Level in the topic for the same reason as below. */
  devicePending: {
    pattern: 'projects/+/devices/+/pending/+',
    topic: (projectId: number, deviceId: number | '+', level: number | '+') =>
      `projects/${projectId}/devices/${deviceId}/pending/${level}`,
    payload: PendingChanged,
  },
  /** Level is in the topic so that the broker can refuse levels the user may not see; device 0: an alarm without a device. */
  deviceAlarms: {
    pattern: 'projects/+/devices/+/alarms/+',
    topic: (projectId: number, deviceId: number | '+', level: number | '+') =>
      `projects/${projectId}/devices/${deviceId}/alarms/${level}`,
    payload: AlarmChanged,
  },
  /** For people who see all devices of the project, and so its gateways; not of gateways that are kept to some people. */
  gatewayStates: {
    pattern: 'projects/+/gateways/+/state',
    topic: (projectId: number, gatewayId: number | '+') => `projects/${projectId}/gateways/${gatewayId}/state`,
    payload: GatewayState,
  },
  /** For everybody in the company. */
  companyNews: {
    pattern: 'companies/+/news',
    topic: (companyId: number) => `companies/${companyId}/news`,
    payload: CompanyNews,
  },
  /** Popups wait for this user. */
  userPushes: {
    pattern: 'users/+/pushes',
    topic: (userId: number) => `users/${userId}/pushes`,
    payload: UserNews,
  },
  /** What this user may see or do has changed: companies, projects, permissions. */
  userAccess: {
    pattern: 'users/+/access',
    topic: (userId: number) => `users/${userId}/access`,
    payload: UserNews,
  },
  /** A requested file is ready, or could not be made. */
  userDownloads: {
    pattern: 'users/+/downloads',
    topic: (userId: number) => `users/${userId}/downloads`,
    payload: UserNews,
  },
} as const;
