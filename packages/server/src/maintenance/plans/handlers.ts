import {
  type AllCalls,
  commonErrors,
  type maintenanceCalls,
  maintenanceErrors,
  type ParsedInput,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { findContract } from '../contracts/contract.store.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { presentPlan } from '../present.ts';
import { lockTemplates } from '../templates/template.store.ts';
import {
  deletePlan,
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

const inLog = ({ name, kind, step_hours, enabled }: Partial<PlanValues>): object =>
  given({ name, planKind: kind, planSteps: step_hours, planEnabled: enabled });

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
    plan: { id: number; name: string; project_id: number },
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

  /** The device under the contract, with what a plan of its kind needs. */
  async function needToFit(
    { tenant }: Caller,
    { transaction }: OneWrite,
    plan: Pick<PlanValues, 'contract_id' | 'device_id' | 'kind' | 'template_id' | 'point_id' | 'step_hours'>,
  ): Promise<{ projectId: number }> {
    const device = (await devicesOfContract(tenant, transaction, plan.contract_id)).find(
      ({ id }) => id === plan.device_id,
    );
    if (!device) throw new Refusal(maintenanceErrors.planDevice);
    if (plan.kind === 'runtime') {
      if (plan.step_hours === null) throw new Refusal(maintenanceErrors.planSteps);
      if (!device.points.some(({ id }) => id === plan.point_id)) throw new Refusal(maintenanceErrors.planPoint);
    }
    if (plan.template_id !== null) {
      const [template] = await lockTemplates(tenant, transaction, [plan.template_id]);
      if (!template) throw new Refusal(commonErrors.notFound);
      if (template.n === null) throw new Refusal(maintenanceErrors.templateNotPublished, { name: template.name });
    }
    return { projectId: device.project_id };
  }

  const valuesOf = (body: Body) =>
    given({
      name: body.PlanName,
      template_id: body.TemplateId,
      point_id: body.PointId,
      step_hours: body.StepHours,
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
        const contract = await findContract(tenant, write.transaction, body.ContractId, today);
        if (!contract) throw new Refusal(commonErrors.notFound);
        if (contract.terminated_at !== null) throw new Refusal(maintenanceErrors.contractOver);
        const isRuntime = body.Kind === 'runtime';
        const values = {
          ...{ template_id: null, point_id: null, step_hours: null },
          ...valuesOf(body),
          ...(isRuntime ? {} : { point_id: null, step_hours: null }),
          ...{ contract_id: contract.id, device_id: body.DeviceId, kind: body.Kind },
        } as Omit<PlanValues, 'project_id'>;
        const { projectId } = await needToFit(caller, write, values);
        const plan = { ...values, project_id: projectId };
        const id = await insertPlan(tenant, write.transaction, plan, new Date(now));
        log(caller, write, { id, name: plan.name, project_id: projectId }, { after: inLog(plan) });
        return { PlanId: id };
      }),

    editMaintenancePlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const before = await needPlan(caller, write, body.PlanId);
        const wanted = valuesOf(body as Body);
        if (before.kind === 'condition') {
          delete wanted.point_id;
          delete wanted.step_hours;
        }
        const changed = differing<PlanValues>(before, wanted);
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        await needToFit(caller, write, { ...before, ...changed });
        const at = new Date(clock.now());
        const anew = changed.point_id === undefined ? {} : { ...fromNow(at), epoch: before.epoch + 1 };
        await updatePlan(caller.tenant, write.transaction, before.id, { ...changed, ...anew }, at);
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
        log(context.caller, write, plan, { before: inLog(plan) });
        return null;
      }),
  };
}
