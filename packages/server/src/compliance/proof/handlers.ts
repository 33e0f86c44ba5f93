import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type complianceCalls, complianceErrors, dayMs, documentPath } from '@watchpost/contract';
import { system, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { qrSvg } from '../../platform/printing/drawQr.ts';
import { dayAfter } from '../../platform/zonedTime.ts';
import type { ComplianceDeps } from '../deps.ts';
import { recordsStatement } from '../documents/recordsStatement.ts';
import { documentAddress, newDocumentId, sealDocument } from '../documents/sealDocument.ts';
import { needProject } from '../ofProject.wire.ts';
import { presentSeal, presentSealChecks, presentVerification } from '../present.ts';
import { publicKeys } from '../seal/seal.store.ts';
import { checkedWithinDays } from './checkSeals.ts';
import { countRecords, namesOf, pageSeals, projectFacts } from './proof.store.ts';
import { sealCheckState } from './sealCheck.store.ts';
import { verifySeals } from './verifySeals.ts';
import { proofFacts, writeProof } from './writeProof.ts';

/** Days of one verification or proof; a quarter. */
const maxDays = 92;
/** Days of points that one verification recomputes: some two minutes of one processor. */
const maxRecords = 30_000;

type Calls = Pick<
  typeof complianceCalls,
  'getSealPage' | 'verifySeals' | 'getSealChecks' | 'downloadProof' | 'downloadSealKey'
>;

/** Seals, and what anybody can check of them. */
export function proofHandlers(deps: ComplianceDeps): Handlers<Calls> {
  const { db } = deps;

  function needRange(from: string, until: string): void {
    if (until < from) throw new Refusal(complianceErrors.rangeReversed);
    if (dayAfter(from, maxDays) <= until) throw new Refusal(complianceErrors.rangeTooLong, { days: maxDays });
  }

  /** A proof while it is read; the document counts once all of it has been. */
  async function* registered(
    zip: Readable,
    about: Omit<Parameters<typeof recordsStatement>[0], 'kind' | 'revision' | 'issuedAt' | 'files'>,
  ): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of zip as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
    const at = new Date(deps.clock.now());
    const files = [{ name: 'proof.zip', sha256: hash.digest(), sizeBytes, content: null }];
    const statement = recordsStatement({ ...about, kind: 'proof', revision: 1, issuedAt: at.getTime(), files });
    const document = {
      id: about.id,
      kind: 'proof' as const,
      projectId: about.project.id,
      subjectId: null,
      revision: 1,
    };
    await db
      .transaction()
      .execute((transaction) => sealDocument(transaction, deps.secretKey, { ...document, statement, at, files }));
  }

  return {
    async getSealPage({ caller, language }, { body }) {
      needProject(caller, body.ProjectId);
      const { rows, total } = await pageSeals(caller.tenant, db, body.ProjectId, rowRange(body));
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

    async getSealChecks({ caller, language }, { query }) {
      needProject(caller, query.projectId);
      const since = new Date(deps.clock.now() - checkedWithinDays * dayMs);
      const state = await sealCheckState(caller.tenant, db, query.projectId, since);
      const pointIds = state.broken.flatMap(({ problems }) => problems.flatMap(({ pointId }) => pointId ?? []));
      return presentSealChecks(state, await namesOf(caller.tenant, db, [...new Set(pointIds)]), language);
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
      const id = newDocumentId();
      const address = documentAddress(deps.publicUrl, id);
      const files = [{ name: 'verify.txt', content: Buffer.from(`${address ?? documentPath(id)}\n`) }];
      if (address !== null) files.push({ name: 'verify.svg', content: Buffer.from(qrSvg(address)) });
      const zip = await writeProof(deps, facts, { userId: caller.tenant.userId, language, files }, signal);
      const content = Readable.from(registered(zip, { id, project, language, from, until, records: facts.records }), {
        objectMode: false,
      });
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
