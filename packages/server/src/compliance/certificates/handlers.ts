import { commonErrors, type complianceCalls, complianceErrors } from '@watchpost/contract';
import { zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import {
  certificatesInPacks,
  certificatesOf,
  deleteCertificates,
  insertCertificate,
  isOfProject,
  lockCertificates,
} from '../compliance.store.ts';
import type { ComplianceDeps } from '../deps.ts';
import { needProject, pointLabel, tellCompliance } from '../ofProject.wire.ts';
import { presentCertificate } from '../present.ts';
import { namesOf } from '../proof/proof.store.ts';

type Calls = Pick<typeof complianceCalls, 'getCertificates' | 'addCertificate' | 'deleteCertificate'>;

/** Certificates of calibration. */
export function certificateHandlers(deps: ComplianceDeps): Handlers<Calls> {
  const { db, clock } = deps;

  return {
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
        tellCompliance(deps, write, tenant.companyId);
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
        tellCompliance(deps, write, tenant.companyId);
        return { Deleted: rows.length };
      });
    },
  };
}
