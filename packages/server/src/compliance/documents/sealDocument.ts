import { createHash } from 'node:crypto';
import { type DocumentKind, documentPath, hashInCode } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { randomCode } from '../../platform/randomCode.ts';
import { sealStatement } from '../proof/sealFiles.ts';
import { type DocumentFile, insertDocument } from './document.store.ts';

/** A random id of 128 bits, so it cannot be guessed. */
const idLength = 26;
export const newDocumentId = (): string => randomCode(idLength);

export const hashOfStatement = (statement: string): string => createHash('sha256').update(statement).digest('hex');

/** The address in the QR code of a document; null: the installation has no public address. */
export const documentAddress = (publicUrl: string | null, id: string, statement?: string): string | null =>
  publicUrl === null
    ? null
    : `${publicUrl.replace(/\/+$/, '')}${documentPath(id)}${
        statement === undefined ? '' : `#${hashOfStatement(statement).slice(0, hashInCode)}`
      }`;

/** A file with its hash, kept with the document. */
export const keptFile = (name: string, content: Buffer): DocumentFile => ({
  name,
  content,
  sha256: createHash('sha256').update(content).digest(),
  sizeBytes: content.length,
});

/** Signs a statement and keeps it with its files, in the transaction that makes the document count. */
export async function sealDocument(
  transaction: DbOrTransaction,
  secretKey: string,
  {
    statement,
    at,
    files,
    ...document
  }: {
    id: string;
    kind: DocumentKind;
    projectId: number;
    /** Of the waybill or pack. */
    subjectId: number | null;
    revision: number;
    /** JSON. */
    statement: string;
    at: Date;
    files: readonly DocumentFile[];
  },
): Promise<void> {
  const { keyId, signature } = await sealStatement(transaction, secretKey, statement, at);
  await insertDocument(
    system,
    transaction,
    {
      id: document.id,
      kind: document.kind,
      project_id: document.projectId,
      subject_id: document.subjectId,
      revision: document.revision,
      statement,
      key_id: keyId,
      signature,
      issued_at: at,
    },
    files,
  );
}
