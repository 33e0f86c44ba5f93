import { commonErrors, type complianceCalls, complianceErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { confirmFindings, explainFindings, lockFindings, pageFindings } from '../compliance.store.ts';
import type { ComplianceDeps } from '../deps.ts';
import { needProject, pointLabel, tellCompliance } from '../ofProject.wire.ts';
import { presentFinding } from '../present.ts';

type Calls = Pick<typeof complianceCalls, 'getFindingPage' | 'explainFindings' | 'confirmFindings'>;

/** Excursions and gaps, with what people say of them. */
export function findingHandlers(deps: ComplianceDeps): Handlers<Calls> {
  const { db, clock } = deps;

  return {
    async getFindingPage({ caller, language }, { body }) {
      const { tenant } = caller;
      needProject(caller, body.ProjectId);
      const { rows, total } = await pageFindings(
        tenant,
        db,
        { projectId: body.ProjectId, kinds: body.KindList, states: body.StateList, ascending: body.IsAsc },
        rowRange(body),
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
        tellCompliance(deps, write, tenant.companyId);
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
        tellCompliance(deps, write, tenant.companyId);
        return { Confirmed: rows.length };
      });
    },
  };
}
