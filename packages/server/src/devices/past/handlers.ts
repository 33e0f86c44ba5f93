import { commonErrors, deviceErrors, maxPastAlarms, type pastCalls } from '@watchpost/contract';
import { devicesUnderMaintenance } from '../../alarms/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { pointsOfDevices, presentPoint } from '../../points/index.ts';
import { findProjectFacts, shownUntil } from '../../projects/index.ts';
import { presentDevice } from '../board/present.ts';
import { devicesInOrder, hiddenPoints, orderedDevices } from '../board/store.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { ofDevices, statesOf } from '../states/deviceStates.ts';
import { pastValues, withoutEarlierData } from './pastValues.ts';
import { alarmsAt, alarmsBetween } from './store.ts';

/** What is about to become an alarm is kept nowhere. */
const nothingPending = [] as const;

export const pastHandlers = (deps: DeviceDeps): Handlers<typeof pastCalls> => {
  const { db, clock, points: catalogue, limitsOver } = deps;
  return {
    async getPastTable({ caller, language, signal }, { body }) {
      const { tenant, userId } = caller;
      const { ProjectId: projectId, MomentEPOCH: at, ModelTreeIdList: wanted, PageIndex, PageSize } = body;
      const now = clock.now();
      if (at > now) throw new Refusal(deviceErrors.momentAhead);
      const project = await findProjectFacts(tenant, db, projectId);
      if (!project) throw new Refusal(commonErrors.notFound);
      const ids = await orderedDevices(tenant, db, { projectIds: [projectId], deviceIds: wanted }, 'default');
      const devices = await devicesInOrder(tenant, db, ids.slice((PageIndex - 1) * PageSize, PageIndex * PageSize));
      const deviceIds = devices.map(({ id }) => id);
      const concerned = catalogue.ofProject(projectId).filter(ofDevices(deviceIds));
      const rows = await pointsOfDevices(tenant, db, deviceIds);
      // What was measured after the end of the service is kept, and not shown before it is renewed.
      const isShown = at < (shownUntil(project) ?? Number.POSITIVE_INFINITY);
      const [values, open, hidden, maintained] = await Promise.all([
        isShown ? pastValues(deps, rows, at, { userId, signal }) : new Map<number, never>(),
        alarmsAt(tenant, db, projectId, new Date(at)),
        hiddenPoints(tenant, db, deviceIds),
        devicesUnderMaintenance(tenant, db, deviceIds, new Date(at)),
      ]);
      const live = { get: (pointId: number) => values.get(pointId) ?? null };
      const states = statesOf({ now: at, points: catalogue, concerned, live, lines: [], open });
      const levelOf = new Map<number, number>();
      for (const { point_id, severity } of open)
        if (point_id !== null) levelOf.set(point_id, Math.min(severity, levelOf.get(point_id) ?? severity));
      const shown = rows.filter(({ id, device_id }) => !hidden.has(`${device_id}:${id}`));
      const ofDevice = Map.groupBy(shown, ({ device_id }) => device_id);
      const presented = devices.map((device) => {
        const own = ofDevice.get(device.id) ?? [];
        return presentDevice(
          { ...device, ...states.of(device.id), maintenanceUntil: maintained.get(device.id), hiddenAlarms: [] },
          own.map((row) => {
            // Nothing is written into the past.
            const then = { ...row, writable: false, silent_since: null, alarm_level: levelOf.get(row.id) ?? null };
            const limits = limitsOver(row.id, at, at + 1)[0]?.limits ?? null;
            const shownLimits = limits && { ...limits, isJudged: true };
            return presentPoint(then, live.get(row.id), shownLimits, nothingPending, language);
          }),
          own.find(({ main }) => main)?.id ?? null,
          language,
        );
      });
      const never = isShown ? await withoutEarlierData(deps, rows, values, at) : [];
      return { Data: presented, TotalCount: ids.length, MomentEPOCH: at, NeverIdList: never };
    },

    async getPastAlarmList({ caller, language }, { body }) {
      const [from, to] = [new Date(body.FromEPOCH), new Date(body.ToEPOCH)];
      const range = { projectId: body.ProjectId, from, to, limit: maxPastAlarms };
      const alarms = await alarmsBetween(caller.tenant, db, range);
      return alarms.map((alarm) => ({
        AlarmId: alarm.id,
        Mtid: alarm.device_id,
        SubjectName: inLanguage(alarm.subject_name, alarm.subject_name_en, language),
        Level: alarm.severity,
        RaisedEPOCH: alarm.raised_at.getTime(),
        ClearedEPOCH: alarm.returned_at?.getTime() ?? null,
      }));
    },
  };
};
