import { createHash } from 'node:crypto';
import { commissioningErrors, handoverRoleNames } from '@watchpost/contract';
import type { Tenant } from '../access/index.ts';
import { sealFiles, sealStatement } from '../compliance/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type OrderRef, readSignatures, type SignatureRow } from '../work/index.ts';
import type { CommissioningDeps } from './deps.ts';
import type { DebugOrderRow } from './order.store.ts';

type Signed = Pick<DebugOrderRow, 'number' | 'items'>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is signed of a finished order: its number and its checklist as it was kept, as JSON. */
const documentOf = ({ number, items }: Signed): string => JSON.stringify([number, items]);

/**
 * The hash of what is signed, and what one side says by signing it, sealed by the key of the installation. It names the statement
 * before it: none can be taken out or put in between.
 */
export async function sealHandover(
  { secretKey }: Pick<CommissioningDeps, 'secretKey'>,
  tenant: Tenant,
  transaction: DbOrTransaction,
  order: Signed & { readonly ref: OrderRef },
  { role, name, path }: Pick<SignatureRow, 'role' | 'name' | 'path'>,
  at: Date,
): Promise<Required<Pick<SignatureRow, 'sha256' | 'statement' | 'key_id' | 'seal'>>> {
  const before = (await readSignatures(tenant, transaction, order.ref)).at(-1)?.statement;
  const hash = sha256(documentOf(order));
  const statement = JSON.stringify({
    at: at.toISOString(),
    document: hash,
    party: role,
    path: sha256(path),
    person: name,
    previous: before == null ? '' : sha256(before),
    proof: 'onDevice',
  });
  const sealed = await sealStatement(transaction, secretKey, statement, at);
  return { sha256: hash, statement: sealed.statement, key_id: sealed.keyId, seal: sealed.signature };
}

/** A handover as it was signed by both sides: PDF, checklist, signatures and the program that checks them. @throws Refusal `notSealed` */
export async function sealedHandover(
  deps: Pick<CommissioningDeps, 'db' | 'clock' | 'secretKey'>,
  order: Signed,
  signatures: readonly SignatureRow[],
  pdf: Buffer,
): Promise<Buffer> {
  const sealed = signatures.filter(({ statement }) => statement != null);
  if (sealed.length < handoverRoleNames.length) throw new Refusal(commissioningErrors.notSealed);
  return sealFiles(
    deps,
    [
      { name: 'handover.pdf', content: pdf },
      { name: 'handover.json', content: Buffer.from(documentOf(order)) },
    ],
    {
      contract: {
        ...{ name: order.number, document: 'handover.json', hash: sha256(documentOf(order)) },
        signatures: sealed.map(({ statement, key_id, seal }) => ({
          ...{ statement, key: key_id, signature: seal!.toString('hex') },
        })),
      },
    },
  );
}
