import {
  type AllCalls,
  commonErrors,
  type maintenanceCalls,
  maintenanceErrors,
  type ParsedInput,
  type PlanKind,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { contractsToPlan, lockContract } from '../contracts/contract.store.ts';
import { planContract } from '../contracts/planVisits.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { presentPlan } from '../present.ts';
import { lockTemplates } from '../templates/template.store.ts';
import {
  deletePlan,
  deletePlannedOfPlan,
  devicesOfContract,
  insertPlan,
  lockPlan,
  type PlanRow,
  type PlanValues,
  pagePlans,
  updatePlan,
} from './plan.store.ts';

type Calls = Pick<
  typeof maintenanceCalls,
  | 'getMaintenancePlanPage'
  | 'getPlanChoices'
  | 'addMaintenancePlan'
  | 'editMaintenancePlan'
  | 'restartMaintenancePlan'
  | 'deleteMaintenancePlan'
>;
type Body = Partial<ParsedInput<AllCalls['addMaintenancePlan']>['body']>;

const inLog = ({ name, kind, step_hours, cycle, cycle_count, first_on, enabled }: Partial<PlanValues>): object =>
  given({
    ...{ name, planKind: kind, planSteps: step_hours, planCycle: cycle, planCycleCount: cycle_count },
    ...{ planFirst: first_on, planEnabled: enabled },
  });

/** What each kind asks for besides; of the others it has none. */
const ofKind: Readonly<Record<PlanKind, readonly (keyof PlanValues)[]>> = {
  cycle: ['cycle', 'cycle_count', 'first_on'],
  runtime: ['point_id', 'step_hours'],
  condition: [],
};
const particular = Object.values(ofKind).flat();

/** Counting begins anew: with another point, or another machine. */
const fromNow = (at: Date) => ({
  ...{
    counted_from: at,
    counted_until: at,
    run_seconds: 0,
    unknown_seconds: 0,
    last_register: null,
    daily_seconds: null,
  },
});

export function planHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock } = deps;

  async function needPlan({ tenant }: Caller, { transaction }: OneWrite, id: number): Promise<PlanRow> {
    const plan = await lockPlan(tenant, transaction, id);
    if (!plan) throw new Refusal(commonErrors.notFound);
    return plan;
  }
  const log = (
    { tenant }: Caller,
    write: OneWrite,
    plan: { id: number; name: string; project_id: number | null },
    change: { before?: object; after?: object },
  ) => {
    write.log({
      companyId: tenant.companyId,
      projectId: plan.project_id,
      subject: { kind: 'maintenancePlan', id: plan.id, name: plan.name },
      ...change,
    });
    tellMaintenance(deps, write, tenant.companyId);
  };

  /** The visits of a contract that is signed by both, by all of its cycles, once a plan is another one. */
  async function planAgain({ tenant }: Caller, { transaction }: OneWrite, contractId: number): Promise<void> {
    const [contract] = await contractsToPlan(tenant, transaction, contractId);
    if (contract) await planContract(tenant, transaction, contract, clock.now());
  }

  /** The device under the contract, with what a plan of its kind needs. @returns the project; null: each of the contract */
  async function needToFit(
    { tenant }: Caller,
    { transaction }: OneWrite,
    plan: Omit<PlanValues, 'project_id' | 'name' | 'enabled'>,
    term: { readonly valid_from: string; readonly valid_to: string },
  ): Promise<{ projectId: number | null }> {
    const device =
      plan.device_id === null
        ? null
        : (await devicesOfContract(tenant, transaction, plan.contract_id)).find(({ id }) => id === plan.device_id);
    if (device === undefined || (device === null && plan.kind !== 'cycle'))
      throw new Refusal(maintenanceErrors.planDevice);
    if (plan.kind === 'cycle') {
      const { cycle, cycle_count, first_on } = plan;
      if (cycle === null || cycle_count === null || first_on === null) throw new Refusal(maintenanceErrors.planCycle);
      if (first_on < term.valid_from || first_on > term.valid_to)
        throw new Refusal(maintenanceErrors.planFirst, { from: term.valid_from, to: term.valid_to });
    }
    if (plan.kind === 'runtime') {
      if (plan.step_hours === null) throw new Refusal(maintenanceErrors.planSteps);
      if (!device!.points.some(({ id }) => id === plan.point_id)) throw new Refusal(maintenanceErrors.planPoint);
    }
    if (plan.template_id !== null) {
      const [template] = await lockTemplates(tenant, transaction, [plan.template_id]);
      if (!template) throw new Refusal(commonErrors.notFound);
      if (template.n === null) throw new Refusal(maintenanceErrors.templateNotPublished, { name: template.name });
    }
    return { projectId: device?.project_id ?? null };
  }

  const valuesOf = (body: Body) =>
    given({
      name: body.PlanName,
      template_id: body.TemplateId,
      point_id: body.PointId,
      step_hours: body.StepHours,
      cycle: body.Cycle,
      cycle_count: body.CycleCount,
      first_on: body.FirstDate,
      enabled: body.Enabled,
    }) as Partial<PlanValues>;

  return {
    async getMaintenancePlanPage({ caller, language }, { body }) {
      const { rows, total } = await pagePlans(caller.tenant, db, body.ContractId, rowRange(body));
      return { Data: rows.map((row) => presentPlan(row, clock.now(), language)), TotalCount: total };
    },

    getPlanChoices: async ({ caller, language }, { query }) =>
      (await devicesOfContract(caller.tenant, db, query.contractId)).map((device) => ({
        DeviceId: device.id,
        DeviceName: inLanguage(device.name, device.name_en, language),
        ProjectName: inLanguage(device.project_name, device.project_name_en, language),
        PointList: device.points.map(({ id, name, name_en }) => ({
          PointId: id,
          PointName: inLanguage(name, name_en, language),
        })),
      })),

    addMaintenancePlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const now = clock.now();
        const today = localOfEpoch(now, await zoneOf(tenant, write.transaction)).slice(0, 10);
        const contract = await lockContract(tenant, write.transaction, body.ContractId, today);
        if (!contract) throw new Refusal(commonErrors.notFound);
        if (contract.terminated_at !== null) throw new Refusal(maintenanceErrors.contractOver);
        const asked: Partial<PlanValues> = valuesOf(body);
        const none = Object.fromEntries(particular.map((name) => [name, null]));
        const values = {
          ...{ template_id: null, ...none, ...asked },
          ...Object.fromEntries(
            particular.filter((name) => !ofKind[body.Kind].includes(name)).map((name) => [name, null]),
          ),
          ...{ contract_id: contract.id, device_id: body.DeviceId ?? null, kind: body.Kind },
        } as Omit<PlanValues, 'project_id'>;
        const { projectId } = await needToFit(caller, write, values, contract);
        const plan = { ...values, project_id: projectId };
        const id = await insertPlan(tenant, write.transaction, plan, new Date(now));
        if (plan.kind === 'cycle') await planAgain(caller, write, contract.id);
        log(caller, write, { id, name: plan.name, project_id: projectId }, { after: inLog(plan) });
        return { PlanId: id };
      }),

    editMaintenancePlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const before = await needPlan(caller, write, body.PlanId);
        const wanted = valuesOf(body as Body);
        for (const name of particular) if (!ofKind[before.kind].includes(name)) delete wanted[name];
        const changed = differing<PlanValues>(before, wanted);
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        await needToFit(caller, write, { ...before, ...changed }, before);
        const at = new Date(clock.now());
        const isOther =
          before.kind === 'cycle'
            ? [...ofKind.cycle, 'enabled' as const].some((name) => changed[name] !== undefined)
            : changed.point_id !== undefined;
        const anew = isOther ? { ...fromNow(at), epoch: before.epoch + 1 } : {};
        if (isOther && before.kind === 'cycle') await deletePlannedOfPlan(caller.tenant, write.transaction, before.id);
        await updatePlan(caller.tenant, write.transaction, before.id, { ...changed, ...anew }, at);
        if (isOther && before.kind === 'cycle') await planAgain(caller, write, before.contract_id);
        log(
          caller,
          write,
          { ...before, ...changed },
          { before: inLog(before), after: inLog({ ...before, ...changed }) },
        );
        return null;
      }),

    restartMaintenancePlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const plan = await needPlan(context.caller, write, body.PlanId);
        if (plan.kind === 'cycle') throw new Refusal(maintenanceErrors.planNotCounted);
        const at = new Date(clock.now());
        await updatePlan(
          context.caller.tenant,
          write.transaction,
          plan.id,
          { ...fromNow(at), epoch: plan.epoch + 1 },
          at,
        );
        log(context.caller, write, plan, {
          before: { planEpoch: plan.epoch },
          after: { planEpoch: plan.epoch + 1, reason: body.Reason },
        });
        return null;
      }),

    deleteMaintenancePlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const plan = await needPlan(context.caller, write, body.PlanId);
        await deletePlan(context.caller.tenant, write.transaction, plan.id);
        // What was done with its visits comes by itself again.
        if (plan.kind === 'cycle') await planAgain(context.caller, write, plan.contract_id);
        log(context.caller, write, plan, { before: inLog(plan) });
        return null;
      }),
  };
}
