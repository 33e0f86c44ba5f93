import { z } from 'zod';
import { epochMs } from '../scalars.ts';

/**
 * `disabled`: switched off by the company; `expired`: its service has ended. Both are shown with a warning, without live data
 * and without notifications, while recording goes on. `deleted`: only in the deleted list, from where it can be restored.
 */
export const projectStates = ['valid', 'disabled', 'expired', 'deleted'] as const;

export const ProjectState = z.enum(projectStates);
export type ProjectState = z.infer<typeof ProjectState>;

export const localDay = z.string().nullable().describe('YYYY-MM-DD');

export const companyTime = z.string().describe('YYYY-MM-DD HH:mm:ss in the company’s time zone');

export const ProjectRow = z.object({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Code: z.string(),
  Industry: z.number().int().describe('1 cold chain, 2 supermarket, 3 livestock, 4 cultural relics'),
  Address: z.string(),
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  TimeZone: z.string(),
  ServiceEnd: localDay,
  /** Service end has passed: visible with a warning, no live data. */
  Expired: z.boolean(),
  State: ProjectState,
  /** The partition it belongs to; null: the company itself. */
  parentId: z.number().int().nullable(),
  ProjectLevel: z.number().int().nullable().describe('the company’s own grading, 1 (highest) to 5'),
  TagList: z.array(z.string()),
  Cover: z.string().nullable().describe('address of a picture'),
  BigTypeCodeList: z.array(z.string()).describe('subsystems chosen for it, whether it has devices of them or not'),
  AlarmCount: z.number().int().describe('current alarms the caller may see: active, or not yet confirmed by anybody'),
  AlarmLevel: z
    .number()
    .int()
    .nullable()
    .describe('of the most severe of them, 1 urgent … 4 record; null: there is none'),
  BeyondCount: z
    .number()
    .int()
    .describe('devices the caller sees with a known value beyond its limits, in alarm or not; 0 without service'),
  OfflineCount: z.number().int().describe('devices the caller sees of which nothing is known; 0 without service'),
  LastDataEPOCH: epochMs.nullable().describe('newest reading of a device the caller sees; null: none, or no service'),
});

export type ProjectRow = z.infer<typeof ProjectRow>;

/** What hangs on something that is to be deleted or handed over; said before and answered after. */
export const WhatGoesWith = z.object({
  Partitions: z.number().int(),
  Projects: z.number().int(),
  Areas: z.number().int(),
  Gateways: z.number().int(),
  Devices: z.number().int(),
  Points: z.number().int(),
  /** Current alarms: active, or not yet confirmed by anybody. */
  Alarms: z.number().int(),
  /** People with an entry in one of the projects, each once. */
  Members: z.number().int(),
  /** Invitations that are still open and name one of the projects. */
  Invitations: z.number().int(),
});

export type WhatGoesWith = z.infer<typeof WhatGoesWith>;
