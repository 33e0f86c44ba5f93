import {
  alarmErrors,
  commonErrors,
  longestShelvingHours,
  type shelfCalls,
  type WeeklyWindow,
} from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inBoth } from '../../platform/inLanguage.ts';
import { epochOfLocal, localDaysBetween, localOfEpoch } from '../../platform/zonedTime.ts';
import { type ActDeps, refuseThose } from '../acts/actOnAlarm.ts';
import type { Severity } from '../engine/index.ts';
import type { AlarmService } from '../evaluator/alarmService.ts';
import { alarmNames } from '../words/alarmNames.ts';
import { severityText } from '../words/severityText.ts';
import { presentShelf, stateOf, targetOf } from './present.ts';
import type { ShelvedSide } from './shelvedKind.ts';
import {
  countReach,
  findHideableDevice,
  findHideablePlace,
  findHideablePoint,
  type HideableThing,
  insertShelf,
  isOutOfService,
  lockShelf,
  lockShelvable,
  pageShelves,
  type ShelvableAlarm,
  updateWindow,
  writeEnded,
} from './shelves.store.ts';
import { minuteOf } from './weeklyTimes.ts';

/** Of a window that does not repeat; for longer, equipment is taken out of service. */
const longestWindowDays = 31;
/** Of one that repeats weekly. */
const longestSeriesDays = 366;

export interface ShelfDeps extends ActDeps {
  readonly alarms: Pick<AlarmService, 'lookAtShelves'>;
}

/** The same day of the next year; of 29 February the last of that month. */
const yearAfter = (day: string): string => {
  const [year, rest] = [Number(day.slice(0, 4)) + 1, day.slice(4)];
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
};

export function shelfHandlers(deps: ShelfDeps): Handlers<typeof shelfCalls> {
  const { db, clock, alarms } = deps;

  /** A caller who sees only some devices may not hide what belongs to all. */
  const needWhole = (tenant: UserTenant, projectId: number): void => {
    if (tenant.listedProjectIds.includes(projectId)) throw new Refusal(alarmErrors.wholeProjectOnly);
  };
  const found = <Thing>(thing: Thing | null): Thing => {
    if (thing === null) throw new Refusal(commonErrors.notFound);
    return thing;
  };

  return {
    async shelveAlarm(context, { body }) {
      const { tenant } = context.caller;
      const at = new Date(clock.now());
      const untilAt = new Date(at.getTime() + body.Minutes * 60_000);
      const ids = [...new Set(body.IdList)].sort((a, b) => a - b);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const chosen: ShelvableAlarm[] = [];
        for (const id of ids) chosen.push(found(await lockShelvable(tenant, transaction, id)));
        refuseThose(chosen, ({ returned_at }) => returned_at !== null, alarmErrors.nothingToShelve);
        refuseThose(chosen, ({ hidden_by }) => hidden_by !== null, alarmErrors.alreadyHidden);
        for (const alarm of chosen) {
          const { name } = alarm;
          const hours = longestShelvingHours[alarm.severity] ?? 8;
          if (body.Minutes > hours * 60)
            throw new Refusal(alarmErrors.shelvedTooLong, { ...severityText(alarm.severity as Severity), hours });
          const shelfId = await insertShelf(tenant, transaction, {
            projectId: alarm.project_id,
            companyId: alarm.company_id,
            kind: 'shelved',
            alarm: {
              subjectKind: alarm.subject_kind,
              subjectId: alarm.subject_id,
              kind: alarm.kind,
              side: sideOf(alarm.band),
              severity: alarm.severity,
            },
            pointId: alarm.point_id,
            deviceId: alarm.device_id,
            areaId: null,
            reason: body.Reason,
            fromAt: at,
            untilAt,
            weekly: null,
            reviewOn: null,
            at,
          });
          if (shelfId === null)
            throw new Refusal(alarmErrors.alreadyHidden, { names: alarmNames([alarm]) }, [alarm.id]);
          log({
            companyId: alarm.company_id,
            projectId: alarm.project_id,
            subject: { kind: 'alarm', id: alarm.id, name },
            after: { hiddenAs: 'shelved', reason: body.Reason, untilAt: untilAt.getTime() },
          });
        }
      });
      await alarms.lookAtShelves();
      return { Count: ids.length };
    },

    async setOutOfService(context, { body }) {
      const { tenant } = context.caller;
      const { PointId: pointId = null, DeviceId: deviceId = null } = body;
      if ((pointId === null) === (deviceId === null)) throw new Refusal(alarmErrors.oneOfPointAndDevice);
      const now = clock.now();
      const shelfId = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const thing = found(
          pointId === null
            ? await findHideableDevice(tenant, transaction, deviceId!)
            : await findHideablePoint(tenant, transaction, pointId),
        );
        const today = localOfEpoch(now, thing.time_zone).slice(0, 10);
        if (body.ReviewDate < today) throw new Refusal(alarmErrors.reviewInThePast);
        // A review that is due only in years never happens.
        const last = yearAfter(today);
        if (body.ReviewDate > last) throw new Refusal(alarmErrors.reviewTooFar, { day: last });
        if (await isOutOfService(tenant, transaction, { pointId, deviceId }))
          throw new Refusal(alarmErrors.alreadyOutOfService, { name: inBoth(thing.name, thing.name_en) });
        const id = await insertShelf(tenant, transaction, {
          ...blank(thing, now),
          kind: 'outOfService',
          pointId,
          deviceId,
          reason: body.Reason,
          reviewOn: body.ReviewDate,
        });
        log({
          companyId: thing.company_id,
          projectId: thing.project_id,
          subject: { kind: pointId === null ? 'device' : 'point', id: thing.id, name: thing.name },
          after: { hiddenAs: 'outOfService', reason: body.Reason, reviewDate: body.ReviewDate },
        });
        return found(id);
      });
      await alarms.lookAtShelves();
      return { ShelfId: shelfId };
    },

    async addMaintenanceWindow(context, { body }) {
      const { tenant } = context.caller;
      const { AreaId: areaId = null, DeviceId: deviceId = null, Weekly: weekly } = body;
      if (areaId !== null && deviceId !== null) throw new Refusal(alarmErrors.areaOrDevice);
      const now = clock.now();
      const shelfId = await inOneWrite(deps, context, async ({ transaction, log }) => {
        let thing: HideableThing;
        if (deviceId === null) {
          thing = found(await findHideablePlace(tenant, transaction, body.ProjectId, areaId));
          needWhole(tenant, thing.project_id);
        } else {
          thing = found(await findHideableDevice(tenant, transaction, deviceId));
          if (thing.project_id !== body.ProjectId) throw new Refusal(commonErrors.notFound);
        }
        const { from, until } = windowOf(body, weekly !== undefined, thing.time_zone, now);
        const id = await insertShelf(tenant, transaction, {
          ...blank(thing, now),
          kind: 'maintenance',
          deviceId,
          areaId: deviceId === null ? areaId : null,
          reason: body.Reason,
          fromAt: new Date(from),
          untilAt: new Date(until),
          weekly: weekly
            ? { weekdays: weekly.Weekdays, fromMinute: minuteOf(weekly.From), untilMinute: minuteOf(weekly.Until) }
            : null,
        });
        log({
          companyId: thing.company_id,
          projectId: thing.project_id,
          subject: {
            kind: deviceId !== null ? 'device' : areaId !== null ? 'area' : 'project',
            id: thing.id,
            name: thing.name,
          },
          after: {
            hiddenAs: 'maintenance',
            reason: body.Reason,
            ...timesInLog(from, until, weekly ?? null),
          },
        });
        return found(id);
      });
      await alarms.lookAtShelves();
      return { ShelfId: shelfId };
    },

    async getMaintenanceReach({ caller: { tenant } }, { body }) {
      const { ProjectId: projectId, AreaId: areaId = null, DeviceId: deviceId = null } = body;
      if (deviceId === null) found(await findHideablePlace(tenant, db, projectId, areaId));
      else found(await findHideableDevice(tenant, db, deviceId));
      const { devices, alarms } = await countReach(tenant, db, { projectId, areaId, deviceId });
      return { DeviceCount: devices, AlarmCount: alarms };
    },

    async updateMaintenanceWindow(context, { body }) {
      const { tenant } = context.caller;
      const now = clock.now();
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        const shelf = found(await lockShelf(tenant, transaction, body.ShelfId));
        if (shelf.kind !== 'maintenance') throw new Refusal(commonErrors.notFound);
        if (stateOf(shelf, now) === 'over') throw new Refusal(alarmErrors.shelfOver);
        const { target, name } = targetOf(shelf, 'zh');
        if (target === 'area' || target === 'project') needWhole(tenant, shelf.project_id);
        const localOf = (at: Date) => localOfEpoch(at.getTime(), shelf.time_zone).slice(0, 16);
        const times = {
          StartTime: body.StartTime ?? localOf(shelf.from_at),
          EndTime: body.EndTime ?? localOf(found(shelf.until_at)),
        };
        const present = presentShelf(shelf, now, 'zh').Weekly;
        const weekly = body.Weekly === undefined ? present : body.Weekly;
        const reason = body.Reason ?? shelf.reason;
        const { from, until } = windowOf(times, weekly !== null, shelf.time_zone, now);
        const none = { weekdays: null, hours: null };
        const before = {
          reason: shelf.reason,
          ...none,
          ...timesInLog(shelf.from_at.getTime(), found(shelf.until_at).getTime(), present),
        };
        const changed = differing<object>(before, { reason, ...none, ...timesInLog(from, until, weekly) });
        if (Object.keys(changed).length === 0) return unchanged();
        await updateWindow(tenant, transaction, shelf, {
          fromAt: new Date(from),
          untilAt: new Date(until),
          reason,
          weekly: weekly
            ? { weekdays: weekly.Weekdays, fromMinute: minuteOf(weekly.From), untilMinute: minuteOf(weekly.Until) }
            : null,
        });
        log({
          companyId: shelf.company_id,
          projectId: shelf.project_id,
          subject: {
            kind: target === 'alarm' ? 'alarm' : target,
            id: shelf.point_id ?? shelf.device_id ?? shelf.area_id ?? shelf.project_id,
            name,
          },
          ...logged(before, changed),
        });
      });
      await alarms.lookAtShelves();
      return null;
    },

    async endAlarmShelf(context, { body }) {
      const { tenant } = context.caller;
      const now = clock.now();
      const ids = [...new Set(body.ShelfIdList)].sort((a, b) => a - b);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        for (const id of ids) {
          const shelf = found(await lockShelf(tenant, transaction, id));
          if (stateOf(shelf, now) === 'over') throw new Refusal(alarmErrors.shelfOver);
          const { target, name } = targetOf(shelf, 'zh');
          if (target === 'area' || target === 'project') needWhole(tenant, shelf.project_id);
          await writeEnded(tenant, transaction, shelf, new Date(now));
          log({
            companyId: shelf.company_id,
            projectId: shelf.project_id,
            subject: {
              kind: target === 'alarm' ? (shelf.point_id === null ? 'gateway' : 'point') : target,
              id: shelf.point_id ?? shelf.device_id ?? shelf.area_id ?? shelf.project_id,
              name,
            },
            before: { hiddenAs: shelf.kind, reason: shelf.reason },
          });
        }
      });
      await alarms.lookAtShelves();
      return { Count: ids.length };
    },

    async getAlarmShelfPage({ caller, language }, { body }) {
      const { rows, total } = await pageShelves(
        caller.tenant,
        db,
        {
          subareaIds: body.subareaList ?? null,
          kinds: body.KindList && body.KindList.length > 0 ? body.KindList : null,
          isOver: body.IsOver,
        },
        rowRange(body),
      );
      const now = clock.now();
      return { Data: rows.map((row) => presentShelf(row, now, language)), TotalCount: total };
    },
  };
}

/** Shelving one limit shelves that side of it. */
const sideOf = (band: string | null): ShelvedSide => (band === null ? null : /^high/.test(band) ? 'high' : 'low');

/** From when until when, by the clock of the project. @throws Refusal when that cannot be */
function windowOf(
  { StartTime, EndTime }: { StartTime: string; EndTime: string },
  isWeekly: boolean,
  timeZone: string,
  now: number,
): { from: number; until: number } {
  const momentOf = (local: string): number => {
    const epochMs = epochOfLocal(local, timeZone);
    if (epochMs === null) throw new Refusal(commonErrors.badInput, { fields: local });
    return epochMs;
  };
  const [from, until] = [momentOf(StartTime), momentOf(EndTime)];
  if (until <= from) throw new Refusal(alarmErrors.windowUpsideDown);
  if (until <= now) throw new Refusal(alarmErrors.windowOver);
  if (localDaysBetween(StartTime, EndTime)! > (isWeekly ? longestSeriesDays : longestWindowDays))
    throw new Refusal(alarmErrors.windowTooLong, { days: isWeekly ? longestSeriesDays : longestWindowDays });
  return { from, until };
}

const timesInLog = (fromAt: number, untilAt: number, weekly: WeeklyWindow | null) => ({
  fromAt,
  untilAt,
  ...(weekly && { weekdays: weekly.Weekdays, hours: `${weekly.From}–${weekly.Until}` }),
});

const blank = ({ project_id, company_id }: HideableThing, now: number) => ({
  projectId: project_id,
  companyId: company_id,
  alarm: null,
  pointId: null,
  deviceId: null,
  areaId: null,
  fromAt: new Date(now),
  untilAt: null,
  weekly: null,
  reviewOn: null,
  at: new Date(now),
});
