import { commonErrors, complianceErrors, type NewOwnProfile, type profileCalls } from '@watchpost/contract';
import type { z } from 'zod';
import { maySee, system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import { endAssignments, insertAssignments } from '../compliance.store.ts';
import type { ComplianceDeps } from '../deps.ts';
import { tellCompliance } from '../ofProject.wire.ts';
import { presentOwnProfile } from '../present.ts';
import {
  deleteOwnProfiles,
  insertOwnProfile,
  insertProfileVersion,
  lockAssignmentsOfProfile,
  lockOwnProfiles,
  type OwnProfileRow,
  ownProfiles,
  type ProfileFigures,
  renameOwnProfile,
} from './profile.store.ts';

/** The figures of a version: as we call them, as calls do, and as the operation log does. */
const figureNames = [
  ['sampleSeconds', 'SampleSeconds', 'profileSampleSeconds'],
  ['gapMinutes', 'GapMinutes', 'profileGapMinutes'],
  ['excursionMinutes', 'ExcursionMinutes', 'profileExcursionMinutes'],
  ['maxError', 'MaxError', 'profileMaxError'],
  ['answerMinutes', 'AnswerMinutes', 'profileAnswerMinutes'],
  ['keepYears', 'KeepYears', 'profileKeepYears'],
] as const satisfies [keyof ProfileFigures, keyof z.output<typeof NewOwnProfile>, string][];
type WireFigures = Pick<z.output<typeof NewOwnProfile>, (typeof figureNames)[number][1]>;

const figuresIn = (body: WireFigures): ProfileFigures =>
  Object.fromEntries(figureNames.map(([own, wire]) => [own, body[wire]])) as unknown as ProfileFigures;
const logged = (figures: ProfileFigures & { version: number }) => ({
  profileVersion: figures.version,
  ...Object.fromEntries(figureNames.map(([own, , inLog]) => [inLog, figures[own]])),
});
const subjectOf = ({ id, name }: Pick<OwnProfileRow, 'id' | 'name'>) => ({ kind: 'ownProfile' as const, id, name });

/** Profiles of a company: copies of a standard, in versions that stay. */
export function ownProfileHandlers(deps: ComplianceDeps): Handlers<typeof profileCalls> {
  const { db, clock } = deps;

  return {
    async getOwnProfiles({ caller }) {
      return (await ownProfiles(caller.tenant, db)).map(presentOwnProfile);
    },

    async addOwnProfile(context, { body }) {
      const { tenant } = context.caller;
      const { companyId } = tenant;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const by = { by: tenant.userId, at: new Date(clock.now()) };
        const id = await insertOwnProfile(tenant, transaction, {
          ...{ companyId, name: body.ProfileName, basedOn: body.BasedOn },
          ...by,
        });
        if (id === null) throw new Refusal(complianceErrors.profileNameTaken, { name: body.ProfileName });
        const figures = { ...figuresIn(body), version: 1 };
        await insertProfileVersion(tenant, transaction, id, { ...figures, ...by });
        write.log({
          companyId,
          projectId: null,
          subject: subjectOf({ id, name: body.ProfileName }),
          after: { profileBasedOn: body.BasedOn, ...logged(figures) },
        });
        tellCompliance(deps, write, companyId);
        return { ProfileId: id };
      });
    },

    async changeOwnProfile(context, { body }) {
      const { tenant } = context.caller;
      const { companyId } = tenant;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const [profile] = await lockOwnProfiles(tenant, transaction, [body.ProfileId]);
        if (!profile) throw new Refusal(commonErrors.notFound);
        const assigned = await lockAssignmentsOfProfile(system, transaction, profile.id);
        if (assigned.some(({ project_id }) => !maySee(tenant, project_id, null)))
          throw new Refusal(complianceErrors.profileElsewhere);
        const newest = profile.versions[0]!;
        if (newest.version !== body.Version) throw new Refusal(complianceErrors.profileChanged);
        if (
          body.ProfileName !== profile.name &&
          !(await renameOwnProfile(tenant, transaction, profile.id, body.ProfileName))
        )
          throw new Refusal(complianceErrors.profileNameTaken, { name: body.ProfileName });
        const figures = { ...figuresIn(body), version: newest.version + 1 };
        const isSame = figureNames.every(([own]) => figures[own] === newest[own]);
        const log = (before: object, after: object) =>
          write.log({ companyId, projectId: null, subject: subjectOf(profile), before, after });
        if (isSame) {
          if (body.ProfileName !== profile.name) log({ name: profile.name }, { name: body.ProfileName });
        } else {
          const now = clock.now();
          const by = { by: tenant.userId, at: new Date(now) };
          const versionId = await insertProfileVersion(tenant, transaction, profile.id, { ...figures, ...by });
          // Today ends under the version that it began with.
          for (const row of assigned) {
            const next = startOfDay(localOfEpoch(now, row.time_zone).slice(0, 10), row.time_zone, 1);
            const since = row.since > next ? row.since : next;
            await endAssignments(tenant, transaction, [{ id: row.id, since: row.since, until: since }]);
            await insertAssignments(tenant, transaction, [row.point_id], {
              ...{ profile: row.profile, versionId, low: row.low_limit, high: row.high_limit, since },
              ...by,
            });
          }
          log({ name: profile.name, ...logged(newest) }, { name: body.ProfileName, ...logged(figures) });
        }
        tellCompliance(deps, write, companyId);
        return { Version: isSame ? newest.version : figures.version };
      });
    },

    async deleteOwnProfile(context, { body }) {
      const { tenant } = context.caller;
      const { companyId } = tenant;
      const wanted = [...new Set(body.ProfileIdList)];
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const profiles = await lockOwnProfiles(tenant, transaction, wanted);
        if (profiles.length < wanted.length) throw new Refusal(commonErrors.notFound);
        for (const profile of profiles) {
          if ((await lockAssignmentsOfProfile(system, transaction, profile.id)).length > 0)
            throw new Refusal(complianceErrors.profileUsed, { name: profile.name });
        }
        await deleteOwnProfiles(tenant, transaction, wanted, new Date(clock.now()));
        for (const profile of profiles)
          write.log({
            companyId,
            projectId: null,
            subject: subjectOf(profile),
            before: { profileBasedOn: profile.based_on, ...logged(profile.versions[0]!) },
          });
        tellCompliance(deps, write, companyId);
        return { Deleted: profiles.length };
      });
    },
  };
}
