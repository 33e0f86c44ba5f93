import { createHash } from 'node:crypto';
import type { ContractState, SignatureProof } from '@watchpost/contract';
import type { AgreedTarget, ContractRow } from './contract.store.ts';

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
  | 'targets'
  | 'note'
>;

/** What is signed of a contract: SHA-256 of its fields as JSON with sorted names, hexadecimal. */
export const documentHash = (contract: Signed): string =>
  createHash('sha256').update(documentText(contract)).digest('hex');

/** The fields that are signed, as JSON with sorted names. */
export function documentText(contract: Signed): string {
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
    // Left out where there are none: contracts that were signed before there were targets keep their hash.
    ...(contract.targets.length > 0 && { targets: contract.targets }),
  };
  return JSON.stringify(fields);
}

/** What one party says by signing; signed itself by the key of the installation. @param previous SHA-256 of the statement before */
export const statementOf = ({
  at,
  hash,
  party,
  name,
  userId,
  previous,
  proof = 'identity',
  mobile = null,
}: {
  readonly at: Date;
  readonly hash: string;
  readonly party: string;
  readonly name: string;
  readonly userId: number | null;
  readonly previous: string;
  readonly proof?: SignatureProof;
  /** Of who signs by a code that was sent to it, its middle hidden. */
  readonly mobile?: string | null;
}): string =>
  JSON.stringify({
    at: at.toISOString(),
    document: hash,
    party,
    person: name,
    ...(mobile !== null && { phone: mobile }),
    previous,
    proof,
    user: userId,
  });

/** The name of the team that signed as the unit, where another one took over since; null: the team is that of the document. */
export function teamThatSigned({ team_id, signatures }: Pick<ContractRow, 'team_id' | 'signatures'>): string | null {
  const text = signatures[0]?.document;
  const team = text == null ? undefined : (JSON.parse(text) as { team?: [number, string] }).team;
  return team === undefined || team[0] === team_id ? null : team[1];
}

export const hashOfStatement = (statement: string): string => createHash('sha256').update(statement).digest('hex');

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

/** `1: 15 / 120 / 480 · Shops`: response, arrival and resolution of each severity, in minutes of a calendar. */
export const targetsInWords = (targets: readonly AgreedTarget[]): string =>
  targets
    .map(({ severity, response_minutes, arrival_minutes, resolution_minutes, calendar }) =>
      [`${severity}: ${response_minutes} / ${arrival_minutes} / ${resolution_minutes}`, calendar?.name ?? []]
        .flat()
        .join(' · '),
    )
    .join('; ');
