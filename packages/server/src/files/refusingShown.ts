import { fileErrors } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';

/** Deletes a file, or refuses: somebody may begin to show it at this very moment, and then PostgreSQL keeps it. */
export async function refusingShown<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isShown = /^23(001|503)$/.test((error as { code?: string }).code ?? '');
    throw isShown ? new Refusal(fileErrors.inUse) : error;
  }
}
