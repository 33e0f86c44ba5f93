import {
  type AllCalls,
  commonErrors,
  type DutyShift,
  dutyWords,
  notificationErrors,
  type ParsedInput,
  RotaForm,
} from '@watchpost/contract';
import { type Caller, needInProject } from '../../access/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { refusingTaken } from '../../platform/db/refusingTaken.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput, parseChanged } from '../../platform/http/validate.ts';
import { dayAfter, weekdayOf } from '../../platform/zonedTime.ts';
import {
  insertRota,
  lockRota,
  namesOf,
  type RotaRow,
  type RotaValues,
  setShifts,
  updateRota,
  whoMayBeOnDuty,
} from './duty.store.ts';
import { clockOf } from './dutyPlan.ts';
import { shiftInWords, waysInWords } from './dutyWords.ts';
import type { Shift } from './onDuty.ts';

/** Refuses unless the caller sets up who is told in the project. */
export const needToArrange = (caller: Caller, projectId: number): void =>
  needInProject(caller, projectId, ['alarmStrategyEdit']);

const minuteOf = (time: string): number | null =>
  time === '' ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export const presentShift = (shift: Shift): DutyShift => ({
  UserId: shift.userId,
  WeekdayList: [...shift.weekdays],
  From: shift.from === null ? '' : clockOf(shift.from),
  Until: shift.until === null ? '' : clockOf(shift.until),
  EveryWeeks: shift.everyWeeks,
  FirstWeek: shift.firstWeek,
  OnHolidays: shift.onHolidays,
});

const shiftOf = (shift: DutyShift): Shift => ({
  userId: shift.UserId,
  weekdays: [...new Set(shift.WeekdayList)].sort((a, b) => a - b),
  from: minuteOf(shift.From),
  until: minuteOf(shift.Until),
  everyWeeks: shift.EveryWeeks,
  firstWeek: dayAfter(shift.FirstWeek, 1 - weekdayOf(shift.FirstWeek)),
  onHolidays: shift.OnHolidays,
});

/** Adds a rota, or changes what is sent of one. @returns its number */
export async function saveRota(
  deps: { readonly db: Db; readonly clock: Clock },
  context: CallContext<Caller>,
  body: ParsedInput<AllCalls['saveDutyRota']>['body'],
): Promise<number> {
  const { caller, language } = context;
  const { tenant } = caller;
  const { ProjectId: projectId, RotaId: rotaId } = body;
  needToArrange(caller, projectId);
  const taken = { duty_rota_project_id_name_key: () => new Refusal(notificationErrors.rotaNameTaken) };
  return refusingTaken(taken, () =>
    inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
      const before = rotaId === undefined ? null : await lockRota(tenant, transaction, { projectId, rotaId });
      if (rotaId !== undefined && before === null) throw new Refusal(commonErrors.notFound);
      const form = parseChanged(
        RotaForm,
        before ? formOf(projectId, before) : { ...empty, ProjectId: projectId },
        body,
        language,
      );
      const shifts = form.ShiftList.map(shiftOf);
      const known = new Set(before?.shifts.map(({ userId }) => userId));
      const people = new Set(await whoMayBeOnDuty(tenant, transaction, projectId));
      const names = await namesOf(tenant, transaction, [...new Set(shifts.map(({ userId }) => userId)), ...known]);
      const stranger = shifts.findIndex(({ userId }) => !known.has(userId) && !people.has(userId));
      if (stranger >= 0) throw InvalidInput.inField(`ShiftList.${stranger}.UserId`, dutyWords.stranger, language);
      const values: RotaValues = {
        name: form.RotaName,
        enabled: form.Enabled,
        severities: [...new Set(form.LevelList)].sort((a, b) => a - b),
        channels: [...new Set(form.ChannelList)],
        step: form.Step,
      };
      const said = (rota: RotaValues, list: readonly Shift[]) => ({
        name: rota.name,
        enabled: rota.enabled,
        alarmLevels: rota.severities,
        channels: waysInWords(rota.channels),
        step: rota.step,
        shifts: list.map((shift) => shiftInWords(names.get(shift.userId) ?? `#${shift.userId}`, shift)),
      });
      const operation = { companyId: tenant.companyId, projectId };
      if (before === null) {
        const id = await insertRota(tenant, transaction, projectId, values, new Date(deps.clock.now()));
        await setShifts(tenant, transaction, id, shifts);
        log({ ...operation, subject: { kind: 'dutyRota', id, name: values.name }, after: said(values, shifts) });
        return id;
      }
      const was = said(before, before.shifts);
      const changed = differing(was, said(values, shifts));
      if (Object.keys(changed).length === 0) {
        unchanged();
        return before.id;
      }
      await updateRota(tenant, transaction, before.id, values);
      if ('shifts' in changed) await setShifts(tenant, transaction, before.id, shifts);
      log({
        ...operation,
        subject: { kind: 'dutyRota', id: before.id, name: values.name },
        ...logged(was, changed),
      });
      return before.id;
    }),
  );
}

const empty = { RotaName: '', LevelList: [], ChannelList: [], ShiftList: [] };

const formOf = (projectId: number, rota: RotaRow) => ({
  ProjectId: projectId,
  RotaId: rota.id,
  RotaName: rota.name,
  Enabled: rota.enabled,
  LevelList: rota.severities,
  ChannelList: rota.channels as ('sms' | 'voice' | 'email')[],
  Step: rota.step,
  ShiftList: rota.shifts.map(presentShift),
});
