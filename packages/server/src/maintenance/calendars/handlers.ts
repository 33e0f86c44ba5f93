import { commonErrors, type maintenanceCalls, maintenanceErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite } from '../../logs/index.ts';
import { refusingTaken } from '../../platform/db/refusingTaken.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { clockOfMinutes } from '../../work/index.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import {
  type CalendarRow,
  deleteCalendar,
  insertCalendar,
  listCalendars,
  lockCalendar,
  updateCalendar,
} from './calendar.store.ts';

type Values = Pick<CalendarRow, 'name' | 'windows' | 'holidays'>;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const subjectOf = (id: number, name: string) => ({ kind: 'serviceCalendar' as const, id, name });
/** `1 08:00–18:00` of each weekday, 8 a holiday. */
const inLog = ({ name, windows, holidays }: Partial<Values>): Record<string, unknown> => ({
  ...(name !== undefined && { name }),
  ...(windows && {
    serviceHours: windows
      .map(({ weekday, from, to }) => `${weekday} ${clockOfMinutes(from)}–${clockOfMinutes(to)}`)
      .join(', '),
  }),
  ...(holidays && { serviceHolidays: holidays.join(', ') }),
});

type Calls = Pick<typeof maintenanceCalls, 'getServiceCalendars' | 'saveServiceCalendar' | 'deleteServiceCalendar'>;

export function calendarHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const taken = { service_calendar_company_id_name_key: () => new Refusal(maintenanceErrors.calendarNameTaken) };
  return {
    getServiceCalendars: async ({ caller }) =>
      (await listCalendars(caller.tenant, db)).map(({ id, name, windows, holidays, updated_at }) => ({
        CalendarId: id,
        CalendarName: name,
        WindowList: windows.map(({ weekday, from, to }) => ({
          Weekday: weekday,
          From: clockOfMinutes(from),
          To: clockOfMinutes(to),
        })),
        HolidayList: [...holidays],
        UpdateEpoch: updated_at.getTime(),
      })),

    saveServiceCalendar: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const { transaction } = write;
        const at = new Date(clock.now());
        // With names in the order in which jsonb keeps them: what is the same compares as the same.
        const values: Values = {
          name: body.CalendarName,
          windows: body.WindowList.map(({ Weekday, From, To }) => ({
            to: minutesOf(To),
            from: minutesOf(From),
            weekday: Weekday,
          })),
          holidays: body.HolidayList,
        };
        if (body.CalendarId === undefined) {
          const id = await refusingTaken(taken, () => insertCalendar(tenant, transaction, values, at));
          write.log({
            companyId: tenant.companyId,
            projectId: null,
            subject: subjectOf(id, values.name),
            after: inLog(values),
          });
          tellMaintenance(deps, write, tenant.companyId);
          return { CalendarId: id };
        }
        const before = await lockCalendar(tenant, transaction, body.CalendarId);
        if (!before) throw new Refusal(commonErrors.notFound);
        const changed = differing<Values>(before, values);
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return { CalendarId: before.id };
        }
        await refusingTaken(taken, () => updateCalendar(tenant, transaction, before.id, values, at));
        const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof Values]]));
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(before.id, values.name),
          before: inLog(were),
          after: inLog(changed),
        });
        tellMaintenance(deps, write, tenant.companyId);
        return { CalendarId: before.id };
      }),

    deleteServiceCalendar: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const before = await lockCalendar(tenant, write.transaction, body.CalendarId);
        if (!before) throw new Refusal(commonErrors.notFound);
        await deleteCalendar(tenant, write.transaction, before.id);
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(before.id, before.name),
          before: inLog(before),
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),
  };
}
