import { type ContractParty, type ContractState, maintenanceErrors, type SignatureProof } from '@watchpost/contract';
import type { CompanyTenant } from '../../access/index.ts';
import { sealStatement } from '../../compliance/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hiddenMobile } from '../../platform/phoneNumber.ts';
import { noteChange } from '../changes.store.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { tellWhoSigns } from '../messages/tellOfContract.ts';
import { type ContractRow, contractsToPlan, insertSignature } from './contract.store.ts';
import { contractState, documentHash, documentText, hashOfStatement, statementOf } from './document.ts';
import { planContract } from './planVisits.ts';
import { isMobileOf } from './signLink.store.ts';

/** Who signs, and how they have shown who they are. */
export interface Signatory {
  readonly party: ContractParty;
  readonly name: string;
  /** Null: no member; they have signed by a link. */
  readonly userId: number | null;
  readonly proof: SignatureProof;
  /** Of who has signed by a link. */
  readonly mobile: string | null;
}

/**
 * Whether somebody may sign for a party now. Two parties are two people, even where one holds the right, or the phones, of both.
 *
 * @throws Refusal `signedAlready`, `signedForOther`
 */
export async function needOtherSignatory(
  tenant: CompanyTenant,
  { transaction }: Pick<OneWrite, 'transaction'>,
  { signatures }: Pick<ContractRow, 'signatures'>,
  { party, userId, mobile }: Pick<Signatory, 'party' | 'userId' | 'mobile'>,
): Promise<void> {
  for (const other of signatures) {
    if (other.party === party) throw new Refusal(maintenanceErrors.signedAlready);
    const isSame =
      (userId !== null && other.user_id === userId) ||
      (mobile !== null && other.mobile === mobile) ||
      (mobile !== null && other.user_id !== null && (await isMobileOf(tenant, transaction, other.user_id, mobile))) ||
      (userId !== null && other.mobile !== null && (await isMobileOf(tenant, transaction, userId, other.mobile)));
    if (isSame) throw new Refusal(maintenanceErrors.signedForOther);
  }
}

/**
 * Signs a contract, which is locked, for one party, and seals what was said by it. Where both have signed, its visits are made.
 *
 * @param hash of what was read: another document is not signed
 * @param today where the company is
 * @returns where the contract stands then
 * @throws Refusal `signingFailed`, `signedAlready`, `signedForOther`
 */
export async function signContract(
  deps: MaintenanceDeps,
  tenant: CompanyTenant,
  write: OneWrite,
  { contract, hash, signatory, today }: { contract: ContractRow; hash: string; signatory: Signatory; today: string },
): Promise<ContractState> {
  const { transaction } = write;
  const { party, name, userId, proof, mobile } = signatory;
  if (documentHash(contract) !== hash) throw new Refusal(maintenanceErrors.signingFailed);
  await needOtherSignatory(tenant, write, contract, signatory);
  const at = new Date(deps.clock.now());
  const before = contract.signatures.at(-1)?.statement;
  const statement = statementOf({
    ...{ at, hash, party, name, userId, proof, mobile: mobile && hiddenMobile(mobile) },
    previous: before == null ? '' : hashOfStatement(before),
  });
  const sealed = await sealStatement(transaction, deps.secretKey, statement, at);
  await insertSignature(tenant, transaction, {
    ...{ contract_id: contract.id, party, hash, user_id: userId, name, at, proof, mobile },
    ...{ document: documentText(contract), statement: sealed.statement, key_id: sealed.keyId, seal: sealed.signature },
  });
  await noteChange(tenant, transaction, { kind: 'contract', id: contract.id }, { what: ['signature'], by: name, at });
  if (contract.signatures.length === 0)
    await tellWhoSigns(transaction, { companyId: tenant.companyId, contract, byUserId: userId, at }, [
      { user_id: userId },
    ]);
  const [planned] = await contractsToPlan(tenant, transaction, contract.id);
  if (planned) await planContract(tenant, transaction, planned, deps.clock.now());
  write.log({
    companyId: tenant.companyId,
    projectId: null,
    subject: { kind: 'maintenanceContract', id: contract.id, name: contract.name },
    after: { signedBy: party, ...(userId === null && { signatory: name, signatureProof: proof }) },
  });
  tellMaintenance(deps, write, tenant.companyId);
  const signatures = [...contract.signatures, { party }] as ContractRow['signatures'];
  return contractState({ ...contract, signatures }, today);
}
