import { createHash } from 'node:crypto';
import type { ContractState } from '@watchpost/contract';
import type { ContractRow } from './contract.store.ts';

type Signed = Pick<
  ContractRow,
  | 'name'
  | 'number'
  | 'party_a'
  | 'team_id'
  | 'team_name'
  | 'signing_date'
  | 'project_ids'
  | 'valid_from'
  | 'valid_to'
  | 'cycle'
  | 'cycle_count'
  | 'first_on'
  | 'templates'
  | 'amount_fen'
  | 'note'
>;

/** What is signed of a contract: SHA-256 of its fields as JSON with sorted names, hexadecimal. */
export function documentHash(contract: Signed): string {
  const fields = {
    amount: contract.amount_fen,
    cycle: contract.cycle,
    cycleCount: contract.cycle_count,
    firstOn: contract.first_on,
    name: contract.name,
    note: contract.note,
    number: contract.number,
    partyA: contract.party_a,
    projects: [...contract.project_ids].sort((a, b) => a - b),
    signingDate: contract.signing_date,
    team: [contract.team_id, contract.team_name],
    templates: contract.templates.map(({ id }) => id).sort((a, b) => a - b),
    validFrom: contract.valid_from,
    validTo: contract.valid_to,
  };
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** Where a contract stands on a day; a signature of another document is none. */
export function contractState(
  contract: Signed & Pick<ContractRow, 'signatures' | 'terminated_at'>,
  today: string,
): ContractState {
  if (contract.terminated_at !== null) return 'terminated';
  if (contract.signatures.length < 2) return 'toSign';
  if (today < contract.valid_from) return 'signed';
  return today <= contract.valid_to ? 'inEffect' : 'expired';
}
