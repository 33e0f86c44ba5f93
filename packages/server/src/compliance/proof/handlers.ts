import { type complianceCalls, complianceErrors } from '@watchpost/contract';
import { system, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { dayAfter } from '../../platform/zonedTime.ts';
import type { ComplianceDeps } from '../deps.ts';
import { needProject, pagingOf } from '../ofProject.wire.ts';
import { presentSeal, presentVerification } from '../present.ts';
import { publicKeys } from '../seal/seal.store.ts';
import { countRecords, namesOf, pageSeals, projectFacts } from './proof.store.ts';
import { verifySeals } from './verifySeals.ts';
import { proofFacts, writeProof } from './writeProof.ts';

/** Days of one verification or proof; a quarter. */
const maxDays = 92;
/** Days of points that one verification recomputes: some two minutes of one processor. */
const maxRecords = 30_000;

type Calls = Pick<typeof complianceCalls, 'getSealPage' | 'verifySeals' | 'downloadProof' | 'downloadSealKey'>;

/** Seals, and what anybody can check of them. */
export function proofHandlers(deps: ComplianceDeps): Handlers<Calls> {
  const { db } = deps;

  function needRange(from: string, until: string): void {
    if (until < from) throw new Refusal(complianceErrors.rangeReversed);
    if (dayAfter(from, maxDays) <= until) throw new Refusal(complianceErrors.rangeTooLong, { days: maxDays });
  }

  return {
    async getSealPage({ caller, language }, { body }) {
      needProject(caller, body.ProjectId);
      const { rows, total } = await pageSeals(caller.tenant, db, body.ProjectId, pagingOf(body));
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
  };
}
