import { type AllCalls, commonErrors, energyErrors, needsTemperature, type ParsedInput } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { EnergyDeps } from '../deps.ts';
import { checkedDays, needZone, tellEnergy } from '../inProject.ts';
import {
  type BaselineRow,
  type BaselineValues,
  baselinesOf,
  dropBaseline,
  insertBaseline,
  lockBaseline,
  putInUse,
  temperaturePoints,
} from './baseline.store.ts';
import { type DrawnBaseline, drawBaseline, faultsOf } from './fitBaseline.ts';
import { endedDays, energyByDay, performancesOf } from './performances.ts';
import { presentFit, presentPerformance } from './present.ts';
import { enteredDays, temperatureDays } from './variableDays.ts';

type BaselineCalls = Pick<
  AllCalls,
  | 'getEnergyBaselines'
  | 'getTemperaturePoints'
  | 'fitBaseline'
  | 'saveBaseline'
  | 'approveBaseline'
  | 'deleteBaseline'
  | 'getEnergyPerformance'
>;
type Form = ParsedInput<AllCalls['fitBaseline']>['body'];

const inLog = (row: Pick<BaselineRow, 'variables' | 'static_factors' | 'state'>): object => ({
  baselineVariables: row.variables,
  staticFactors: row.static_factors,
  baselineState: row.state,
});

export function baselineHandlers(deps: EnergyDeps): Handlers<BaselineCalls> {
  const { db, clock, events } = deps;

  /** The line that a form asks for. @throws Refusal where none can be drawn */
  async function drawn(
    caller: Caller,
    form: Form,
    signal: AbortSignal,
  ): Promise<{ values: BaselineValues; line: DrawnBaseline }> {
    const timeZone = await needZone(caller, db, form.ProjectId);
    const range = endedDays(checkedDays(form.Start, form.End, clock.now(), timeZone), clock.now(), timeZone);
    const variables = [...new Set(form.VariableList)];
    const { counted, leftOut } = await energyByDay(deps, caller.tenant, form.ProjectId, form.MeterId ?? null, range);
    let outdoorPointId: number | null = null;
    let temperatures: ReadonlyMap<string, readonly number[]> = new Map();
    if (needsTemperature(variables)) {
      const points = await temperaturePoints(caller.tenant, db, [form.ProjectId]);
      const point = form.OutdoorPointId
        ? points.find(({ id }) => id === form.OutdoorPointId)
        : points.find(({ outdoor }) => outdoor);
      if (!point) throw new Refusal(form.OutdoorPointId ? energyErrors.notTemperature : energyErrors.outdoorMissing);
      outdoorPointId = point.id;
      const found = await temperatureDays(deps, [{ ...point, timeZone }], range, caller.userId, signal);
      temperatures = found.get(point.id) ?? new Map();
    }
    const entered = (await enteredDays(deps, [form.ProjectId], range)).get(form.ProjectId) ?? new Map();
    const line = drawBaseline(
      counted,
      { temperatures, entered },
      { variables, base_cool: form.BaseCool ?? null, base_heat: form.BaseHeat },
      leftOut,
    );
    if (typeof line === 'number') throw new Refusal(energyErrors.baselineUndrawable, { days: line });
    return {
      line,
      values: {
        project_id: form.ProjectId,
        meter_id: form.MeterId ?? null,
        from_day: range.from,
        to_day: range.to,
        variables,
        outdoor_point_id: outdoorPointId,
        base_cool: line.base_cool,
        base_heat: variables.includes('hdd') ? form.BaseHeat : null,
        fit: line.fit,
        static_factors: form.StaticFactors,
      },
    };
  }

  return {
    async getEnergyBaselines({ caller, language }, { query }) {
      await needZone(caller, db, query.projectId);
      return (await baselinesOf(caller.tenant, db, [query.projectId])).map((row) => ({
        BaselineId: row.id,
        MeterId: row.meter_id,
        MeterName: row.meter_name === null ? null : inLanguage(row.meter_name, row.meter_name_en, language),
        Start: row.from_day,
        End: row.to_day,
        OutdoorPointId: row.point_name === null ? null : row.outdoor_point_id,
        OutdoorPointName: row.point_name === null ? null : inLanguage(row.point_name, row.point_name_en, language),
        StaticFactors: row.static_factors,
        State: row.state,
        Fit: presentFit(row),
      }));
    },

    async getTemperaturePoints({ caller, language }, { query }) {
      await needZone(caller, db, query.projectId);
      return (await temperaturePoints(caller.tenant, db, [query.projectId])).map((point) => ({
        PointId: point.id,
        PointName: inLanguage(point.name, point.name_en, language),
        ModelTreeName:
          point.device_name === null ? null : inLanguage(point.device_name, point.device_name_en, language),
        IsWeather: point.outdoor,
      }));
    },

    async fitBaseline({ caller, signal }, { body }) {
      const { values, line } = await drawn(caller, body, signal);
      return {
        Fit: presentFit(values),
        DayList: line.days.map(({ day, wh, expectedWh }) => ({ Day: day, Wh: wh, ExpectedWh: expectedWh })),
      };
    },

    async saveBaseline(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const { values } = await drawn(caller, body, context.signal);
      return inOneWrite(deps, context, async (write) => {
        const id = await insertBaseline(tenant, write.transaction, values, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          projectId: values.project_id,
          subject: { kind: 'energyBaseline', id, name: `${values.from_day} – ${values.to_day}` },
          after: inLog({ ...values, state: 'draft' }),
        });
        tellEnergy(write, events, tenant.companyId);
        return { BaselineId: id };
      });
    },

    async approveBaseline(context, { body }) {
      const { tenant } = context.caller;
      return inOneWrite(deps, context, async (write) => {
        const row = await lockBaseline(tenant, write.transaction, body.BaselineId);
        if (!row) throw new Refusal(commonErrors.notFound);
        if (row.state === 'approved') throw new Refusal(energyErrors.notDraft);
        await putInUse(tenant, write.transaction, row);
        write.log({
          companyId: tenant.companyId,
          projectId: row.project_id,
          subject: { kind: 'energyBaseline', id: row.id, name: `${row.from_day} – ${row.to_day}` },
          before: inLog(row),
          after: inLog({ ...row, state: 'approved' }),
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async deleteBaseline(context, { body }) {
      const { tenant } = context.caller;
      return inOneWrite(deps, context, async (write) => {
        const row = await lockBaseline(tenant, write.transaction, body.BaselineId);
        if (!row) throw new Refusal(commonErrors.notFound);
        await dropBaseline(tenant, write.transaction, row.id);
        write.log({
          companyId: tenant.companyId,
          projectId: row.project_id,
          subject: { kind: 'energyBaseline', id: row.id, name: `${row.from_day} – ${row.to_day}` },
          before: inLog(row),
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async getEnergyPerformance({ caller, language, signal }, { body }) {
      const timeZone = await needZone(caller, db, body.ProjectId);
      const period = checkedDays(body.Start, body.End, clock.now(), timeZone);
      const projects = [{ id: body.ProjectId, time_zone: timeZone }];
      const all = await performancesOf(deps, caller.tenant, caller.userId, projects, period, signal);
      return all.map(({ row, found, leftOut, isTemperatureMissing }) => {
        const isFit = faultsOf(row.fit).length === 0;
        return {
          BaselineId: row.id,
          MeterId: row.meter_id,
          MeterName: row.meter_name === null ? null : inLanguage(row.meter_name, row.meter_name_en, language),
          ...presentPerformance(found, leftOut, isTemperatureMissing),
          SavedWh: isFit ? found.expectedWh - found.wh : null,
          SavedBandWh: isFit ? found.bandWh : null,
          IsFit: isFit,
          DayList: found.days.map(({ day, wh, expectedWh, cusumWh }) => ({
            Day: day,
            Wh: wh,
            ExpectedWh: expectedWh,
            CusumWh: cusumWh,
          })),
          ChangeDay: found.changeDay,
        };
      });
    },
  };
}
