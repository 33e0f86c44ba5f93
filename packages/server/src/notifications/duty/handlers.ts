import { commonErrors, type DutyPlan, type dutyCalls, dutyWords } from '@watchpost/contract';
import { type Caller, mayInCompany, mayInProject, needInCompany, type ProjectMember } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { dayAfter, localOfEpoch, weekdayOf } from '../../platform/zonedTime.ts';
import { findProjectFacts } from '../../projects/index.ts';
import {
  absencesOf,
  type DayRow,
  daysOf,
  daysSet,
  deleteAbsence,
  deleteRota,
  lockRota,
  namesOf,
  projectNames,
  rotasOf,
  setDays,
  sightInProjects,
  whoMayBeOnDuty,
} from './duty.store.ts';
import { turnsOf } from './dutyPlan.ts';
import { shiftInWords, waysInWords } from './dutyWords.ts';
import {
  absenceInLog,
  alarmTenantOf,
  lockedAbsence,
  mayChangeAbsence,
  needForAbsence,
  needToChange,
  saveAbsence,
  whereItCounts,
} from './saveAbsence.wire.ts';
import { needToArrange, presentShift, saveRota } from './saveRota.wire.ts';

export interface DutyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}

/** How far back the calendar is shown. */
const pastDays = 31;

export function dutyHandlers(deps: DutyDeps): Handlers<typeof dutyCalls> {
  const { db, clock, events } = deps;

  const projectOf = async ({ tenant }: Caller, projectId: number) => {
    const project = await findProjectFacts(tenant, db, projectId);
    if (!project) throw new Refusal(commonErrors.notFound);
    return project;
  };

  return {
    async getDutyPlan({ caller, language }, { query }): Promise<DutyPlan> {
      const { tenant, grants, userId } = caller;
      const { ProjectId: projectId } = query;
      const { time_zone: timeZone } = await projectOf(caller, projectId);
      const now = clock.now();
      const today = localOfEpoch(now, timeZone).slice(0, 10);
      const asked = query.Day ?? today;
      const monday = dayAfter(asked, 1 - weekdayOf(asked));
      const [earliest] = [today, monday].sort() as [string, string];
      const rotas = await rotasOf(tenant, db, projectId);
      const days = await daysOf(tenant, db, projectId, dayAfter(earliest, -pastDays));
      const people = await whoMayBeOnDuty(tenant, db, projectId);
      const inShifts = rotas.flatMap(({ shifts }) => shifts.map((shift) => shift.userId));
      const own = alarmTenantOf(caller);
      // Leave that counts only in projects closed to the caller stays unknown to them.
      const absences = (
        await absencesOf(tenant, db, [...new Set([...people, ...inShifts])], dayAfter(earliest, -1))
      ).filter(
        ({ userId: whose, projectIds }) =>
          whose === userId || projectIds === null || projectIds.some((id) => own.projectIds.includes(id)),
      );
      const places = absences.some(({ projectIds }) => projectIds !== null) ? await projectNames(own, db) : [];
      const names = await namesOf(tenant, db, [
        ...people,
        ...inShifts,
        ...absences.flatMap(({ substituteId }) => substituteId ?? []),
      ]);
      const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? `#${id}`));
      const kinds = new Map(days.map(({ day, counts_as }) => [day, counts_as]));
      // The night before counts only while it runs.
      const week = Array.from({ length: 8 }, (_, n) => dayAfter(monday, n - 1));
      const mayEdit = grants !== null && mayInProject(grants, projectId, ['alarmStrategyEdit']);
      return {
        TimeZone: timeZone,
        Monday: monday,
        Today: today,
        RotaList: rotas.map((rota) => ({
          RotaId: rota.id,
          RotaName: rota.name,
          Enabled: rota.enabled,
          LevelList: rota.severities,
          ChannelList: rota.channels as ('sms' | 'voice' | 'email')[],
          Step: rota.step,
          ShiftList: rota.shifts.map(presentShift),
        })),
        TurnList: rotas
          .filter(({ enabled }) => enabled)
          .flatMap((rota) =>
            turnsOf(rota.shifts, week, { kinds, absences, timeZone, projectId, maySee: (id) => people.includes(id) })
              .filter(({ day, from, until }) => day >= monday || (from <= now && now < until))
              .map((turn) => ({
                RotaId: rota.id,
                Day: turn.day,
                FromEPOCH: turn.from,
                UntilEPOCH: turn.until,
                From: turn.fromClock,
                Until: turn.untilClock,
                UserName: nameOf(turn.who),
                InsteadOf: turn.who === turn.userId ? null : nameOf(turn.userId),
                IsNow: turn.from <= now && now < turn.until,
              })),
          ),
        AbsenceList: absences
          .filter(({ untilDay }) => untilDay >= today)
          .map((row) => ({
            AbsenceId: row.id,
            UserId: row.userId,
            UserName: nameOf(row.userId) ?? '',
            FromDay: row.fromDay,
            UntilDay: row.untilDay,
            SubstituteId: row.substituteId,
            SubstituteName: nameOf(row.substituteId),
            Remarks: row.remarks,
            ProjectNameList:
              row.projectIds &&
              places
                .filter(({ id }) => row.projectIds!.includes(id))
                .map(({ name, name_en }) => inLanguage(name, name_en, language)),
            CountsHere: row.projectIds === null || row.projectIds.includes(projectId),
            MayEdit: (mayEdit || row.userId === userId) && mayChangeAbsence(caller, row),
          })),
        DayList: days.map(presentDay),
        PersonList: [...names].map(([UserId, UserName]) => ({ UserId, UserName })),
        MayEdit: mayEdit,
        MayEditCompany: mayInCompany(caller, ['companyAlarms']),
      };
    },

    async saveDutyRota(context, { body }) {
      return { RotaId: await saveRota(deps, context, body) };
    },

    async deleteDutyRota(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      needToArrange(caller, body.ProjectId);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const rota = await lockRota(tenant, transaction, { projectId: body.ProjectId, rotaId: body.RotaId });
        if (!rota) throw new Refusal(commonErrors.notFound);
        const names = await namesOf(
          tenant,
          transaction,
          rota.shifts.map(({ userId }) => userId),
        );
        await deleteRota(tenant, transaction, rota.id);
        log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'dutyRota', id: rota.id, name: rota.name },
          before: {
            alarmLevels: rota.severities,
            channels: waysInWords(rota.channels),
            step: rota.step,
            shifts: rota.shifts.map((shift) => shiftInWords(names.get(shift.userId) ?? `#${shift.userId}`, shift)),
          },
        });
      });
      return null;
    },

    async saveAbsence(context, { body }) {
      const { time_zone } = await projectOf(context.caller, body.ProjectId);
      return { AbsenceId: await saveAbsence(deps, context, body, time_zone) };
    },

    async getSubstituteGaps({ caller, language }, { query }) {
      const { ProjectId: projectId, UserId: absentId, SubstituteId: substituteId } = query;
      await projectOf(caller, projectId);
      needForAbsence(caller, projectId, absentId);
      const people = await whoMayBeOnDuty(caller.tenant, db, projectId);
      if (!people.includes(absentId)) throw InvalidInput.inField('UserId', dutyWords.stranger, language);
      if (!people.includes(substituteId)) throw InvalidInput.inField('SubstituteId', dutyWords.stranger, language);
      const own = alarmTenantOf(caller);
      const counts = whereItCounts(caller, absentId);
      const sees = await sightInProjects(own, db, [absentId, substituteId]);
      const of = (userId: number, id: number) => sees.find((each) => each.user_id === userId && each.project_id === id);
      return (await projectNames(own, db)).flatMap(({ id, name, name_en }) => {
        const absent = counts === null || counts.includes(id) ? of(absentId, id) : undefined;
        const substitute = of(substituteId, id);
        if (!absent) return [];
        if (substitute && seesAsMuch(substitute, absent)) return [];
        return [{ ProjectName: inLanguage(name, name_en, language), SeesPart: substitute !== undefined }];
      });
    },

    async deleteAbsence(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const row = await lockedAbsence(caller, transaction, body.ProjectId, body.AbsenceId);
        needToChange(caller, body.ProjectId, row);
        const ids = [row.userId, ...(row.substituteId === null ? [] : [row.substituteId])];
        const names = await namesOf(tenant, transaction, ids);
        await deleteAbsence(tenant, transaction, row.id);
        log({
          companyId: tenant.companyId,
          subject: { kind: 'absence', id: row.id, name: names.get(row.userId) ?? `#${row.userId}` },
          before: absenceInLog(row, names),
        });
      });
      return null;
    },

    async saveCalendarDays(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const { company_id: companyId } = await projectOf(caller, body.ProjectId);
      if (body.OfCompany) needInCompany(caller, ['companyAlarms']);
      else needToArrange(caller, body.ProjectId);
      const projectId = body.OfCompany ? null : body.ProjectId;
      const days: string[] = [];
      for (let day = body.FromDay; day <= body.UntilDay; day = dayAfter(day, 1)) days.push(day);
      const countsAs = body.CountsAs === 0 ? null : body.CountsAs;
      await inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
        const before = new Map((await daysSet(tenant, transaction, projectId, days)).map((row) => [row.day, row]));
        const changed = days.filter((day) => {
          const was = before.get(day);
          return (was?.counts_as ?? null) !== countsAs || (countsAs !== null && was?.name !== body.DayName);
        });
        if (changed.length === 0) return unchanged();
        await setDays(tenant, transaction, projectId, changed, { countsAs, name: body.DayName });
        const was = changed.flatMap((day) => before.get(day) ?? []);
        log({
          companyId,
          projectId,
          subject: {
            kind: 'calendarDay',
            id: null,
            name: body.FromDay === body.UntilDay ? body.FromDay : `${body.FromDay} – ${body.UntilDay}`,
          },
          before:
            was.length === 0
              ? null
              : { countsAs: [...new Set(was.map(({ counts_as }) => counts_as))], name: was[0]!.name },
          after: countsAs === null ? null : { countsAs, name: body.DayName },
        });
        afterCommit(() => events.emit('configurationChanged', { companyId, kind: 'project', ids: [body.ProjectId] }));
      });
      return null;
    },
  };
}

const seesAsMuch = (one: ProjectMember, other: ProjectMember): boolean =>
  other.alarm_levels.every((level) => one.alarm_levels.includes(level)) &&
  (one.devices === 'all' ||
    (other.devices === 'listed' && other.device_ids.every((id) => one.device_ids.includes(id))));

const presentDay = ({ day, counts_as, name, of_company }: DayRow) => ({
  Day: day,
  CountsAs: counts_as,
  DayName: name,
  OfCompany: of_company,
});
