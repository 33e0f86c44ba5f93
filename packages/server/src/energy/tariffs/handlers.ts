import {
  type AllCalls,
  commonErrors,
  energyErrors,
  type Language,
  type ParsedInput,
  tariffStatusNext,
  type TariffRow as WireTariff,
} from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { EnergyDeps } from '../deps.ts';
import { needZone, tellEnergy } from '../inProject.ts';
import { findMeters } from '../meters/meters.store.ts';
import { pricesE8 } from './tariffRefusal.wire.ts';
import {
  assignmentsOf,
  deleteTariffs,
  findAssignment,
  insertTariff,
  isTariffNameTaken,
  lockTariffNames,
  lockTariffs,
  pageTariffs,
  removeAssignment,
  renameTariff,
  saveVersion,
  setAssignment,
  setStatus,
  type TariffRow,
  tariffOfVersion,
} from './tariffs.store.ts';

type TariffCalls = Pick<
  AllCalls,
  | 'getTariffPage'
  | 'addTariff'
  | 'renameTariff'
  | 'deleteTariff'
  | 'saveTariffVersion'
  | 'activateTariffVersion'
  | 'getTariffAssignments'
  | 'assignTariff'
  | 'deleteTariffAssignment'
>;

const present = (row: TariffRow, language: Language): WireTariff => ({
  TariffId: row.id,
  TariffName: row.name,
  VersionList: row.versions.map(({ id, valid_from, status, prices_e8, seasons }) => ({
    VersionId: id,
    ValidFrom: valid_from,
    Status: status,
    PriceList: prices_e8.map((price) => (price === null ? null : price / 1e8)),
    SeasonList: seasons as WireTariff['VersionList'][number]['SeasonList'],
  })),
  ProjectList: row.projects.map(({ id, name, name_en }) => ({
    ProjectId: id,
    ProjectName: inLanguage(name, name_en, language),
  })),
});

const pricesInLog = (prices: readonly (number | null)[]): string =>
  prices.map((price) => (price === null ? '–' : String(price / 1e8))).join(' / ');

export function tariffHandlers(deps: EnergyDeps): Handlers<TariffCalls> {
  const { db, clock, events } = deps;
  type Context = Parameters<Handlers<TariffCalls>['addTariff']>[0];

  /** A change of the company's tariffs. */
  const change = <Result>(context: Context, work: (write: OneWrite) => Promise<Result>): Promise<Result> =>
    inOneWrite(deps, context, async (write) => {
      await lockTariffNames(context.caller.tenant, write.transaction);
      const result = await work(write);
      tellEnergy(write, events, context.caller.tenant.companyId);
      return result;
    });
  const needTariffs = async ({ caller }: Context, { transaction }: OneWrite, ids: readonly number[]) => {
    const wanted = [...new Set(ids)];
    const tariffs = await lockTariffs(caller.tenant, transaction, wanted);
    if (tariffs.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return tariffs;
  };

  return {
    async getTariffPage({ caller, language }, { body }) {
      const { rows, total } = await pageTariffs(caller.tenant, db, body.TariffName, body.IsAsc, rowRange(body));
      return { Data: rows.map((row) => present(row, language)), TotalCount: total };
    },

    addTariff: (context, { body }) =>
      change(context, async ({ transaction, log }) => {
        const { tenant } = context.caller;
        if (await isTariffNameTaken(tenant, transaction, body.TariffName, null))
          throw new Refusal(energyErrors.nameTaken);
        const id = await insertTariff(tenant, transaction, body.TariffName, new Date(clock.now()));
        log({
          companyId: tenant.companyId,
          subject: { kind: 'tariff', id, name: body.TariffName },
          after: { name: body.TariffName },
        });
        return { TariffId: id };
      }),

    renameTariff: (context, { body }) =>
      change(context, async (write) => {
        const { tenant } = context.caller;
        const [tariff] = await needTariffs(context, write, [body.TariffId]);
        if (tariff!.name === body.TariffName) {
          write.unchanged();
          return null;
        }
        if (await isTariffNameTaken(tenant, write.transaction, body.TariffName, tariff!.id))
          throw new Refusal(energyErrors.nameTaken);
        await renameTariff(tenant, write.transaction, tariff!.id, body.TariffName);
        write.log({
          companyId: tenant.companyId,
          subject: { kind: 'tariff', id: tariff!.id, name: body.TariffName },
          before: { name: tariff!.name },
          after: { name: body.TariffName },
        });
        return null;
      }),

    deleteTariff: (context, { body }) =>
      change(context, async (write) => {
        const { tenant } = context.caller;
        const tariffs = await needTariffs(context, write, body.TariffIdList);
        if (tariffs.some(({ is_used }) => is_used)) throw new Refusal(energyErrors.versionUsed);
        await deleteTariffs(
          tenant,
          write.transaction,
          tariffs.map(({ id }) => id),
        );
        for (const { id, name } of tariffs)
          write.log({ companyId: tenant.companyId, subject: { kind: 'tariff', id, name }, before: { name } });
        return { Deleted: tariffs.length };
      }),

    saveTariffVersion: (context, { body }) =>
      change(context, async (write) => {
        const { tenant } = context.caller;
        const [tariff] = await needTariffs(context, write, [body.TariffId]);
        const before = tariff!.versions.find(({ id }) => id === body.VersionId);
        if (body.VersionId !== undefined && !before) throw new Refusal(commonErrors.notFound);
        if (before?.status === 'final') throw new Refusal(energyErrors.versionFinal);
        const prices = pricesE8(body, context.language);
        const version = {
          id: before?.id ?? null,
          valid_from: body.ValidFrom,
          prices_e8: prices,
          seasons: body.SeasonList,
        };
        const id = await saveVersion(tenant, write.transaction, tariff!.id, version, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          subject: { kind: 'tariff', id: tariff!.id, name: tariff!.name },
          before: before ? { tariffFrom: before.valid_from, tariffPrices: pricesInLog(before.prices_e8) } : null,
          after: { tariffFrom: body.ValidFrom, tariffPrices: pricesInLog(prices) },
        });
        return { VersionId: id };
      }),

    activateTariffVersion: (context, { body }) =>
      change(context, async (write) => {
        const { tenant } = context.caller;
        const tariffId = await tariffOfVersion(tenant, write.transaction, body.VersionId);
        if (tariffId === null) throw new Refusal(commonErrors.notFound);
        const [tariff] = await needTariffs(context, write, [tariffId]);
        const version = tariff!.versions.find(({ id }) => id === body.VersionId)!;
        if (!tariffStatusNext[version.status].includes(body.Status)) throw new Refusal(energyErrors.versionFinal);
        await setStatus(tenant, write.transaction, version.id, body.Status);
        write.log({
          companyId: tenant.companyId,
          subject: { kind: 'tariff', id: tariffId, name: tariff!.name },
          before: { tariffFrom: version.valid_from, tariffStatus: version.status },
          after: { tariffFrom: version.valid_from, tariffStatus: body.Status },
        });
        return null;
      }),

    async getTariffAssignments({ caller, language }, { query }) {
      await needZone(caller, db, query.projectId);
      return (await assignmentsOf(caller.tenant, db, query.projectId)).map((row) => ({
        AssignmentId: row.id,
        MeterId: row.meter_id,
        MeterName: row.meter_name === null ? null : inLanguage(row.meter_name, row.meter_name_en, language),
        TariffId: row.tariff_id,
        TariffName: row.tariff_name,
        FromDay: row.from_day,
      }));
    },

    async assignTariff(context, { body }: ParsedInput<AllCalls['assignTariff']>) {
      const { caller } = context;
      const { tenant } = caller;
      await needZone(caller, db, body.ProjectId);
      return inOneWrite(deps, context, async (write) => {
        const [tariff] = await needTariffs(context as Context, write, [body.TariffId]);
        if (tariff!.versions.every(({ status }) => status === 'draft')) throw new Refusal(energyErrors.notActive);
        const meterId = body.MeterId ?? null;
        const [meter] = meterId === null ? [] : await findMeters(tenant, write.transaction, [meterId]);
        if (meterId !== null && meter?.project_id !== body.ProjectId) throw new Refusal(commonErrors.notFound);
        const id = await setAssignment(tenant, write.transaction, {
          projectId: body.ProjectId,
          meterId,
          tariffId: tariff!.id,
          fromDay: body.FromDay,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'tariff', id: tariff!.id, name: tariff!.name },
          after: { tariffFrom: body.FromDay, ...(meter ? { meterName: meter.name } : {}) },
        });
        tellEnergy(write, events, tenant.companyId);
        return { AssignmentId: id };
      });
    },

    async deleteTariffAssignment(context, { body }) {
      const { tenant } = context.caller;
      return inOneWrite(deps, context, async (write) => {
        const row = await findAssignment(tenant, write.transaction, body.AssignmentId);
        if (!row) throw new Refusal(commonErrors.notFound);
        await removeAssignment(tenant, write.transaction, row.id);
        write.log({
          companyId: tenant.companyId,
          projectId: row.project_id,
          subject: { kind: 'tariff', id: row.tariff_id, name: row.tariff_name },
          before: { tariffFrom: row.from_day, ...(row.meter_name === null ? {} : { meterName: row.meter_name }) },
        });
        tellEnergy(write, events, tenant.companyId);
        return null;
      });
    },
  };
}
