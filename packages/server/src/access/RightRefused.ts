import { Refusal } from '../platform/http/refusal.ts';

/** A refusal for a missing right, with the company in which it was missing: no other company is told of it. */
export class RightRefused extends Refusal {
  /** Null: in none, the caller named one that is not theirs. */
  readonly companyId: number | null;

  constructor({ entry, parameters, ids }: Refusal, companyId: number | null) {
    super(entry, parameters, ids);
    this.companyId = companyId;
  }
}
