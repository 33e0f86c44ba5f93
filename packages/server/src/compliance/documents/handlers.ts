import { complianceErrors, type documentCalls } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ComplianceDeps } from '../deps.ts';
import { isSigned } from '../seal/canonical.ts';
import { findDocument } from './document.store.ts';
import { hashOfStatement } from './sealDocument.ts';

/** The public check of a sealed document. */
export const documentHandlers = ({ db }: Pick<ComplianceDeps, 'db'>): Handlers<typeof documentCalls> => ({
  async getSealedDocument(_context, { query }) {
    const document = await findDocument(system, db, query.Document);
    if (!document) throw new Refusal(complianceErrors.noDocument);
    const hash = hashOfStatement(document.statement);
    const isNewest = document.newest_revision <= document.revision;
    return {
      Kind: document.kind,
      State: document.pack_status !== null && document.pack_status < 2 ? 'draft' : isNewest ? 'valid' : 'superseded',
      IsIntact:
        isSigned(Buffer.from(hash, 'hex'), document.public_key, document.signature) &&
        document.files.every(({ intact }) => intact),
      Revision: document.revision,
      IssueEpoch: document.issued_at.getTime(),
      NewestRevision: Math.max(document.newest_revision, document.revision),
      NewestDocument: isNewest ? null : document.newest_id,
      ResealedDays: document.resealed,
      Statement: document.statement,
      Hash: hash,
      Signature: document.signature.toString('hex'),
      PublicKey: document.public_key,
      FileList: document.files.map(({ name, sha256, size }) => ({ Name: name, SizeBytes: size, Sha256: sha256 })),
    };
  },
});
