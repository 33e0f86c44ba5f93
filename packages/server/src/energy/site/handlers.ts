import { type AllCalls, co2FactorOf, nationalCo2GramsPerKwh } from '@watchpost/contract';
import { mayInCompany } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { EnergyDeps } from '../deps.ts';
import { needZone, tellEnergy } from '../inProject.ts';
import { factorsOf, setFactor, setSquareMetres, squareMetresOf } from '../meters/meters.store.ts';

export function siteHandlers(
  deps: EnergyDeps,
): Handlers<Pick<AllCalls, 'setEnergySite' | 'getEnergyFactors' | 'saveEnergyFactor'>> {
  const { db, events } = deps;
  return {
    async setEnergySite(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      await needZone(caller, db, body.ProjectId);
      return inOneWrite(deps, context, async (write) => {
        const before = await squareMetresOf(tenant, write.transaction, body.ProjectId);
        const after = body.SquareMetres ?? null;
        if (before === after) write.unchanged();
        else {
          await setSquareMetres(tenant, write.transaction, body.ProjectId, after);
          write.log({
            companyId: tenant.companyId,
            projectId: body.ProjectId,
            subject: { kind: 'energySite', id: body.ProjectId, name: '' },
            before: { squareMetres: before },
            after: { squareMetres: after },
          });
        }
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },

    async getEnergyFactors({ caller }, { query }) {
      await needZone(caller, db, query.projectId);
      const own = await factorsOf(caller.tenant, db);
      const years = new Set([...Object.keys(nationalCo2GramsPerKwh).map(Number), ...own.keys()]);
      return {
        FactorList: [...years]
          .sort((a, b) => b - a)
          .map((Year) => ({ Year, GramsPerKwh: co2FactorOf(Year, own).gramsPerKwh, IsOwn: own.has(Year) })),
        SquareMetres: await squareMetresOf(caller.tenant, db, query.projectId),
        MayEdit: mayInCompany(caller, ['projectsEdit']),
      };
    },

    async saveEnergyFactor(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const before = (await factorsOf(tenant, write.transaction)).get(body.Year) ?? null;
        const after = body.GramsPerKwh ?? null;
        if (before === after) write.unchanged();
        else {
          await setFactor(tenant, write.transaction, body.Year, after);
          write.log({
            companyId: tenant.companyId,
            subject: { kind: 'energyFactor', id: body.Year, name: String(body.Year) },
            before: { gramsPerKwh: before },
            after: { gramsPerKwh: after },
          });
        }
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },
  };
}
