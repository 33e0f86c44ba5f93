import {
  commonErrors,
  type complianceCalls,
  complianceErrors,
  complianceProfiles,
  dayMs,
  qualityOf,
} from '@watchpost/contract';
import { seesLevel, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { innerLimits } from '../../history/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { peopleReached } from '../../notifications/index.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inBoth, inLanguage } from '../../platform/inLanguage.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import {
  assignablePoints,
  assignmentsOf,
  conformityFacts,
  endAssignments,
  insertAssignments,
  lockAssignments,
  lockPointsForProfiles,
} from '../compliance.store.ts';
import type { ComplianceDeps } from '../deps.ts';
import { needProject, pointLabel, tellCompliance } from '../ofProject.wire.ts';
import { figuresOf } from '../ownProfiles/figuresOf.ts';
import { lockOwnProfiles } from '../ownProfiles/profile.store.ts';
import { presentConformity, reasonsOf } from '../present.ts';

/** Findings and alarms of so many days count for the light. */
const lightDays = 31;
/** As the sealing of a day waits. */
const graceMs = 3 * 3_600_000;

type Calls = Pick<typeof complianceCalls, 'getConformity' | 'getCompliancePoints' | 'assignProfile' | 'endAssignment'>;

/** Points under a profile, and whether they conform now. */
export function profileHandlers(deps: ComplianceDeps): Handlers<Calls> {
  const { db, clock, live, limitsOver } = deps;

  return {
    async getConformity({ caller, language }, { query }) {
      const { tenant } = caller;
      needProject(caller, query.projectId);
      const now = clock.now();
      const rows = await assignmentsOf(tenant, db, query.projectId, new Date(now));
      const facts = await conformityFacts(
        tenant,
        db,
        rows.map((row) => ({
          pointId: row.point_id,
          answerMinutes: figuresOf(row).answerMinutes,
          profile: row.profile,
        })),
        { now: new Date(now), since: new Date(now - lightDays * dayMs) },
      );
      const reachedBy = peopleReached(clientOf(db), deps.outbox.available, now);
      // How many alarms there are says nothing to somebody who may not see all of them.
      const seesAlarms = [1, 2, 3, 4].every((level) => seesLevel(tenant, query.projectId, level));
      const conformity = async (row: (typeof rows)[number]) => {
        const found = facts.get(row.point_id)!;
        const people =
          'minPeople' in complianceProfiles[row.profile]
            ? await reachedBy(
                { companyId: row.company_id, projectId: row.project_id, timeZone: row.time_zone },
                found.strategies,
              )
            : null;
        const ofPoint = { ...found, people, unanswered: seesAlarms ? found.unanswered : 0 };
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
      };
      const lights = [];
      for (const row of rows) lights.push(await conformity(row));
      return lights;
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
      const { ProjectId: projectId } = body;
      needProject(caller, projectId);
      const pointIds = [...new Set(body.PointIdList)];
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        // Its newest version stays the newest until this is done.
        const [own] = body.ProfileId == null ? [] : await lockOwnProfiles(tenant, transaction, [body.ProfileId]);
        if (body.ProfileId != null && !own) throw new Refusal(commonErrors.notFound);
        const [version] = own?.versions ?? [];
        const profile = own?.based_on ?? body.Profile!;
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
        const values = {
          ...{ profile, versionId: version?.id ?? null },
          ...{ low: body.LowLimit ?? null, high: body.HighLimit ?? null },
        };
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
              ...(own && version ? { complianceOwn: `${own.name} v${version.version}` } : {}),
              complianceLow: values.low,
              complianceHigh: values.high,
              sealedSince: localOfEpoch(since.getTime(), zone).slice(0, 10),
            },
          });
        tellCompliance(deps, write, tenant.companyId);
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
        tellCompliance(deps, write, tenant.companyId);
        return { Ended: rows.length };
      });
    },
  };
}
