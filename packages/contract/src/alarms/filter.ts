import { z } from 'zod';
import { say } from '../inputWords.ts';
import {
  areaFilter,
  bigId,
  flag,
  id,
  idFilter,
  integer,
  integerFilter,
  localTime,
  page,
  searchText,
} from '../scalars.ts';
import { alarmKindNames, alarmSubjects } from './kinds.ts';

/** Up to a year of minutes. */
const minutes = integer.pipe(z.number().min(0).max(527_040)).optional();

/** Every filter of the alarm lists. Spec §3 and §7.5. */
export const alarmFilter = {
  ProjectId: id.optional().describe('none: all projects in which the caller may see alarms'),
  Id: bigId.optional().describe('the alarm’s number'),
  Cstime: localTime.optional().describe('raised from; with Cetime at most 31 days'),
  Cetime: localTime.optional(),
  Bstime: localTime.optional().describe('returned to normal from; with Betime at most 31 days'),
  Betime: localTime.optional(),
  IsReturned: flag
    .optional()
    .describe('over: true, because its condition was; false, because its rule, its time or what it watched is gone'),
  Acontent: searchText.describe('part of the point, device or reason'),
  MtName: searchText.describe('part of the device’s name'),
  Mtid: id.optional().describe('device'),
  Level: integerFilter,
  Area: areaFilter.describe('areas by id or name, with those below them'),
  subareaList: idFilter.describe('partitions, projects or areas, with everything below them'),
  Child: idFilter.describe('device classes'),
  AlarmClass: z.array(z.enum(alarmKindNames)).max(20).optional().describe('what the alarm is about'),
  Type: z.enum(alarmSubjects).optional().describe('an alarm of a point, or of a slave or gateway itself'),
  IsAck: flag.optional().describe('confirmed'),
  confirmUser: idFilter.describe('acknowledged by one of these'),
  IsComment: flag.optional().describe('somebody wrote something about it, in a comment or by handling it'),
  commentUser: idFilter.describe('one of these wrote something about it'),
  FirstCommentMinutes: minutes.describe('the first comment came within so many minutes of the raise'),
  DurationMin: minutes.describe('lasted at least so many minutes; those still active until now'),
  DurationMax: minutes,
  ResponseMin: minutes.describe(
    'acknowledged after at least so many minutes; an unacknowledged alarm has no response time',
  ),
  ResponseMax: minutes,
  IsRepair: flag.optional().describe('has a repair order; a draft is none'),
  SortType: z.enum(['time', 'level', 'duration', 'returned', 'response']).optional(),
  IsAsc: flag.optional(),
  ...page,
};

/** A minute without its seconds counts whole. */
const isBefore = (end: string | undefined, start: string | undefined): boolean =>
  end !== undefined && start !== undefined && end.replace('T', ' ') < start.replace('T', ' ').slice(0, end.length);
const upsideDown = say({ zh: '结束时间须不早于开始时间', en: 'The end must not be before the start' });

export const AlarmFilter = z
  .object(alarmFilter)
  .refine(({ Cstime, Cetime }) => !isBefore(Cetime, Cstime), { path: ['Cetime'], error: upsideDown })
  .refine(({ Bstime, Betime }) => !isBefore(Betime, Bstime), { path: ['Betime'], error: upsideDown });
