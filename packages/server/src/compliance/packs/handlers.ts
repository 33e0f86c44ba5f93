import { Readable } from 'node:stream';
import { commonErrors, type complianceCalls, complianceErrors } from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { dayAfter, startOfDay } from '../../platform/zonedTime.ts';
import type { ComplianceDeps } from '../deps.ts';
import { needProject, tellCompliance } from '../ofProject.wire.ts';
import { presentPack } from '../present.ts';
import { projectFacts } from '../proof/proof.store.ts';
import { scopeOf } from './makePacks.ts';
import {
  deletePacks,
  devicesOfProject,
  findPacks,
  insertPack,
  lockPackScope,
  newestPackOf,
  type PackRow,
  pagePacks,
  pointsOfScope,
  publishPack,
  queuePacks,
  readPart,
} from './pack.store.ts';
import { packFacts } from './packFacts.ts';

type Calls = Pick<typeof complianceCalls, 'getPackPage' | 'makePack' | 'downloadPack' | 'publishPack' | 'deletePack'>;

/** Packs of a month: made by a job, published when nothing is open. */
export function packHandlers(deps: ComplianceDeps): Handlers<Calls> {
  const { db, clock } = deps;

  async function needPacks(
    { tenant }: Caller,
    transaction: Parameters<typeof findPacks>[1],
    ids: readonly number[],
    lock: 'lock' | 'look',
  ): Promise<PackRow[]> {
    const wanted = [...new Set(ids)];
    const packs = await findPacks(tenant, transaction, wanted, lock);
    if (packs.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return packs;
  }

  const aboutPack = (pack: PackRow) => ({
    companyId: pack.company_id,
    projectId: pack.project_id,
    subject: { kind: 'compliancePack' as const, id: pack.id, name: pack.name },
  });

  return {
    async getPackPage({ caller, language }, { body }) {
      const { tenant } = caller;
      needProject(caller, body.ProjectId);
      const { rows, total } = await pagePacks(tenant, db, body.ProjectId, rowRange(body));
      const presented = [];
      for (const row of rows) {
        const missing = row.status === 1 ? (await packFacts(db, scopeOf(row), row.time_zone)).missing : [];
        presented.push(presentPack(row, missing, tenant.userId, language));
      }
      return { Data: presented, TotalCount: total };
    },

    async makePack(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const { ProjectId: projectId } = body;
      needProject(caller, projectId);
      const deviceIds = [...new Set(body.DeviceIdList)].sort((a, b) => a - b);
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        await lockPackScope(tenant, transaction, projectId);
        if ((await devicesOfProject(tenant, transaction, projectId, deviceIds)) < deviceIds.length)
          throw new Refusal(commonErrors.notFound);
        const zone = await zoneOf(tenant, transaction, projectId);
        const now = clock.now();
        const fromDay = `${body.Month}-01`;
        const untilDay = dayAfter(`${dayAfter(fromDay, 31).slice(0, 7)}-01`, -1);
        if (startOfDay(untilDay, zone, 1).getTime() > now) throw new Refusal(complianceErrors.monthNotOver);
        const scope = { projectId, deviceIds, fromDay, untilDay };
        if ((await pointsOfScope(tenant, transaction, scope)).length === 0)
          throw new Refusal(complianceErrors.noPoints);
        const newest = await newestPackOf(tenant, transaction, scope);
        if (newest && newest.status < 2) await deletePacks(tenant, transaction, [newest.id]);
        const project = await projectFacts(tenant, transaction, projectId);
        const name = `${inLanguage(project.name, project.name_en, body.Language)} ${body.Month}`;
        const revision = newest === null ? 1 : newest.status === 2 ? newest.revision + 1 : newest.revision;
        const id = await insertPack(tenant, transaction, scope, {
          ...{ name, revision, language: body.Language },
          by: tenant.userId,
          at: new Date(now),
        });
        await queuePacks(tenant, transaction);
        const [pack] = await findPacks(tenant, transaction, [id]);
        write.log({ ...aboutPack(pack!), after: { packPeriod: `${fromDay} – ${untilDay}` } });
        tellCompliance(deps, write, tenant.companyId);
        return { PackId: id };
      });
    },

    async downloadPack({ caller }, { query }) {
      const [pack] = await needPacks(caller, db, [query.packId], 'look');
      if (pack!.status === 0) throw new Refusal(complianceErrors.packNotReady);
      const parts = async function* (): AsyncGenerator<Buffer> {
        for (let part = 0; ; part++) {
          const bytes = await readPart(caller.tenant, db, pack!.id, part);
          if (bytes === null) return;
          yield bytes;
        }
      };
      return {
        name: `${pack!.name} r${pack!.revision}.zip`,
        contentType: 'application/zip',
        content: Readable.from(parts(), { objectMode: false }),
      };
    },

    async publishPack(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const [pack] = await needPacks(caller, transaction, [body.PackId], 'lock');
        if (pack!.status === 2) throw new Refusal(complianceErrors.packPublished);
        if (pack!.status === 0) throw new Refusal(complianceErrors.packNotReady);
        if (pack!.created_by === tenant.userId) throw new Refusal(complianceErrors.ownPack);
        const { missing, hash } = await packFacts(transaction, scopeOf(pack!), pack!.time_zone);
        if (missing.length > 0) {
          const named = missing.slice(0, 5);
          const more = missing.length - named.length;
          throw new Refusal(complianceErrors.unexplained, {
            list: {
              zh: named.map(({ zh }) => zh).join('；') + (more > 0 ? `；另有 ${more} 项` : ''),
              en: named.map(({ en }) => en).join('; ') + (more > 0 ? `; and ${more} more` : ''),
            },
          });
        }
        if (!hash.equals(pack!.facts!)) throw new Refusal(complianceErrors.packOutdated);
        await publishPack(tenant, transaction, pack!.id, { by: tenant.userId, at: new Date(clock.now()) });
        write.log({ ...aboutPack(pack!), after: { packPublished: true } });
        tellCompliance(deps, write, tenant.companyId);
        return null;
      });
    },

    async deletePack(context, { body }) {
      const { caller } = context;
      return inOneWrite(deps, context, async (write) => {
        const packs = await needPacks(caller, write.transaction, body.PackIdList, 'lock');
        if (packs.some(({ status }) => status === 2)) throw new Refusal(complianceErrors.packPublished);
        await deletePacks(
          caller.tenant,
          write.transaction,
          packs.map(({ id }) => id),
        );
        for (const pack of packs)
          write.log({ ...aboutPack(pack), before: { packPeriod: `${pack.from_day} – ${pack.until_day}` } });
        tellCompliance(deps, write, caller.tenant.companyId);
        return { Deleted: packs.length };
      });
    },
  };
}
