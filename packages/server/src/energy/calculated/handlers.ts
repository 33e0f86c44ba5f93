import { type AllCalls, commonErrors, energyErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { EnergyDeps } from '../deps.ts';
import { earliestRecalculable, firstRecalculableDay, needZone, tellEnergy } from '../inProject.ts';
import { checkPlace } from '../meters/checkPlace.ts';
import {
  findMeters,
  insertMeter,
  lockMeters,
  type MeterRow,
  type MeterValues,
  setTerms,
  setTermsFrom,
} from '../meters/meters.store.ts';
import { needMeters } from '../meters/needMeters.ts';
import { markDirty } from '../settle/settle.store.ts';

/** Meters without a register: the sum of others. */
export function calculatedHandlers(deps: EnergyDeps): Handlers<Pick<AllCalls, 'addCalculatedMeter' | 'setMeterTerms'>> {
  const { db, clock, events } = deps;

  /** Meters of the project that have a register, each once. */
  async function checkTerms(
    { tenant }: Caller,
    { transaction }: OneWrite,
    projectId: number,
    terms: readonly { MeterId: number; Factor: number }[],
  ): Promise<MeterRow[]> {
    const meters = await findMeters(
      tenant,
      transaction,
      terms.map(({ MeterId }) => MeterId),
    );
    const found = terms.map(({ MeterId }) => meters.find(({ id }) => id === MeterId));
    for (const [i, meter] of found.entries()) {
      if (meter?.project_id !== projectId) throw new Refusal(commonErrors.notFound);
      if (found.indexOf(meter) < i) throw new Refusal(energyErrors.termTwice, { name: meter.name });
      if (meter.terms.length > 0) throw new Refusal(energyErrors.termCalculated, { name: meter.name });
    }
    return found as MeterRow[];
  }
  const termsInLog = (terms: readonly { name: string; factor: number }[]): string =>
    terms.map(({ name, factor }) => `${factor} × ${name}`).join(' + ');

  return {
    async addCalculatedMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const projectId = body.ProjectId;
      await needZone(caller, db, projectId);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await lockMeters(tenant, transaction, projectId);
        const of = await checkTerms(caller, write, projectId, body.TermList);
        const values: MeterValues = {
          name: body.MeterName,
          name_en: body.MeterNameEn ?? null,
          device_id: body.ModelTreeId ?? null,
          parent_id: body.ParentId ?? null,
          max_watts: Math.ceil(
            of.reduce((sum, { max_watts }, i) => sum + max_watts * Math.abs(body.TermList[i]!.Factor), 0),
          ),
          accuracy_percent: null,
        };
        await checkPlace(caller, write, projectId, null, values);
        const id = await insertMeter(tenant, transaction, projectId, values, new Date(clock.now()));
        await setTerms(
          tenant,
          transaction,
          id,
          body.TermList.map(({ MeterId, Factor }) => ({ meterId: MeterId, factor: Factor })),
        );
        // All that is settled of its meters becomes its own.
        await markDirty(tenant, transaction, [id], new Date(0));
        log({
          companyId: tenant.companyId,
          projectId,
          subject: { kind: 'energyMeter', id, name: values.name },
          after: {
            name: values.name,
            meterTerms: termsInLog(of.map(({ name }, i) => ({ name, factor: body.TermList[i]!.Factor }))),
          },
        });
        tellEnergy(write, events, tenant.companyId);
        return { MeterId: id };
      });
    },

    async setMeterTerms(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const [meter] = await needMeters(caller, write, [body.MeterId]);
        if (meter!.terms.length === 0) throw new Refusal(energyErrors.notCalculated);
        const of = await checkTerms(caller, write, meter!.project_id, body.TermList);
        const inOrder = (terms: readonly { id: number; factor: number }[]) =>
          JSON.stringify(terms.map(({ id, factor }) => [id, factor]).toSorted(([a], [b]) => a! - b!));
        if (
          inOrder(meter!.terms) ===
          inOrder(body.TermList.map(({ MeterId, Factor }) => ({ id: MeterId, factor: Factor })))
        ) {
          write.unchanged();
          return null;
        }
        const after = termsInLog(of.map(({ name }, i) => ({ name, factor: body.TermList[i]!.Factor })));
        await setTerms(
          tenant,
          transaction,
          meter!.id,
          body.TermList.map(({ MeterId, Factor }) => ({ meterId: MeterId, factor: Factor })),
        );
        const zone = await needZone(caller, db, meter!.project_id);
        // What is settled already of the time before stays with the terms that it had.
        if (meter!.settled_through)
          await setTermsFrom(tenant, transaction, meter!.id, firstRecalculableDay(clock.now(), zone));
        await markDirty(tenant, transaction, [meter!.id], earliestRecalculable(clock.now(), zone));
        write.log({
          companyId: tenant.companyId,
          projectId: meter!.project_id,
          subject: { kind: 'energyMeter', id: meter!.id, name: meter!.name },
          before: { meterTerms: termsInLog(meter!.terms) },
          after: { meterTerms: after },
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },
  };
}
