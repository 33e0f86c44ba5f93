import { Readable } from 'node:stream';
import {
  commonErrors,
  type complianceCalls,
  complianceErrors,
  complianceProfiles,
  qualityOf,
} from '@watchpost/contract';
import { type Caller, maySee, seesLevel, system, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { innerLimits } from '../history/index.ts';
import { inOneWrite, type OneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inBoth, inLanguage } from '../platform/inLanguage.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import {
  assignablePoints,
  assignmentsOf,
  certificatesInPacks,
  certificatesOf,
  confirmFindings,
  conformityFacts,
  deleteCertificates,
  endAssignments,
  explainFindings,
  insertAssignments,
  insertCertificate,
  isOfProject,
  lockAssignments,
  lockCertificates,
  lockFindings,
  lockPointsForProfiles,
  pageFindings,
} from './compliance.store.ts';
import type { ComplianceDeps } from './deps.ts';
import { scopeOf } from './packs/makePacks.ts';
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
} from './packs/pack.store.ts';
import { packFacts } from './packs/packFacts.ts';
import {
  presentCertificate,
  presentConformity,
  presentFinding,
  presentPack,
  presentSeal,
  presentVerification,
  reasonsOf,
} from './present.ts';
import { countRecords, namesOf, type PointNames, pageSeals, projectFacts } from './proof/proof.store.ts';
import { verifySeals } from './proof/verifySeals.ts';
import { proofFacts, writeProof } from './proof/writeProof.ts';
import { publicKeys } from './seal/seal.store.ts';

const dayMs = 86_400_000;
/** Days of one verification or proof; a quarter. */
const maxDays = 92;
/** Days of points that one verification recomputes: some two minutes of one processor. */
const maxRecords = 30_000;
/** Findings and alarms of so many days count for the light. */
const lightDays = 31;
/** As the sealing of a day waits. */
const graceMs = 3 * 3_600_000;

const paging = ({ PageIndex, PageSize }: { PageIndex: number; PageSize: number }) => ({
  offset: (PageIndex - 1) * PageSize,
  limit: PageSize,
});
const pointLabel = ({ device_name, point_name }: PointNames): string => `${device_name} ${point_name}`.trim();

export function complianceHandlers(deps: ComplianceDeps): Handlers<typeof complianceCalls> {
  const { db, clock, events, live, limitsOver } = deps;
  const tell = ({ afterCommit }: Pick<OneWrite, 'afterCommit'>, companyId: number): void =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['compliance'] }));

  /** Proof is of everything in a project. */
  function needProject({ tenant }: Caller, projectId: number): void {
    if (!maySee(tenant, projectId, null)) throw new Refusal(commonErrors.notFound);
  }

  function needRange(from: string, until: string): void {
    if (until < from) throw new Refusal(complianceErrors.rangeReversed);
    if (dayAfter(from, maxDays) <= until) throw new Refusal(complianceErrors.rangeTooLong, { days: maxDays });
  }

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
    async getSealPage({ caller, language }, { body }) {
      needProject(caller, body.ProjectId);
      const { rows, total } = await pageSeals(caller.tenant, db, body.ProjectId, paging(body));
      return { Data: rows.map((row) => presentSeal(row, language)), TotalCount: total };
    },

    async verifySeals({ caller, language, signal }, { body }) {
      const { ProjectId: projectId, FromDay: from, UntilDay: until } = body;
      needProject(caller, projectId);
      needRange(from, until);
      const { tenant } = caller;
      const { days } = await countRecords(tenant, db, projectId, { from, until });
      if (days > maxRecords)
        throw new Refusal(complianceErrors.rangeTooLong, {
          days: Math.max(1, Math.floor((maxRecords / days) * maxDays)),
        });
      const timeZone = await zoneOf(tenant, db, projectId);
      const verified = await verifySeals(deps, tenant, { projectId, timeZone, from, until }, tenant.userId, signal);
      const ids = verified.problems.flatMap(({ pointId }) => (pointId === null ? [] : [pointId]));
      return presentVerification(verified, await namesOf(tenant, db, [...new Set(ids)]), language);
    },

    async downloadProof({ caller, language, signal }, { query }) {
      const { projectId, fromDay: from, untilDay: until } = query;
      needProject(caller, projectId);
      needRange(from, until);
      const { days } = await countRecords(caller.tenant, db, projectId, { from, until });
      if (days === 0) throw new Refusal(complianceErrors.nothingSealed);
      if (days > maxRecords)
        throw new Refusal(complianceErrors.rangeTooLong, {
          days: Math.max(1, Math.floor((maxRecords / days) * maxDays)),
        });
      const project = await projectFacts(system, db, projectId);
      const facts = await proofFacts(deps, project, { from, until }, null);
      const content = await writeProof(deps, facts, { userId: caller.tenant.userId, language }, signal);
      const name = `${inLanguage(project.name, project.name_en, language)} ${from} – ${until} proof.zip`;
      return { name, contentType: 'application/zip', content };
    },

    async downloadSealKey() {
      const keys = await publicKeys(system, db);
      if (keys.length === 0) throw new Refusal(complianceErrors.nothingSealed);
      const content = Buffer.from(keys.map(({ public_key }) => public_key.trim()).join('\n'));
      return { name: 'watchpost-seal-key.pem', contentType: 'application/x-pem-file', content };
    },

    async getConformity({ caller, language }, { query }) {
      const { tenant } = caller;
      needProject(caller, query.projectId);
      const rows = await assignmentsOf(tenant, db, query.projectId);
      const now = clock.now();
      const facts = await conformityFacts(
        tenant,
        db,
        rows.map(({ point_id, profile }) => ({
          pointId: point_id,
          answerMinutes: complianceProfiles[profile].answerMinutes,
        })),
        { now: new Date(now), since: new Date(now - lightDays * dayMs) },
      );
      // How many alarms there are says nothing to somebody who may not see all of them.
      const seesAlarms = [1, 2, 3, 4].every((level) => seesLevel(tenant, query.projectId, level));
      return rows.map((row) => {
        const found = facts.get(row.point_id)!;
        const ofPoint = seesAlarms ? found : { ...found, unanswered: 0 };
        const reading = live.get(row.point_id);
        const today = localOfEpoch(now, row.time_zone).slice(0, 10);
        const lastClosedDay = dayAfter(localOfEpoch(now - graceMs, row.time_zone).slice(0, 10), -1);
        const reasons = reasonsOf(
          row,
          ofPoint,
          reading && {
            measuredAt: reading.measuredAt,
            value: Number.isNaN(reading.value) ? null : reading.value,
            isBad: qualityOf(reading.quality) === 'bad',
          },
          { now, today, lastClosedDay },
        );
        return presentConformity(row, ofPoint, reasons, now, language);
      });
    },

    async getCompliancePoints({ caller, language }, { query }) {
      needProject(caller, query.projectId);
      const now = clock.now();
      return (await assignablePoints(caller.tenant, db, query.projectId)).map((row) => {
        const [limits] = innerLimits(limitsOver(row.point_id, now, now + 1)) ?? [];
        const finite = (value: number | undefined): number | null =>
          value !== undefined && Number.isFinite(value) ? value : null;
        return {
          PointId: row.point_id,
          PointName: inLanguage(row.name, row.name_en, language),
          DeviceId: row.device_id,
          DeviceName: inLanguage(row.device_name, row.device_name_en, language),
          Unit: row.unit,
          LowLimit: finite(limits?.low),
          HighLimit: finite(limits?.high),
          IsAssigned: row.is_assigned,
        };
      });
    },

    async assignProfile(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const { ProjectId: projectId, Profile: profile } = body;
      needProject(caller, projectId);
      const pointIds = [...new Set(body.PointIdList)];
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await lockPointsForProfiles(tenant, transaction, projectId);
        const points = new Map(
          (await assignablePoints(tenant, transaction, projectId)).map((row) => [row.point_id, row]),
        );
        const chosen = pointIds.map((id) => points.get(id));
        if (chosen.some((point) => point === undefined)) throw new Refusal(complianceErrors.notMeasured);
        const taken = chosen.find((point) => point!.is_assigned);
        if (taken)
          throw new Refusal(complianceErrors.alreadyAssigned, { name: inBoth(taken.name, taken.name_en) }, [
            taken.point_id,
          ]);
        const zone = await zoneOf(tenant, transaction, projectId);
        const now = clock.now();
        const values = { profile, low: body.LowLimit ?? null, high: body.HighLimit ?? null };
        const since = startOfDay(localOfEpoch(now, zone).slice(0, 10), zone, 1);
        await insertAssignments(tenant, transaction, pointIds, {
          ...values,
          since,
          at: new Date(now),
          by: tenant.userId,
        });
        for (const point of chosen)
          log({
            companyId: tenant.companyId,
            projectId,
            subject: {
              kind: 'complianceProfile',
              id: point!.point_id,
              name: `${point!.device_name} ${point!.name}`,
            },
            after: {
              complianceUnder: profile,
              complianceLow: values.low,
              complianceHigh: values.high,
              sealedSince: localOfEpoch(since.getTime(), zone).slice(0, 10),
            },
          });
        tell(write, tenant.companyId);
        return { Assigned: pointIds.length };
      });
    },

    async endAssignment(context, { body }) {
      const { tenant } = context.caller;
      const wanted = [...new Set(body.AssignmentIdList)];
      return inOneWrite(deps, context, async (write) => {
        const rows = await lockAssignments(tenant, write.transaction, wanted);
        if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
        const now = clock.now();
        const ending = rows.map((row) => ({
          ...row,
          until: startOfDay(localOfEpoch(now, row.time_zone).slice(0, 10), row.time_zone, 1),
        }));
        await endAssignments(tenant, write.transaction, ending);
        for (const row of ending)
          write.log({
            companyId: row.company_id,
            projectId: row.project_id,
            subject: { kind: 'complianceProfile', id: row.point_id, name: pointLabel(row) },
            before: { complianceUnder: row.profile },
            after: { sealedUntil: localOfEpoch(now, row.time_zone).slice(0, 10) },
          });
        tell(write, tenant.companyId);
        return { Ended: rows.length };
      });
    },

    async getFindingPage({ caller, language }, { body }) {
      const { tenant } = caller;
      needProject(caller, body.ProjectId);
      const { rows, total } = await pageFindings(
        tenant,
        db,
        { projectId: body.ProjectId, kinds: body.KindList, states: body.StateList, ascending: body.IsAsc },
        paging(body),
      );
      return { Data: rows.map((row) => presentFinding(row, tenant.userId, language)), TotalCount: total };
    },

    async explainFindings(context, { body }) {
      const { tenant } = context.caller;
      const wanted = [...new Set(body.FindingIdList)];
      return inOneWrite(deps, context, async (write) => {
        const rows = await lockFindings(tenant, write.transaction, wanted);
        if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
        if (rows.some(({ confirmed_at }) => confirmed_at !== null))
          throw new Refusal(complianceErrors.alreadyConfirmed);
        const disposition = body.Disposition ?? null;
        if (disposition === null && rows.some(({ kind }) => kind === 'excursion'))
          throw new Refusal(complianceErrors.dispositionMissing);
        await explainFindings(tenant, write.transaction, wanted, {
          cause: body.Cause,
          explanation: body.Explanation,
          disposition,
          by: tenant.userId,
          at: new Date(clock.now()),
        });
        for (const row of rows)
          write.log({
            companyId: row.company_id,
            projectId: row.project_id,
            subject: { kind: 'recordFinding', id: row.id, name: `${pointLabel(row)} ${row.day}` },
            ...(row.explanation === null
              ? {}
              : { before: { findingCause: row.cause, correctiveAction: row.explanation } }),
            after: {
              findingCause: body.Cause,
              correctiveAction: body.Explanation,
              ...(row.kind === 'excursion' ? { goodsDisposition: disposition } : {}),
            },
          });
        tell(write, tenant.companyId);
        return { Explained: rows.length };
      });
    },

    async confirmFindings(context, { body }) {
      const { tenant } = context.caller;
      const wanted = [...new Set(body.FindingIdList)];
      return inOneWrite(deps, context, async (write) => {
        const rows = await lockFindings(tenant, write.transaction, wanted);
        if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
        if (rows.some(({ state }) => state === 'closed')) throw new Refusal(complianceErrors.alreadyConfirmed);
        if (rows.some(({ state }) => state === 'open')) throw new Refusal(complianceErrors.notExplained);
        if (rows.some(({ explained_by }) => explained_by === tenant.userId))
          throw new Refusal(complianceErrors.samePerson);
        await confirmFindings(tenant, write.transaction, wanted, { by: tenant.userId, at: new Date(clock.now()) });
        for (const row of rows)
          write.log({
            companyId: row.company_id,
            projectId: row.project_id,
            subject: { kind: 'recordFinding', id: row.id, name: `${pointLabel(row)} ${row.day}` },
            after: { confirmedBySecond: true },
          });
        tell(write, tenant.companyId);
        return { Confirmed: rows.length };
      });
    },

    async getCertificates({ caller, language }, { query }) {
      needProject(caller, query.projectId);
      const now = clock.now();
      return (await certificatesOf(caller.tenant, db, query.projectId)).map((row) =>
        presentCertificate(row, localOfEpoch(now, row.time_zone).slice(0, 10), language),
      );
    },

    async addCertificate(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      needProject(caller, body.ProjectId);
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        if (!(await isOfProject(tenant, transaction, body.PointId, body.ProjectId)))
          throw new Refusal(commonErrors.notFound);
        const now = clock.now();
        const zone = await zoneOf(tenant, transaction, body.ProjectId);
        if (body.ValidUntil < body.DoneOn || body.DoneOn > localOfEpoch(now, zone).slice(0, 10))
          throw new Refusal(complianceErrors.dayOfCertificate);
        const values = {
          point_id: body.PointId,
          number: body.Number,
          laboratory: body.Laboratory,
          done_on: body.DoneOn,
          valid_until: body.ValidUntil,
          max_error: body.MaxError,
        };
        const id = await insertCertificate(tenant, transaction, values, { by: tenant.userId, at: new Date(now) });
        if (id === null) throw new Refusal(complianceErrors.certificateTaken, { number: body.Number });
        const names = (await namesOf(tenant, transaction, [body.PointId])).get(body.PointId)!;
        write.log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'calibrationCertificate', id, name: `${pointLabel(names)} ${body.Number}` },
          after: {
            certificateNumber: body.Number,
            certifiedUntil: body.ValidUntil,
            maxCertificateError: body.MaxError,
          },
        });
        tell(write, tenant.companyId);
        return { CertificateId: id };
      });
    },

    async deleteCertificate(context, { body }) {
      const { tenant } = context.caller;
      const wanted = [...new Set(body.CertificateIdList)];
      return inOneWrite(deps, context, async (write) => {
        const rows = await lockCertificates(tenant, write.transaction, wanted);
        if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
        const [used] = await certificatesInPacks(tenant, write.transaction, wanted);
        if (used !== undefined)
          throw new Refusal(complianceErrors.certificateUsed, { number: rows.find(({ id }) => id === used)!.number }, [
            used,
          ]);
        await deleteCertificates(tenant, write.transaction, wanted);
        for (const row of rows)
          write.log({
            companyId: row.company_id,
            projectId: row.project_id,
            subject: { kind: 'calibrationCertificate', id: row.id, name: `${pointLabel(row)} ${row.number}` },
            before: { certificateNumber: row.number, certifiedUntil: row.valid_until },
          });
        tell(write, tenant.companyId);
        return { Deleted: rows.length };
      });
    },

    async getPackPage({ caller, language }, { body }) {
      const { tenant } = caller;
      needProject(caller, body.ProjectId);
      const { rows, total } = await pagePacks(tenant, db, body.ProjectId, paging(body));
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
        tell(write, tenant.companyId);
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
        tell(write, tenant.companyId);
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
        tell(write, caller.tenant.companyId);
        return { Deleted: packs.length };
      });
    },
  };
}
