import { createHash } from 'node:crypto';
import { commonErrors, type complianceCalls, complianceErrors } from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import { keepFiles, readDocument } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import {
  type CertificateRow,
  certificatesInPacks,
  certificatesOf,
  deleteCertificates,
  insertCertificate,
  isFileOfOther,
  isOfProject,
  keepCertificateFile,
  lockCertificates,
} from '../compliance.store.ts';
import type { ComplianceDeps } from '../deps.ts';
import { needProject, pointLabel, tellCompliance } from '../ofProject.wire.ts';
import { presentCertificate } from '../present.ts';
import { namesOf } from '../proof/proof.store.ts';

type Calls = Pick<
  typeof complianceCalls,
  'getCertificates' | 'addCertificate' | 'keepCertificateFile' | 'deleteCertificate'
>;

/** Certificates of calibration. */
export function certificateHandlers(deps: ComplianceDeps): Handlers<Calls> {
  const { db, clock, fileStorage: storage, fileUrls } = deps;

  /** A certificate whose paper may still be chosen. @throws Refusal `notFound`, `certificateFileFixed` */
  async function needChangeable(
    { tenant }: Caller,
    client: Parameters<typeof lockCertificates>[1],
    id: number,
  ): Promise<CertificateRow> {
    const [row] = await lockCertificates(tenant, client, [id]);
    if (!row) throw new Refusal(commonErrors.notFound);
    if (row.file !== null && (await certificatesInPacks(tenant, client, [id])).length > 0)
      throw new Refusal(complianceErrors.certificateFileFixed, { number: row.number });
    return row;
  }

  return {
    async getCertificates({ caller, language }, { query }) {
      needProject(caller, query.projectId);
      const now = clock.now();
      return (await certificatesOf(caller.tenant, db, query.projectId)).map((row) =>
        presentCertificate(row, localOfEpoch(now, row.time_zone).slice(0, 10), fileUrls, language),
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

    async keepCertificateFile(context, { query, files }) {
      const { caller } = context;
      const { tenant } = caller;
      // Before the file is read, and again when it is written down.
      await needChangeable(caller, db, query.certificateId);
      if (files.length === 0) throw new Refusal(commonErrors.fileMissing);
      const [file] = await keepFiles({ db, clock, storage }, context, files, ({ content }) => readDocument(content));
      const sha256 = createHash('sha256').update(file!.content).digest();
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const row = await needChangeable(caller, transaction, query.certificateId);
        if (await isFileOfOther(tenant, transaction, { number: row.number, sha256 }))
          throw new Refusal(complianceErrors.certificateFileTaken);
        await keepCertificateFile(tenant, transaction, row.id, { id: file!.id, sha256 });
        write.log({
          companyId: row.company_id,
          projectId: row.project_id,
          subject: { kind: 'calibrationCertificate', id: row.id, name: `${pointLabel(row)} ${row.number}` },
          before: { certificateFile: row.file?.name ?? null },
          after: { certificateFile: file!.name },
        });
        tellCompliance(deps, write, tenant.companyId);
        return null;
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
